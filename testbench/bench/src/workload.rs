//! The workloads, each written once for all contenders.
//!
//! | name | what is done | unit |
//! |---|---|---|
//! | W1 | n timers are always outstanding; one at random is stopped and started. Time goes on so that 95 % are stopped before they run out; those that run out start again at once | one stop and start |
//! | W2 | the hold model: time jumps to the next expiry, and what runs out starts again | one expiry |
//! | W3 | n timers at 2^30 to 2^31, a probe beyond all of them is stopped and started while time stands still (the paper's Figure 9) | one stop and start |
//! | W30 | the same, but one of the n at random | one stop and start |
//! | W4 | n timers in 1 to 2^20, every tick of them by an advance of its own | a tick to n = 10^4, above it an expiry |
//! | W5 | 1,000 timers in 1 to 2^32, one advance over all | one expiry |
//! | W50 | the same, jumping from expiry to expiry | one expiry |
//! | W6 | W1 with exponential intervals, and the next expiry is asked for after each operation | one stop and start |
//! | W7 | the work units of Ratas's own benchmark (`work_units.rs`) | one start, stop, restart or expiry |
//! | W8 | W1 with intervals of 10^4, all alike: keep-alive, idle connections | one stop and start |
//!
//! "Stopped and started" is a restart for contenders that have one.

use std::hint::black_box;

use super::clock::thread_nanoseconds;
use super::work_units::{self, Units};
use super::{Contender, Intervals};
use fastrand::Rng;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Workload {
    /// W1, and W6 if the next expiry is asked for too.
    Retransmit {
        /// Of the timers.
        intervals: Intervals,
        /// Ticks in which each timer is stopped and started once on average.
        period: f64,
        /// Whether the next expiry is asked for after each operation.
        asks: bool,
    },
    /// W2.
    Hold(Intervals),
    /// W3, and W30 if the timer is a random one.
    Far {
        /// The shortest interval.
        from: u64,
        /// The longest; the probe's is a little longer.
        to: u64,
        /// Whether one of the n is stopped and started instead of the probe.
        random: bool,
    },
    /// W4.
    Ticks,
    /// W5, and W50 if time jumps from expiry to expiry.
    Jump {
        /// Whether the next expiry is asked for.
        asks: bool,
    },
    /// W7.
    WorkUnits,
}

impl Workload {
    /// All of the project's figures, with their names.
    pub const ALL: [(&'static str, Self); 13] = [
        ("W1 exponential, mean 10^4", Self::W1),
        (
            "W1 uniform, 64 to 10^6",
            Self::Retransmit { intervals: Intervals::Uniform(64, 1_000_000), period: 1e6 / 20.0, asks: false },
        ),
        ("W2 uniform, 1 to 2^20", Self::Hold(Intervals::Uniform(1, 1 << 20))),
        ("W2 normal, 10^6 and 10^5", Self::Hold(Intervals::Normal(1e6, 1e5))),
        ("W2 triangular to 10^8", Self::Hold(Intervals::Triangular(0.0, 1e8))),
        ("W3 one far timer", Self::FAR),
        ("W30 one of n", Self::far(true)),
        ("W4 tick by tick", Self::Ticks),
        ("W5 one jump", Self::Jump { asks: false }),
        ("W50 from expiry to expiry", Self::Jump { asks: true }),
        ("W6 next expiry asked for", Self::retransmit(true)),
        ("W7 Ratas's work units", Self::WorkUnits),
        ("W8 constant intervals, 10^4", Self::CONSTANT),
    ];

    /// The first of them.
    pub const W1: Self = Self::retransmit(false);

    /// The paper's Figure 9.
    pub const FAR: Self = Self::far(false);

    /// Time-outs of one interval, nearly always put off.
    pub const CONSTANT: Self =
        Self::Retransmit { intervals: Intervals::Uniform(10_000, 10_000), period: 1e4 / 19.0, asks: false };

    const fn retransmit(asks: bool) -> Self {
        Self::Retransmit { intervals: Intervals::Exponential(1e4), period: 1e4 / 19.0, asks }
    }

    const fn far(random: bool) -> Self {
        Self::Far { from: 1 << 30, to: 1 << 31, random }
    }

    /// Its longest interval.
    pub fn longest(self) -> u64 {
        match self {
            Self::Retransmit { intervals, .. } => intervals.longest(1),
            Self::Hold(intervals) => intervals.longest(2),
            Self::Far { to, .. } => to + 5,
            Self::Ticks => 1 << 20,
            Self::Jump { .. } => 1 << 32,
            Self::WorkUnits => work_units::LONGEST,
        }
    }

    /// Whether the number of timers is the workload's own, 1,000.
    pub const fn has_its_own_number(self) -> bool {
        matches!(self, Self::Jump { .. })
    }
}

/// What one round took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// Units done.
    pub units: u64,
    /// Nanoseconds that the thread ran for them.
    pub nanoseconds: u64,
}

impl Measured {
    /// Nanoseconds a unit.
    pub fn each(self) -> f64 {
        self.nanoseconds as f64 / self.units.max(1) as f64
    }
}

/// A workload under way: each call does one round and goes on where the last one ended.
pub type Running = Box<dyn FnMut() -> Measured>;

/// Prepares `workload` with `n` timers on a queue made for `n + 1` of them. A round has about `operations` operations.
/// The first round is not like the others (memory is touched for the first time, wheels have not turned) and is not to
/// be counted.
pub fn run<Q: Contender + 'static>(workload: Workload, n: u32, operations: u64, queue: Q) -> Running {
    match workload {
        Workload::Retransmit { intervals, period, asks } => {
            let pace = period / f64::from(n);
            retransmit(queue, n, operations, &intervals.table(1), (pace, asks))
        }
        Workload::Hold(intervals) => hold(queue, n, operations, intervals.table(2)),
        Workload::Far { from, to, random } => far(queue, n, operations, (from, to), random),
        Workload::Ticks => ticks(queue, n),
        Workload::WorkUnits => {
            let mut units = Units::new(queue, n);
            Box::new(move || units.round(operations))
        }
        Workload::Jump { asks } => jump(queue, n, operations.div_ceil(u64::from(n)).max(1), asks),
    }
}

const MASK: usize = (1 << 16) - 1;

fn retransmit<Q: Contender + 'static>(
    mut queue: Q,
    n: u32,
    operations: u64,
    intervals: &[u64],
    (pace, asks): (f64, bool),
) -> Running {
    let intervals = intervals.to_vec();
    let is_constant = intervals.iter().all(|&interval| interval == intervals[0]);
    for number in 0..n {
        let interval = intervals[number as usize & MASK];
        // Those of one interval were started at any time of it.
        let part = if is_constant { number + 1 } else { n };
        queue.start(number, (interval * u64::from(part)).div_ceil(u64::from(n)));
    }
    let mut random = Rng::with_seed(11);
    let mut drawn = 0_usize;
    let mut expired = Vec::with_capacity(1 << 16);
    // In 2^-32 ticks, so that no rounding adds up.
    let step = (pace * (1_u64 << 32) as f64) as u128;
    let (mut time, mut now) = (0_u128, 0_u64);
    Box::new(move || {
        let begin = thread_nanoseconds();
        for _ in 0..operations {
            let number = random.u64(0..u64::from(n)) as u32;
            queue.restart(number, now + intervals[drawn & MASK]);
            drawn = drawn.wrapping_add(1);
            time += step;
            if (time >> 32) as u64 > now {
                now = (time >> 32) as u64;
                queue.advance(now, &mut expired);
                for number in expired.drain(..) {
                    queue.start(number, now + intervals[drawn & MASK]);
                    drawn = drawn.wrapping_add(1);
                }
            }
            if asks {
                black_box(queue.next_expiry());
            }
        }
        Measured { units: operations, nanoseconds: thread_nanoseconds() - begin }
    })
}

fn hold<Q: Contender + 'static>(mut queue: Q, n: u32, operations: u64, intervals: Vec<u64>) -> Running {
    for number in 0..n {
        queue.start(number, intervals[number as usize & MASK]);
    }
    // Not where the filling ended: the same intervals in the same order would keep the timers in step.
    let mut random = Rng::with_seed(12);
    let mut expired = Vec::with_capacity(1 << 16);
    let mut now = 0;
    Box::new(move || {
        let begin = thread_nanoseconds();
        let mut done = 0;
        while done < operations {
            now = queue.next_expiry().expect("n timers are outstanding").max(now + 1);
            queue.advance(now, &mut expired);
            done += expired.len() as u64;
            for number in expired.drain(..) {
                queue.start(number, now + intervals[random.u64(..) as usize & MASK]);
            }
        }
        Measured { units: done, nanoseconds: thread_nanoseconds() - begin }
    })
}

fn far<Q: Contender + 'static>(
    mut queue: Q,
    n: u32,
    operations: u64,
    (from, to): (u64, u64),
    one_of_n: bool,
) -> Running {
    let mut random = Rng::with_seed(13);
    let mut expiry = move || from + random.u64(0..to - from);
    for number in 0..n {
        queue.start(number, expiry());
    }
    let mut chosen = Rng::with_seed(14);
    queue.start(n, to + 5);
    Box::new(move || {
        let begin = thread_nanoseconds();
        for _ in 0..operations {
            if one_of_n {
                let number = chosen.u64(0..u64::from(n)) as u32;
                queue.restart(number, expiry());
            } else {
                queue.restart(black_box(n), black_box(to + 5));
            }
        }
        Measured { units: operations, nanoseconds: thread_nanoseconds() - begin }
    })
}

fn ticks<Q: Contender + 'static>(mut queue: Q, n: u32) -> Running {
    let mut random = Rng::with_seed(15);
    let mut expired = Vec::with_capacity(1 << 16);
    let mut now = 0;
    Box::new(move || {
        for number in 0..n {
            queue.start(number, now + 1 + random.u64(0..1 << 20));
        }
        let begin = thread_nanoseconds();
        let mut count = 0;
        for tick in now + 1..=now + (1 << 20) {
            queue.advance(tick, &mut expired);
            count += expired.len();
            expired.clear();
        }
        let nanoseconds = thread_nanoseconds() - begin;
        now += 1 << 20;
        black_box(count);
        let units = if n > 10_000 { u64::from(n) } else { 1 << 20 };
        Measured { units, nanoseconds }
    })
}

fn jump<Q: Contender + 'static>(mut queue: Q, n: u32, jumps: u64, asks: bool) -> Running {
    let mut random = Rng::with_seed(16);
    let mut expired = Vec::with_capacity(1 << 16);
    let mut now = 0;
    Box::new(move || {
        let mut nanoseconds = 0;
        for _ in 0..jumps {
            for number in 0..n {
                queue.start(number, now + 1 + random.u64(0..1 << 32));
            }
            let end = now + (1 << 32);
            let begin = thread_nanoseconds();
            while asks && let Some(next) = queue.next_expiry() {
                now = next.clamp(now + 1, end);
                queue.advance(now, &mut expired);
                black_box(&expired);
                expired.clear();
            }
            now = end;
            queue.advance(now, &mut expired);
            black_box(&expired);
            expired.clear();
            nanoseconds += thread_nanoseconds() - begin;
        }
        Measured { units: jumps * u64::from(n), nanoseconds }
    })
}

/// Nanoseconds of each single advance in W1 with exponential intervals, sorted: the tail is what a cascade costs. Tick
/// 2^16, at which wheels whose digits have 1, 2, 4, 8 or 16 bits all turn, is in the middle. Each is measured with two
/// looks at the thread's clock, which cost some tenths of a microsecond.
pub fn tail<Q: Contender>(n: u32, advances: usize, mut queue: Q) -> Vec<u64> {
    let intervals = Intervals::Exponential(1e4).table(1);
    let mut expired = Vec::with_capacity(1 << 16);
    let first = (1 << 16) - (advances as u64 / 2).min(1 << 15);
    queue.advance(first - 1, &mut expired);
    for number in 0..n {
        queue.start(number, first + intervals[number as usize & MASK]);
    }
    let mut random = Rng::with_seed(17);
    // As many stops and starts a tick as in W1, so that 95 % are stopped before they run out.
    let each_tick = (f64::from(n) * 19.0 / 1e4).ceil() as u64;
    let mut drawn = 0_usize;
    let mut times = Vec::with_capacity(advances);
    for now in first..first + advances as u64 {
        let begin = thread_nanoseconds();
        queue.advance(now, &mut expired);
        times.push(thread_nanoseconds() - begin);
        for number in expired.drain(..) {
            drawn = drawn.wrapping_add(1);
            queue.start(number, now + intervals[drawn & MASK]);
        }
        for _ in 0..each_tick {
            let number = random.u64(0..u64::from(n)) as u32;
            queue.stop(number);
            drawn = drawn.wrapping_add(1);
            queue.start(number, now + intervals[drawn & MASK]);
        }
    }
    times.sort_unstable();
    times
}
