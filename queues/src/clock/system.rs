//! The operating system's clock.

use super::rate::Later;
use super::{Clock, Span, TickRate};
use core::num::NonZeroU32;
use core::time::Duration;
use std::time::Instant;

/// The operating system's monotonic clock ([`Instant`]), counted in ticks from when this was made. As with `Instant`,
/// on Linux no time passes while the computer is suspended.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock {
    epoch: Instant,
    rate: TickRate,
}

impl SystemClock {
    /// A clock at tick 0, with ticks of this length, rounded down to a nanosecond: 1 ns to 2^32 - 1 ns (4.29 s); other
    /// lengths are clamped to this range.
    pub fn with_resolution(tick: Duration) -> Self {
        let nanoseconds = u32::try_from(tick.as_nanos()).unwrap_or(u32::MAX);
        let a_second = NonZeroU32::MIN.saturating_add(999_999_999);
        let tick = NonZeroU32::new(nanoseconds).unwrap_or(NonZeroU32::MIN);
        Self {
            epoch: Instant::now(),
            rate: TickRate::new(a_second, tick),
        }
    }
}

impl Clock for SystemClock {
    fn rate(&self) -> TickRate {
        self.rate
    }

    fn now(&self) -> u64 {
        self.rate.ticks_in(self.epoch.elapsed())
    }

    /// The tick begins less than a tick after `span` has passed.
    fn after(&self, span: impl Span) -> Option<u64> {
        self.rate.ticks(Later::new(self.epoch.elapsed(), &span)?)
    }

    /// Exact, rounded up to a nanosecond.
    fn time_until(&self, tick: u64) -> Duration {
        self.rate
            .duration_at_least(tick)
            .saturating_sub(self.epoch.elapsed())
    }
}
