//! The length of a tick: conversion between durations and ticks.
//!
//! Rounding never makes a timer early: a duration becomes the ticks that last at least as long. An interval is counted
//! from the present tick, which has partly passed. To wait for at least a duration, start a timer of one tick more:
//! [`TickRate::interval`].

use core::fmt;
use core::num::NonZeroU32;
#[cfg(feature = "tools")]
use core::num::NonZeroU64;
use core::time::Duration;

/// Nanoseconds per second.
const NANOSECONDS: u32 = 1_000_000_000;

/// A duration as a fraction of seconds, from which intervals are computed. Implemented for [`Duration`], and with the
/// feature `fugit` for `fugit`'s durations.
pub trait Span {
    /// Seconds, as numerator and denominator; the denominator is not 0.
    #[doc(hidden)]
    fn seconds(&self) -> (u128, NonZeroU32);
}

/// A time that has passed, and then a span.
#[cfg(feature = "std")]
pub(super) struct Later {
    seconds: (u128, NonZeroU32),
}

#[cfg(feature = "std")]
impl Later {
    /// `None` where the numbers do not hold it.
    pub fn new(passed: Duration, span: &impl Span) -> Option<Self> {
        let nanoseconds = TickRate::hertz(non_zero(NANOSECONDS));
        let (numerator, denominator) = nanoseconds.fraction(span)?;
        let nanoseconds = numerator.div_ceil(denominator).checked_add(passed.as_nanos())?;
        Some(Self { seconds: (nanoseconds, non_zero(NANOSECONDS)) })
    }
}

#[cfg(feature = "std")]
impl Span for Later {
    fn seconds(&self) -> (u128, NonZeroU32) {
        self.seconds
    }
}

/// `value`, or 1 instead of 0.
const fn non_zero(value: u32) -> NonZeroU32 {
    match NonZeroU32::new(value) {
        Some(value) => value,
        None => NonZeroU32::MIN,
    }
}

impl Span for Duration {
    fn seconds(&self) -> (u128, NonZeroU32) {
        (self.as_nanos(), non_zero(NANOSECONDS))
    }
}

#[cfg(feature = "fugit")]
impl<const NUMERATOR: u32, const DENOMINATOR: u32> Span for fugit::Duration<u32, NUMERATOR, DENOMINATOR> {
    fn seconds(&self) -> (u128, NonZeroU32) {
        let units = u128::from(self.ticks());
        (units * u128::from(NUMERATOR), non_zero(DENOMINATOR))
    }
}

#[cfg(feature = "fugit")]
impl<const NUMERATOR: u32, const DENOMINATOR: u32> Span for fugit::Duration<u64, NUMERATOR, DENOMINATOR> {
    fn seconds(&self) -> (u128, NonZeroU32) {
        let units = u128::from(self.ticks());
        (units * u128::from(NUMERATOR), non_zero(DENOMINATOR))
    }
}

/// Ticks per second: the chip's clock divided by the clocks per tick. Need not be a whole number.
///
/// ```
/// use carillon_queues::clock::TickRate;
/// use core::num::NonZeroU32;
/// use core::time::Duration;
///
/// // A clock of 12 MHz and `PRESCALE` of 1,200: ticks of 100 microseconds.
/// let clock = NonZeroU32::new(12_000_000).unwrap();
/// let rate = TickRate::new(clock, NonZeroU32::new(1_200).unwrap());
/// assert_eq!(rate.ticks(Duration::from_micros(250)), Some(3));
/// assert_eq!(rate.duration(3), Duration::from_micros(300));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TickRate {
    clocks_a_second: NonZeroU32,
    clocks_a_tick: NonZeroU32,
}

/// A number where it is whole, else the fraction.
impl fmt::Display for TickRate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole_hertz() {
            Some(hertz) => write!(formatter, "{hertz}"),
            None => write!(formatter, "{}/{}", self.clocks_a_second, self.clocks_a_tick),
        }
    }
}

impl TickRate {
    /// Ticks of `clocks_a_tick` clocks (`PRESCALE`) of a clock of `clocks_a_second` Hz.
    pub const fn new(clocks_a_second: NonZeroU32, clocks_a_tick: NonZeroU32) -> Self {
        Self { clocks_a_second, clocks_a_tick }
    }

    /// This many ticks per second.
    pub const fn hertz(ticks_a_second: NonZeroU32) -> Self {
        Self::new(ticks_a_second, NonZeroU32::MIN)
    }

    /// Ticks that last `prescale` of these; `None` if 2^32 clocks or more would be one.
    pub const fn prescaled(self, prescale: NonZeroU32) -> Option<Self> {
        match self.clocks_a_tick.checked_mul(prescale) {
            Some(clocks_a_tick) => Some(Self::new(self.clocks_a_second, clocks_a_tick)),
            None => None,
        }
    }

    /// Whether it is so many ticks per second. Divides nothing.
    #[doc(hidden)]
    pub fn is_hertz(self, hertz: u64) -> bool {
        let clocks = hertz.checked_mul(self.clocks_a_tick.get().into());
        clocks == Some(self.clocks_a_second.get().into())
    }

    /// Ticks per second, if that is a whole number.
    pub const fn whole_hertz(self) -> Option<u32> {
        let (clocks, tick) = (self.clocks_a_second.get(), self.clocks_a_tick);
        match clocks.checked_rem(tick.get()) {
            Some(0) => clocks.checked_div(tick.get()),
            _ => None,
        }
    }

    /// The fewest ticks that last at least as long as `span`; `None` if 64 bits cannot hold them.
    pub fn ticks(self, span: impl Span) -> Option<u64> {
        let (numerator, denominator) = self.fraction(&span)?;
        u64::try_from(numerator.div_ceil(denominator)).ok()
    }

    /// The ticks of `span`, as numerator and denominator, which is not 0; `None` if 128 bits cannot hold it. Where the
    /// span counts clocks, the product that costs most is left out.
    #[inline]
    fn fraction(self, span: &impl Span) -> Option<(u128, u128)> {
        let (numerator, denominator) = span.seconds();
        let clocks_a_tick = u128::from(self.clocks_a_tick.get());
        if denominator == self.clocks_a_second {
            return Some((numerator, clocks_a_tick));
        }
        let clocks = numerator.checked_mul(u128::from(self.clocks_a_second.get()))?;
        Some((clocks, u128::from(denominator.get()) * clocks_a_tick))
    }

    /// The ticks of `span`, whole ones, parts of another one, and how many parts a tick has; at most 2^64 - 1 ticks.
    #[cfg(feature = "tools")]
    pub(crate) fn exact(self, span: &impl Span) -> (u64, u64, NonZeroU64) {
        let in_parts = |(numerator, denominator): (u128, u128)| {
            let parts_a_tick = NonZeroU64::new(u64::try_from(denominator).ok()?)?;
            let whole = u64::try_from(numerator / denominator).ok()?;
            Some((whole, u64::try_from(numerator % denominator).ok()?, parts_a_tick))
        };
        self.fraction(span).and_then(in_parts).unwrap_or((u64::MAX, 0, NonZeroU64::MIN))
    }

    /// The interval of a timer that is due when at least `span` has passed, although the present tick has partly
    /// passed: one more than [`ticks`](Self::ticks). A span of zero is due at once. `None` if 64 bits cannot hold it.
    pub fn interval(self, span: impl Span) -> Option<u64> {
        match self.ticks(span)? {
            0 => Some(0),
            ticks => ticks.checked_add(1),
        }
    }

    /// The ticks that have passed when `span` has: rounded down; at most 2^64 - 1.
    pub fn ticks_in(self, span: impl Span) -> u64 {
        let ticks =
            self.fraction(&span).and_then(|(numerator, denominator)| u64::try_from(numerator / denominator).ok());
        ticks.unwrap_or(u64::MAX)
    }

    /// The duration of this many ticks, rounded down to a nanosecond; at most [`Duration::MAX`].
    pub fn duration(self, ticks: u64) -> Duration {
        self.rounded(ticks, |numerator, denominator| numerator / denominator)
    }

    /// The duration of this many ticks, rounded up to a nanosecond; at most [`Duration::MAX`].
    pub(crate) fn duration_at_least(self, ticks: u64) -> Duration {
        self.rounded(ticks, u128::div_ceil)
    }

    /// The duration of this many ticks, its nanoseconds divided by `divide`.
    fn rounded(self, ticks: u64, divide: fn(u128, u128) -> u128) -> Duration {
        let clocks = u128::from(ticks) * u128::from(self.clocks_a_tick.get());
        let hertz = u128::from(self.clocks_a_second.get());
        let nanoseconds = divide((clocks % hertz) * u128::from(NANOSECONDS), hertz);
        // Rounded up they may be a whole second.
        let seconds = clocks / hertz + nanoseconds / u128::from(NANOSECONDS);
        let nanoseconds = nanoseconds % u128::from(NANOSECONDS);
        match (u64::try_from(seconds), u32::try_from(nanoseconds)) {
            (Ok(seconds), Ok(nanoseconds)) => Duration::new(seconds, nanoseconds),
            _ => Duration::MAX,
        }
    }
}
