//! The sizes of a hierarchy's wheels.
//!
//! Wheel 0 steps once a tick; wheel k + 1 steps once a turn of wheel k. Every wheel goes round. The slots of all wheels
//! are counted through, wheel 0 first. A wheel's step is a tick divided by the ticks that each of its slots stands for.

use crate::QueueError;

/// Where a timer waits.
#[derive(Debug, Clone, Copy)]
pub struct Spot {
    /// The tick at which time comes to the slot.
    pub(crate) tick: u64,
    pub(crate) slot: u32,
    pub(crate) wheel: u32,
}

/// What a hierarchy needs to know of its wheels. Implemented by [`Powers`], and for wheels of any sizes.
pub trait Radix: Copy {
    /// The slots of all wheels, if the type says how many there are.
    const SLOTS: Option<u32> = None;

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
        assert!(BITS >= 1 && BITS <= 16, "a wheel of a hierarchy has from 2^1 to 2^16 slots");
        let most = 64_u32.div_ceil(BITS);
        let wheels = if WHEELS < most { WHEELS } else { most };
        wheels.saturating_sub(1)
    };

    /// The slots of all wheels.
    pub(crate) const SLOTS: u32 = (Self::HIGHEST + 1) << BITS;
}

impl<const BITS: u32, const WHEELS: u32> Radix for Powers<BITS, WHEELS> {
    const SLOTS: Option<u32> = Some(Self::SLOTS);

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
        Spot { tick: step << (wheel * BITS), slot: self.slot(wheel, step), wheel }
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
    #[allow(clippy::cast_possible_truncation, reason = "a wheel has at most 2^16 slots")]
    fn slot(&self, wheel: u32, step: u64) -> u32 {
        (wheel << BITS) | (step & Self::MASK) as u32
    }
}
