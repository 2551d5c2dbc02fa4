//! Hierarchies of wheels of any sizes, as the paper's example has them.

use core::num::NonZeroU64;

use super::hierarchical_wheel::Hierarchy;
use super::parts::radix::{Radix, Spot};
use crate::QueueError;

/// Scheme 7 with wheels of these sizes, wheel 0 first.
///
/// ```
/// use carillon_queues::schemes::MixedWheel;
/// use carillon_queues::{TimerQueue, Timers};
///
/// // Seconds, minutes, hours, days.
/// let mut timers = Timers::growing(MixedWheel::of([60, 60, 24, 100]), 8)?;
/// timers.start(50 * 60 + 45, "the paper's example")?;
/// assert_eq!(timers.next_expiry(), Some(3_045));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type MixedWheel<const WHEELS: usize> = Hierarchy<Sizes<WHEELS>>;

impl<const WHEELS: usize> MixedWheel<WHEELS> {
    /// Wheels of these sizes, each at least 2.
    pub const fn of(sizes: [u32; WHEELS]) -> Self {
        let (wheels, slots) = wheels_of(sizes);
        Self::with(Sizes::new(wheels), slots)
    }
}

/// Wheels of any sizes, such as the paper's 60, 60, 24 and 100; wheel 0 first. Each size is from 2 up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes<const WHEELS: usize> {
    wheels: [Wheel; WHEELS],
}

/// One wheel of any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wheel {
    pub(crate) size: u32,
    pub(crate) first_slot: u32,
    /// Ticks a slot.
    pub(crate) unit: NonZeroU64,
}

impl Wheel {
    /// Ticks of a whole turn; saturating.
    const fn turn(&self) -> NonZeroU64 {
        match NonZeroU64::new(self.size as u64) {
            Some(size) => self.unit.saturating_mul(size),
            None => self.unit,
        }
    }

    /// The slot that comes up with the wheel's step.
    #[inline]
    pub(crate) fn slot(&self, step: u64) -> u32 {
        let digit = NonZeroU64::new(u64::from(self.size)).map_or(0, |size| step % size);
        let digit = u32::try_from(digit).unwrap_or(0);
        self.first_slot + digit
    }
}

/// Wheels of these sizes, wheel 0 first, and how many slots they have together.
#[allow(clippy::indexing_slicing, reason = "below the length; a constant can do it no other way")]
pub(crate) const fn wheels_of<const WHEELS: usize>(sizes: [u32; WHEELS]) -> ([Wheel; WHEELS], u32) {
    let (mut first_slot, mut unit, mut number) = (0_u32, NonZeroU64::MIN, 0_usize);
    let nothing = Wheel { size: 0, first_slot, unit };
    let mut wheels = [nothing; WHEELS];
    while number < WHEELS {
        let wheel = Wheel { size: sizes[number], first_slot, unit };
        wheels[number] = wheel;
        // A sum that is too large is refused like one wheel that is.
        first_slot = first_slot.saturating_add(wheel.size);
        unit = wheel.turn();
        number += 1;
    }
    (wheels, first_slot)
}

impl<const WHEELS: usize> Sizes<WHEELS> {
    pub(crate) const fn new(wheels: [Wheel; WHEELS]) -> Self {
        Self { wheels }
    }

    #[inline]
    fn wheel(&self, wheel: u32) -> Option<&Wheel> {
        self.wheels.get(usize::try_from(wheel).ok()?)
    }
}

impl<const WHEELS: usize> Radix for Sizes<WHEELS> {
    fn check(&self) -> Result<(), QueueError> {
        match self.wheels.iter().find(|wheel| wheel.size < 2) {
            Some(wheel) => Err(QueueError::SlotsOutOfRange { slots: wheel.size }),
            None => Ok(()),
        }
    }

    fn longest_interval(&self) -> u64 {
        self.wheels.last().map_or(0, |wheel| {
            let turn = wheel.turn().get();
            if turn == u64::MAX {
                return u64::MAX;
            }
            turn - wheel.unit.get()
        })
    }

    #[inline]
    fn place_for(&self, now: u64, expiry: u64) -> Spot {
        let mut place = (0, 0);
        for (wheel, sizes) in (0..).zip(&self.wheels) {
            let step = expiry / sizes.unit;
            place = (wheel, step);
            if step - now / sizes.unit < u64::from(sizes.size) {
                break;
            }
        }
        let (wheel, step) = place;
        Spot { tick: self.tick(wheel, step), slot: self.slot(wheel, step), wheel }
    }

    #[inline]
    fn wheel_of(&self, slot: u32) -> u32 {
        (0..)
            .zip(&self.wheels)
            .find(|(_, wheel)| slot.wrapping_sub(wheel.first_slot) < wheel.size)
            .map_or(0, |(number, _)| number)
    }

    #[inline]
    fn slots(&self, wheel: u32) -> Option<(u32, u32)> {
        self.wheel(wheel).map(|wheel| (wheel.first_slot, wheel.size))
    }

    #[inline]
    fn step(&self, wheel: u32, tick: u64) -> u64 {
        self.wheel(wheel).map_or(tick, |wheel| tick / wheel.unit)
    }

    #[inline]
    fn tick(&self, wheel: u32, step: u64) -> u64 {
        self.wheel(wheel).map_or(u64::MAX, |wheel| step.saturating_mul(wheel.unit.get()))
    }

    #[inline]
    fn slot(&self, wheel: u32, step: u64) -> u32 {
        self.wheel(wheel).map_or(0, |wheel| wheel.slot(step))
    }
}
