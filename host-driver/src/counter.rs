//! Counters of ticks that may fail, as a chip behind a bus may, and one for tests.
//!
//! No queue has a clock of its own: [`advance`](crate::queue::advance::Advance::advance) sets its time. Time in tests
//! is therefore always under the test's control. [`PausedCounter`] is for code that reads a counter, such as `Delay`.

use core::cell::Cell;
use core::convert::Infallible;
use core::fmt::Debug;

use crate::bus::RegisterBus;
use crate::counter_chip::{CounterChip, CounterChipError};
use crate::facility::{FacilityError, TimerFacility};

/// Counts ticks.
pub trait TickCounter {
    /// The error of a read.
    type Error: Debug;

    /// Now. MUST NOT go backwards, unless the counter is restarted.
    ///
    /// # Errors
    /// The counter's own.
    fn now(&mut self) -> Result<u64, Self::Error>;
}

/// A facility whose chip was reset is [recovered](TimerFacility::recover): its time continues.
impl<F> TickCounter for &mut F
where
    F: TimerFacility,
    F::DeviceError: Debug,
{
    type Error = FacilityError<F::DeviceError>;

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

impl<B: RegisterBus> TickCounter for CounterChip<B> {
    type Error = CounterChipError<B::Error>;

    fn now(&mut self) -> Result<u64, Self::Error> {
        CounterChip::now(self)
    }
}

impl<B: RegisterBus> TickCounter for &mut CounterChip<B> {
    type Error = CounterChipError<B::Error>;

    fn now(&mut self) -> Result<u64, Self::Error> {
        CounterChip::now(self)
    }
}

/// A counter that stands still until it is advanced, or one that advances by a fixed step at each read. A test can
/// share it with the code under test: `&PausedCounter` is a [`TickCounter`].
///
/// ```
/// use carillon_driver::counter::PausedCounter;
/// use carillon_driver::queue::FixedTimerWheel;
///
/// let counter = PausedCounter::new();
/// let mut timers = FixedTimerWheel::<_, 4>::new();
/// timers.start(1_000_000, "a year")?;
/// counter.pass(1_000_000);
/// let expired = timers.advance(counter.stands_at()).next();
/// assert_eq!(expired.map(|expired| expired.item), Some("a year"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct PausedCounter {
    now: Cell<u64>,
    step: Cell<u64>,
    readings: Cell<u64>,
}

impl PausedCounter {
    /// A counter at tick 0.
    pub const fn new() -> Self {
        Self { now: Cell::new(0), step: Cell::new(0), readings: Cell::new(0) }
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

    /// The number of reads as a [`TickCounter`].
    pub fn readings(&self) -> u64 {
        self.readings.get()
    }
}

impl TickCounter for &PausedCounter {
    type Error = Infallible;

    fn now(&mut self) -> Result<u64, Infallible> {
        let now = self.now.get();
        self.readings.set(self.readings.get() + 1);
        self.pass(self.step.get());
        Ok(now)
    }
}
