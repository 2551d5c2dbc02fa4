//! Timers that start by themselves: how many, how often, with which intervals.

use serde::{Deserialize, Serialize};

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distribution {
    /// Every interval is the mean.
    Constant,
    /// From 1 to twice the mean less 1, each as likely.
    Uniform,
    /// Exponentially distributed: many short ones, few long ones.
    Exponential,
    /// Nine of ten a tenth of the mean, the tenth nine times as long as the mean and a little more.
    TwoKinds,
}

/// What a generator is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Timers to start.
    pub number: u32,
    /// Clocks from one start to the next.
    pub every: u64,
    /// How intervals are drawn.
    pub distribution: Distribution,
    /// The mean interval in ticks.
    pub mean: u64,
    /// Each timer that expires is followed by another one.
    #[serde(default)]
    pub renew: bool,
    /// The number of 100 starts that also stop an older timer of the generator.
    #[serde(default)]
    pub stops: u8,
}

/// A generator at work.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    plan: Plan,
    left: u32,
    /// The clock of the next start.
    next: u64,
    random: fastrand::Rng,
}

impl Generator {
    /// Begins at `clock`.
    pub(super) fn new(plan: Plan, clock: u64) -> Self {
        Self { plan, left: plan.number, next: clock, random: fastrand::Rng::with_seed(1) }
    }

    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Starts that are left.
    pub(super) const fn left(&self) -> u32 {
        self.left
    }

    /// The clock of the next start, if there is one.
    pub(super) fn next(&self) -> Option<u64> {
        (self.left > 0).then_some(self.next)
    }

    /// A timer is being started at `clock`: its interval.
    pub(super) fn start(&mut self, clock: u64) -> u64 {
        self.left = self.left.saturating_sub(1);
        self.next = clock.saturating_add(self.plan.every);
        self.interval()
    }

    /// Whether this start also stops an older timer.
    pub(super) fn stops(&mut self) -> bool {
        self.random.u8(..100) < self.plan.stops
    }

    /// An index below `length`, which is not 0.
    pub(super) fn choose(&mut self, length: usize) -> usize {
        self.random.usize(..length)
    }

    /// An interval of 1 tick or more.
    pub(super) fn interval(&mut self) -> u64 {
        let mean = self.plan.mean.clamp(1, 1 << 40);
        match self.plan.distribution {
            Distribution::Constant => mean,
            Distribution::Uniform => self.random.u64(1..2 * mean),
            Distribution::Exponential => {
                let drawn = -(1.0 - self.random.f64()).ln() * mean as f64;
                (drawn.round() as u64).max(1)
            }
            Distribution::TwoKinds => {
                if self.random.u8(..10) > 0 {
                    (mean / 10).max(1)
                } else {
                    mean * 91 / 10
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Distribution, Generator, Plan};

    #[test]
    fn generator_every_distribution_has_its_mean_and_no_zero() {
        for distribution in
            [Distribution::Constant, Distribution::Uniform, Distribution::Exponential, Distribution::TwoKinds]
        {
            let plan = Plan { number: 1, every: 1, distribution, mean: 1_000, renew: false, stops: 0 };
            let mut generator = Generator::new(plan, 0);
            let drawn: Vec<u64> = (0..20_000).map(|_| generator.interval()).collect();
            let mean = drawn.iter().sum::<u64>() / drawn.len() as u64;
            assert!((950..1_050).contains(&mean), "{distribution:?} {mean}");
            assert!(drawn.iter().all(|interval| *interval > 0));
        }
    }
}
