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
        Self { epoch: Instant::now(), rate: TickRate::new(a_second, tick) }
    }

    /// When `tick` begins: what an expired timer's `due` is as an [`Instant`]. The last one that the operating system
    /// can name, if it cannot name it.
    ///
    /// ```
    /// use carillon_queues::clock::{Clock, SystemClock};
    /// use std::time::{Duration, Instant};
    ///
    /// let clock = SystemClock::with_resolution(Duration::from_millis(1));
    /// let begun = clock.instant_of(clock.now());
    /// assert!(begun <= Instant::now());
    /// assert_eq!(clock.instant_of(250) - clock.instant_of(0), Duration::from_millis(250));
    /// ```
    pub fn instant_of(&self, tick: u64) -> Instant {
        Self::later(self.epoch, self.rate.duration_at_least(tick))
    }

    /// The first tick that begins at `time` or later: 0 for a time before tick 0, 2^64 - 1 for one that no tick has.
    pub fn tick_at(&self, time: Instant) -> u64 {
        let passed = time.saturating_duration_since(self.epoch);
        self.rate.ticks(passed).unwrap_or(u64::MAX)
    }

    /// The time `span` after `from`; the last that can be named, to a factor of two, if it cannot be.
    #[doc(hidden)]
    pub fn later(from: Instant, mut span: Duration) -> Instant {
        loop {
            match from.checked_add(span) {
                Some(time) => return time,
                None => span /= 2,
            }
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
        self.rate.duration_at_least(tick).saturating_sub(self.epoch.elapsed())
    }
}
