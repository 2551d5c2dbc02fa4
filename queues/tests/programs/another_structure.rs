use carillon_queues::{FlexQueue, Heap, TimerQueue, TimerWheel, Timers};

fn retransmit(timers: &mut impl TimerQueue<Item = u32>) {
    timers.start(200, 7).expect("a queue that grows has room");
}

fn main() {
    let mut timers: Timers<FlexQueue, u32> = Timers::new();
    retransmit(&mut timers);
    timers.start(100, 8);
    println!("{:?}", timers.next_expiry());
    let mut timers: Timers<Heap, u32> = Timers::new();
    retransmit(&mut timers);
    timers.start(100, 8);
    println!("{:?}", timers.next_expiry());
    let mut timers = TimerWheel::new();
    retransmit(&mut timers);
    timers.start(100, 8);
    println!("{:?}", timers.next_expiry());
}
