//! FlexQueue's experiments as its thesis ran them: 20 runs of 10^6 holds for each point, its distributions and models.
//! FlexQueue is the one that a user has by default; where the horizon is static it has the thesis's two arrays of 2^20
//! slots. Mean and standard deviation, of the thread's running time, and the part of the events that are in FlexQueue's
//! overflow.

use carillon_queues::schemes::Deviations;

use super::contenders::{ALL, Events, Increments, SETS, flex, flex_of, flex_static};
use super::plot::{Curve, Figure, Scale};
use crate::Intervals;
use fastrand::Rng;

/// Runs for a point.
pub(super) const RUNS: usize = 20;

/// Runs if one of them takes longer than [`LONG`].
const FEW_RUNS: usize = 3;

/// Nanoseconds.
const LONG: u64 = 4_000_000_000;

/// Holds of a run.
pub(super) const HOLDS: u64 = 1_000_000;

/// The horizon of the piece-wise distribution, in ticks: a slot is one tick wide.
const HORIZON: u64 = 1 << 20;

/// What the runs of a point took, and what they had in the overflow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mean {
    pub(super) mean: f64,
    pub(super) deviation: f64,
    /// From 0 to 1; FlexQueue's only.
    pub(super) overflow: Option<f64>,
}

/// The mean of what runs took for each of their units, and of their overflows.
pub(super) fn mean(runs: &[(f64, Option<f64>)]) -> Mean {
    let count = runs.len() as f64;
    let mean = runs.iter().map(|run| run.0).sum::<f64>() / count;
    let squares: f64 = runs.iter().map(|run| (run.0 - mean).powi(2)).sum();
    let overflows: Option<Vec<f64>> = runs.iter().map(|run| run.1).collect();
    Mean {
        mean,
        deviation: (squares / (count - 1.0)).sqrt(),
        overflow: overflows.map(|overflows| overflows.iter().sum::<f64>() / count),
    }
}

/// Runs of `units` units each; each run returns its nanoseconds and the overflow. One more before them, which does not
/// count, fills the caches.
pub(super) fn runs(units: u64, mut run: impl FnMut() -> (u64, Option<f64>)) -> Mean {
    let mut each = Vec::new();
    run();
    let mut wanted = RUNS;
    while each.len() < wanted {
        let (took, overflow) = run();
        each.push((took as f64 / units as f64, overflow));
        if took > LONG {
            wanted = FEW_RUNS;
        }
    }
    mean(&each)
}

/// The hold model with `n` events.
fn hold(mut events: Box<dyn Events>, n: usize, intervals: Intervals) -> Mean {
    let mut increments = Increments::of(intervals);
    events.fill(&mut increments, n as u64);
    runs(HOLDS, || (events.hold(&mut increments, HOLDS), events.overflow()))
}

pub(super) fn curve(label: impl Into<String>, points: impl Iterator<Item = (f64, Mean)>) -> Curve {
    let points: Vec<_> = points.collect();
    let overflows: Option<Vec<f64>> = points.iter().map(|point| point.1.overflow).collect();
    Curve {
        deviations: points.iter().map(|point| point.1.deviation).collect(),
        overflows: overflows.unwrap_or_default(),
        ..Curve::measured(label, points.iter().map(|(x, y)| (*x, y.mean)).collect())
    }
}

pub(super) fn figure(
    name: &'static str,
    title: &str,
    axes: [&str; 2],
    scales: [Scale; 2],
    curves: Vec<Curve>,
) -> Figure {
    Figure { name, title: title.to_owned(), axes: axes.map(str::to_owned), scales, curves }
}

pub(super) const EVENTS: &str = "events in the queue";
pub(super) const HOLD: &str = "ns a hold, mean of 20 runs of 10^6";

/// With probability `near` within the horizon.
const fn piecewise(near: f64) -> Intervals {
    let horizon = HORIZON;
    Intervals::Piecewise { near, horizon }
}

/// Hold time against the part of the events within the horizon.
fn against_p(name: &'static str, title: &str, flex: fn(usize) -> Box<dyn Events>, with_sets: bool) -> Figure {
    let over = |name: &str, bits: u32, make: &dyn Fn(usize) -> Box<dyn Events>| {
        let n = 1 << bits;
        let points = (0..=10).map(|tenths| f64::from(tenths) / 10.0);
        let points = points.map(|near| (near, hold(make(n), n, piecewise(near))));
        curve(format!("{name}, 2^{bits} events"), points)
    };
    let mut curves = Vec::new();
    for bits in [18, 20] {
        curves.push(over("FlexQueue", bits, &flex));
        for (name, make) in SETS.into_iter().filter(|_| with_sets) {
            curves.push(over(name, bits, &make));
        }
    }
    figure(name, title, ["part of the events within the horizon, p", HOLD], [Scale::Linear, Scale::Linear], curves)
}

/// Figure 4.1: how often the triangular distribution has which values, of a million.
pub fn figure_4_1() -> Figure {
    const DRAWS: u32 = 1_000_000;
    const BINS: usize = 50;
    let (from, to) = (1e6, 1e8);
    let width = (to - from) / BINS as f64;
    let mut counts = [0_u32; BINS];
    let mut random = Rng::with_seed(41);
    for _ in 0..DRAWS {
        let drawn = Intervals::Triangular(from, to).draw(&mut random) as f64;
        counts[(((drawn - from) / width) as usize).min(BINS - 1)] += 1;
    }
    let middle = |bin: usize| from + width * (bin as f64 + 0.5);
    let counted = counts.iter().enumerate();
    let counted = counted.map(|(bin, count)| (middle(bin), f64::from(*count)));
    let expected = (0..BINS).map(|bin| {
        let density = 2.0 * (middle(bin) - from) / (to - from).powi(2);
        (middle(bin), f64::from(DRAWS) * width * density)
    });
    figure(
        "flexqueue-4-1",
        "FlexQueue 4.1: a million values of Tri(10^6, 10^8)",
        ["value", "how many of 1/50 of the range"],
        [Scale::Linear, Scale::Linear],
        vec![Curve::measured("drawn", counted.collect()), Curve::formula("2 (x - a) / (b - a)^2", expected.collect())],
    )
}

/// Figure 4.3: a static horizon.
pub fn figure_4_3() -> Figure {
    let title = "FlexQueue 4.3: static horizon";
    against_p("flexqueue-4-3", title, flex_static, true)
}

/// Figure 4.5: a horizon that follows.
pub fn figure_4_5() -> Figure {
    let title = "FlexQueue 4.5: dynamic horizon";
    against_p("flexqueue-4-5", title, flex, false)
}

/// Figure 4.4: hold time against the number of events, beyond that of the slots.
pub fn figure_4_4() -> Figure {
    let over = |near: f64| {
        let points = (16..=22).step_by(2).map(|bits| {
            let events = flex_static(1 << bits);
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
            let events = flex_of(1 << 18, Deviations::quarters(4 * k));
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
