//! The retransmission timeout, as RFC 6298 computes it.

use super::Intervals;

/// Clock granularity G in ticks.
const GRANULARITY: u64 = 1;

/// One endpoint's estimate of the round trip, and the timeout that follows from it. All times in ticks.
///
/// SRTT is kept eightfold and RTTVAR fourfold, so that the gains of 1/8 and 1/4 lose no remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimator {
    /// (8 SRTT, 4 RTTVAR), once there was a measurement.
    smoothed: Option<(u64, u64)>,
    timeout: u64,
    minimum: u64,
    maximum: u64,
    after_lost_syn: u64,
}

impl Estimator {
    /// The estimator before any measurement: the initial timeout (RFC 6298, 2.1).
    pub fn new(intervals: &Intervals) -> Self {
        let (minimum, maximum) = (intervals.retransmission_minimum, intervals.retransmission_maximum);
        Self {
            smoothed: None,
            timeout: intervals.retransmission_initial.clamp(minimum, maximum),
            minimum,
            maximum,
            after_lost_syn: intervals.retransmission_after_lost_syn,
        }
    }

    /// Takes a round-trip time, measured on a segment that was sent once only (Karn's rule is the caller's), and
    /// computes the timeout anew, which ends any back-off (RFC 6298, 2.2 to 2.4). One beyond 2^60 ticks is taken for
    /// 2^60.
    pub fn measure(&mut self, round_trip: u64) {
        let round_trip = round_trip.min(1 << 60);
        let (smoothed, variation) = match self.smoothed {
            None => (8 * round_trip, 2 * round_trip),
            Some((smoothed, variation)) => {
                (smoothed - smoothed / 8 + round_trip, variation - variation / 4 + (smoothed / 8).abs_diff(round_trip))
            }
        };
        self.smoothed = Some((smoothed, variation));
        self.timeout = (smoothed / 8 + variation.max(GRANULARITY)).clamp(self.minimum, self.maximum);
    }

    /// Doubles the timeout, as its timer expired (RFC 6298, 5.5).
    pub fn back_off(&mut self) {
        self.timeout = (self.timeout * 2).min(self.maximum);
    }

    /// Takes note that the SYN was acknowledged only after its timer had expired (RFC 6298, 5.7).
    pub fn syn_was_lost(&mut self) {
        if self.smoothed.is_none() {
            self.timeout = self.after_lost_syn.clamp(self.minimum, self.maximum);
        }
    }

    /// The smoothed round trip, once there was a measurement.
    pub fn smoothed_round_trip(&self) -> Option<u64> {
        self.smoothed.map(|(smoothed, _)| smoothed / 8)
    }

    /// The timeout: the interval of the next retransmission timer.
    pub const fn timeout(&self) -> u64 {
        self.timeout
    }
}
