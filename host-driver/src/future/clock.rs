//! The clock of all sleeps: the operating system's, and what a test has moved it ahead.

use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::time::Instant;

use super::thread::waking;
use crate::device::{Clock, SystemClock};
use crate::queue::clock::{Moment, TickRate};

/// Nanoseconds by which time is ahead of the operating system's.
static AHEAD: AtomicU64 = AtomicU64::new(0);

/// Now, as sleeps see it: `Instant::now()`, unless [`advance`] has been called.
pub fn now() -> Instant {
    let ahead = AHEAD.load(Ordering::Relaxed);
    after(Instant::now(), Duration::from_nanos(ahead))
}

/// For tests: moves time ahead for all sleeps of the process, and wakes the tasks whose time has come by then. What
/// takes an hour is then tested in no time. Moves it by 584 years at most in all.
///
/// Other parts of the program do not see it: deadlines count from [`now`]. Tests that need real time belong into
/// another test program.
///
/// ```
/// use carillon_driver::future::{advance, now, sleep};
/// use std::time::Duration;
///
/// futures_lite::future::block_on(async {
///     let (begun, hour) = (now(), Duration::from_secs(3_600));
///     let slept = sleep(hour);
///     advance(hour);
///     slept.await;
///     assert!(now() - begun >= hour);
/// });
/// ```
///
/// # Panics
/// As [`sleep`](super::sleep()).
pub fn advance(by: Duration) {
    let by = u64::try_from(by.as_nanos()).unwrap_or(u64::MAX);
    let add = |ahead: u64| Some(ahead.saturating_add(by));
    let _ = AHEAD.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    waking().look();
}

/// The time `span` after `from`; one that is too far off to come if there is none.
pub(super) fn after(from: Instant, span: Duration) -> Instant {
    SystemClock::later(from, span)
}

/// Its ticks.
#[derive(Debug, Clone, Copy)]
pub(super) struct SleepClock {
    epoch: Instant,
    rate: TickRate,
}

impl SleepClock {
    /// At tick 0.
    pub(super) fn new(rate: TickRate) -> Self {
        Self { epoch: now(), rate }
    }

    /// The first tick that begins at `time` or later; the last of all if none does. Reads no clock.
    pub(super) fn tick_at(&self, time: Instant) -> u64 {
        let passed = time.saturating_duration_since(self.epoch);
        self.rate.ticks(passed).unwrap_or(u64::MAX)
    }

    /// When `tick` begins.
    pub(super) fn instant_of(&self, tick: u64) -> Instant {
        after(self.epoch, self.rate.duration(tick))
    }
}

impl Clock for SleepClock {
    fn rate(&self) -> TickRate {
        self.rate
    }

    fn now(&self) -> u64 {
        let passed = now().saturating_duration_since(self.epoch);
        self.rate.ticks_in(passed)
    }

    /// Exact.
    fn time_until(&self, tick: u64) -> Duration {
        self.instant_of(tick).saturating_duration_since(now())
    }
}

impl Moment<SleepClock> for Instant {
    fn tick(self, clock: &SleepClock) -> u64 {
        clock.tick_at(self)
    }
}
