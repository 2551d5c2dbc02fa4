//! The figures that count, and come out the same on every machine: work a tick, and what ordered lists and trees pass.

use std::collections::VecDeque;

use carillon_queues::chip::Structure;
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::Bounded;
use carillon_queues::schemes::{MixedWheel, OrderedList, Search, Shape, Tree};
use carillon_queues::{HashedWheel, TimerQueue, Timers};

use super::plot::{Curve, Figure, Scale};
use crate::Intervals;
use fastrand::Rng;

/// A queue for `timers` timers.
pub(super) fn queue<S: Structure, T>(structure: S, timers: usize) -> Timers<S, T, Bounded<T>> {
    Timers::bounded(structure, timers).expect("a queue")
}

/// What a start in an ordered list costs on average with n timers outstanding, one unit for each timer read and two to
/// write. Arrivals are as many as expiries, so that n stays.
fn list_cost(n: usize, search: Search, mut interval: impl FnMut() -> u64) -> f64 {
    let mut queue = queue(OrderedList::new(search), n);
    let (warm, starts) = (4 * n, 8 * n);
    let mut before = 0;
    for start in 0..warm + starts {
        if start == warm {
            before = queue.structure().searched();
        }
        while queue.outstanding() as usize >= n {
            let next = queue.next_expiry().expect("outstanding");
            queue.advance(next);
            // One out, one in.
            if queue.next_expired().is_some() {
                break;
            }
        }
        queue.start(interval(), 0).expect("room");
    }
    2.0 + (queue.structure().searched() - before) as f64 / starts as f64
}

/// The ordered list's 2 + 2n/3, 2 + n/2 and 2 + n/3 (section III of the paper).
///
/// The paper gives 2 + 2n/3 and, from the rear, 2 + n/3 to exponential intervals, and 2 + n/2 to uniform ones. It is
/// the other way round, by measurement and by its own model: an exponential timer has no memory, so a new one is as
/// likely before each of the others as behind it; what is left of uniform timers is mostly short, so a new one goes
/// behind two thirds of them.
pub fn ordered_list() -> Figure {
    let sizes = [16_usize, 64, 128, 256, 384, 512];
    let over = |search, uniform: bool| {
        sizes
            .iter()
            .map(|&n| {
                let mut random = Rng::with_seed(n as u64);
                let interval = || {
                    if uniform { 1 + random.u64(0..1 << 30) } else { Intervals::Exponential(1e9).draw(&mut random) }
                };
                (n as f64, list_cost(n, search, interval))
            })
            .collect()
    };
    let line = |part: f64| sizes.iter().map(|&n| (n as f64, 2.0 + part * n as f64)).collect();
    Figure {
        name: "ordered-list",
        title: "Scheme 2: cost of a start, one unit a timer read and two to write".to_owned(),
        axes: ["timers outstanding, n".to_owned(), "units a start".to_owned()],
        scales: [Scale::Linear, Scale::Linear],
        curves: vec![
            Curve::measured("uniform, from the front", over(Search::FromFront, true)),
            Curve::measured("exponential, from the front", over(Search::FromFront, false)),
            Curve::measured("exponential, from the rear", over(Search::FromRear, false)),
            Curve::measured("uniform, from the rear", over(Search::FromRear, true)),
            Curve::formula("2 + 2n/3", line(2.0 / 3.0)),
            Curve::formula("2 + n/2", line(0.5)),
            Curve::formula("2 + n/3", line(1.0 / 3.0)),
        ],
    }
}

/// What a start and a stop in a tree cost on average with n timers outstanding, in timers passed. Each time a timer at
/// random is stopped and another one started, a tick later than the last.
fn tree_cost(n: usize, shape: Shape, equal: bool) -> [f64; 2] {
    let mut random = Rng::with_seed(n as u64);
    let mut queue = queue(Tree::new(shape), n);
    let mut handles = Vec::with_capacity(n);
    let (warm, rounds) = (4 * n, 8 * n);
    let mut passed = [0; 2];
    for round in 0..warm + rounds {
        let now = queue.now() + 1;
        queue.advance(now);
        let before = queue.structure().passed();
        if handles.len() == n {
            let one = handles.swap_remove(random.u64(0..n as u64) as usize);
            queue.stop(one).expect("none expires");
        }
        let stopped = queue.structure().passed();
        let interval = if equal { 1 << 50 } else { (1 << 40) + Intervals::Exponential(1e15).draw(&mut random) };
        handles.push(queue.start(interval, 0).expect("room"));
        if round >= warm {
            passed[0] += queue.structure().passed() - stopped;
            passed[1] += stopped - before;
        }
    }
    passed.map(|passed| passed as f64 / rounds as f64)
}

/// Scheme 3's trees (section IV.A.1 of the paper): log n, but for an unbalanced one with equal intervals.
pub fn trees() -> Figure {
    let sizes = [16_usize, 64, 256, 1_024];
    let mut curves = Vec::new();
    for (shape, name) in [
        (Shape::Unbalanced, "unbalanced"),
        (Shape::Balanced, "balanced"),
        (Shape::EndOrder, "end-order"),
        (Shape::Leftist, "leftist"),
    ] {
        for (equal, intervals) in [(false, "exponential"), (true, "equal")] {
            let costs = sizes.map(|n| (n as f64, tree_cost(n, shape, equal)));
            let starts = costs.map(|(n, [start, _])| (n, start));
            curves.push(Curve::measured(format!("start, {name}, {intervals}"), starts.to_vec()));
            if !equal {
                let stops = costs.map(|(n, [_, stop])| (n, stop));
                curves.push(Curve::measured(format!("stop, {name}, {intervals}"), stops.to_vec()));
            }
        }
    }
    curves.push(Curve::formula("log2 n", sizes.map(|n| (n as f64, (n as f64).log2())).to_vec()));
    Figure {
        name: "trees",
        title: "Scheme 3: timers that a start and a stop pass in a tree".to_owned(),
        axes: ["timers outstanding, n".to_owned(), "timers passed".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves,
    }
}

/// Timers examined a tick, with n outstanding of `interval` ticks each.
fn work(mut queue: impl TimerQueue<Item = u32> + Diagnostics, n: usize, interval: u64) -> f64 {
    let mut waiting: VecDeque<u64> = VecDeque::new();
    // One start every interval / n ticks keeps n outstanding.
    let (ticks, settled) = (3 * interval, interval);
    let mut before = 0;
    let mut owed = 0.0;
    for tick in 1..=ticks {
        queue.advance(tick);
        while queue.next_expired().is_some() {
            waiting.pop_front();
        }
        owed += n as f64 / interval as f64;
        while owed >= 1.0 && waiting.len() < n {
            owed -= 1.0;
            queue.start(interval, 0).expect("room");
            waiting.push_back(tick);
        }
        if tick == settled {
            before = queue.examined();
        }
    }
    (queue.examined() - before) as f64 / (ticks - settled) as f64
}

/// Work a tick of Schemes 6 and 7 with n timers of T ticks and M slots each, against n c6/M and n c7 m/T with m wheels
/// and c6 = c7 = 1 (section VI.B).
pub fn work_a_tick() -> Figure {
    const TIMERS: usize = 500;
    const SLOTS: f64 = 256.0;
    let intervals = [64_u64, 128, 256, 512, 1_024, 2_048, 4_096, 16_384, 65_536];
    let n = TIMERS as f64;
    let at = |value: &dyn Fn(f64) -> f64| {
        intervals.iter().map(|&interval| (interval as f64, value(interval as f64))).collect()
    };
    let scheme6 = at(&|interval| {
        let queue = queue(HashedWheel::new(256), TIMERS);
        work(queue, TIMERS, interval as u64)
    });
    let scheme7 = at(&|interval| {
        let queue = queue(MixedWheel::of([64, 64, 64, 64]), TIMERS);
        // A slot of wheel 0 is handed over without a look at its timers; each of them counts as one.
        work(queue, TIMERS, interval as u64) + n / interval
    });
    Figure {
        name: "work-a-tick",
        title: "500 timers of T ticks, 256 slots: timers looked at in a tick".to_owned(),
        axes: ["T, ticks".to_owned(), "timers looked at a tick".to_owned()],
        scales: [Scale::Logarithmic, Scale::Logarithmic],
        curves: vec![
            Curve::measured("Scheme 6", scheme6),
            Curve::measured("Scheme 7, four wheels of 64", scheme7),
            Curve::formula("n/M", at(&|_| n / SLOTS)),
            Curve::formula("n m/T, m = 4", at(&|interval| 4.0 * n / interval)),
        ],
    }
}
