//! Lengths of time in ticks of the chip.

use core::num::NonZeroU32;
use core::time::Duration;

/// How long a tick is: so many clocks of a clock of so many hertz.
///
/// ```
/// use core::num::NonZeroU32;
/// use core::time::Duration;
/// use carillon_driver::duration::TickRate;
///
/// // A tick each 48 clocks of 48 MHz: a microsecond.
/// let rate = TickRate::new(NonZeroU32::new(48_000_000).ok_or("0")?, NonZeroU32::new(48).ok_or("0")?);
/// assert_eq!(rate.ticks(Duration::from_millis(20)), Some(20_000));
/// assert_eq!(rate.ticks(Duration::from_nanos(1)), Some(1), "never shorter than asked for");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TickRate {
    clock_hertz: NonZeroU32,
    prescale: NonZeroU32,
}

impl TickRate {
    /// A tick is `prescale` clocks of `clock_hertz`.
    pub const fn new(clock_hertz: NonZeroU32, prescale: NonZeroU32) -> Self {
        Self {
            clock_hertz,
            prescale,
        }
    }

    /// The fewest ticks that are not shorter than `time`. `None` if they are 2^64 or more.
    pub fn ticks(self, time: impl InTicks) -> Option<u64> {
        time.in_ticks(self)
    }

    /// The fewest ticks that are not shorter than `count` times `numerator` / `denominator` seconds.
    fn ticks_in(self, count: u128, numerator: u32, denominator: u32) -> Option<u64> {
        let clocks = count
            .checked_mul(u128::from(numerator))?
            .checked_mul(u128::from(self.clock_hertz.get()))?;
        let unit = u128::from(denominator).checked_mul(u128::from(self.prescale.get()))?;
        let whole = clocks.checked_div(unit)?;
        let rest = clocks.checked_rem(unit)?;
        u64::try_from(whole.checked_add(u128::from(rest > 0))?).ok()
    }
}

/// A length of time that can be said in ticks: [`Duration`], and fugit's with the feature `fugit`.
pub trait InTicks {
    /// The fewest ticks of this rate that are not shorter. `None` if they are 2^64 or more.
    fn in_ticks(self, rate: TickRate) -> Option<u64>;
}

impl InTicks for Duration {
    fn in_ticks(self, rate: TickRate) -> Option<u64> {
        rate.ticks_in(self.as_nanos(), 1, 1_000_000_000)
    }
}

#[cfg(feature = "fugit")]
impl<const NUMERATOR: u32, const DENOMINATOR: u32> InTicks
    for fugit::Duration<u32, NUMERATOR, DENOMINATOR>
{
    fn in_ticks(self, rate: TickRate) -> Option<u64> {
        rate.ticks_in(u128::from(self.ticks()), NUMERATOR, DENOMINATOR)
    }
}

#[cfg(feature = "fugit")]
impl<const NUMERATOR: u32, const DENOMINATOR: u32> InTicks
    for fugit::Duration<u64, NUMERATOR, DENOMINATOR>
{
    fn in_ticks(self, rate: TickRate) -> Option<u64> {
        rate.ticks_in(u128::from(self.ticks()), NUMERATOR, DENOMINATOR)
    }
}
