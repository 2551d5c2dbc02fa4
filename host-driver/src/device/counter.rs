//! Any free-running counter with a compare register: the timer of a microcontroller.
//!
//! # Time
//!
//! A counter of few bits is extended to 64: a read is the first tick that is not before the last one read and has those
//! low bits. A difference of half the counter's range or more is a step back: two cores may read one counter in either
//! order, and a prescaler may be caught while it carries. The last tick is kept then. So the counter must be read more
//! often than once in every 2^([`BITS`](CounterHardware::BITS) - 1) counts. The device sees to that: no alarm is
//! further ahead than a quarter of the range, and there always is one, also when none is asked for. Its interrupt leads
//! to a service, which reads now and sets the alarm again; a quarter is left for the time until then.
//!
//! A counter of one bit cannot step back, as each difference is half its range: every change is a count, and it must be
//! read at every one.
//!
//! # The alarm
//!
//! The compare register matches when the counter *is* its value, not when it has gone by. A tick that goes by before
//! the register is written would therefore be missed until the counter comes round. So the device writes the register
//! first and reads the counter then: if the tick has not begun, the match is still to come; if it has, the interrupt is
//! made pending by hand. Where both happen, the second service finds nothing. A register that needs more than one count
//! ahead says so by [`LEAST_AHEAD`](CounterHardware::LEAST_AHEAD).

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

    /// How far ahead of the counter the compare register must be when it is written for the match to be sure: 1 count,
    /// unless the hardware needs more, as the RTC of the nRF series needs 2. 1 to a quarter of the counter's range. An
    /// alarm may ring so many counts late, less one.
    const LEAST_AHEAD: u64 = 1;

    /// The counter, which counts up; bits above [`BITS`](Self::BITS) are ignored.
    fn count(&self) -> u64;

    /// Interrupts when the counter comes to `count`, below 2^[`BITS`](Self::BITS). First forgets an earlier match. When
    /// this returns, the register MUST hold: it matches at `count`, if that is [`LEAST_AHEAD`](Self::LEAST_AHEAD)
    /// counts ahead or more.
    fn set_compare(&mut self, count: u64);

    /// Interrupts at once, as a match would.
    fn pend(&mut self);

    /// No alarm is needed: switches the interrupt of the compare register off until it is written again, and says that
    /// it did. Without this the clock rings in every quarter of the counter's range also when no timer is outstanding,
    /// 61 times a second for 16 bits at 1 MHz.
    ///
    /// The price: while it is off, nobody sees the counter come round, and whole rounds of time are not counted. An
    /// interval counts from when its timer is started, and is as exact as ever, but for a start after which the counter
    /// is read for the first time within the last eighth of a round: that timer may be late by an eighth of a round. A
    /// deadline from before is late by the time that was not counted. No timer is early.
    fn rest(&mut self) -> bool {
        false
    }
}

/// The clock of a free-running counter, with its compare register as alarm. Its ticks are the counter's counts.
///
/// The interrupt calls [`service`](crate::facility::TimerFacility::service), and must not be masked for a quarter of
/// the counter's range: 2^([`BITS`](CounterHardware::BITS) - 2) ticks.
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
    seen: Seen,
    /// The hardware rests: nobody sees the counter come round. (In a cell, an `Option` of the clock has none of its
    /// bits for itself, and `None` is all zeros.)
    resting: Cell<bool>,
}

impl<H: CounterHardware> CounterClock<H> {
    /// The bits that the counter has.
    const MASK: u64 = {
        assert!(1 <= H::BITS && H::BITS <= 64, "a counter has 1 to 64 bits");
        u64::MAX >> (64 - H::BITS)
    };

    /// The furthest ahead that the alarm is set, in ticks: a quarter of the range.
    const FURTHEST: u64 = {
        let quarter = 1 << H::BITS.saturating_sub(2);
        assert!(
            1 <= H::LEAST_AHEAD && H::LEAST_AHEAD <= quarter,
            "the least distance is from 1 to a quarter of the counter's range"
        );
        quarter
    };

    /// The clock of a counter that is running, with ticks of `rate`. Its tick is the counter's present value.
    pub const fn new(hardware: H, rate: TickRate) -> Self {
        Self { hardware, rate, seen: Seen::nothing(), resting: Cell::new(false) }
    }

    /// The counter, to look at.
    pub const fn hardware(&self) -> &H {
        &self.hardware
    }

    /// The counter, for instance to clear its flags. To set its compare register makes timers late.
    ///
    /// Clear the interrupt's flag before the service, and never after it: at its end the service sets the alarm, which
    /// may ring at once, and to clear the flag then would take that back and lose every timer.
    pub const fn hardware_mut(&mut self) -> &mut H {
        &mut self.hardware
    }
}

impl<H: CounterHardware> Clock for CounterClock<H> {
    fn rate(&self) -> TickRate {
        self.rate
    }

    fn now(&self) -> u64 {
        // A step back is seen as one: of half a range, and less after any time has passed.
        let most_ahead = if self.resting.get() { Self::MASK - Self::MASK / 8 } else { Self::MASK / 2 };
        self.seen.now(self.hardware.count(), (Self::MASK, most_ahead))
    }
}

impl<H: CounterHardware> AlarmClock for CounterClock<H> {
    type Error = Infallible;

    /// Two reads and one write.
    fn set_alarm(&mut self, tick: u64) -> Result<(), Infallible> {
        let now = self.now();
        self.resting.set(false);
        let furthest = now.saturating_add(Self::FURTHEST);
        let surely = now.saturating_add(H::LEAST_AHEAD);
        let match_at = tick.max(surely).min(furthest);
        self.hardware.set_compare(match_at & Self::MASK);
        let now = self.now();
        if tick <= now || match_at.saturating_sub(now) < H::LEAST_AHEAD {
            self.hardware.pend();
        }
        Ok(())
    }

    /// Rings after a quarter of the counter's range, so that the counter is read often enough; or not at all, if the
    /// hardware can [`rest`](CounterHardware::rest).
    fn clear_alarm(&mut self) -> Result<(), Infallible> {
        self.now();
        let rests = self.hardware.rest();
        self.resting.set(rests);
        match rests {
            true => Ok(()),
            false => self.set_alarm(u64::MAX),
        }
    }
}

/// The last tick that was read of a counter.
#[derive(Debug)]
pub(super) struct Seen(Cell<Option<u64>>);

impl Seen {
    /// The counter has not been read.
    pub(super) const fn nothing() -> Self {
        Self(Cell::new(None))
    }

    /// Now, by what the counter reads, of which the bits of `mask` count. The last tick if the counter has stepped
    /// back, which is if it seems to be more than `most_ahead`.
    #[inline(never)]
    pub(super) fn now(&self, count: u64, (mask, most_ahead): (u64, u64)) -> u64 {
        let now = match self.0.get() {
            Some(seen) => {
                let passed = count.wrapping_sub(seen) & mask;
                let is_back = passed > most_ahead && mask > 1;
                let passed = if is_back { 0 } else { passed };
                // Nothing comes after the end of time.
                seen.checked_add(passed).unwrap_or(seen)
            }
            None => count & mask,
        };
        self.0.set(Some(now));
        now
    }
}
