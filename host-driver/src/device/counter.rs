//! Any free-running counter with a compare register: the timer of a microcontroller.
//!
//! # Time
//!
//! A counter of few bits is extended to 64: a read is the first tick that is not before the last one read and has those
//! low bits. That is right while the counter is read once in every 2^[`BITS`](CounterHardware::BITS) counts. The device
//! sees to that: no alarm is further ahead than half of them, and there always is one, also when none is asked for. Its
//! interrupt leads to a service, which reads now and sets the alarm again.
//!
//! # The alarm
//!
//! The compare register matches when the counter *is* its value, not when it has gone by. A tick that goes by before
//! the register is written would therefore be missed until the counter comes round. So the device writes the register
//! first and reads the counter then: if the tick has not begun, the match is still to come; if it has, the interrupt is
//! made pending by hand. Where both happen, the second service finds nothing.

use core::cell::Cell;
use core::convert::Infallible;

use super::{AlarmClock, Clock};
use crate::rate::TickRate;

/// A counter and its compare register, as a user's code reaches them.
///
/// A timer without a compare register, such as ARM's SysTick, can do with its interrupt alone: let that count ticks and
/// call [`service`](crate::facility::TimerFacility::service) at every one, and let `count` return that number and the
/// other two functions do nothing.
pub trait CounterHardware {
    /// Bits of the counter and of the compare register, 1 to 64; it comes round after 2^`BITS` counts.
    const BITS: u32;

    /// The counter, which counts up; bits above [`BITS`](Self::BITS) are ignored.
    fn count(&self) -> u64;

    /// Interrupts when the counter comes to `count`, below 2^[`BITS`](Self::BITS). First forgets an earlier match. When
    /// this returns, the register MUST hold: it matches at the next count, if that is `count`.
    fn set_compare(&mut self, count: u64);

    /// Interrupts at once, as a match would.
    fn pend(&mut self);
}

/// The clock of a free-running counter, with its compare register as alarm. Its ticks are the counter's counts.
///
/// The interrupt calls [`service`](crate::facility::TimerFacility::service), and must not be masked for half the
/// counter's range: 2^([`BITS`](CounterHardware::BITS) - 1) ticks.
///
/// ```
/// use carillon_driver::device::{CounterClock, CounterHardware};
/// use carillon_driver::facility::{ClockFacility, TimerFacility};
/// use carillon_driver::queue::FixedTimerWheel;
/// use carillon_driver::rate::TickRate;
/// use core::num::NonZeroU32;
///
/// struct Timer2;
///
/// impl CounterHardware for Timer2 {
///     const BITS: u32 = 16;
///     # fn count(&self) -> u64 { 0 }
///     # fn set_compare(&mut self, _: u64) {}
///     # fn pend(&mut self) {}
///     # /*
///     fn count(&self) -> u64 { registers().cnt().read().into() }
///     fn set_compare(&mut self, count: u64) { /* clear the flag, then write the register */ }
///     fn pend(&mut self) { NVIC::pend(Interrupt::TIM2) }
///     # */
/// }
///
/// let rate = TickRate::hertz(NonZeroU32::new(1_000_000).ok_or("no ticks")?);
/// let mut timers = ClockFacility::new(CounterClock::new(Timer2, rate), FixedTimerWheel::<_, 32>::new())?;
/// timers.start(5_000, "retransmit")?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CounterClock<H> {
    hardware: H,
    rate: TickRate,
    /// The last tick read.
    seen: Cell<u64>,
}

impl<H: CounterHardware> CounterClock<H> {
    /// The bits that the counter has.
    const MASK: u64 = {
        assert!(1 <= H::BITS && H::BITS <= 64, "a counter has 1 to 64 bits");
        u64::MAX >> (64 - H::BITS)
    };

    /// The furthest ahead that the alarm is set, in ticks.
    const HALF: u64 = 1 << (H::BITS - 1);

    /// The clock of a counter that is running, with ticks of `rate`. Its tick is the counter's present value.
    pub const fn new(hardware: H, rate: TickRate) -> Self {
        Self {
            hardware,
            rate,
            seen: Cell::new(0),
        }
    }

    /// The counter, to look at.
    pub const fn hardware(&self) -> &H {
        &self.hardware
    }

    /// The counter, for instance to clear its flags. To set its compare register makes timers late.
    pub const fn hardware_mut(&mut self) -> &mut H {
        &mut self.hardware
    }
}

impl<H: CounterHardware> Clock for CounterClock<H> {
    fn rate(&self) -> TickRate {
        self.rate
    }

    fn now(&self) -> u64 {
        let seen = self.seen.get();
        let passed = self.hardware.count().wrapping_sub(seen) & Self::MASK;
        let now = seen.saturating_add(passed);
        self.seen.set(now);
        now
    }
}

impl<H: CounterHardware> AlarmClock for CounterClock<H> {
    type Error = Infallible;

    /// Two reads and one write.
    fn set_alarm(&mut self, tick: u64) -> Result<(), Infallible> {
        let tick = tick.min(self.now().saturating_add(Self::HALF));
        self.hardware.set_compare(tick & Self::MASK);
        if self.now() >= tick {
            self.hardware.pend();
        }
        Ok(())
    }

    /// Rings after half the counter's range, so that the counter is read before it comes round.
    fn clear_alarm(&mut self) -> Result<(), Infallible> {
        self.set_alarm(u64::MAX)
    }
}
