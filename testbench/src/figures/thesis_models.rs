//! The thesis's other models: Markov, transient and up-down.

use super::plot::{Figure, Scale};
use super::thesis::{
    ALL, EVENTS, Events, HOLDS, Increments, RUNS, curve, figure, holds, mean, runs,
};
use crate::queues::clock::thread_nanoseconds;
use crate::queues::{Intervals, Random};

/// The queues of the other models.
const SOME: [usize; 4] = [0, 1, 3, 5];

/// The thesis's Markov model: an insertion follows another one with probability p, and so does a deletion.
pub fn figure_markov() -> Figure {
    const N: usize = 1 << 16;
    let point = |make: fn(usize) -> Box<dyn Events>, p: f64| {
        let mut events = make(2 * N);
        let mut increments = Increments::of(Intervals::Normal(1e7, 1e5));
        let mut random = Random::new(48);
        (0..N).for_each(|_| events.insert(increments.draw()));
        let (mut inserts, mut now, mut count) = (false, 0, N);
        runs(|| {
            for _ in 0..HOLDS {
                inserts ^= random.unit() >= p;
                // It is a walk at random, and must not leave the queue's memory.
                inserts = (inserts || count == 0) && count < 2 * N;
                if inserts {
                    events.insert(now + increments.draw());
                    count += 1;
                } else {
                    now = events.pop();
                    count -= 1;
                }
            }
            HOLDS
        })
    };
    let over = |number: usize| {
        let (name, make) = ALL[number];
        let parts = [0.0, 0.25, 0.5, 0.75, 0.9].into_iter();
        curve(name, parts.map(|p| (p, point(make, p))))
    };
    figure(
        "flexqueue-markov",
        "Markov model, 2^16 events at first, normal increments",
        [
            "probability of the same operation, p",
            "ns an operation, mean of 20 runs of 10^6",
        ],
        [Scale::Linear, Scale::Linear],
        SOME.map(over).into(),
    )
}

/// The thesis's transient model: the distribution changes half way; means of groups of 10,000 holds, over 20 queues.
pub fn figure_transient() -> Figure {
    const N: usize = 1 << 16;
    const GROUP: u64 = 10_000;
    let over = |number: usize| {
        let (name, make) = ALL[number];
        let groups = (HOLDS / GROUP) as usize;
        let mut times = vec![Vec::new(); groups];
        for _ in 0..RUNS {
            let mut events = make(N);
            let mut before = Increments::of(Intervals::Normal(1e7, 1e5));
            let mut after = Increments::of(Intervals::Triangular(1e6, 1e8));
            (0..N).for_each(|_| events.insert(before.draw()));
            for (group, times) in times.iter_mut().enumerate() {
                let changed = group >= groups / 2;
                let increments = if changed { &mut after } else { &mut before };
                let begin = thread_nanoseconds();
                holds(&mut *events, increments, GROUP);
                times.push((thread_nanoseconds() - begin) as f64 / GROUP as f64);
            }
        }
        let points = times.iter().zip(1_u64..);
        curve(
            name,
            points.map(|(times, group)| ((group * GROUP) as f64, mean(times))),
        )
    };
    figure(
        "flexqueue-transient",
        "Transient model, 2^16 events: normal increments, then triangular",
        ["holds", "ns a hold, mean of 20 queues"],
        [Scale::Linear, Scale::Linear],
        [0, 1].map(over).into(),
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
            let mut now = 0;
            let took = runs(|| {
                (0..n).for_each(|_| events.insert(now + increments.draw()));
                (0..n).for_each(|_| now = events.pop());
                2 * n as u64
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
