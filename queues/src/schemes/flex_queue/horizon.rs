//! FlexQueue's estimate of the intervals to come: a moving mean and a moving deviation, by shifts only (section 3.2.1
//! of the thesis).
//!
//! For an interval D: mean' = 7/8 mean + 1/8 D, deviation' = 3/4 deviation + 1/4 |D - mean|. Both are kept scaled, by 8
//! and by 4, so that no small change is lost by rounding, as TCP does for its round-trip times. The first interval is
//! the mean, and half of it the deviation (RFC 6298). The thesis has 1/4 and 3/4 the other way round: the deviation is
//! then little more than the last interval's.

/// Intervals above this are taken for this, so that nothing overflows.
const LONGEST: u64 = 1 << 56;

/// How many deviations to both sides of the mean the horizon extends: the thesis's k, in quarters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deviations {
    quarters: u32,
}

impl Deviations {
    /// k = 2: at least 75 % of all intervals, of normal ones about 95 %.
    pub const TWO: Self = Self::quarters(8);

    /// k = 6, as in Figure 4.7 of the thesis: at least 97 % of all intervals. What a FlexQueue has by default.
    pub const SIX: Self = Self::quarters(24);

    /// k = `quarters` / 4, from 1 to 255 quarters; others are taken for the nearest.
    pub const fn quarters(quarters: u32) -> Self {
        let quarters = if quarters < 1 {
            1
        } else if quarters > 255 {
            255
        } else {
            quarters
        };
        Self { quarters }
    }
}

/// The moving mean and deviation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Estimate {
    /// 8 times the mean.
    mean_8: u64,
    /// 4 times the deviation.
    deviation_4: u64,
}

impl Estimate {
    /// Before the first interval.
    pub(super) const NOTHING: Self = Self { mean_8: 0, deviation_4: 0 };

    /// An interval has been started.
    #[inline]
    pub(super) fn follow(&mut self, interval: u64) {
        let interval = interval.min(LONGEST);
        if self.mean_8 == 0 {
            (self.mean_8, self.deviation_4) = (interval * 8, interval * 2);
            return;
        }
        let mean = self.mean_8 >> 3;
        self.mean_8 = self.mean_8 - mean + interval;
        let distance = interval.abs_diff(mean);
        self.deviation_4 = self.deviation_4 - (self.deviation_4 >> 2) + distance;
    }

    /// The horizon: `mean - k deviation`, but not below 0, and `mean + k deviation`. Ticks from now.
    pub(super) fn horizon(&self, k: Deviations) -> (u64, u64) {
        let mean = self.mean_8 >> 3;
        let reach = ((self.deviation_4 >> 2) * u64::from(k.quarters)) >> 2;
        (mean.saturating_sub(reach), mean + reach)
    }
}

#[cfg(test)]
mod tests {
    use super::{Deviations, Estimate, LONGEST};

    #[test]
    fn estimate_equal_intervals_mean_comes_to_them_and_deviation_to_nothing() {
        for interval in [0, 1, 7, 1_000, 1 << 40, LONGEST, u64::MAX] {
            let mut estimate = Estimate::NOTHING;
            for _ in 0..600 {
                estimate.follow(interval);
            }
            let (from, to) = estimate.horizon(Deviations::TWO);
            let interval = interval.min(LONGEST);
            assert!(from <= interval && to >= interval.saturating_sub(1), "{from} {interval} {to}");
            assert!(to - from <= 8, "{from} {to}");
        }
    }

    #[test]
    fn estimate_two_intervals_in_turn_are_both_within_the_horizon() {
        let mut estimate = Estimate::NOTHING;
        for _ in 0..200 {
            estimate.follow(1_000);
            estimate.follow(3_000);
        }
        let (from, to) = estimate.horizon(Deviations::TWO);
        assert!(from < 1_000 && to > 3_000 && to < 6_000, "{from} {to}");
    }
}
