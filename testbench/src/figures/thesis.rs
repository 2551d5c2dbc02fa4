//! FlexQueue's experiments as its thesis ran them: 20 runs of 10^6 holds for each point, two arrays of 2^20 slots, and
//! its distributions and models. Mean and standard deviation, of the thread's running time.

use core::num::NonZeroU64;
use std::collections::BTreeSet;

use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{Calendar, Deviations, Slots};
use carillon_driver::queue::{FlexQueue, Heap, TimerQueue, Timers};

use super::heaps::BinomialHeap;
use super::plot::{Curve, Figure, Scale};
use crate::queues::Intervals;
use crate::queues::clock::thread_nanoseconds;

/// Runs for a point.
pub(super) const RUNS: usize = 20;

/// Runs if one of them takes longer than [`LONG`].
const FEW_RUNS: usize = 3;

/// Nanoseconds.
const LONG: u64 = 4_000_000_000;

/// Holds of a run.
pub(super) const HOLDS: u64 = 1_000_000;

/// Slots of each of FlexQueue's arrays.
const SLOTS: u32 = 1 << 20;

/// The horizon of the piece-wise distribution, in ticks: a slot is one tick wide.
const HORIZON: u64 = 1 << 20;

/// What a simulation asks of its queue.
pub(super) trait Events {
    /// An event for a tick that is not before that of the last one taken.
    fn insert(&mut self, tick: u64);
    /// Takes the earliest event; its tick.
    fn pop(&mut self) -> u64;
}

struct Ours<S>(Timers<S, (), Bounded<()>>);

impl<S: Structure> Events for Ours<S> {
    fn insert(&mut self, tick: u64) {
        self.0.start_at(tick, ()).expect("room");
    }

    fn pop(&mut self) -> u64 {
        if let Some(expired) = self.0.next_expired() {
            return expired.due;
        }
        let tick = self.0.next_expiry().expect("not empty");
        self.0.advance(tick);
        self.0.next_expired().expect("it is due").due
    }
}

/// FlexQueue, by the thesis's own operation.
struct ByDeleteMin(Timers<FlexQueue, (), Bounded<()>>);

impl Events for ByDeleteMin {
    fn insert(&mut self, tick: u64) {
        self.0.start_at(tick, ()).expect("room");
    }

    fn pop(&mut self) -> u64 {
        self.0.delete_min().expect("not empty").due
    }
}

/// The thesis's set queue.
#[derive(Default)]
struct Set {
    events: BTreeSet<(u64, u64)>,
    inserted: u64,
}

impl Events for Set {
    fn insert(&mut self, tick: u64) {
        self.inserted += 1;
        self.events.insert((tick, self.inserted));
    }

    fn pop(&mut self) -> u64 {
        self.events.pop_first().expect("not empty").0
    }
}

impl Events for BinomialHeap {
    fn insert(&mut self, tick: u64) {
        Self::insert(self, tick);
    }

    fn pop(&mut self) -> u64 {
        Self::pop(self).expect("not empty")
    }
}

pub(super) fn ours<S: Structure + 'static>(structure: S, n: usize) -> Box<dyn Events> {
    Box::new(Ours(Timers::bounded(structure, n).expect("memory")))
}

/// FlexQueue; with a static horizon if `width` is given.
pub(super) fn flex(n: usize, deviations: Deviations, width: Option<u64>) -> Box<dyn Events> {
    let mut flex = FlexQueue::new(Slots::Ordered, deviations, 2 * SLOTS);
    if let Some(width) = width.and_then(NonZeroU64::new) {
        flex = flex.width(width);
    }
    Box::new(ByDeleteMin(Timers::bounded(flex, n).expect("memory")))
}

pub(super) fn set() -> Box<dyn Events> {
    Box::<Set>::default()
}

/// A queue's name, and how it is made for so many events.
pub(super) type Made = (&'static str, fn(usize) -> Box<dyn Events>);

/// Those of Figure 4.7, and a heap of ours.
pub(super) const ALL: [Made; 6] = [
    ("FlexQueue", |n| flex(n, Deviations::SIX, None)),
    ("set", |_| set()),
    ("Fibonacci heap", |n| Box::new(BinomialHeap::fibonacci(n))),
    ("binomial heap", |n| Box::new(BinomialHeap::new(n))),
    ("calendar queue", |n| ours(Calendar::new(n as u32), n)),
    ("Scheme 3", |n| ours(Heap::new(), n)),
];

/// Intervals, drawn beforehand.
pub(super) struct Increments {
    table: Vec<u64>,
    next: usize,
}

impl Increments {
    pub(super) fn of(intervals: Intervals) -> Self {
        Self {
            table: intervals.table(42),
            next: 0,
        }
    }

    pub(super) fn draw(&mut self) -> u64 {
        self.next = (self.next + 1) % self.table.len();
        self.table[self.next]
    }
}

/// Mean and standard deviation.
pub(super) type Mean = (f64, f64);

pub(super) fn mean(values: &[f64]) -> Mean {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0)).sqrt())
}

/// Nanoseconds for each of the units that a run returns.
pub(super) fn runs(mut run: impl FnMut() -> u64) -> Mean {
    let mut each = Vec::new();
    let mut wanted = RUNS;
    while each.len() < wanted {
        let begin = thread_nanoseconds();
        let units = run();
        let took = thread_nanoseconds() - begin;
        each.push(took as f64 / units as f64);
        if took > LONG {
            wanted = FEW_RUNS;
        }
    }
    mean(&each)
}

pub(super) fn holds(events: &mut dyn Events, increments: &mut Increments, count: u64) {
    for _ in 0..count {
        let tick = events.pop();
        events.insert(tick + increments.draw());
    }
}

/// The hold model with `n` events.
pub(super) fn hold(mut events: Box<dyn Events>, n: usize, intervals: Intervals) -> Mean {
    let mut increments = Increments::of(intervals);
    for _ in 0..n {
        events.insert(increments.draw());
    }
    runs(|| {
        holds(&mut *events, &mut increments, HOLDS);
        HOLDS
    })
}

pub(super) fn curve(label: impl Into<String>, points: impl Iterator<Item = (f64, Mean)>) -> Curve {
    let (points, deviations) = points.map(|(x, (y, off))| ((x, y), off)).unzip();
    Curve {
        deviations,
        ..Curve::measured(label, points)
    }
}

pub(super) fn figure(
    name: &'static str,
    title: &str,
    axes: [&str; 2],
    scales: [Scale; 2],
    curves: Vec<Curve>,
) -> Figure {
    Figure {
        name,
        title: title.to_owned(),
        axes: axes.map(str::to_owned),
        scales,
        curves,
    }
}

pub(super) const EVENTS: &str = "events in the queue";
pub(super) const HOLD: &str = "ns a hold, mean of 20 runs of 10^6";

/// With probability `near` within the horizon.
const fn piecewise(near: f64) -> Intervals {
    let horizon = HORIZON;
    Intervals::Piecewise { near, horizon }
}

/// Hold time against the part of the events within the horizon.
fn against_p(name: &'static str, title: &str, width: Option<u64>, with_set: bool) -> Figure {
    let over = |label: String, n: usize, make: &dyn Fn() -> Box<dyn Events>| {
        let points = [0.0, 0.5, 1.0].map(|near| (near, hold(make(), n, piecewise(near))));
        curve(label, points.into_iter())
    };
    let mut curves = Vec::new();
    for bits in [18, 20] {
        let n = 1 << bits;
        let make = || flex(n, Deviations::SIX, width);
        curves.push(over(format!("FlexQueue, 2^{bits} events"), n, &make));
        if with_set {
            curves.push(over(format!("set, 2^{bits} events"), n, &set));
        }
    }
    figure(
        name,
        title,
        ["part of the events within the horizon, p", HOLD],
        [Scale::Linear, Scale::Linear],
        curves,
    )
}

/// Figure 4.3: a static horizon.
pub fn figure_4_3() -> Figure {
    let title = "FlexQueue 4.3: static horizon";
    against_p("flexqueue-4-3", title, Some(1), true)
}

/// Figure 4.5: a horizon that follows.
pub fn figure_4_5() -> Figure {
    let title = "FlexQueue 4.5: dynamic horizon";
    against_p("flexqueue-4-5", title, None, false)
}

/// Figure 4.4: hold time against the number of events, beyond that of the slots.
pub fn figure_4_4() -> Figure {
    let over = |near: f64| {
        let points = (16..=22).step_by(2).map(|bits| {
            let events = flex(1 << bits, Deviations::SIX, Some(1));
            let intervals = piecewise(near);
            (f64::from(1 << bits), hold(events, 1 << bits, intervals))
        });
        curve(format!("p = {near}"), points)
    };
    figure(
        "flexqueue-4-4",
        "FlexQueue 4.4: static horizon, 2^20 slots",
        [EVENTS, HOLD],
        [Scale::Logarithmic, Scale::Linear],
        [1.0, 0.0].map(over).into(),
    )
}

/// Figure 4.6: how far the horizon extends, with 2^18 events.
pub fn figure_4_6() -> Figure {
    let over = |deviation: f64| {
        let points = [1, 2, 4, 6, 8].into_iter().map(|k| {
            let events = flex(1 << 18, Deviations::quarters(4 * k), None);
            let intervals = Intervals::Normal(1e7, deviation);
            (f64::from(k), hold(events, 1 << 18, intervals))
        });
        curve(format!("deviation {deviation}"), points)
    };
    figure(
        "flexqueue-4-6",
        "FlexQueue 4.6: 2^18 events, normal increments of mean 10^7",
        ["deviations to each side, k", HOLD],
        [Scale::Linear, Scale::Linear],
        [1e4, 1e5, 1e6].map(over).into(),
    )
}

/// Figure 4.7: against others.
pub fn figure_4_7() -> Figure {
    let mut curves = Vec::new();
    let normal = Intervals::Normal(1e7, 1e4);
    let triangular = Intervals::Triangular(1e6, 1e8);
    for (intervals, kind) in [(normal, "normal"), (triangular, "triangular")] {
        for (name, make) in ALL {
            let points = (14..=20).step_by(3).map(|bits| {
                let n = 1 << bits;
                (f64::from(1 << bits), hold(make(n), n, intervals))
            });
            curves.push(curve(format!("{name}, {kind}"), points));
        }
    }
    figure(
        "flexqueue-4-7",
        "FlexQueue 4.7: against others",
        [EVENTS, HOLD],
        [Scale::Logarithmic, Scale::Logarithmic],
        curves,
    )
}
