//! Histograms by powers of two: for instance the lateness of timers, or the timers in a slot.

/// Counts of 64-bit numbers in 65 classes: 0, 1, 2 to 3, 4 to 7 and so on. 520 bytes; recording takes constant time.
///
/// ```
/// use carillon_queues::diagnostics::Histogram;
///
/// let mut lateness = Histogram::EMPTY;
/// for ticks in [0, 0, 0, 5, 300] {
///     lateness.record(ticks);
/// }
/// assert_eq!((lateness.count(), lateness.largest()), (5, 300));
/// assert_eq!(lateness.at_most(50), Some(0), "half of them");
/// assert_eq!(lateness.at_most(80), Some(7), "four of the five");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Histogram {
    classes: [u64; 65],
    largest: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Histogram {
    /// Nothing recorded.
    pub const EMPTY: Self = Self { classes: [0; 65], largest: 0 };

    /// Counts one `value`.
    pub fn record(&mut self, value: u64) {
        let class = 64 - value.leading_zeros();
        if let Ok(class) = usize::try_from(class)
            && let Some(count) = self.classes.get_mut(class)
        {
            *count += 1;
        }
        self.largest = self.largest.max(value);
    }

    /// Numbers recorded.
    pub fn count(&self) -> u64 {
        self.classes.iter().sum()
    }

    /// The largest one; 0 if there is none.
    pub const fn largest(&self) -> u64 {
        self.largest
    }

    /// The classes that are not empty: the largest number of each, and how many were recorded.
    pub fn classes(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let limits = core::iter::once(0).chain((0..64_u32).map(|bits| u64::MAX >> (63 - bits)));
        limits.zip(self.classes).filter(|&(_, count)| count > 0)
    }

    /// The limit of the first class up to which at least `percent`, 0 to 100, of all numbers lie; `None` if there are
    /// none.
    pub fn at_most(&self, percent: u8) -> Option<u64> {
        let all = u128::from(self.count());
        let wanted = all * u128::from(percent.min(100));
        let mut seen: u128 = 0;
        self.classes().find_map(|(limit, count)| {
            seen += u128::from(count);
            (seen * 100 >= wanted).then_some(limit)
        })
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Histogram;
    use std::vec::Vec;

    #[test]
    fn histogram_every_edge_of_a_class_is_in_it() {
        for bits in 0..64_u32 {
            let power = 1_u64 << bits;
            for (value, limit) in
                [(power, power + (power - 1)), (power + (power - 1), power + (power - 1)), (power - 1, power - 1)]
            {
                let mut histogram = Histogram::EMPTY;
                histogram.record(value);
                let classes: Vec<_> = histogram.classes().collect();
                assert_eq!(classes, [(limit, 1)], "{value}");
                assert_eq!(histogram.at_most(100), Some(limit));
                assert_eq!(histogram.largest(), value);
            }
        }
    }

    #[test]
    fn histogram_without_numbers_has_no_quantile() {
        assert_eq!(Histogram::EMPTY.at_most(50), None);
        assert_eq!(Histogram::default().count(), 0);
    }
}
