//! Clocks that count ticks, and a manual clock for tests.
//!
//! No queue has a clock of its own: [`advance`](crate::queue::TimerQueue::advance) sets its time. Time in tests is
//! therefore always under the test's control. [`PausedClock`] is for code that reads a clock, such as `Delay`.

use core::cell::Cell;
use core::convert::Infallible;
use core::fmt::Debug;

use crate::bus::RegisterBus;
use crate::chip::{Chip, ChipError};
use crate::facility::{FacilityError, TimerFacility};

/// A clock that counts ticks.
pub trait Clock {
    /// The error of a read.
    type Error: Debug;

    /// Now. MUST NOT go backwards, unless the clock is restarted.
    ///
    /// # Errors
    /// The clock's own.
    fn now(&mut self) -> Result<u64, Self::Error>;
}

/// A facility whose chip was reset is [recovered](TimerFacility::recover): its time continues.
impl<F> Clock for &mut F
where
    F: TimerFacility,
    F::BusError: Debug,
{
    type Error = FacilityError<F::BusError>;

    fn now(&mut self) -> Result<u64, Self::Error> {
        match TimerFacility::now(*self) {
            Err(FacilityError::ChipWasReset) => {
                self.recover()?;
                TimerFacility::now(*self)
            }
            other => other,
        }
    }
}

impl<B: RegisterBus> Clock for Chip<B> {
    type Error = ChipError<B::Error>;

    fn now(&mut self) -> Result<u64, Self::Error> {
        Chip::now(self)
    }
}

impl<B: RegisterBus> Clock for &mut Chip<B> {
    type Error = ChipError<B::Error>;

    fn now(&mut self) -> Result<u64, Self::Error> {
        Chip::now(self)
    }
}

/// A manual clock, or one that advances by a fixed step at each read. A test can share it with the code under test:
/// `&PausedClock` is a [`Clock`].
///
/// ```
/// use carillon_driver::clock::PausedClock;
/// use carillon_driver::queue::FixedTimerWheel;
///
/// let clock = PausedClock::new();
/// let mut timers = FixedTimerWheel::<_, 4>::new();
/// timers.start(1_000_000, "a year")?;
/// clock.pass(1_000_000);
/// let expired = timers.advance(clock.stands_at()).next();
/// assert_eq!(expired.map(|expired| expired.item), Some("a year"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct PausedClock {
    now: Cell<u64>,
    step: Cell<u64>,
    readings: Cell<u64>,
}

impl PausedClock {
    /// A clock at tick 0.
    pub const fn new() -> Self {
        Self {
            now: Cell::new(0),
            step: Cell::new(0),
            readings: Cell::new(0),
        }
    }

    /// The present tick.
    pub fn stands_at(&self) -> u64 {
        self.now.get()
    }

    /// Advances by this many ticks; saturates at the end of time.
    pub fn pass(&self, ticks: u64) {
        self.now.set(self.now.get().saturating_add(ticks));
    }

    /// Advances by this many ticks after each later read; 0 stops that.
    pub fn step_when_asked(&self, ticks: u64) {
        self.step.set(ticks);
    }

    /// The number of reads as a [`Clock`].
    pub fn readings(&self) -> u64 {
        self.readings.get()
    }
}

impl Clock for &PausedClock {
    type Error = Infallible;

    fn now(&mut self) -> Result<u64, Infallible> {
        let now = self.now.get();
        self.readings.set(self.readings.get() + 1);
        self.pass(self.step.get());
        Ok(now)
    }
}
