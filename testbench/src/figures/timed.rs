//! The paper's figures that measure time, and so depend on the machine.

use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::schemes::MixedWheel;
use carillon_driver::queue::{HashedWheel, TimerQueue, Timers};

use super::plot::{Curve, Figure, Scale};
use crate::queues::clock::thread_nanoseconds;
use crate::queues::field::{CALLOUTS, Contestant, named};
use crate::queues::{Random, Workload};

/// Who is beside the paper's kernels in Figure 9; all others are in `cargo bench`.
const OTHERS: [&str; 6] = [
    "Scheme 7 of 2^8 (Ratas)",
    "Scheme 7 of 2^8, numbered",
    "nexus-timer",
    "timer-queue",
    "BinaryHeap, lazy",
    "BTreeSet",
];

/// The paper's Figure 9: time of a stop and a start against the number outstanding, as Costello measured it. One timer,
/// beyond the n others, is stopped and started while time stands still.
pub fn figure9() -> Figure {
    let sizes = [1_u32, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
    let point = |contestant: &Contestant, n: u32| {
        // Two searches of n callouts take as long as many operations of the others.
        let searches = contestant.name.starts_with("old");
        if searches && n > 10_000 {
            return None;
        }
        let operations = if searches {
            1_000_000 / (n + 9)
        } else {
            100_000
        };
        let mut run = (contestant.run)(Workload::FAR, n, operations.into())?;
        let times = (0..9).map(|_| run().each());
        Some((f64::from(n), times.fold(f64::INFINITY, f64::min)))
    };
    let others = OTHERS.iter().filter_map(|name| named(name));
    Figure {
        name: "figure9",
        title: "Stop and start of a timer beyond all others".to_owned(),
        axes: ["timers outstanding, n".to_owned(), "ns".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: CALLOUTS
            .iter()
            .chain(others)
            .map(|one| {
                let points = sizes.iter().filter_map(|&n| point(one, n));
                Curve::measured(one.name, points.collect())
            })
            .collect(),
    }
}

/// Timers of [`tick_costs`].
const TIMERS: u32 = 50_000;

/// Nanoseconds of a tick in which timers are looked at, moved and handed out, the least of nine runs, and how often a
/// timer is moved, the last time when it is due. Each run starts [`TIMERS`] of them, of up to `longest` ticks, so that
/// half as many are outstanding on average, and goes on tick by tick until none is left.
fn tick_cost(structure: impl Structure, longest: u64) -> [f64; 2] {
    const RUNS: u32 = 9;
    let mut queue = Timers::bounded(structure, TIMERS as usize).expect("a queue");
    let mut random = Random::new(longest);
    let run = |_| {
        for _ in 0..TIMERS {
            queue.start(1 + random.below(longest), ()).expect("room");
        }
        let (first, begin) = (queue.now(), thread_nanoseconds());
        for tick in first + 1..=first + longest {
            queue.advance(tick);
            while queue.next_expired().is_some() {}
        }
        (thread_nanoseconds() - begin) as f64 / longest as f64
    };
    let least = (0..RUNS).map(run).fold(f64::INFINITY, f64::min);
    let moves = 1.0 + queue.migrated() as f64 / f64::from(RUNS * TIMERS);
    [least, moves]
}

/// What a tick costs in time, against n c6/M and n c7 m/T (section VI.B), where m is how often a timer was moved. c6 and
/// c7 are what the longest timers cost.
pub fn tick_costs() -> Figure {
    const SLOTS: u32 = 256;
    // Outstanding at a time on average.
    let n = f64::from(TIMERS) / 2.0;
    let longest = (7..=17).map(|bits| 1 << bits);
    let over = |cost: &dyn Fn(u64) -> [f64; 2]| -> Vec<(f64, [f64; 2])> {
        let points = longest.clone();
        points
            .map(|longest| (longest as f64 / 2.0, cost(longest)))
            .collect()
    };
    let scheme6 = over(&|longest| tick_cost(HashedWheel::new(SLOTS), longest));
    let scheme7 = over(&|longest| tick_cost(MixedWheel::of([64; 4]), longest));
    // Measured, and by the formula, whose constant is what makes it right for the longest timers.
    let curves =
        |name: &str, formula: &str, costs: &[(f64, [f64; 2])], units: &dyn Fn(f64, f64) -> f64| {
            let &(interval, [last, moves]) = costs.last().expect("there are points");
            let constant = last / units(interval, moves);
            let measured = costs.iter().map(|&(interval, [cost, _])| (interval, cost));
            let computed = costs
                .iter()
                .map(|&(interval, [_, moves])| (interval, constant * units(interval, moves)));
            [
                Curve::measured(name, measured.collect()),
                Curve::formula(format!("{formula} = {constant:.1} ns"), computed.collect()),
            ]
        };
    let per_slot = |_, _| n / f64::from(SLOTS);
    let per_move = |interval, moves| n * moves / interval;
    Figure {
        name: "tick-costs",
        title: format!("{n} timers of T ticks, {SLOTS} slots: time of a tick"),
        axes: ["T, ticks".to_owned(), "ns a tick".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: [
            curves("Scheme 6", "n c6/M, c6", &scheme6, &per_slot),
            curves(
                "Scheme 7, four wheels of 64",
                "n c7 m/T, c7",
                &scheme7,
                &per_move,
            ),
        ]
        .concat(),
    }
}
