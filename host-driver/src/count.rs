//! Counters of 64 bits, which do not wrap: at one a nanosecond that takes 584 years.

/// A counter in two halves. A processor of 32 bits touches the lower one only, except once in 2^32 times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Count {
    low: u32,
    high: u32,
}

impl Count {
    pub(crate) const ZERO: Self = Self { low: 0, high: 0 };

    /// Counts one more.
    #[inline(always)]
    pub(crate) const fn one(&mut self) {
        self.low = self.low.wrapping_add(1);
        if self.low == 0 {
            self.carry();
        }
    }

    #[cold]
    const fn carry(&mut self) {
        self.high = self.high.wrapping_add(1);
    }

    /// Counts one more if `it` is true, which is rare.
    #[inline(always)]
    pub(crate) const fn one_if(&mut self, it: bool) {
        if it {
            self.one_seldom();
        }
    }

    #[cold]
    const fn one_seldom(&mut self) {
        self.one();
    }

    /// How many have been counted.
    pub(crate) const fn get(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn one_at_the_edge_of_a_half_carries() {
        for (low, high, after) in [
            (0, 0, 1),
            (0xFFFF_FFFE, 0, 0xFFFF_FFFF),
            (0xFFFF_FFFF, 0, 0x1_0000_0000),
            (0xFFFF_FFFF, 7, 0x8_0000_0000),
            (0xFFFF_FFFF, 0xFFFF_FFFF, 0),
        ] {
            let mut count = Count { low, high };
            count.one_if(false);
            assert_eq!(count, Count { low, high });
            count.one();
            assert_eq!(count.get(), after);
        }
    }
}
