//! The paper's own placement in a hierarchy of wheels: by the first digit that differs.

use super::QueueError;
use super::radix::{ALL, Powers, Radix, Spot};
use super::scheme7::Hierarchy;
use super::sizes::Sizes;

/// A [`HierarchicalWheel`](super::HierarchicalWheel) that places timers as the paper does. `by_digits` makes them.
pub type DigitWheel<const BITS: u32, const WHEELS: u32 = ALL> = Hierarchy<Digits<Powers<BITS, WHEELS>>>;

/// A [`MixedWheel`](super::schemes::MixedWheel) that places timers as the paper does. `MixedWheel::by_digits` makes
/// them.
pub type MixedDigitWheel<const WHEELS: usize> = Hierarchy<Digits<Sizes<WHEELS>>>;

/// Wheels of the sizes `R`. A tick has a digit for each: the slot to which the wheel comes with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits<R>(pub(crate) R);

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
