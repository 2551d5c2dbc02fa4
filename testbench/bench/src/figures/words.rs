//! What the paper says in words, counted.

use carillon_queues::chip::Structure;
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::schemes::{OrderedHashedWheel, Precision, RoundedHierarchy, SimulationWheel};
use carillon_queues::{HashedWheel, TimerQueue};
use fastrand::Rng;

use super::counted::queue;
use super::plot::{Curve, Figure, Scale};

/// The points of a curve.
fn over(xs: &[u64], y: impl Fn(u64) -> f64) -> Vec<(f64, f64)> {
    xs.iter().map(|&x| (x as f64, y(x))).collect()
}

/// The mean of what is measured over many trials.
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Timers passed by a start of Scheme 5 against the timers outstanding: constant on average while there are fewer than
/// slots and the hash spreads them, and as in one list where all have the same slot (section VI.A.1).
pub fn ordered_slots() -> Figure {
    const SLOTS: u32 = 64;
    const STARTS: u64 = 2_000;
    let sizes = [4_u64, 8, 16, 32, 64, 128, 256, 512, 1_024];
    let passed = |step: u64| {
        let cost = |n: u64| {
            let mut random = Rng::with_seed(n);
            let mut queue = queue(OrderedHashedWheel::new(SLOTS), n as usize);
            let mut handles = Vec::new();
            let mut interval = || step * (1 + random.u64(0..1 << 20));
            for number in 0..n - 1 {
                handles.push(queue.start(interval(), number).expect("room"));
            }
            let before = queue.structure().searched();
            for start in 0..STARTS {
                let handle = queue.start(interval(), n).expect("room");
                let place = (start % handles.len() as u64) as usize;
                let stopped = std::mem::replace(&mut handles[place], handle);
                queue.stop(stopped).expect("outstanding");
            }
            (queue.structure().searched() - before) as f64 / STARTS as f64
        };
        over(&sizes, cost)
    };
    let half = |part: f64| over(&sizes, |n| n as f64 / part / 2.0);
    Figure {
        name: "ordered-slots",
        title: format!("Scheme 5 with M = {SLOTS} slots: timers passed by a start"),
        axes: ["timers outstanding, n".to_owned(), "timers passed".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: vec![
            Curve::measured("any slot", passed(1)),
            Curve::measured("all in one slot", passed(SLOTS.into())),
            Curve::formula("n/2M", half(SLOTS.into())),
            Curve::formula("n/2", half(1.0)),
        ],
    }
}

/// Timers looked at a tick by Scheme 6, on average and their standard deviation, against the slots that the hash uses:
/// it has an effect on the deviation only (section VI.A.2).
pub fn hashing() -> Figure {
    const SLOTS: u64 = 256;
    const TIMERS: u64 = 1_024;
    let used = [1_u64, 2, 4, 8, 16, 32, 64, 128, 256];
    let looks = |used: u64| -> Vec<f64> {
        let mut queue = queue(HashedWheel::new(SLOTS as u32), TIMERS as usize);
        for number in 0..TIMERS {
            let slot = number % used * (SLOTS / used);
            queue.start_at(1_000 * SLOTS + slot, number).expect("room");
        }
        let look = |tick| {
            let before = queue.examined();
            queue.advance(tick);
            (queue.examined() - before) as f64
        };
        (1..=4 * SLOTS).map(look).collect()
    };
    let deviation = |looks: &[f64]| {
        let mean = mean(looks);
        let squares: f64 = looks.iter().map(|look| (look - mean).powi(2)).sum();
        (squares / looks.len() as f64).sqrt()
    };
    let n = (TIMERS / SLOTS) as f64;
    Figure {
        name: "hashing",
        title: format!("Scheme 6, {TIMERS} timers on M = {SLOTS} slots: timers looked at in a tick"),
        axes: ["slots in use, k".to_owned(), "timers a tick".to_owned()],
        scales: [Scale::Logarithmic, Scale::Linear],
        curves: vec![
            Curve::measured("mean", over(&used, |used| mean(&looks(used)))),
            Curve::measured("standard deviation", over(&used, |used| deviation(&looks(used)))),
            Curve::formula("n/M", over(&used, |_| n)),
            Curve::formula("n/M sqrt(M/k - 1)", over(&used, |used| n * (SLOTS as f64 / used as f64 - 1.0).sqrt())),
        ],
    }
}

/// The part of the starts that go to the overflow list of a logic simulator's wheel, against the tick of the cycle: it
/// grows with the cycle, and a wheel that goes on by halves, as DECSIM's does, has half of it (section IV.B).
pub fn overflow() -> Figure {
    const CYCLE: u64 = 1_024;
    const TIMERS: u64 = 1_024;
    let ticks: Vec<u64> = (0..=15).map(|part| part * CYCLE / 16).collect();
    let part = |structure: SimulationWheel, turn: u64, tick: u64| {
        let mut queue = queue(structure, TIMERS as usize);
        queue.advance(tick);
        // One of each interval of up to a cycle.
        for interval in 1..=TIMERS {
            queue.start(interval, interval).expect("room");
        }
        // The whole list is looked through when the wheel goes on, and a slot's timers are not.
        queue.advance(tick / turn * turn + turn);
        queue.examined() as f64 / TIMERS as f64
    };
    Figure {
        name: "overflow",
        title: format!("A cycle of {CYCLE} ticks, intervals of up to a cycle: part of the starts"),
        axes: ["tick of the cycle".to_owned(), "part that goes to the overflow list".to_owned()],
        scales: [Scale::Linear, Scale::Linear],
        curves: vec![
            Curve::measured(
                "by cycles (TEGAS-2)",
                over(&ticks, |tick| part(SimulationWheel::new(CYCLE as u32), CYCLE, tick)),
            ),
            Curve::measured(
                "by halves (DECSIM)",
                over(&ticks, |tick| part(SimulationWheel::by_halves(CYCLE as u32), CYCLE / 2, tick)),
            ),
            Curve::formula("t/N", over(&ticks, |tick| tick as f64 / CYCLE as f64)),
            Curve::formula("(t mod N/2)/N", over(&ticks, |tick| (tick % (CYCLE / 2)) as f64 / CYCLE as f64)),
        ],
    }
}

/// By which part of its interval a timer is late with Nichols's savings (end of section VI.B): one that migrates once
/// or not at all is as precise as the wheel that hands it out. The shortest intervals of each wheel lose most.
pub fn nichols() -> Figure {
    const SIZES: [u32; 4] = [64; 4];
    const TIMERS: u64 = 512;
    let intervals: Vec<u64> = (5..=22).map(|bits| 1 << bits).collect();
    // The mean part, and moves of a timer.
    fn late(structure: impl Structure, longest: u64) -> [f64; 2] {
        let mut random = Rng::with_seed(longest);
        let mut queue = queue(structure, TIMERS as usize);
        queue.advance(12_345);
        let start = queue.now();
        for _ in 0..TIMERS {
            let due = start + longest / 2 + random.u64(0..longest / 2);
            queue.start_at(due, due).expect("room");
        }
        let mut late = Vec::new();
        for tick in 0.. {
            if queue.outstanding() == 0 {
                break;
            }
            let next = queue.next_expiry().unwrap_or(tick);
            queue.advance(next);
            let now = queue.now();
            while let Some(expired) = queue.next_expired() {
                late.push((now - expired.item) as f64 / (expired.item - start) as f64);
            }
        }
        [mean(&late), queue.migrated() as f64 / TIMERS as f64]
    }
    let curve = |name: &str, cost: &dyn Fn(u64) -> [f64; 2]| {
        let costs: Vec<_> = intervals.iter().map(|&longest| cost(longest)).collect();
        let moves = costs.iter().map(|[_, moves]| moves).fold(0.0_f64, |one, &two| one.max(two));
        let points = intervals.iter().zip(&costs).map(|(&longest, [late, _])| (longest as f64, *late));
        Curve::measured(format!("{name}, moves: {moves:.0}"), points.collect())
    };
    let rounded = |precision| move |longest| late(RoundedHierarchy::new(precision, SIZES), longest);
    Figure {
        name: "nichols",
        title: "Scheme 7, four wheels of 64: lateness of timers of T/2 to T ticks".to_owned(),
        axes: ["T, ticks".to_owned(), "lateness, part of the interval".to_owned()],
        scales: [Scale::Logarithmic, Scale::Linear],
        curves: vec![
            curve("as its wheel", &rounded(Precision::OfTheWheel)),
            curve("as the wheel below", &rounded(Precision::OfTheWheelBelow)),
        ],
    }
}
