//! The wheels: their sizes, and the visit that a tick belongs to. Arithmetic only, without transfers.
//!
//! Wheel 0 steps once per tick, wheel *k* + 1 each time wheel *k* wraps. Wheel *k* therefore steps at the multiples of
//! its *period*, the product of the sizes of the wheels below it, and has made *t* div period steps once tick *t* has
//! been visited. Its step number *n* visits slot *n* mod size in lap *n* div size. Tick 0 counts as visited: the first
//! slot to be visited is slot 1, at tick 1 in wheel 0 and at tick size 0 in wheel 1.

use core::num::NonZeroU64;

use carillon_regmap::counter_chip::{MAX_SLOT_BITS, MAX_WHEELS};

/// The elements of the arrays below.
const LENGTH: usize = MAX_WHEELS as usize;

/// The fewest slots that a wheel can have.
pub const MIN_WHEEL_SLOTS: u32 = 2;

/// The most slots that a wheel can have in any chip: 2^20.
const MAX_WHEEL_SLOTS: u32 = 1 << MAX_SLOT_BITS;

/// How the cursor treats a wheel's busy slots (register `WHEEL_MODE`). Anything but the default needs a build with
/// [`Feature::WheelModes`](super::Feature::WheelModes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WheelMode {
    /// The cursor does not pass an event of the wheel before it is acknowledged.
    pub hold: bool,
    /// The chip clears a busy bit when it reports it.
    pub auto_clear: bool,
}

/// One wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wheel {
    /// Its slots, from 2 to the part of the chip's capacity that the other wheels leave.
    pub slots: u32,
    /// How the cursor treats them.
    pub mode: WheelMode,
}

impl Wheel {
    /// A wheel of this many slots in the default mode: busy bits stay until they are disarmed, and the cursor does not
    /// wait.
    pub const fn of(slots: u32) -> Self {
        Self { slots, mode: WheelMode { hold: false, auto_clear: false } }
    }

    /// The same wheel with `hold`: the cursor waits at each of its events.
    #[must_use]
    pub const fn holding(mut self) -> Self {
        self.mode.hold = true;
        self
    }

    /// The same wheel with `auto_clear`: each event clears its slot's busy bit.
    #[must_use]
    pub const fn clearing(mut self) -> Self {
        self.mode.auto_clear = true;
        self
    }
}

/// What ticks are divided by: nearly always a power of two. A division of 64 bits takes a processor of 32 bits some 100
/// clocks, a shift ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Divisor {
    /// 0 for a wheel that does not exist.
    value: u64,
    /// The power of two that it is, or [`NO_POWER`].
    shift: u32,
}

/// What a [`Divisor`] has for its shift that is no power of two.
const NO_POWER: u32 = u32::MAX;

impl Divisor {
    const NONE: Self = Self { value: 0, shift: NO_POWER };

    const fn of(value: NonZeroU64) -> Self {
        Self {
            value: value.get(),
            shift: if value.get().is_power_of_two() { value.trailing_zeros() } else { NO_POWER },
        }
    }

    /// `tick` div it.
    #[inline]
    fn quotient(self, tick: u64) -> u64 {
        if self.shift == NO_POWER {
            return self.divide(tick).0;
        }
        tick >> self.shift
    }

    /// `tick` mod it.
    #[inline]
    fn remainder(self, tick: u64) -> u64 {
        if self.shift == NO_POWER {
            return self.divide(tick).1;
        }
        tick & (self.value - 1)
    }

    /// Both, where it is no power of two.
    #[cold]
    #[inline(never)]
    fn divide(self, tick: u64) -> (u64, u64) {
        let value = NonZeroU64::new(self.value).unwrap_or(NonZeroU64::MIN);
        (tick / value, tick % value)
    }

    /// Of the slots of a wheel, which are 2^20 at most: how many there are.
    #[inline]
    fn slots(self) -> u32 {
        (self.value & u64::from(u32::MAX)) as u32
    }

    /// Of the slots of a wheel: the low 12 bits at least of `steps` div them, and `steps` mod them.
    #[inline]
    fn lap(self, steps: u64) -> (u32, u32) {
        let low = |word: u64| (word & u64::from(u32::MAX)) as u32;
        if self.shift == NO_POWER {
            let (lap, position) = self.divide(steps);
            return (low(lap), low(position));
        }
        // There are 2^20 slots at most: 12 bits of the low half stay.
        let steps = low(steps);
        (steps >> self.shift, steps & (self.slots() - 1))
    }

    /// `count` times it; `None` for 2^64 or more.
    #[inline]
    fn times(self, count: u64) -> Option<u64> {
        if self.shift == NO_POWER {
            return count.checked_mul(self.value);
        }
        let product = count << self.shift;
        (product >> self.shift == count).then_some(product)
    }
}

/// One visit of one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    /// The wheel.
    pub wheel: u32,
    /// The slot.
    pub slot: u32,
    /// The number of times that the wheel's position has wrapped before; the bus carries it modulo 256.
    pub lap: u64,
    /// The tick at which the slot is visited.
    pub tick: u64,
}

/// The wheels of an initialised chip, or of a planned one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wheels {
    wheels: [Wheel; LENGTH],
    /// Their slots.
    turns: [Divisor; LENGTH],
    /// `None` if a wheel steps less than once in 2^64 ticks, which means never.
    periods: [Option<Divisor>; LENGTH],
    count: u32,
}

impl Wheels {
    /// No wheels: those of a chip that has not been initialised.
    pub const NONE: Self =
        Self { wheels: [Wheel::of(0); LENGTH], turns: [Divisor::NONE; LENGTH], periods: [None; LENGTH], count: 0 };

    /// Wheel 0 first. `None` for more than 8 wheels, or if one has fewer than 2 slots or more than 2^20.
    pub fn new(wheels: &[Wheel]) -> Option<Self> {
        let mut all = Self::NONE;
        let mut period = Some(NonZeroU64::MIN);
        if wheels.len() > LENGTH {
            return None;
        }
        let places = all.wheels.iter_mut().zip(&mut all.turns);
        for (((place, turn), its_period), wheel) in places.zip(&mut all.periods).zip(wheels) {
            if !(MIN_WHEEL_SLOTS..=MAX_WHEEL_SLOTS).contains(&wheel.slots) {
                return None;
            }
            *place = *wheel;
            *its_period = period.map(Divisor::of);
            let slots = NonZeroU64::new(u64::from(wheel.slots))?;
            *turn = Divisor::of(slots);
            period = period.and_then(|period| period.checked_mul(slots));
            all.count += 1;
        }
        Some(all)
    }

    /// The number of wheels, 0 to 8.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Wheel `wheel`, or `None` if there is none.
    pub fn get(&self, wheel: u32) -> Option<Wheel> {
        let index = usize::try_from(wheel).ok()?;
        self.wheels.get(index).copied().filter(|_| wheel < self.count)
    }

    /// The same wheels, with another mode for one of them. Unchanged if there is no such wheel.
    #[must_use]
    pub fn with_mode(mut self, wheel: u32, mode: WheelMode) -> Self {
        if wheel < self.count
            && let Ok(index) = usize::try_from(wheel)
            && let Some(place) = self.wheels.get_mut(index)
        {
            place.mode = mode;
        }
        self
    }

    /// Ticks from one step of the wheel to the next: the product of the sizes of the wheels below. `None` if there is
    /// no such wheel, or if the product is 2^64 or more: the wheel then never steps.
    pub fn period(&self, wheel: u32) -> Option<NonZeroU64> {
        self.step(wheel).and_then(|period| NonZeroU64::new(period.value))
    }

    fn step(&self, wheel: u32) -> Option<Divisor> {
        let index = usize::try_from(wheel).ok()?;
        self.periods.get(index).copied().flatten()
    }

    /// Steps that the wheel makes after tick `from` up to tick `to`, which is not before.
    #[inline]
    pub(crate) fn steps_between(&self, wheel: u32, from: u64, to: u64) -> u64 {
        if from == to {
            return 0;
        }
        let to = self.steps(wheel, to);
        to.saturating_sub(self.steps(wheel, from))
    }

    /// The low 8 bits of the lap to arm `slot` for: of its last visit up to tick `now`, which is late, if that is among
    /// the wheel's last `since` steps, otherwise of its first one after `now`. `None` if there is no such wheel or
    /// slot. As [`refreshed`](Self::refreshed) of [`visit_after`](Self::visit_after), in a fraction of the time.
    #[inline(always)]
    pub(crate) fn lap_to_arm(&self, wheel: u32, slot: u32, now: u64, since: u64) -> Option<u32> {
        let turn = self.turns.get(usize::try_from(wheel).ok()?)?;
        let slots = turn.slots();
        if slot >= slots {
            return None;
        }
        let steps = match wheel {
            0 => now,
            _ => self.steps(wheel, now),
        };
        let (lap, position) = turn.lap(steps);
        // The lap of the last visit; before the first lap one that the chip takes for passed.
        let (last, ago) = match position.checked_sub(slot) {
            Some(ago) => (lap, ago),
            None => (lap.wrapping_sub(1), position + slots - slot),
        };
        let lap = if u64::from(ago) < since { last } else { last.wrapping_add(1) };
        Some(lap & 0xFF)
    }

    /// Whether the wheel exists and its size is a power of two.
    #[inline]
    pub(crate) fn turns_by_shift(&self, wheel: u32) -> bool {
        let turn = usize::try_from(wheel).ok().and_then(|index| self.turns.get(index));
        turn.is_some_and(|turn| turn.shift != NO_POWER)
    }

    /// How many slots the wheel has; none if there is no such wheel.
    #[inline]
    pub(crate) fn slots(&self, wheel: u32) -> u32 {
        let turn = usize::try_from(wheel).ok().and_then(|index| self.turns.get(index));
        turn.map_or(0, |turn| turn.slots())
    }

    /// The slots of the wheel, which are its steps in a lap. `None` if there is no such wheel.
    fn turn(&self, wheel: u32) -> Option<Divisor> {
        let index = usize::try_from(wheel).ok()?;
        self.turns.get(index).copied().filter(|turn| turn.value > 0)
    }

    /// Steps that the wheel has made once `tick` has been visited.
    fn steps(&self, wheel: u32, tick: u64) -> u64 {
        self.step(wheel).map_or(0, |period| period.quotient(tick))
    }

    /// The visit at the wheel's step number `steps`. `None` if there is no such wheel or the tick would be 2^64 or
    /// more.
    fn visit_of_step(&self, wheel: u32, steps: u64) -> Option<Visit> {
        let turn = self.turn(wheel)?;
        let tick = match self.step(wheel) {
            Some(period) => period.times(steps)?,
            None if steps == 0 => 0,
            None => return None,
        };
        Some(Visit { wheel, slot: u32::try_from(turn.remainder(steps)).ok()?, lap: turn.quotient(steps), tick })
    }

    /// The visit of the wheel that `tick` belongs to: the last one at or before it. In wheel 0 that is the visit at
    /// `tick` itself; in a higher wheel, the visit that moves a timer due at `tick` to a lower wheel. `None` if there
    /// is no such wheel. A few shifts, or multiplications and divisions of 64 bits where a wheel's size is no power of
    /// two.
    pub fn visit_for(&self, wheel: u32, tick: u64) -> Option<Visit> {
        self.visit_of_step(wheel, self.steps(wheel, tick))
    }

    /// The first visit of `slot` after tick `after`. `None` if there is no such wheel or slot, or no such visit in 64
    /// bits.
    pub fn visit_after(&self, wheel: u32, slot: u32, after: u64) -> Option<Visit> {
        let slots = self.get(wheel)?.slots;
        if slot >= slots {
            return None;
        }
        let next = self.steps(wheel, after).checked_add(1)?;
        let upcoming = u32::try_from(self.turn(wheel)?.remainder(next)).ok()?;
        let ahead = match slot.checked_sub(upcoming) {
            Some(ahead) => ahead,
            None => slot + slots - upcoming,
        };
        self.visit_of_step(wheel, next.checked_add(u64::from(ahead))?)
    }

    /// The visit to arm in place of `visit` for a correct late check: `visit` itself if it is after tick `cursor`,
    /// otherwise the slot's last visit up to there. The bus carries laps modulo 256: without this, the chip would take
    /// a visit that passed more than 127 laps ago for a future one, and visit the slot up to a lap late. `cursor` is a
    /// read of the cursor not older than 127 laps of the wheel.
    #[must_use]
    pub fn refreshed(&self, visit: Visit, cursor: u64) -> Visit {
        if visit.tick > cursor {
            return visit;
        }
        let last = || {
            let slots = self.get(visit.wheel)?.slots;
            let steps = self.steps(visit.wheel, cursor);
            let position = u32::try_from(self.turn(visit.wheel)?.remainder(steps)).ok()?;
            let ago = match position.checked_sub(visit.slot) {
                Some(ago) => ago,
                None => position.checked_add(slots)?.checked_sub(visit.slot)?,
            };
            self.visit_of_step(visit.wheel, steps.checked_sub(u64::from(ago))?)
        };
        last().unwrap_or(visit)
    }

    /// The visit `distance` steps after the wheel's first one after tick `after`; distance 0 is that first one. `None`
    /// if there is no such wheel, or no such visit in 64 bits.
    pub fn visit_at_distance(&self, wheel: u32, after: u64, distance: u32) -> Option<Visit> {
        let next = self.steps(wheel, after).checked_add(1)?;
        self.visit_of_step(wheel, next.checked_add(u64::from(distance))?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Wheel, Wheels};

    #[test]
    fn lap_to_arm_is_that_of_the_refreshed_next_visit() {
        for sizes in [[2, 4, 8], [4, 2, 2], [3, 5, 2], [2, 3, 4], [8, 6, 16]] {
            let wheels = Wheels::new(&sizes.map(Wheel::of)).unwrap_or(Wheels::NONE);
            assert_eq!(wheels.count(), 3);
            for (wheel, size) in (0..).zip(sizes) {
                for slot in 0..size {
                    for behind in 0..90 {
                        for now in behind..120 {
                            let visit = wheels.visit_after(wheel, slot, behind);
                            let expected = visit.map(|visit| wheels.refreshed(visit, now).lap as u32 & 0xFF);
                            let since = wheels.steps_between(wheel, behind, now);
                            let lap = wheels.lap_to_arm(wheel, slot, now, since);
                            assert_eq!(lap, expected, "{sizes:?}, wheel {wheel}, slot {slot}, {behind} to {now}");
                        }
                    }
                }
                assert_eq!(wheels.lap_to_arm(wheel, size, 0, 0), None);
            }
            assert_eq!(wheels.lap_to_arm(3, 0, 0, 0), None);
        }
    }

    #[test]
    fn lap_to_arm_carries_beyond_32_bits_and_before_the_first_lap() {
        let wheels = Wheels::new(&[Wheel::of(1 << 10); 2]).unwrap_or(Wheels::NONE);
        let now = (1 << 43) + 5;
        assert_eq!(wheels.lap_to_arm(0, 6, now, 0), Some(0));
        assert_eq!(wheels.lap_to_arm(0, 5, now, 0), Some(1));
        assert_eq!(wheels.lap_to_arm(0, 6, now, 1 << 10), Some(0xFF));
        assert_eq!(wheels.lap_to_arm(1, 0, now, 0), Some(1));
        assert_eq!(wheels.lap_to_arm(0, 9, 5, 1 << 10), Some(0xFF));
    }
}
