//! A clock for tests.

use super::{Clock, Span, TickRate};
use core::cell::Cell;

/// A clock that stands still until a test advances it.
///
/// ```
/// use carillon_queues::clock::{Clock, ManualClock, TickRate};
/// use core::num::NonZeroU32;
/// use core::time::Duration;
///
/// let clock = ManualClock::new(TickRate::hertz(NonZeroU32::new(1_000).unwrap()));
/// clock.advance(Duration::from_micros(2_500));
/// assert_eq!(clock.now(), 2);
/// clock.advance(Duration::from_micros(500));
/// assert_eq!(clock.now(), 3, "no part of a tick is lost");
/// ```
#[derive(Debug, Clone)]
pub struct ManualClock {
    rate: TickRate,
    /// Nanoseconds.
    passed: Cell<u64>,
}

impl ManualClock {
    /// A clock at tick 0.
    pub const fn new(rate: TickRate) -> Self {
        Self { rate, passed: Cell::new(0) }
    }

    /// Lets `span` pass, rounded down to a nanosecond; the clock ends after 2^64 - 1 of them, which are 584 years.
    pub fn advance(&self, span: impl Span) {
        let (numerator, denominator) = span.seconds();
        let nanoseconds = numerator.saturating_mul(1_000_000_000) / u128::from(denominator.get());
        let nanoseconds = u64::try_from(nanoseconds).unwrap_or(u64::MAX);
        self.passed.set(self.passed.get().saturating_add(nanoseconds));
    }
}

impl Clock for ManualClock {
    fn rate(&self) -> TickRate {
        self.rate
    }

    fn now(&self) -> u64 {
        self.rate.ticks_in(core::time::Duration::from_nanos(self.passed.get()))
    }
}
