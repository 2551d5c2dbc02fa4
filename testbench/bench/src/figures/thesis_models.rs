//! The thesis's other models: Markov, transient and up-down.

use super::contenders::{ALL, Events, Increments};
use super::plot::{Figure, Scale};
use super::thesis::{EVENTS, HOLDS, RUNS, curve, figure, mean, runs};
use crate::Intervals;

/// The queues of the other models.
const SOME: [usize; 5] = [0, 1, 2, 4, 7];

/// The thesis's Markov model: an insertion follows another one with probability p0, a deletion another one with p1. If
/// both are the same the number of events stays on average; if p0 is the larger one it grows to twice as many, and if
/// it is the smaller one the queue runs empty.
pub fn figure_markov() -> Figure {
    const N: u64 = 1 << 16;
    let point = |make: fn(usize) -> Box<dyn Events>, p: [f64; 2]| {
        let mut events = make(2 * N as usize);
        let mut increments = Increments::of(Intervals::Normal(1e7, 1e5));
        events.fill(&mut increments, N);
        runs(HOLDS, || {
            let took = events.walk(&mut increments, p, 2 * N, HOLDS);
            (took, events.overflow())
        })
    };
    let over = |number: usize, deletion: Option<f64>| {
        let (name, make) = ALL[number];
        let name = deletion.map_or(name.to_owned(), |p1| format!("{name}, p1 = {p1}"));
        let parts = [0.0, 0.25, 0.5, 0.75, 0.9].into_iter();
        let points = parts.map(|p| (p, point(make, [p, deletion.unwrap_or(p)])));
        curve(name, points)
    };
    let same = SOME.into_iter().map(|number| over(number, None));
    let apart = (0..3).map(|number| over(number, Some(0.5)));
    figure(
        "flexqueue-markov",
        "Markov model, 2^16 events at first, normal increments",
        [
            "probability of an insertion after another, p0 (p1 = p0 if not said)",
            "ns an operation, mean of 20 runs of 10^6",
        ],
        [Scale::Linear, Scale::Linear],
        same.chain(apart).collect(),
    )
}

/// The thesis's transient model: the distribution changes half way; means of groups of 10,000 holds, over 20 queues.
pub fn figure_transient() -> Figure {
    const N: u64 = 1 << 16;
    const GROUP: u64 = 10_000;
    let over = |number: usize| {
        let (name, make) = ALL[number];
        let groups = (HOLDS / GROUP) as usize;
        let mut times = vec![Vec::new(); groups];
        for _ in 0..RUNS {
            let mut events = make(N as usize);
            let mut before = Increments::of(Intervals::Normal(1e7, 1e5));
            let mut after = Increments::of(Intervals::Triangular(1e6, 1e8));
            events.fill(&mut before, N);
            for (group, times) in times.iter_mut().enumerate() {
                let changed = group >= groups / 2;
                let increments = if changed { &mut after } else { &mut before };
                let took = events.hold(increments, GROUP);
                times.push((took as f64 / GROUP as f64, events.overflow()));
            }
        }
        let points = times.iter().zip(1_u64..);
        curve(name, points.map(|(times, group)| ((group * GROUP) as f64, mean(times))))
    };
    figure(
        "flexqueue-transient",
        "Transient model, 2^16 events: normal increments, then triangular",
        ["holds", "ns a hold, mean of 20 queues"],
        [Scale::Linear, Scale::Linear],
        [0, 1, 2].map(over).into(),
    )
}

/// The up-down model: all insertions, then all deletions.
pub fn figure_up_down() -> Figure {
    let over = |number: usize| {
        let (name, make) = ALL[number];
        let points = (14..=20).step_by(2).map(|bits| {
            let n = 1_usize << bits;
            let mut increments = Increments::of(Intervals::Triangular(1e6, 1e8));
            let mut events = make(n);
            let all = n as u64;
            let took = runs(2 * all, || {
                let up = events.fill(&mut increments, all);
                let overflow = events.overflow();
                (up + events.drain(all), overflow)
            });
            (n as f64, took)
        });
        curve(name, points)
    };
    figure(
        "flexqueue-up-down",
        "Up-down model, triangular increments",
        [EVENTS, "ns an operation, mean of 20 runs"],
        [Scale::Logarithmic, Scale::Logarithmic],
        SOME.map(over).into(),
    )
}
