//! Random numbers for the workloads: splitmix64 and, from it, the distributions of the figures. The same seed gives the
//! same numbers to every contender.

/// splitmix64 (Steele, Lea and Flood, 2014).
#[derive(Debug, Clone, Copy)]
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to `limit` - 1, each alike.
    #[inline]
    pub const fn below(&mut self, limit: u64) -> u64 {
        ((self.bits() as u128 * limit as u128) >> 64) as u64
    }

    /// From 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From a normal distribution with mean 0 and deviation 1 (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
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
    pub fn draw(self, random: &mut Random) -> u64 {
        let interval = match self {
            Self::Exponential(mean) => -(1.0 - random.unit()).ln() * mean + 1.0,
            Self::Uniform(from, to) => return from + random.below(to - from + 1),
            Self::Normal(mean, deviation) => mean + deviation * random.normal(),
            Self::Triangular(from, to) => from + (to - from) * random.unit().sqrt(),
            Self::Piecewise { near, horizon } => {
                return if random.unit() < near {
                    1 + random.below(horizon)
                } else {
                    horizon + 1 + random.below(4_095 * horizon)
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
        let mut random = Random::new(seed);
        (0..1 << 16).map(|_| self.draw(&mut random)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Intervals, Random};

    #[test]
    fn bits_of_seed_0_are_those_of_the_reference() {
        let mut random = Random::new(0);
        assert_eq!(random.bits(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.bits(), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn draw_means_are_those_of_the_distributions() {
        for (intervals, mean) in [
            (Intervals::Exponential(10_000.0), 10_000.0),
            (Intervals::Uniform(64, 1_000_000), 500_032.0),
            (Intervals::Normal(1e6, 1e5), 1e6),
            (Intervals::Triangular(0.0, 1e8), 2e8 / 3.0),
            (
                Intervals::Piecewise {
                    near: 0.5,
                    horizon: 1 << 20,
                },
                1_024.5 * (1 << 20) as f64,
            ),
        ] {
            let table = intervals.table(1);
            let sum: f64 = table.iter().map(|&interval| interval as f64).sum();
            let measured = sum / table.len() as f64;
            assert!(
                (measured / mean - 1.0).abs() < 0.02,
                "{intervals:?} {measured}"
            );
            assert!(table.iter().all(|&interval| interval >= 1));
        }
    }
}
