use carillon_queues::TimerWheel;

fn main() {
    let mut timers = TimerWheel::new();
    let late = timers.start(30_000, "give up");
    timers.start(200, "try again");
    timers.stop(late);
    for expired in timers.advance(1_000) {
        println!("{} at tick {}", expired.item, expired.due);
    }
}
