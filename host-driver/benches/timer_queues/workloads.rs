//! The workloads. Time is measured over the second half of the operations, when the queue is as it will stay.

use std::hint::black_box;
use std::time::Instant;

use crate::clock::Moment;
use crate::random::Random;
use crate::subject::Subject;

/// The longest measurement of one workload, in operations; for queues that are slow at it.
fn operations(n: usize, least: usize) -> usize {
    least.max(2 * n)
}

fn nanoseconds(begin: &Moment, units: usize) -> f64 {
    begin.elapsed() / units as f64
}

/// W1: retransmission. n timers outstanding; an operation stops a random one and starts it again; every operation is `pace` ticks, and
/// those that expire start again. The unit is a stop and start. With `ask`, the next expiry is asked for after each (W6).
pub fn retransmit<S: Subject>(
    queue: &mut S,
    n: usize,
    intervals: &[u64],
    pace: f64,
    ask: bool,
) -> f64 {
    let mut random = Random(1);
    let mut handles: Vec<_> = (0..n)
        .map(|item| queue.start(intervals[item & 0xffff], item as u32))
        .collect();
    let (mut time, mut now) = (0.0, 0);
    let operations = operations(n, 500_000);
    let mut begin = Moment::now();
    let mut expired = Vec::with_capacity(n);
    for operation in 0..2 * operations {
        if operation == operations {
            begin = Moment::now();
        }
        let chosen = random.below(n as u64) as usize;
        queue.stop(handles[chosen]);
        handles[chosen] = queue.start(now + intervals[operation & 0xffff], chosen as u32);
        if ask {
            black_box(queue.next());
        }
        time += pace;
        if time as u64 > now {
            now = time as u64;
            expired.clear();
            queue.advance(now, &mut expired);
            for &item in &expired {
                let interval = intervals[(operation + item as usize) & 0xffff];
                handles[item as usize] = queue.start(now + interval, item);
            }
        }
    }
    nanoseconds(&begin, operations)
}

/// W2: FlexQueue's hold model. Each expiry starts again with the next increment; time goes from expiry to expiry.
pub fn hold<S: Subject>(queue: &mut S, n: usize, increments: &[u64]) -> f64 {
    for item in 0..n {
        queue.start(increments[item & 0xffff], item as u32);
    }
    let holds = operations(n, 200_000);
    let (mut begin, mut done) = (Moment::now(), 0);
    let mut expired = Vec::with_capacity(n);
    while done < 2 * holds {
        let now = queue.next().expect("outstanding");
        expired.clear();
        queue.advance(now, &mut expired);
        for &item in &expired {
            queue.start(now + increments[done & 0xffff], item);
            done += 1;
            if done == holds {
                begin = Moment::now();
            }
        }
    }
    nanoseconds(&begin, done - holds)
}

/// W3, the paper's Figure 9: a timer beyond all others is stopped and started while time stands still.
pub fn far<S: Subject>(queue: &mut S, n: usize) -> f64 {
    let mut random = Random(3);
    for item in 1..n {
        queue.start((1 << 30) + random.below(1 << 30), item as u32);
    }
    let rounds = 2_000_000;
    let begin = Moment::now();
    for _ in 0..rounds {
        let handle = queue.start((1 << 31) + 5, 0);
        queue.stop(black_box(handle));
    }
    nanoseconds(&begin, rounds)
}

/// W30: the same with a random one of n.
pub fn random<S: Subject>(queue: &mut S, n: usize) -> f64 {
    let mut random = Random(30);
    let mut handles: Vec<_> = (0..n)
        .map(|item| queue.start((1 << 30) + random.below(1 << 30), item as u32))
        .collect();
    let rounds = operations(n, 1_000_000);
    let begin = Moment::now();
    for _ in 0..rounds {
        let chosen = random.below(n as u64) as usize;
        queue.stop(handles[chosen]);
        handles[chosen] = queue.start((1 << 30) + random.below(1 << 30), chosen as u32);
    }
    nanoseconds(&begin, rounds)
}

/// W4: every one of 2^20 ticks with n timers in them; nanoseconds a tick.
pub fn ticks<S: Subject>(queue: &mut S, n: usize) -> f64 {
    let mut random = Random(4);
    for item in 0..n {
        queue.start(1 + random.below(1 << 20), item as u32);
    }
    let begin = Moment::now();
    let (mut count, mut expired) = (0, Vec::with_capacity(n));
    for tick in 1..=1 << 20 {
        expired.clear();
        queue.advance(tick, &mut expired);
        count += expired.len();
    }
    assert_eq!(count, n);
    nanoseconds(&begin, 1 << 20)
}

/// W5: 1,000 timers in one jump over 2^32 ticks; nanoseconds a timer, its start included. With `steps`, from expiry to expiry (W50).
pub fn jump<S: Subject>(queue: &mut S, steps: bool) -> f64 {
    let mut random = Random(5);
    let mut expired = Vec::with_capacity(1_000);
    let rounds: usize = 200;
    let begin = Moment::now();
    for round in 0..rounds as u64 {
        let epoch = round << 32;
        for item in 0..1_000 {
            queue.start(epoch + 1 + random.below(1 << 32), item);
        }
        let mut count = 0;
        while steps && let Some(next) = queue.next() {
            expired.clear();
            queue.advance(next, &mut expired);
            count += expired.len();
        }
        expired.clear();
        queue.advance(epoch + (1 << 32), &mut expired);
        count += expired.len();
        assert_eq!(count, 1_000);
    }
    nanoseconds(&begin, 1_000 * rounds)
}

/// The tail of W1's advances: median, 99.9 % and worst, in microseconds. Time goes on by a hundredth of the mean interval at once.
pub fn tail<S: Subject>(queue: &mut S, n: usize, intervals: &[u64]) -> [f64; 3] {
    let mut random = Random(6);
    let mut handles: Vec<_> = (0..n)
        .map(|item| queue.start(intervals[item & 0xffff], item as u32))
        .collect();
    let per_tick = 19 * n / 10_000;
    let mut times = Vec::new();
    let (mut now, mut operation, mut expired) = (0, 0, Vec::with_capacity(n));
    while now < 40_000 {
        for _ in 0..per_tick.clamp(1, 2_000) {
            let chosen = random.below(n as u64) as usize;
            queue.stop(handles[chosen]);
            handles[chosen] = queue.start(now + intervals[operation & 0xffff], chosen as u32);
            operation += 1;
        }
        now += 1;
        expired.clear();
        let begin = Instant::now();
        queue.advance(now, &mut expired);
        times.push(begin.elapsed().as_nanos() as f64 / 1_000.0);
        for &item in &expired {
            let interval = intervals[(operation + item as usize) & 0xffff];
            handles[item as usize] = queue.start(now + interval, item);
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    [at(0.5), at(0.999), at(1.0)]
}
