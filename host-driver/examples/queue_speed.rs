//! Nanoseconds that the queues take for an operation, on workloads W1 (retransmission), W2 (hold), W3 (one far timer), W4 (tick by
//! tick) and W5 (one long jump) of the project's figures.
//!
//!     cargo run --release --example queue_speed -- 1000 100000
//!
//! The arguments are numbers of outstanding timers.

use std::hint::black_box;
use std::time::Instant;

use carillon_driver::queue::{
    CalendarQueue, Deviations, Entry, FlexQueue, Handle, List, Place, Powers, Scheme3, Scheme6,
    Scheme7, Sector, Slots, TimerQueue,
};

/// splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    fn exponential(&mut self, mean: f64) -> u64 {
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        (1.0 - (1.0 - unit).ln() * mean) as u64
    }
}

/// Intervals, taken from a table so that making them costs no time.
fn table(mut make: impl FnMut() -> u64) -> Vec<u64> {
    (0..1 << 16).map(|_| make()).collect()
}

/// W1: a random timer is stopped and started; now and then time goes on and those that expire start again.
fn retransmit(
    queue: &mut impl TimerQueue<Item = u32>,
    n: usize,
    intervals: &[u64],
    pace: f64,
) -> f64 {
    let mut random = Random(1);
    let mut handles: Vec<Handle> = Vec::with_capacity(n);
    for item in 0..n {
        let interval = intervals[item & 0xffff];
        handles.push(queue.start(interval, item as u32).expect("room"));
    }
    let (mut time, mut reached) = (0.0, 0);
    let operations = 1_000_000.max(2 * n);
    let mut begin = Instant::now();
    for operation in 0..2 * operations {
        if operation == operations {
            begin = Instant::now();
        }
        let chosen = random.below(n as u64) as usize;
        let item = queue.stop(handles[chosen]).expect("outstanding");
        let interval = intervals[operation & 0xffff];
        handles[chosen] = queue.start(interval, item).expect("room");
        time += pace;
        if time as u64 > reached {
            reached = time as u64;
            queue.advance(reached).expect("forwards");
            while let Some(expired) = queue.next_expired() {
                let item = expired.item;
                let interval = intervals[(operation + item as usize) & 0xffff];
                handles[item as usize] = queue.start(interval, item).expect("room");
            }
        }
    }
    begin.elapsed().as_nanos() as f64 / operations as f64
}

/// W2: each expiry starts again.
fn hold(queue: &mut impl TimerQueue<Item = u32>, n: usize, increments: &[u64]) -> f64 {
    for item in 0..n {
        let increment = increments[item & 0xffff];
        queue.start(increment, item as u32).expect("room");
    }
    let holds = 500_000.max(2 * n);
    let mut begin = Instant::now();
    let mut done = 0;
    while done < 2 * holds {
        let next = queue.next_expiry().expect("outstanding");
        queue.advance(next).expect("forwards");
        while let Some(expired) = queue.next_expired() {
            let increment = increments[done & 0xffff];
            queue.start(increment, expired.item).expect("room");
            done += 1;
            if done == holds {
                begin = Instant::now();
            }
        }
    }
    begin.elapsed().as_nanos() as f64 / (done - holds) as f64
}

/// W3: a timer beyond all others is stopped and started while time stands still.
fn far(queue: &mut impl TimerQueue<Item = u32>, n: usize) -> f64 {
    let mut random = Random(3);
    for item in 1..n {
        let interval = (1 << 30) + random.below(1 << 30);
        queue.start(interval, item as u32).expect("room");
    }
    let rounds = 5_000_000;
    let begin = Instant::now();
    for round in 0..rounds {
        let handle = queue.start((1 << 31) + 5, black_box(round)).expect("room");
        queue.stop(handle).expect("outstanding");
    }
    begin.elapsed().as_nanos() as f64 / f64::from(rounds)
}

/// W4: every one of 2^20 ticks, n timers in them; ns a tick.
fn ticks(queue: &mut impl TimerQueue<Item = u32>, n: usize) -> f64 {
    let mut random = Random(4);
    for item in 0..n {
        let interval = 1 + random.below(1 << 20);
        queue.start(interval, item as u32).expect("room");
    }
    let begin = Instant::now();
    let mut count = 0;
    for tick in 1..=1 << 20 {
        queue.advance(tick).expect("forwards");
        while let Some(expired) = queue.next_expired() {
            count += usize::from(black_box(expired).due == tick);
        }
    }
    let nanoseconds = begin.elapsed().as_nanos() as f64;
    assert_eq!(count, n);
    nanoseconds / f64::from(1 << 20)
}

/// W5: 1,000 timers in one jump over 2^32 ticks; ns a timer.
fn jump(queue: &mut impl TimerQueue<Item = u32>) -> f64 {
    let mut random = Random(5);
    let mut total = 0.0;
    for round in 1..=200 {
        for item in 0..1_000 {
            let interval = 1 + random.below(1 << 32);
            queue.start(interval, item).expect("room");
        }
        let begin = Instant::now();
        queue.advance(round << 32).expect("forwards");
        let mut count = 0;
        while let Some(expired) = queue.next_expired() {
            black_box(expired);
            count += 1;
        }
        total += begin.elapsed().as_nanos() as f64;
        assert_eq!(count, 1_000);
    }
    total / 200_000.0
}

fn measure<Q: TimerQueue<Item = u32>>(name: &str, n: usize, make: impl Fn(usize) -> Q) {
    let mut random = Random(7);
    let exponential = table(|| random.exponential(10_000.0));
    let mut random = Random(8);
    let uniform = table(|| 64 + random.below(1_000_000 - 64));
    let mut random = Random(9);
    let wide = table(|| 1 + random.below(1 << 20));
    let outstanding = n as f64;
    let w1 = retransmit(
        &mut make(n),
        n,
        &exponential,
        10_000.0 / (19.0 * outstanding),
    );
    let w1_uniform = retransmit(
        &mut make(n),
        n,
        &uniform,
        1_000_000.0 / (20.0 * outstanding),
    );
    let w2 = hold(&mut make(n), n, &wide);
    let w3 = far(&mut make(n + 1), n);
    let w4 = ticks(&mut make(n), n);
    let w5 = jump(&mut make(1_000));
    println!(
        "{n:>8} {name:<22} {w1:>8.1} {w1_uniform:>8.1} {w2:>8.1} {w3:>8.1} {w4:>8.1} {w5:>10.1}"
    );
}

fn entries(count: usize) -> Vec<Entry<u32>> {
    (0..count).map(|_| Entry::VACANT).collect()
}

fn sectors(count: usize) -> Vec<Sector> {
    vec![Sector::EMPTY; count]
}

fn powers<const BITS: u32>(name: &str, n: usize) {
    let count = Sector::count_for(Powers::<BITS>::slots_for_all());
    measure(name, n, |capacity| {
        Scheme7::new(Powers::<BITS>::new(), sectors(count), entries(capacity)).expect("a queue")
    });
}

fn flex(name: &str, n: usize, order: Slots) {
    let slots = (2 * n).next_power_of_two().clamp(256, 1 << 20);
    measure(name, n, |capacity| {
        let places = vec![Place::VACANT; capacity];
        let sectors = sectors(slots / 32);
        FlexQueue::new(order, Deviations::TWO, sectors, places, entries(capacity)).expect("a queue")
    });
}

fn main() {
    println!(
        "bytes a timer with an item of 4: {}",
        size_of::<Entry<u32>>()
    );
    println!("ns: W1 exponential, W1 uniform, W2, W3, W4 a tick, W5 a timer");
    for n in std::env::args().skip(1).filter_map(|n| n.parse().ok()) {
        powers::<6>("scheme 7 of 2^6", n);
        powers::<8>("scheme 7 of 2^8", n);
        powers::<11>("scheme 7 of 2^11", n);
        powers::<14>("scheme 7 of 2^14", n);
        measure("scheme 3", n, |capacity| {
            Scheme3::new(vec![Place::VACANT; capacity], entries(capacity)).expect("a queue")
        });
        if n > 1_000 {
            measure("scheme 6 of 2^14", n, |capacity| {
                Scheme6::new(vec![List::EMPTY; 1 << 14], entries(capacity)).expect("a queue")
            });
        }
        let days = n.next_power_of_two().clamp(256, 1 << 20);
        measure("calendar queue", n, |capacity| {
            CalendarQueue::new(sectors(days / 64), entries(capacity)).expect("a queue")
        });
        flex("FlexQueue ordered", n, Slots::Ordered);
        flex("FlexQueue unordered", n, Slots::Unordered);
    }
}
