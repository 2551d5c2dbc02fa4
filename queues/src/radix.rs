//! The sizes of a hierarchy's wheels.
//!
//! Wheel 0 steps once a tick; wheel k + 1 steps once a turn of wheel k. Every wheel goes round. The slots of all wheels
//! are counted through, wheel 0 first. A wheel's step is a tick divided by the ticks that each of its slots stands for.

use core::num::NonZeroU64;

use super::QueueError;

/// Where a timer waits.
#[derive(Debug, Clone, Copy)]
pub struct Spot {
    /// The tick at which time comes to the slot.
    pub(crate) tick: u64,
    pub(crate) slot: u32,
    pub(crate) wheel: u32,
}

/// What a hierarchy needs to know of its wheels. Implemented by [`Powers`] and [`Sizes`].
pub trait Radix: Copy {
    /// Whether the wheels can be as they were asked for.
    ///
    /// # Errors
    /// [`QueueError::SlotsOutOfRange`].
    fn check(&self) -> Result<(), QueueError> {
        Ok(())
    }

    /// The longest interval, in ticks, that always fits, wherever the wheels stand.
    fn longest_interval(&self) -> u64;

    /// Ticks that each slot of the wheel stands for; `None` if there is no such wheel, or the ticks do not fit 64 bits.
    fn unit(&self, wheel: u32) -> Option<u64> {
        self.slots(wheel)?;
        Some(self.tick(wheel, 1)).filter(|&ticks| ticks < u64::MAX)
    }

    /// The lowest wheel that comes to the slot of tick `expiry`, which is `now` or later, in less than a turn; and that
    /// slot.
    fn place_for(&self, now: u64, expiry: u64) -> Spot;

    /// The wheel of a slot.
    fn wheel_of(&self, slot: u32) -> u32;

    /// The first slot of the wheel, and how many it has; `None` if there is no such wheel.
    fn slots(&self, wheel: u32) -> Option<(u32, u32)>;

    /// The wheel's step at `tick`.
    fn step(&self, wheel: u32, tick: u64) -> u64;

    /// The tick at which the wheel makes the step; the end of time if that is not within 64 bits.
    fn tick(&self, wheel: u32, step: u64) -> u64;

    /// The slot that the wheel comes to with that step.
    fn slot(&self, wheel: u32, step: u64) -> u32;
}

/// As many wheels as every interval of 64 bits needs.
pub(crate) const ALL: u32 = 64;

/// Wheels of 2^`BITS` slots each, `BITS` from 1 to 16: `WHEELS` of them, but at least 1 and not more than 64 bits need.
/// Shifts only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers<const BITS: u32, const WHEELS: u32>;

impl<const BITS: u32, const WHEELS: u32> Powers<BITS, WHEELS> {
    const SIZE: u32 = 1 << BITS;
    const MASK: u64 = (1 << BITS) - 1;

    /// The highest wheel.
    const HIGHEST: u32 = {
        assert!(
            BITS >= 1 && BITS <= 16,
            "a wheel of a hierarchy has from 2^1 to 2^16 slots"
        );
        let most = 64_u32.div_ceil(BITS);
        let wheels = if WHEELS < most { WHEELS } else { most };
        wheels.saturating_sub(1)
    };

    /// The slots of all wheels.
    pub(crate) const SLOTS: u32 = (Self::HIGHEST + 1) << BITS;
}

impl<const BITS: u32, const WHEELS: u32> Radix for Powers<BITS, WHEELS> {
    fn longest_interval(&self) -> u64 {
        let unit = Self::HIGHEST * BITS;
        if unit + BITS >= 64 {
            return u64::MAX;
        }
        Self::MASK << unit
    }

    /// The interval's highest bit names the wheel; where that would take a whole turn, it is the next one.
    #[inline]
    fn place_for(&self, now: u64, expiry: u64) -> Spot {
        let bit = 63 - ((expiry - now) | 1).leading_zeros();
        let wheel = bit.checked_div(BITS).unwrap_or(0);
        // A turn takes the wheel to where it stands.
        let turn = self.step(wheel, expiry ^ now) & Self::MASK == 0 && wheel > 0;
        let wheel = wheel + u32::from(turn);
        let step = self.step(wheel, expiry);
        Spot {
            tick: step << (wheel * BITS),
            slot: self.slot(wheel, step),
            wheel,
        }
    }

    #[inline]
    fn wheel_of(&self, slot: u32) -> u32 {
        slot >> BITS
    }

    #[inline]
    fn slots(&self, wheel: u32) -> Option<(u32, u32)> {
        (wheel <= Self::HIGHEST).then_some((wheel << BITS, Self::SIZE))
    }

    #[inline]
    fn step(&self, wheel: u32, tick: u64) -> u64 {
        tick >> (wheel * BITS)
    }

    #[inline]
    fn tick(&self, wheel: u32, step: u64) -> u64 {
        let shift = wheel * BITS;
        if step > u64::MAX >> shift {
            return u64::MAX;
        }
        step << shift
    }

    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "a wheel has at most 2^16 slots"
    )]
    fn slot(&self, wheel: u32, step: u64) -> u32 {
        (wheel << BITS) | (step & Self::MASK) as u32
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
#[allow(
    clippy::indexing_slicing,
    reason = "below the length; a constant can do it no other way"
)]
pub(crate) const fn wheels_of<const WHEELS: usize>(sizes: [u32; WHEELS]) -> ([Wheel; WHEELS], u32) {
    let (mut first_slot, mut unit, mut number) = (0_u32, NonZeroU64::MIN, 0_usize);
    let nothing = Wheel {
        size: 0,
        first_slot,
        unit,
    };
    let mut wheels = [nothing; WHEELS];
    while number < WHEELS {
        let wheel = Wheel {
            size: sizes[number],
            first_slot,
            unit,
        };
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
        Spot {
            tick: self.tick(wheel, step),
            slot: self.slot(wheel, step),
            wheel,
        }
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
        self.wheel(wheel)
            .map(|wheel| (wheel.first_slot, wheel.size))
    }

    #[inline]
    fn step(&self, wheel: u32, tick: u64) -> u64 {
        self.wheel(wheel).map_or(tick, |wheel| tick / wheel.unit)
    }

    #[inline]
    fn tick(&self, wheel: u32, step: u64) -> u64 {
        self.wheel(wheel)
            .map_or(u64::MAX, |wheel| step.saturating_mul(wheel.unit.get()))
    }

    #[inline]
    fn slot(&self, wheel: u32, step: u64) -> u32 {
        self.wheel(wheel).map_or(0, |wheel| wheel.slot(step))
    }
}
