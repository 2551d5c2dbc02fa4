//! Random intervals, and what they cost a queue on average.

use fastrand::Rng;

use super::{Living, Scheme};

/// Ticks that are counted at least.
const LEAST_TICKS: u64 = 512;

/// How intervals are spread around their mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// All the same.
    Equal,
    /// From 1 to twice the mean less 1, each alike.
    Uniform,
    /// Exponentially: mostly short, some long.
    Exponential,
}

/// Random intervals, in ticks.
#[derive(Debug, Clone)]
pub struct Load {
    random: Rng,
}

impl Load {
    /// The same seed gives the same intervals.
    pub fn new(seed: u32) -> Self {
        Self { random: Rng::with_seed(seed.into()) }
    }

    /// An interval, from 1 to `longest`.
    pub fn draw(&mut self, spread: Spread, mean: u64, longest: u64) -> u64 {
        let interval = match spread {
            Spread::Equal => mean,
            Spread::Uniform => self.random.u64(1..=(2 * mean).saturating_sub(1).max(1)),
            Spread::Exponential => (-(1.0 - self.random.f64()).ln() * mean as f64).ceil() as u64,
        };
        interval.clamp(1, longest.max(1))
    }
}

/// What a load costs a queue, counted by the queue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// Timers that a start looks at, on average.
    pub start: f64,
    /// Timers that a tick looks at, on average.
    pub tick: f64,
    /// Timers that a tick moves from one wheel to another, on average.
    pub moved: f64,
    /// Timers that expire in a tick, on average.
    pub expired: f64,
    /// Timers that the dearest tick looks at.
    pub most: f64,
}

/// What it costs to keep `timers` timers with this mean interval outstanding: each that expires is followed by
/// another one. `None` if there is no such queue.
pub fn cost(scheme: Scheme, timers: u32, spread: Spread, mean: u64) -> Option<Cost> {
    let mut queue = scheme.queue()?;
    let mut load = Load::new(1);
    let longest = queue.longest();
    // Begun at different times, also where all intervals are the same.
    for name in 0..timers {
        let part = load.draw(Spread::Uniform, mean.div_ceil(2), longest);
        queue.start(part, name);
    }
    run(&mut queue, &mut load, (spread, mean), 2 * mean);
    let ticks = LEAST_TICKS.max(2 * mean);
    let before = queue.counts();
    let (starts, most) = run(&mut queue, &mut load, (spread, mean), ticks);
    let counts = queue.counts();
    let each = |count: u64, of: u64| count as f64 / of.max(1) as f64;
    Some(Cost {
        start: each(counts.searched - before.searched, starts),
        tick: each(counts.examined - before.examined, ticks),
        moved: each(counts.migrated - before.migrated, ticks),
        expired: each(starts, ticks),
        most: most as f64,
    })
}

/// So many ticks; starts, and the most timers that one of the ticks has looked at.
fn run(queue: &mut Living, load: &mut Load, (spread, mean): (Spread, u64), ticks: u64) -> (u64, u64) {
    let (mut starts, mut most) = (0, 0);
    let longest = queue.longest();
    for _ in 0..ticks {
        let before = queue.counts().examined;
        let expired = queue.tick();
        most = most.max(queue.counts().examined - before);
        for (name, _) in expired {
            queue.start(load.draw(spread, mean, longest), name);
            starts += 1;
        }
    }
    (starts, most)
}

#[cfg(test)]
mod tests {
    use super::super::Scheme;
    use super::{Load, Spread, cost};

    fn is_near(value: f64, wanted: f64) {
        assert!((value / wanted - 1.0).abs() < 0.1, "{value}, not {wanted}");
    }

    #[test]
    fn draw_mean_is_what_was_asked_for() {
        for spread in [Spread::Equal, Spread::Uniform, Spread::Exponential] {
            let mut load = Load::new(5);
            let sum: u64 = (0..10_000).map(|_| load.draw(spread, 100, 10_000)).sum();
            is_near(sum as f64 / 10_000.0, 100.0);
        }
    }

    /// Scheme 1 looks at all n, Scheme 6 at n/M. (A timer that expires is looked at once more than T/M.)
    #[test]
    fn cost_is_the_papers() {
        let at = |scheme| cost(scheme, 40, Spread::Uniform, 400).unwrap();
        is_near(at(Scheme::List).tick, 40.0);
        let hashed = at(Scheme::Hashed { slots: 16 });
        is_near(hashed.tick - hashed.expired / 2.0, 40.0 / 16.0);
        is_near(hashed.expired, 40.0 / 400.0);
        // Mostly once on the way from wheel 1.
        let two = at(Scheme::Hierarchy { slots: 32, wheels: 2 });
        assert!(two.moved <= two.expired && two.moved > 0.8 * two.expired, "{two:?}");
        assert_eq!(at(Scheme::Basic { slots: 1_024 }).tick, 0.0);
    }
}
