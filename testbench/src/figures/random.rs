//! Random intervals of the distributions that the figures need.

/// A seeded generator.
#[derive(Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// The same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// From 0 to `limit` - 1.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0.u64(0..limit)
    }

    /// From 1 on, with this mean.
    pub fn exponential(&mut self, mean: f64) -> u64 {
        (1.0 - (1.0 - self.0.f64()).ln() * mean) as u64
    }

    /// The sum of twelve uniform numbers is close to normal; at least 1.
    pub fn normal(&mut self, mean: f64, deviation: f64) -> u64 {
        let sum: f64 = (0..12).map(|_| self.0.f64()).sum();
        (mean + (sum - 6.0) * deviation).max(1.0) as u64
    }

    /// The thesis's triangular distribution: from `low` to `high`, the more the higher.
    pub fn triangular(&mut self, low: f64, high: f64) -> u64 {
        (low + (high - low) * self.0.f64().sqrt()) as u64
    }

    /// The thesis's piece-wise distribution: with probability `within` up to `horizon`, otherwise up to a thousand times that.
    pub fn piecewise(&mut self, within: f64, horizon: u64) -> u64 {
        if self.0.f64() < within {
            1 + self.below(horizon)
        } else {
            horizon + self.below(1_000 * horizon)
        }
    }
}
