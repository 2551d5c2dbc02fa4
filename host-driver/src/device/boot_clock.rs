//! The operating system's clock that goes on while the computer is suspended.

extern crate std;

use core::convert::Infallible;
use core::num::NonZeroU32;
use core::time::Duration;

use rustix::thread::clock_nanosleep_absolute;
use rustix::time::{ClockId, Timespec, clock_gettime};

use super::{AlarmClock, Clock, SystemClock, no_alarm};
use crate::rate::{Span, TickRate};

/// The furthest ahead that the thread sleeps, 68 years: every kernel takes it.
const FURTHEST: Duration = Duration::from_secs(1 << 31);

/// Linux's `CLOCK_BOOTTIME`, counted in ticks from when this was made. It differs from [`SystemClock`] in what a
/// suspend of the computer does: this clock goes on, and that one, by `CLOCK_MONOTONIC`, stands still. Neither wakes
/// the computer, and neither is changed when somebody sets the time of day.
///
/// So a timer of an hour is due an hour later here, or when the computer is resumed if that is later. On a
/// [`SystemClock`] it is due when the computer has been awake for an hour.
///
/// ```
/// use carillon_driver::device::{BootClock, TimerFd};
/// use carillon_driver::facility::{ClockFacility, TimerFacility};
/// use carillon_driver::queue::FixedTimerWheel;
/// use std::time::Duration;
///
/// let clock = TimerFd::on(BootClock::with_resolution(Duration::from_millis(1)))?;
/// let mut leases = ClockFacility::new(clock, FixedTimerWheel::<_, 32>::new())?;
/// leases.start_after(Duration::from_millis(5), "renew")?;
/// leases.wait()?;
/// assert_eq!(leases.service(|_, expired| assert_eq!(expired.item, "renew"))?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BootClock {
    /// Since the computer was started.
    epoch: Duration,
    rate: TickRate,
}

impl BootClock {
    /// A clock at tick 0, with ticks of this length: 1 ns to 4.29 s, as [`SystemClock::with_resolution`]. Needs
    /// Linux 2.6.39.
    pub fn with_resolution(tick: Duration) -> Self {
        Self { epoch: since_boot(), rate: SystemClock::with_resolution(tick).rate() }
    }

    fn elapsed(&self) -> Duration {
        since_boot().saturating_sub(self.epoch)
    }
}

/// Nanoseconds of a second.
const A_SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(999_999_999);

/// A time of any length.
struct Nanoseconds(u128);

impl Span for Nanoseconds {
    fn seconds(&self) -> (u128, NonZeroU32) {
        (self.0, A_SECOND)
    }
}

/// How long ago the computer was started.
fn since_boot() -> Duration {
    // It is never before that.
    Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or(Duration::ZERO)
}

/// One read of the clock for each function: tens of nanoseconds, without a system call.
impl Clock for BootClock {
    fn rate(&self) -> TickRate {
        self.rate
    }

    fn now(&self) -> u64 {
        self.rate.ticks_in(self.elapsed())
    }

    /// The tick begins less than a tick after `span` has passed.
    fn after(&self, span: impl Span) -> Option<u64> {
        let (numerator, denominator) = span.seconds();
        let nanoseconds = numerator.checked_mul(A_SECOND.get().into())?;
        let span = nanoseconds.div_ceil(denominator.get().into());
        let passed = span.checked_add(self.elapsed().as_nanos())?;
        self.rate.ticks(Nanoseconds(passed))
    }

    /// Exact, to a nanosecond.
    fn time_until(&self, tick: u64) -> Duration {
        // A tick is a whole number of nanoseconds.
        self.rate.duration(tick).saturating_sub(self.elapsed())
    }
}

/// The alarm is the end of [`wait`](AlarmClock::wait), in which the thread sleeps.
impl AlarmClock for BootClock {
    no_alarm!();

    /// Sleeps on this clock, which `park_timeout` cannot: [`Thread::unpark`](std::thread::Thread::unpark) does not end
    /// it, only a signal does. A thread that others wake waits for a [`TimerFd`](super::TimerFd) together with what
    /// they wake it by.
    fn wait(&mut self, tick: u64) -> Result<(), Infallible> {
        let left = self.time_until(tick).min(FURTHEST);
        if let Ok(end) = Timespec::try_from(since_boot().saturating_add(left))
            && !left.is_zero()
        {
            // It may end earlier.
            let _ = clock_nanosleep_absolute(ClockId::Boottime, &end);
        }
        Ok(())
    }
}
