//! Random intervals: the distributions of the workloads and figures. The same seed gives the same intervals to every
//! contender.

use fastrand::Rng;

/// From a normal distribution with mean 0 and deviation 1 (Box and Muller).
fn normal(random: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.f64()).cos()
}

/// How intervals are distributed, in ticks; each is 1 at least.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Intervals {
    /// Exponentially, with this mean.
    Exponential(f64),
    /// From the first to the second, each alike.
    Uniform(u64, u64),
    /// Normally: mean and standard deviation.
    Normal(f64, f64),
    /// From the first to the second, the probability growing linearly (the thesis's Tri(a, b)).
    Triangular(f64, f64),
    /// The thesis's piece-wise distribution: with probability `near` from 1 to `horizon`, otherwise up to 4,096
    /// times that.
    Piecewise {
        /// From 0 to 1.
        near: f64,
        /// Ticks.
        horizon: u64,
    },
}

impl Intervals {
    /// One of them.
    pub fn draw(self, random: &mut Rng) -> u64 {
        let interval = match self {
            Self::Exponential(mean) => -(1.0 - random.f64()).ln() * mean + 1.0,
            Self::Uniform(from, to) => return from + random.u64(0..to - from + 1),
            Self::Normal(mean, deviation) => mean + deviation * normal(random),
            Self::Triangular(from, to) => from + (to - from) * random.f64().sqrt(),
            Self::Piecewise { near, horizon } => {
                return if random.f64() < near {
                    1 + random.u64(0..horizon)
                } else {
                    horizon + 1 + random.u64(0..4_095 * horizon)
                };
            }
        };
        interval.max(1.0) as u64
    }

    /// The longest that [`table`](Self::table) has for this seed.
    pub fn longest(self, seed: u64) -> u64 {
        self.table(seed).into_iter().max().unwrap_or(0)
    }

    /// 2^16 of them, so that drawing costs no time while time is measured.
    pub fn table(self, seed: u64) -> Vec<u64> {
        let mut random = Rng::with_seed(seed);
        (0..1 << 16).map(|_| self.draw(&mut random)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Intervals;

    #[test]
    fn draw_means_are_those_of_the_distributions() {
        for (intervals, mean) in [
            (Intervals::Exponential(10_000.0), 10_000.0),
            (Intervals::Uniform(64, 1_000_000), 500_032.0),
            (Intervals::Normal(1e6, 1e5), 1e6),
            (Intervals::Triangular(0.0, 1e8), 2e8 / 3.0),
            (Intervals::Piecewise { near: 0.5, horizon: 1 << 20 }, 1_024.5 * (1 << 20) as f64),
        ] {
            let table = intervals.table(1);
            let sum: f64 = table.iter().map(|&interval| interval as f64).sum();
            let measured = sum / table.len() as f64;
            assert!((measured / mean - 1.0).abs() < 0.02, "{intervals:?} {measured}");
            assert!(table.iter().all(|&interval| interval >= 1));
        }
    }
}
