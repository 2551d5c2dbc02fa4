//! Scheme 7 with fewer migrations or none, for less precision (end of section VI.B of the paper).
//!
//! After W. Nichols: where a timer may be as imprecise as its wheel, it need not migrate. A timer that goes to the hour
//! wheel is an hour timer and is handed out when that wheel comes to its slot. With a single migration it goes down one
//! wheel and is as precise as that one.
//!
//! The paper rounds to the nearest hour. Here a timer is never early, so its tick is rounded up, which loses less than
//! one step of the wheel that hands it out; [`to_nearest`](RoundedHierarchy::to_nearest) rounds as the paper does, and
//! loses half a step at most, to either side. [`expiry`](crate::TimerQueue::expiry) says to which tick. Every wheel
//! goes round; each visit of a wheel comes before those of lower wheels in the same tick.
//!
//! Starting takes time in proportion to the number of wheels, stopping constant time, a visit constant time after
//! Nichols and otherwise time in proportion to the slot's list. Memory: a record a slot.

use core::num::NonZeroU64;

use crate::diagnostics::check::Check;
use crate::diagnostics::{Guarantees, Order};
use crate::schemes::parts::sorted_list::earliest;
#[cfg(feature = "chip")]
use crate::schemes::wheeled::Wheeled;

use crate::record::{Record, first, insert_before};
use crate::schemes::mixed_wheel::{Wheel, wheels_of};
use crate::schemes::parts::slot_lists::SlotLists;
use crate::schemes::structure::{Structure, Ticks, Work, with_timers};
use crate::{InvariantError, QueueError};

/// How precise a timer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// As its wheel: no migration (Nichols).
    OfTheWheel,
    /// As the wheel below its own: one migration.
    OfTheWheelBelow,
}

/// Scheme 7 with rounded ticks: wheels whose timers are rounded.
///
/// A wheel hands its timers out at multiples of its step, counted from tick 0. If a chip turns the wheels and is reset,
/// it counts from 0 again, and so do they: what is outstanding is rounded again then, from the tick that it had been
/// rounded to, and [`expiry`](crate::TimerQueue::expiry) says to which. A timer comes less than a step of its wheel
/// later for each reset, and never early; [`to_nearest`](Self::to_nearest) half a step later or earlier.
///
/// ```
/// use carillon_queues::{TimerQueue, Timers};
/// use carillon_queues::schemes::{Precision, RoundedHierarchy};
///
/// let mut timers = Timers::growing(RoundedHierarchy::new(Precision::OfTheWheel, [60, 60, 24]), 8)?;
/// let handle = timers.start(90, "a minute and a half")?;
/// assert_eq!(timers.expiry(handle), Some(120));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RoundedHierarchy<const WHEELS: usize> {
    lists: SlotLists,
    wheels: [Wheel; WHEELS],
    precision: Precision,
    /// Ticks are rounded to the nearest, and not up.
    nearest: bool,
    /// The wheel whose slot of this tick, and all below it, have not been seen to.
    unfinished: Option<usize>,
}

impl<const WHEELS: usize> RoundedHierarchy<WHEELS> {
    /// Wheels of these sizes, wheel 0 first; each at least 2 and the last at least 3.
    pub const fn new(precision: Precision, sizes: [u32; WHEELS]) -> Self {
        let (wheels, slots) = wheels_of(sizes);
        Self { lists: SlotLists::new(slots), wheels, precision, nearest: false, unfinished: None }
    }

    /// These wheels, but ticks are rounded to the nearest step that is after now, as in the paper; those in the middle
    /// between two to the earlier one. A timer may then be early.
    ///
    /// ```
    /// use carillon_queues::{TimerQueue, Timers};
    /// use carillon_queues::schemes::{Precision, RoundedHierarchy};
    ///
    /// let wheels = RoundedHierarchy::new(Precision::OfTheWheel, [60, 60, 24]).to_nearest();
    /// let mut timers = Timers::growing(wheels, 8)?;
    /// let handle = timers.start(90, "a minute and a half")?;
    /// assert_eq!(timers.expiry(handle), Some(60));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn to_nearest(mut self) -> Self {
        self.nearest = true;
        self
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(self.lists.records(), timers)
    }

    /// The slot of a wheel that comes up at `tick`.
    fn slot(wheel: &Wheel, tick: u64) -> u32 {
        wheel.slot(tick / wheel.unit)
    }

    /// How many steps after `now` the wheel comes to the slot of `tick`.
    fn steps(wheel: &Wheel, now: u64, tick: u64) -> u64 {
        (tick / wheel.unit).saturating_sub(now / wheel.unit)
    }

    fn reaches(wheel: &Wheel, now: u64, tick: u64) -> bool {
        Self::steps(wheel, now, tick) < u64::from(wheel.size)
    }

    /// Ticks to which timers of the wheel are rounded.
    fn grain(&self, wheel: usize) -> NonZeroU64 {
        let of = match self.precision {
            Precision::OfTheWheel => wheel,
            Precision::OfTheWheelBelow => wheel.saturating_sub(1),
        };
        self.wheels.get(of).map_or(NonZeroU64::MIN, |wheel| wheel.unit)
    }

    /// The next busy slot of each wheel, and its tick.
    fn next_of_each(&self, records: &[Record], now: u64) -> impl Iterator<Item = (u32, u64)> {
        self.wheels.iter().filter_map(move |wheel| {
            let end = wheel.first_slot + wheel.size;
            let slots = (wheel.first_slot, end);
            let (slot, steps) = self.lists.next_around(records, slots, Self::slot(wheel, now))?;
            let step = (now / wheel.unit).saturating_add(u64::from(steps));
            Some((slot, step.saturating_mul(wheel.unit.get())))
        })
    }

    /// Sees to the slots of tick `now`, from wheel `highest` down. False if cut short.
    fn visit(&mut self, records: &mut [Record], due: u32, now: u64, highest: usize, work: &mut Work) -> bool {
        self.unfinished = None;
        for number in (0..=highest).rev() {
            let Some(wheel) = self.wheels.get(number).copied() else {
                continue;
            };
            if now % wheel.unit != 0 {
                continue;
            }
            let slot = Self::slot(&wheel, now);
            if number == 0 || self.precision == Precision::OfTheWheel {
                self.lists.hand_over(records, slot, due);
                continue;
            }
            while let Some((index, timer)) = first(records, slot) {
                if !work.spend(1) {
                    self.unfinished = Some(number);
                    return false;
                }
                self.lists.remove(records, index);
                work.examine(1);
                if timer.expiry <= now {
                    insert_before(records, due, index, timer.expiry);
                } else {
                    work.migrate(self.insert(records, index, timer.expiry, now));
                }
            }
        }
        true
    }
}

impl<const WHEELS: usize> Structure for RoundedHierarchy<WHEELS> {
    fn guarantees(&self) -> Guarantees {
        Guarantees { order: Order::Tick, exact_ticks: false, never_early: !self.nearest, ..Guarantees::ALL }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn validate(&self, _timers: u32) -> Result<(), QueueError> {
        for (number, wheel) in self.wheels.iter().enumerate() {
            let least = if number + 1 == WHEELS { 3 } else { 2 };
            if wheel.size < least {
                return Err(QueueError::SlotsOutOfRange { slots: wheel.size });
            }
        }
        self.lists.validate()
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) {
        self.unfinished = None;
        self.lists.prepare(records);
    }

    fn slots(&self) -> u32 {
        self.lists.slots()
    }

    /// One turn of the highest wheel less two slots.
    fn longest_interval(&self) -> u64 {
        self.wheels.last().map_or(0, |wheel| {
            let steps = u64::from(wheel.size) - 2;
            wheel.unit.get().saturating_mul(steps)
        })
    }

    fn rounded(&self, now: u64, expiry: u64) -> Option<u64> {
        for (number, wheel) in self.wheels.iter().enumerate() {
            let grain = self.grain(number);
            let beyond = expiry % grain;
            let rounded = if self.nearest && beyond <= grain.get() / 2 && expiry - beyond > now {
                expiry - beyond
            } else {
                expiry.checked_next_multiple_of(grain.get())?
            };
            if Self::reaches(wheel, now, rounded) {
                return Some(rounded);
            }
        }
        None
    }

    /// Takes time in proportion to the number of wheels.
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, now: u64) -> Option<u32> {
        let mut wheels = self.wheels.iter();
        let wheel = wheels.find(|wheel| Self::reaches(wheel, now, expiry))?;
        self.lists.push_back(records, Self::slot(wheel, expiry), index, expiry)
    }

    /// Takes time in proportion to the number of wheels. `expiry` is rounded.
    fn slot_for(&self, expiry: u64, now: u64) -> u32 {
        let mut wheels = self.wheels.iter();
        let wheel = wheels.find(|wheel| Self::reaches(wheel, now, expiry));
        wheel.map_or(0, |wheel| Self::slot(wheel, expiry))
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        self.lists.remove(records, index)
    }

    /// For each tick with a busy slot: time in proportion to the wheels, and to the timers that migrate.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (mut now, to) = ticks;
        if let Some(wheel) = self.unfinished
            && !self.visit(records, due, now, wheel, work)
        {
            return now;
        }
        while let Some(tick) = self.next_of_each(records, now).map(|next| next.1).min().filter(|&tick| tick <= to) {
            if !work.spend(1) {
                return now;
            }
            now = tick;
            if !self.visit(records, due, now, WHEELS.saturating_sub(1), work) {
                return now;
            }
        }
        to
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Takes time in proportion to the number of wheels, and to the lists of their next slots where timers migrate.
    fn next_expiry(&self, records: &[Record], now: u64) -> Option<u64> {
        self.next_of_each(records, now)
            .filter_map(|(slot, tick)| match self.precision {
                Precision::OfTheWheel => Some(tick),
                Precision::OfTheWheelBelow => earliest(records, slot),
            })
            .min()
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let now = check.now();
        self.lists.check(check, |slot, expiry| {
            let Some((number, wheel)) = self.wheels.iter().enumerate().rfind(|(_, wheel)| wheel.first_slot <= slot)
            else {
                return false;
            };
            let waits = Self::steps(wheel, now, expiry) > 0 || self.unfinished.is_some_and(|highest| number <= highest);
            waits
                && Self::reaches(wheel, now, expiry)
                && Self::slot(wheel, expiry) == slot
                && (self.precision == Precision::OfTheWheelBelow || expiry % wheel.unit == 0)
        })
    }
}

#[cfg(feature = "chip")]
impl<const WHEELS: usize> Wheeled for RoundedHierarchy<WHEELS> {
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        let wheel = usize::try_from(wheel).ok()?;
        self.wheels.get(wheel).map(|wheel| wheel.size)
    }

    fn next_busy(&self, records: &[Record], from: u32) -> Option<u32> {
        self.lists.next_busy(records, from)
    }
}
