//! The paper's own placement in a hierarchy of wheels: by the first digit that differs.

use crate::QueueError;
use crate::schemes::hierarchical_wheel::Hierarchy;
use crate::schemes::mixed_wheel::Sizes;
use crate::schemes::parts::radix::{ALL, Powers, Radix, Spot};

/// A [`HierarchicalWheel`](crate::HierarchicalWheel) that places timers as the paper does. `by_digits` makes them.
pub type DigitWheel<const BITS: u32, const WHEELS: u32 = ALL> = Hierarchy<Digits<Powers<BITS, WHEELS>>>;

/// A [`MixedWheel`](crate::schemes::MixedWheel) that places timers as the paper does. `MixedWheel::by_digits` makes
/// them.
pub type MixedDigitWheel<const WHEELS: usize> = Hierarchy<Digits<Sizes<WHEELS>>>;

/// Wheels of the sizes `R`. A tick has a digit for each: the slot to which the wheel comes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits<R>(pub(crate) R);

impl<R: Copy> Hierarchy<R> {
    /// These wheels with the paper's placement: a timer waits on the highest wheel whose digit of its expiry differs
    /// from that of the time. All timers beyond a turn's end then migrate at one tick, however near they are.
    ///
    /// ```
    /// use carillon_queues::schemes::MixedWheel;
    /// use carillon_queues::{TimerQueue, Timers};
    ///
    /// // The paper's example: seconds, minutes, hours and days, 50 minutes and 45 seconds from now.
    /// let paper = MixedWheel::of([60, 60, 24, 100]).by_digits();
    /// let mut timers = Timers::growing(paper, 8)?;
    /// timers.advance(11 * 86_400 + 10 * 3_600 + 24 * 60 + 30);
    /// let timer = timers.start(50 * 60 + 45, ())?;
    /// // It is due at day 11, 11 hours, 15 minutes and 15 seconds: it waits on the wheel of hours.
    /// assert_eq!(timers.expiry(timer), Some(11 * 86_400 + 11 * 3_600 + 15 * 60 + 15));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn by_digits(self) -> Hierarchy<Digits<R>> {
        Hierarchy {
            lists: self.lists,
            radix: Digits(self.radix),
            next_ticks: self.next_ticks,
            unordered: self.unordered,
            unfinished: self.unfinished,
            ahead: self.ahead,
        }
    }
}

impl<R: Radix> Radix for Digits<R> {
    fn check(&self) -> Result<(), QueueError> {
        self.0.check()
    }

    fn longest_interval(&self) -> u64 {
        self.0.longest_interval()
    }

    /// The highest wheel whose digit of `expiry` differs from that of `now`: the lowest one above which all agree.
    #[inline]
    fn place_for(&self, now: u64, expiry: u64) -> Spot {
        let mut wheel = 0;
        while self.0.slots(wheel + 1).is_some() && self.0.step(wheel + 1, expiry) != self.0.step(wheel + 1, now) {
            wheel += 1;
        }
        let step = self.0.step(wheel, expiry);
        Spot { tick: self.0.tick(wheel, step), slot: self.0.slot(wheel, step), wheel }
    }

    #[inline]
    fn wheel_of(&self, slot: u32) -> u32 {
        self.0.wheel_of(slot)
    }

    #[inline]
    fn slots(&self, wheel: u32) -> Option<(u32, u32)> {
        self.0.slots(wheel)
    }

    #[inline]
    fn step(&self, wheel: u32, tick: u64) -> u64 {
        self.0.step(wheel, tick)
    }

    #[inline]
    fn tick(&self, wheel: u32, step: u64) -> u64 {
        self.0.tick(wheel, step)
    }

    #[inline]
    fn slot(&self, wheel: u32, step: u64) -> u32 {
        self.0.slot(wheel, step)
    }
}
