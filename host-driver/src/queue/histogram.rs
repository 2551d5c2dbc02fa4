//! Histograms of small fixed size: how late timers are, and how full slots.
//!
//! Values are counted by their number of bits: bin 0 counts zeros, bin k the values from 2^(k-1) to 2^k - 1, the last bin all from there up.

use core::fmt;

/// Counts of values by their size, in `BINS` bins. With 65 bins every 64-bit value has its own; with 17, values of 2^15 and more
/// share the last.
///
/// ```
/// use carillon_driver::queue::Histogram;
///
/// let mut lateness = Histogram::<17>::new();
/// for ticks in [0, 0, 1, 3, 900] {
///     lateness.record(ticks);
/// }
/// assert_eq!(lateness.bins()[..3], [2, 1, 1]);
/// assert_eq!((lateness.count(), lateness.maximum()), (5, 900));
/// assert_eq!(lateness.percentile(50), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Histogram<const BINS: usize> {
    bins: [u64; BINS],
    count: u64,
    sum: u64,
    maximum: u64,
}

impl<const BINS: usize> Default for Histogram<BINS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const BINS: usize> Histogram<BINS> {
    /// Nothing counted yet. At least one bin.
    pub const fn new() -> Self {
        const { assert!(BINS >= 1) };
        Self {
            bins: [0; BINS],
            count: 0,
            sum: 0,
            maximum: 0,
        }
    }

    /// Counts one value.
    #[inline]
    pub fn record(&mut self, value: u64) {
        let bin = Self::bin_of(value);
        if let Some(bin) = self.bins.get_mut(bin) {
            *bin = bin.saturating_add(1);
        }
        self.count = self.count.saturating_add(1);
        self.sum = self.sum.saturating_add(value);
        self.maximum = self.maximum.max(value);
    }

    /// Counts what the other has counted.
    pub fn add(&mut self, other: &Self) {
        for (bin, more) in self.bins.iter_mut().zip(other.bins) {
            *bin = bin.saturating_add(more);
        }
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.maximum = self.maximum.max(other.maximum);
    }

    /// The bin that a value is counted in.
    pub fn bin_of(value: u64) -> usize {
        let bits = 64_u32.saturating_sub(value.leading_zeros());
        usize::try_from(bits)
            .unwrap_or(BINS)
            .min(BINS.saturating_sub(1))
    }

    /// The least value that is counted in `bin`.
    pub fn least_of(bin: usize) -> u64 {
        let Some(shift) = bin.checked_sub(1) else {
            return 0;
        };
        u32::try_from(shift)
            .ok()
            .and_then(|shift| 1_u64.checked_shl(shift))
            .unwrap_or(u64::MAX)
    }

    /// How many values each bin has.
    pub const fn bins(&self) -> &[u64; BINS] {
        &self.bins
    }

    /// How many values have been counted.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The largest of them.
    pub const fn maximum(&self) -> u64 {
        self.maximum
    }

    /// Their mean, rounded down; 0 if there is none.
    pub const fn mean(&self) -> u64 {
        match self.sum.checked_div(self.count) {
            Some(mean) => mean,
            None => 0,
        }
    }

    /// A value that at least `percent` of all values do not exceed: the largest that the bin in question can hold, but not more than
    /// the maximum. 0 if there is none.
    pub fn percentile(&self, percent: u8) -> u64 {
        let wanted = u128::from(self.count)
            .saturating_mul(u128::from(percent))
            .div_ceil(100);
        let mut seen: u128 = 0;
        for (bin, &count) in self.bins.iter().enumerate() {
            seen = seen.saturating_add(u128::from(count));
            if seen >= wanted && seen > 0 {
                let above = Self::least_of(bin.saturating_add(1));
                let last = bin.saturating_add(1) == BINS;
                let largest = if last {
                    self.maximum
                } else {
                    above.saturating_sub(1)
                };
                return largest.min(self.maximum);
            }
        }
        self.maximum
    }
}

impl<const BINS: usize> fmt::Display for Histogram<BINS> {
    /// A line for each bin that is not empty: the least value, how many, and a bar.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = self.bins.iter().copied().max().unwrap_or(0).max(1);
        for (bin, &count) in self.bins.iter().enumerate().filter(|bin| *bin.1 > 0) {
            let length = u128::from(count)
                .saturating_mul(40)
                .div_ceil(u128::from(most));
            write!(formatter, "{:>20} {count:>12} ", Self::least_of(bin))?;
            for _ in 0..length {
                formatter.write_str("#")?;
            }
            formatter.write_str("\n")?;
        }
        Ok(())
    }
}
