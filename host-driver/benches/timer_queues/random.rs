//! The same random numbers for every queue.

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn exponential(&mut self, mean: f64) -> u64 {
        (1.0 - (1.0 - self.unit()).ln() * mean) as u64
    }

    /// The sum of twelve uniform numbers is close to normal.
    pub fn normal(&mut self, mean: f64, deviation: f64) -> u64 {
        let sum: f64 = (0..12).map(|_| self.unit()).sum();
        (mean + (sum - 6.0) * deviation).max(1.0) as u64
    }

    /// From 1 to `most`, rarer in proportion.
    pub fn triangular(&mut self, most: f64) -> u64 {
        1 + ((1.0 - (1.0 - self.unit()).sqrt()) * most) as u64
    }
}

/// Intervals made beforehand, so that making them costs no time.
pub fn table(mut make: impl FnMut() -> u64) -> Vec<u64> {
    (0..1 << 16).map(|_| make()).collect()
}
