//! [`embedded_hal::delay::DelayNs`] by polling a clock: for drivers of other devices that have to wait.
//!
//! A delay is never too short, whatever the clock's tick: the partial tick at its start does not count. The trait
//! cannot report a clock error. A failed read is retried; after [`READINGS_THAT_MAY_FAIL`] in a row the delay ends
//! early rather than never, and [`Delay::take_error`] returns the error. [`Delay::wait`] reports an error at once.

use core::time::Duration;

use embedded_hal::delay::DelayNs;

use crate::counter::TickCounter;
use crate::rate::TickRate;

/// The number of consecutive clock reads that may fail before a delay gives up.
pub const READINGS_THAT_MAY_FAIL: u32 = 1_000;

/// Delays by a clock: a chip, a facility, or a [`PausedCounter`](crate::counter::PausedCounter) in tests; or a `&mut`
/// of those.
///
/// With a stopped clock a delay does not end: start the chip.
///
/// ```
/// use carillon_driver::counter::PausedCounter;
/// use carillon_driver::delay::Delay;
/// use carillon_driver::rate::TickRate;
/// use core::num::NonZeroU32;
/// use embedded_hal::delay::DelayNs;
///
/// let clock = PausedCounter::new();
/// clock.step_when_asked(1);
/// let mut delay = Delay::new(&clock, TickRate::hertz(NonZeroU32::new(1_000).unwrap()));
/// delay.delay_ms(20);
/// assert!(clock.stands_at() > 20);
/// ```
#[derive(Debug)]
pub struct Delay<C: TickCounter> {
    clock: C,
    rate: TickRate,
    error: Option<C::Error>,
}

impl<C: TickCounter> Delay<C> {
    /// Delays by `clock`, with ticks of `rate`.
    pub const fn new(clock: C, rate: TickRate) -> Self {
        Self { clock, rate, error: None }
    }

    /// The error that ended a delay early, since the last call.
    pub const fn take_error(&mut self) -> Option<C::Error> {
        self.error.take()
    }

    /// Gives the clock back.
    pub fn release(self) -> C {
        self.clock
    }

    /// Waits until `ticks` ticks have passed from the present one.
    ///
    /// # Errors
    /// The first of the clock; the time has not passed then.
    pub fn wait(&mut self, ticks: u64) -> Result<(), C::Error> {
        self.wait_through(ticks, 0)
    }

    /// As [`wait`](Self::wait), but tolerates this many consecutive failures.
    fn wait_through(&mut self, ticks: u64, failures: u32) -> Result<(), C::Error> {
        let mut before = None;
        let mut left = ticks;
        let mut failed: u32 = 0;
        loop {
            match self.clock.now() {
                Ok(now) => {
                    failed = 0;
                    // A restarted clock goes back: the time in between is not counted.
                    let passed = now.saturating_sub(before.unwrap_or(now));
                    before = Some(now);
                    left = left.saturating_sub(passed);
                    if left == 0 {
                        return Ok(());
                    }
                }
                Err(error) if failed >= failures => return Err(error),
                Err(_) => failed += 1,
            }
            core::hint::spin_loop();
        }
    }

    fn wait_for(&mut self, span: Duration) {
        // 2^32 milliseconds are less than 2^64 ticks at any rate.
        let ticks = self.rate.interval(span).unwrap_or(u64::MAX);
        if let Err(error) = self.wait_through(ticks, READINGS_THAT_MAY_FAIL - 1) {
            self.error = Some(error);
        }
    }
}

impl<C: TickCounter> DelayNs for Delay<C> {
    fn delay_ns(&mut self, nanoseconds: u32) {
        self.wait_for(Duration::from_nanos(nanoseconds.into()));
    }

    fn delay_us(&mut self, microseconds: u32) {
        self.wait_for(Duration::from_micros(microseconds.into()));
    }

    fn delay_ms(&mut self, milliseconds: u32) {
        self.wait_for(Duration::from_millis(milliseconds.into()));
    }
}
