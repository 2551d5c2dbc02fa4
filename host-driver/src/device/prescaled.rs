//! Ticks of several ticks of a clock.

use core::num::{NonZeroU32, NonZeroU64};
use core::time::Duration;

use super::{AlarmClock, Clock};
use crate::rate::{Span, TickRate};

/// The clock `C` with longer ticks, each of `prescale` of its own: for a counter that is faster than a program wants
/// its ticks, such as an `mtime` that counts the processor's clocks under Embassy's ticks of a microsecond.
///
/// A read of now costs a division of 64 bits besides the clock's own read, and an alarm a multiplication.
///
/// ```
/// use carillon_driver::device::{AlarmClock, Clock, ManualClock, Prescaled};
/// use carillon_driver::rate::TickRate;
/// use core::num::NonZeroU32;
/// use core::time::Duration;
///
/// let megahertz = TickRate::hertz(NonZeroU32::new(1_000_000).ok_or("no ticks")?);
/// let clock = Prescaled::new(ManualClock::new(megahertz), NonZeroU32::new(100).ok_or("no tick")?);
/// let mut clock = clock.ok_or("too long a tick")?;
/// assert_eq!(clock.rate().whole_hertz(), Some(10_000));
/// clock.wait(3)?;
/// clock.clock().advance(Duration::from_micros(99));
/// assert_eq!(clock.now(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Prescaled<C> {
    clock: C,
    prescale: NonZeroU64,
    rate: TickRate,
}

impl<C: Clock> Prescaled<C> {
    /// Ticks of `prescale` ticks of `clock`; `None` if they are longer than a [`TickRate`] can say.
    pub fn new(clock: C, prescale: NonZeroU32) -> Option<Self> {
        Some(Self { rate: clock.rate().prescaled(prescale)?, prescale: prescale.into(), clock })
    }

    /// The clock itself, in its own ticks.
    pub const fn clock(&self) -> &C {
        &self.clock
    }

    /// The clock's first tick in `tick`. One that never comes stays so.
    const fn begin(&self, tick: u64) -> u64 {
        tick.saturating_mul(self.prescale.get())
    }
}

impl<C: Clock> Clock for Prescaled<C> {
    fn rate(&self) -> TickRate {
        self.rate
    }

    fn now(&self) -> u64 {
        self.clock.now() / self.prescale
    }

    /// The tick begins less than a tick after the one of the clock.
    fn after(&self, span: impl Span) -> Option<u64> {
        Some(self.clock.after(span)?.div_ceil(self.prescale.get()))
    }

    fn time_until(&self, tick: u64) -> Duration {
        self.clock.time_until(self.begin(tick))
    }
}

impl<C: AlarmClock> AlarmClock for Prescaled<C> {
    type Error = C::Error;

    fn set_alarm(&mut self, tick: u64) -> Result<(), C::Error> {
        self.clock.set_alarm(self.begin(tick))
    }

    fn clear_alarm(&mut self) -> Result<(), C::Error> {
        self.clock.clear_alarm()
    }

    fn wait(&mut self, tick: u64) -> Result<(), C::Error> {
        self.clock.wait(self.begin(tick))
    }
}
