//! Deadlines in the time of a clock.

use super::Clock;
#[cfg(feature = "std")]
use super::SystemClock;
#[cfg(feature = "std")]
use std::time::Instant;

/// A deadline by the clock `C`: one of its ticks, as a `u64`, or with a `SystemClock` an `Instant`.
///
/// Implement it for other times that a clock of your own knows.
pub trait Moment<C: ?Sized> {
    /// The first tick of the clock that begins at this moment or later. It is 0 for a moment before the clock's tick 0,
    /// and the last tick for one that the clock cannot name.
    fn tick(self, clock: &C) -> u64;
}

impl<C: Clock + ?Sized> Moment<C> for u64 {
    #[inline(always)]
    fn tick(self, _: &C) -> u64 {
        self
    }
}

#[cfg(feature = "std")]
impl Moment<SystemClock> for Instant {
    fn tick(self, clock: &SystemClock) -> u64 {
        clock.tick_at(self)
    }
}

#[cfg(feature = "std")]
impl<C: ?Sized> Moment<&C> for Instant
where
    Self: Moment<C>,
{
    fn tick(self, clock: &&C) -> u64 {
        Moment::<C>::tick(self, clock)
    }
}
