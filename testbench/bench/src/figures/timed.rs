//! The paper's figures that measure time, and so depend on the machine.

use carillon_queues::chip::Structure;
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::Bounded;
use carillon_queues::schemes::{MixedWheel, Shape, Tree};
use carillon_queues::{HashedWheel, TimerQueue, Timers};

use super::plot::{Curve, Figure, Scale};
use crate::clock::thread_nanoseconds;
use crate::field::{CALLOUTS, Contestant, named};
use crate::{Intervals, Workload};
use fastrand::Rng;

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
        let operations = if searches { 1_000_000 / (n + 9) } else { 100_000 };
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

/// What timers cost, as [`tick_cost`] has it.
#[derive(Debug, Clone, Copy)]
struct TickCost {
    /// Nanoseconds of a tick in which timers are looked at, moved and handed out.
    bookkeeping: f64,
    /// Nanoseconds of as many starts as timers expire in a tick.
    starts: f64,
    /// How often a timer is moved, the last time when it is due.
    moves: f64,
}

/// The least of nine runs. Each starts [`TIMERS`] of up to `longest` ticks, so that half as many are outstanding on
/// average, and goes on tick by tick until none is left.
fn tick_cost(structure: impl Structure, longest: u64) -> TickCost {
    const RUNS: u32 = 9;
    let mut queue = Timers::bounded(structure, TIMERS as usize).expect("a queue");
    let mut random = Rng::with_seed(longest);
    let (mut bookkeeping, mut starts) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        let begin = thread_nanoseconds();
        for _ in 0..TIMERS {
            queue.start(1 + random.u64(0..longest), ()).expect("room");
        }
        let (first, started) = (queue.now(), thread_nanoseconds());
        for tick in first + 1..=first + longest {
            queue.advance(tick);
            while queue.next_expired().is_some() {}
        }
        let took = thread_nanoseconds() - started;
        bookkeeping = bookkeeping.min(took as f64 / longest as f64);
        starts = starts.min((started - begin) as f64 / longest as f64);
    }
    TickCost { bookkeeping, starts, moves: 1.0 + queue.migrated() as f64 / f64::from(RUNS * TIMERS) }
}

/// Nanoseconds of an advance to `to` for each of the `units` that it counts, the least of nine runs. [`TIMERS`] / 2
/// timers of `least` ticks or up to twice as many are outstanding; none is due.
fn unit_cost<S: Structure>(
    structure: impl Fn() -> S,
    (least, to): (u64, u64),
    units: fn(&Timers<S, (), Bounded<()>>) -> u64,
) -> f64 {
    let run = |seed| {
        let mut queue = Timers::bounded(structure(), TIMERS as usize).expect("a queue");
        let mut random = Rng::with_seed(seed);
        for _ in 0..TIMERS / 2 {
            let interval = least + random.u64(0..least);
            queue.start(interval, ()).expect("room");
        }
        let begin = thread_nanoseconds();
        queue.advance(to);
        let took = thread_nanoseconds() - begin;
        assert_eq!(queue.next_expired(), None);
        took as f64 / units(&queue) as f64
    };
    (0..9).map(run).fold(f64::INFINITY, f64::min)
}

/// What a tick costs in time with n timers of T ticks and M slots, against n c6/M and n c7 m/T (section VI.B), where m
/// is how often a timer was moved. c6 is what it takes to look at a timer that is not due, c7 to move one to a lower
/// wheel, each timed by itself. The formulas have no starts, of which there are as many as timers expire: beside them
/// stands what both take together.
pub fn tick_costs() -> Figure {
    const SLOTS: u32 = 256;
    // Outstanding at a time on average.
    let n = f64::from(TIMERS) / 2.0;
    let longest = (7..=17).map(|bits| 1 << bits);
    let over = |cost: &dyn Fn(u64) -> TickCost| -> Vec<(f64, TickCost)> {
        let points = longest.clone();
        points.map(|longest| (longest as f64 / 2.0, cost(longest))).collect()
    };
    let (six, seven) = (|| HashedWheel::new(SLOTS), || MixedWheel::of([64; 4]));
    let scheme6 = over(&|longest| tick_cost(six(), longest));
    let scheme7 = over(&|longest| tick_cost(seven(), longest));
    // A lap, at which all slots are visited.
    let c6 = unit_cost(six, (1 << 30, SLOTS.into()), Diagnostics::examined);
    // The tick at which a slot of the third wheel moves to those below.
    let c7 = unit_cost(seven, (1 << 12 | 1, 1 << 12), Diagnostics::migrated);
    let curve = |name: &str, costs: &[(f64, TickCost)], y: &dyn Fn(f64, TickCost) -> f64| {
        let points = costs.iter().map(|&(x, costs)| (x, y(x, costs)));
        Curve::measured(name, points.collect())
    };
    let formula = |curve: Curve| Curve { is_formula: true, ..curve };
    Figure {
        name: "tick-costs",
        title: format!("{n} timers of T ticks, {SLOTS} slots: time of a tick"),
        axes: ["T, ticks".to_owned(), "ns a tick".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: vec![
            curve("Scheme 6", &scheme6, &|_, cost| cost.bookkeeping),
            curve("Scheme 6 with starts", &scheme6, &|_, cost| cost.bookkeeping + cost.starts),
            formula(curve(&format!("n c6/M, c6 = {c6:.1} ns"), &scheme6, &|_, _| n * c6 / f64::from(SLOTS))),
            curve("Scheme 7, four wheels of 64", &scheme7, &|_, cost| cost.bookkeeping),
            curve("Scheme 7 with starts", &scheme7, &|_, cost| cost.bookkeeping + cost.starts),
            formula(curve(&format!("n c7 m/T, c7 = {c7:.1} ns"), &scheme7, &|interval, cost| {
                n * c7 * cost.moves / interval
            })),
        ],
    }
}

/// Nanoseconds of a stop and a start in a tree with `n` timers, the least of nine runs. A timer at random is stopped
/// and another one started, a tick later than the last.
fn tree_cost(n: u32, shape: Shape, intervals: &[u64]) -> f64 {
    const ROUNDS: u32 = 20_000;
    let mut queue = Timers::bounded(Tree::new(shape), n as usize).expect("a queue");
    let mut random = Rng::with_seed(n.into());
    let mut intervals = intervals.iter().cycle();
    let mut start = |queue: &mut Timers<_, (), Bounded<()>>| {
        queue.advance(queue.now() + 1);
        let interval = intervals.next().expect("without end");
        queue.start(*interval, ()).expect("room")
    };
    let mut handles: Vec<_> = (0..n).map(|_| start(&mut queue)).collect();
    let mut run = || {
        let begin = thread_nanoseconds();
        for _ in 0..ROUNDS {
            let handle = &mut handles[random.usize(0..n as usize)];
            queue.stop(*handle).expect("none expires");
            *handle = start(&mut queue);
        }
        (thread_nanoseconds() - begin) as f64 / f64::from(ROUNDS)
    };
    (0..10).map(|_| run()).skip(1).fold(f64::INFINITY, f64::min)
}

/// Scheme 3's trees in time (section IV.A.1 of the paper): unbalanced ones are the faster ones if intervals differ.
pub fn trees() -> Figure {
    let mut random = Rng::with_seed(3);
    let exponential = (0..1 << 16).map(|_| (1 << 40) + Intervals::Exponential(1e15).draw(&mut random));
    let tables = [("exponential", exponential.collect()), ("equal", vec![1 << 50])];
    let mut curves = Vec::new();
    for (intervals, table) in &tables {
        for (shape, name) in [
            (Shape::Unbalanced, "unbalanced"),
            (Shape::Balanced, "balanced"),
            (Shape::EndOrder, "end-order"),
            (Shape::Leftist, "leftist"),
        ] {
            let sizes = (4..=16).step_by(2).map(|bits| 1_u32 << bits);
            // An unbalanced tree of equal intervals is a list, which is read up to its end.
            let is_list = shape == Shape::Unbalanced && *intervals == "equal";
            let sizes = sizes.filter(|n| !is_list || *n <= 1 << 12);
            let points = sizes.map(|n| (f64::from(n), tree_cost(n, shape, table)));
            curves.push(Curve::measured(format!("{name}, {intervals}"), points.collect()));
        }
    }
    Figure {
        name: "trees-time",
        title: "Scheme 3: a stop and a start in a tree".to_owned(),
        axes: ["timers outstanding, n".to_owned(), "ns".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves,
    }
}
