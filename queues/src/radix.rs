//! The sizes of a hierarchy's wheels: how a tick is split into digits, one for each wheel.
//!
//! Wheel 0 steps once a tick; wheel k + 1 steps once a turn of wheel k. The slots of all wheels are counted through, wheel
//! 0 first.

use core::num::NonZeroU64;

use super::QueueError;

/// What a hierarchy needs to know of its wheels. Implemented by [`Powers`] and [`Sizes`].
pub trait Radix: Copy {
    /// Takes `slots` slots into use.
    ///
    /// # Errors
    /// [`QueueError`] if they do not make the wheels.
    fn prepare(&mut self, slots: u32) -> Result<(), QueueError>;

    /// The longest interval, in ticks, that always fits, wherever the wheels stand.
    fn longest_interval(&self) -> u64;

    /// Time has come to `now`.
    fn turn(&mut self, now: u64);

    /// The slot for a timer that is due at `expiry`, later than `now` or at it: on the lowest wheel whose turn under way
    /// reaches so far, or on the highest.
    fn slot_for(&self, now: u64, expiry: u64) -> u32;

    /// The tick at which the wheel comes to `slot`, and whether the slot is one of wheel 0, whose timers need no migration.
    fn visit(&self, now: u64, slot: u32) -> (u64, bool);

    /// How many ticks the slot stands for: 1 on wheel 0.
    fn ticks(&self, slot: u32) -> u64;

    /// The first slot of the highest wheel, its end, and where it stands.
    fn highest(&self, now: u64) -> (u32, u32, u32);

    /// A tick before which the wheels need not be told the time and do not come to the slot for a timer that is due at `expiry`.
    fn quiet_before(&self, now: u64, expiry: u64) -> u64;

    /// Whether the wheels need to be told the time even if no slot comes up.
    const TOLD_THE_TIME: bool;
    /// Slots of a wheel, `None` if there is no such wheel.
    fn size(&self, wheel: u32) -> Option<u32>;
}

/// Wheels of 2^`BITS` slots each, `BITS` from 1 to 16; as many as the memory has room for and 64 bits need. Shifts only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Powers<const BITS: u32> {
    /// The highest wheel.
    highest: u32,
}

impl<const BITS: u32> Powers<BITS> {
    const SIZE: u32 = 1 << BITS;
    const MASK: u64 = (1 << BITS) - 1;

    /// Wheels of 2^`BITS` slots.
    pub const fn new() -> Self {
        const { assert!(BITS >= 1 && BITS <= 16) };
        Self { highest: 0 }
    }

    /// How many slots make wheels that hold every interval of 64 bits.
    pub const fn slots_for_all() -> usize {
        (64_usize.div_ceil(BITS as usize)) << BITS
    }

    /// The digit of `tick` for a wheel whose unit fits 64 bits, as those of all wheels do.
    #[inline]
    fn digit(tick: u64, wheel: u32) -> u32 {
        let shifted = tick.wrapping_shr(wheel.wrapping_mul(BITS));
        u32::try_from(shifted & Self::MASK).unwrap_or(0)
    }
}

impl<const BITS: u32> Radix for Powers<BITS> {
    fn prepare(&mut self, slots: u32) -> Result<(), QueueError> {
        self.highest = (slots >> BITS)
            .min(64_u32.div_ceil(BITS))
            .checked_sub(1)
            .ok_or(QueueError::TooFewSectors {
                slots: u64::from(Self::SIZE),
            })?;
        Ok(())
    }

    fn longest_interval(&self) -> u64 {
        let unit = self.highest.saturating_mul(BITS);
        if unit.saturating_add(BITS) >= 64 {
            return u64::MAX;
        }
        Self::MASK << unit
    }

    /// They stand where the digits of the time say.
    const TOLD_THE_TIME: bool = false;

    #[inline]
    fn turn(&mut self, _now: u64) {}

    /// Up to the highest bit in which it differs, `expiry` and the ticks before its slot's visit agree.
    #[inline]
    fn quiet_before(&self, now: u64, expiry: u64) -> u64 {
        let bit = 63_u32.saturating_sub(((now ^ expiry) | 1).leading_zeros());
        expiry.wrapping_shr(bit).wrapping_shl(bit)
    }

    #[inline]
    fn slot_for(&self, now: u64, expiry: u64) -> u32 {
        let differs = 63_u32.saturating_sub(((now ^ expiry) | 1).leading_zeros());
        let wheel = differs.checked_div(BITS).unwrap_or(0).min(self.highest);
        (wheel << BITS) | Self::digit(expiry, wheel)
    }

    #[inline]
    fn visit(&self, now: u64, slot: u32) -> (u64, bool) {
        let wheel = slot >> BITS;
        let digit = u64::from(slot) & Self::MASK;
        let unit = wheel.wrapping_mul(BITS);
        let turn = Self::MASK.checked_shl(unit).unwrap_or(0);
        let below = 1_u64.checked_shl(unit).unwrap_or(0).wrapping_sub(1);
        let mut tick = (now & !(turn | below)) | digit.checked_shl(unit).unwrap_or(0);
        if wheel == self.highest && digit <= u64::from(Self::digit(now, wheel)) {
            // The highest wheel goes round.
            let next_turn = 1_u64.checked_shl(unit.saturating_add(BITS)).unwrap_or(0);
            tick = tick.saturating_add(next_turn);
        }
        (tick, wheel == 0)
    }

    #[inline]
    fn ticks(&self, slot: u32) -> u64 {
        let unit = (slot >> BITS).wrapping_mul(BITS);
        1_u64.checked_shl(unit).unwrap_or(0)
    }

    #[inline]
    fn highest(&self, now: u64) -> (u32, u32, u32) {
        let first = self.highest << BITS;
        let position = first | Self::digit(now, self.highest);
        (first, first.saturating_add(Self::SIZE), position)
    }

    fn size(&self, wheel: u32) -> Option<u32> {
        (wheel <= self.highest).then_some(Self::SIZE)
    }
}

/// Wheels of any sizes, such as the paper's 60, 60, 24 and 100; wheel 0 first. Each size is from 2 up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes<const WHEELS: usize> {
    wheels: [Wheel; WHEELS],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wheel {
    size: u32,
    first_slot: u32,
    /// Ticks a slot.
    unit: NonZeroU64,
    /// The first and the last tick of the turn under way.
    turn: (u64, u64),
}

impl<const WHEELS: usize> Sizes<WHEELS> {
    /// Wheels of these sizes, wheel 0 first.
    pub fn new(sizes: [u32; WHEELS]) -> Self {
        let mut first_slot: u32 = 0;
        let mut unit = NonZeroU64::MIN;
        let wheels = sizes.map(|size| {
            let span =
                unit.saturating_mul(NonZeroU64::new(u64::from(size)).unwrap_or(NonZeroU64::MIN));
            let wheel = Wheel {
                size,
                first_slot,
                unit,
                turn: (0, span.get().wrapping_sub(1)),
            };
            first_slot = first_slot.saturating_add(size);
            unit = span;
            wheel
        });
        Self { wheels }
    }

    /// The sizes, wheel 0 first.
    pub fn sizes(&self) -> [u32; WHEELS] {
        self.wheels.map(|wheel| wheel.size)
    }

    /// Slots of all wheels.
    pub fn slots(&self) -> u64 {
        self.wheels.iter().map(|wheel| u64::from(wheel.size)).sum()
    }
}

impl Wheel {
    /// Ticks of a whole turn; saturating.
    const fn span(&self) -> u64 {
        self.unit.get().saturating_mul(self.size as u64)
    }
}

impl<const WHEELS: usize> Radix for Sizes<WHEELS> {
    fn prepare(&mut self, slots: u32) -> Result<(), QueueError> {
        if let Some(wheel) = self.wheels.iter().find(|wheel| wheel.size < 2) {
            return Err(QueueError::SlotsOutOfRange {
                slots: usize::try_from(wheel.size).unwrap_or(0),
            });
        }
        let wanted = self.slots();
        if WHEELS == 0 || wanted > u64::from(slots) {
            return Err(QueueError::TooFewSectors { slots: wanted });
        }
        self.turn(0);
        Ok(())
    }

    fn longest_interval(&self) -> u64 {
        self.wheels.last().map_or(0, |wheel| {
            if wheel.span() == u64::MAX {
                return u64::MAX;
            }
            wheel.span().saturating_sub(wheel.unit.get())
        })
    }

    const TOLD_THE_TIME: bool = true;

    #[inline]
    fn quiet_before(&self, now: u64, _expiry: u64) -> u64 {
        now
    }

    #[inline]
    fn turn(&mut self, now: u64) {
        for wheel in &mut self.wheels {
            if now >= wheel.turn.0 && now <= wheel.turn.1 {
                return;
            }
            let span = NonZeroU64::new(wheel.span()).unwrap_or(NonZeroU64::MAX);
            let first = now.saturating_sub(now % span);
            wheel.turn = (first, first.saturating_add(span.get().wrapping_sub(1)));
        }
    }

    #[inline]
    fn slot_for(&self, _now: u64, expiry: u64) -> u32 {
        let last = self.wheels.len().saturating_sub(1);
        for (number, wheel) in self.wheels.iter().enumerate() {
            if expiry <= wheel.turn.1 || number == last {
                let steps = expiry.saturating_sub(wheel.turn.0) / wheel.unit;
                let size = u64::from(wheel.size);
                let digit = if steps >= size {
                    steps.wrapping_sub(size)
                } else {
                    steps
                };
                return wheel
                    .first_slot
                    .wrapping_add(u32::try_from(digit).unwrap_or(0));
            }
        }
        0
    }

    #[inline]
    fn visit(&self, now: u64, slot: u32) -> (u64, bool) {
        let last = self.wheels.len().saturating_sub(1);
        for (number, wheel) in self.wheels.iter().enumerate() {
            let digit = slot.wrapping_sub(wheel.first_slot);
            if digit < wheel.size {
                let steps = u64::from(digit).saturating_mul(wheel.unit.get());
                let mut tick = wheel.turn.0.saturating_add(steps);
                if number == last && tick <= now {
                    tick = tick.saturating_add(wheel.span());
                }
                return (tick, number == 0);
            }
        }
        (u64::MAX, false)
    }

    #[inline]
    fn ticks(&self, slot: u32) -> u64 {
        self.wheels
            .iter()
            .find(|wheel| slot.wrapping_sub(wheel.first_slot) < wheel.size)
            .map_or(1, |wheel| wheel.unit.get())
    }

    #[inline]
    fn highest(&self, now: u64) -> (u32, u32, u32) {
        self.wheels.last().map_or((0, 0, 0), |wheel| {
            let steps = now.saturating_sub(wheel.turn.0) / wheel.unit;
            let position = wheel
                .first_slot
                .wrapping_add(u32::try_from(steps).unwrap_or(0));
            (
                wheel.first_slot,
                wheel.first_slot.wrapping_add(wheel.size),
                position,
            )
        })
    }

    fn size(&self, wheel: u32) -> Option<u32> {
        let wheel = usize::try_from(wheel).ok()?;
        self.wheels.get(wheel).map(|wheel| wheel.size)
    }
}
