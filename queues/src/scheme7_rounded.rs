//! Scheme 7 with fewer migrations or none, for less precision (end of section VI.B of the paper).
//!
//! After W. Nichols: where a timer may be as imprecise as its wheel, it need not migrate. A timer that goes to the hour wheel
//! is an hour timer and is handed out when that wheel comes to its slot. With a single migration it goes down one wheel and is as
//! precise as that one.
//!
//! The paper rounds to the nearest hour. Here a timer is never early, so its tick is rounded up:
//! [`expiry`](super::TimerQueue::expiry) says to which. The loss is less than one step of the wheel that hands it out.
//! Every wheel goes round; each visit of a wheel comes before those of lower wheels in the same tick.
//!
//! Starting takes time in proportion to the number of wheels, stopping constant time, a visit constant time after Nichols and
//! otherwise time in proportion to the slot's list. Memory: 8.6 bytes a slot.

use core::num::NonZeroU64;

use super::check::Check;
#[cfg(feature = "chip")]
use super::chip::Wheeled;
use super::drum::Drum;
use super::list::{DUE, List, entry};
use super::ordered::earliest;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// How precise a timer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// As its wheel: no migration (Nichols).
    OfTheWheel,
    /// As the wheel below its own: one migration.
    OfTheWheelBelow,
}

/// Scheme 7 with rounded ticks as a queue.
///
/// ```
/// use carillon_queues::{Entry, Precision, Scheme7Rounded, Sector, TimerQueue};
///
/// let entries = [const { Entry::VACANT }; 8];
/// let mut timers = Scheme7Rounded::new(Precision::OfTheWheel, [60, 60, 24], [Sector::EMPTY; 3], entries)?;
/// let handle = timers.start(90, "a minute and a half")?;
/// assert_eq!(timers.expiry(handle), Some(120));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme7Rounded<T, const WHEELS: usize, Sectors, Entries> =
    Timers<T, RoundedHierarchy<WHEELS, Sectors>, Entries>;

impl<T, const WHEELS: usize, Sectors, Entries> Scheme7Rounded<T, WHEELS, Sectors, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; sizes from wheel 0 up, each at least 2 and the last at least 3.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::TooFewSectors`], [`QueueError::SlotsOutOfRange`],
    /// [`QueueError::EntriesOutOfRange`].
    pub fn new(
        precision: Precision,
        sizes: [u32; WHEELS],
        sectors: Sectors,
        entries: Entries,
    ) -> Result<Self, QueueError> {
        Self::with(RoundedHierarchy::new(precision, sizes, sectors), entries)
    }
}

#[derive(Debug, Clone, Copy)]
struct Wheel {
    size: u32,
    first_slot: u32,
    /// Ticks a slot.
    unit: NonZeroU64,
}

impl Wheel {
    /// The slot that comes up at `tick`.
    fn slot(&self, tick: u64) -> u32 {
        let digit = NonZeroU64::new(u64::from(self.size)).map_or(0, |size| tick / self.unit % size);
        self.first_slot
            .saturating_add(u32::try_from(digit).unwrap_or(0))
    }

    /// How many steps after `now` the wheel comes to the slot of `tick`.
    fn steps(&self, now: u64, tick: u64) -> u64 {
        (tick / self.unit).saturating_sub(now / self.unit)
    }

    fn reaches(&self, now: u64, tick: u64) -> bool {
        self.steps(now, tick) < u64::from(self.size)
    }
}

/// Wheels whose timers are rounded.
#[derive(Debug, Clone, Copy)]
pub struct RoundedHierarchy<const WHEELS: usize, Sectors> {
    drum: Drum<Sectors>,
    wheels: [Wheel; WHEELS],
    precision: Precision,
    /// The wheel whose slot of this tick, and all below it, have not been seen to.
    unfinished: Option<usize>,
}

impl<const WHEELS: usize, Sectors: AsRef<[Sector]> + AsMut<[Sector]>>
    RoundedHierarchy<WHEELS, Sectors>
{
    /// Wheels of these sizes, wheel 0 first.
    pub fn new(precision: Precision, sizes: [u32; WHEELS], sectors: Sectors) -> Self {
        let mut first_slot: u32 = 0;
        let mut unit = NonZeroU64::MIN;
        let wheels = sizes.map(|size| {
            let wheel = Wheel {
                size,
                first_slot,
                unit,
            };
            first_slot = first_slot.saturating_add(size);
            let size = NonZeroU64::new(u64::from(size)).unwrap_or(NonZeroU64::MIN);
            unit = unit.saturating_mul(size);
            wheel
        });
        Self {
            drum: Drum::new(sectors),
            wheels,
            precision,
            unfinished: None,
        }
    }

    /// Ticks to which timers of the wheel are rounded.
    fn grain(&self, wheel: usize) -> NonZeroU64 {
        let of = match self.precision {
            Precision::OfTheWheel => wheel,
            Precision::OfTheWheelBelow => wheel.saturating_sub(1),
        };
        self.wheels
            .get(of)
            .map_or(NonZeroU64::MIN, |wheel| wheel.unit)
    }

    /// The next busy slot of each wheel, and its tick.
    fn next_of_each(&self, now: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.wheels.iter().filter_map(move |wheel| {
            let end = wheel.first_slot.saturating_add(wheel.size);
            let (slot, steps) = self
                .drum
                .next_around(wheel.first_slot, end, wheel.slot(now))?;
            let step = (now / wheel.unit).saturating_add(u64::from(steps));
            Some((slot, step.saturating_mul(wheel.unit.get())))
        })
    }

    /// Sees to the slots of tick `now`, from wheel `highest` down. False if cut short.
    fn visit<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        now: u64,
        highest: usize,
        work: &mut Work,
    ) -> bool {
        self.unfinished = None;
        for number in (0..=highest).rev() {
            let Some(wheel) = self.wheels.get(number).copied() else {
                continue;
            };
            if now % wheel.unit != 0 {
                continue;
            }
            let slot = wheel.slot(now);
            let mut list = self.drum.take(slot);
            if number == 0 || self.precision == Precision::OfTheWheel {
                due.append(entries, list, DUE);
                continue;
            }
            while !list.is_empty() {
                if !work.spend(1) {
                    self.drum.put_back(slot, list);
                    self.unfinished = Some(number);
                    return false;
                }
                let Some(index) = list.pop_front(entries) else {
                    break;
                };
                work.examine(1);
                if entry(entries, index).is_none_or(|entry| entry.expiry <= now) {
                    due.push_back(entries, index, DUE);
                } else {
                    work.migrate(self.insert(entries, index, now));
                }
            }
        }
        true
    }
}

impl<const WHEELS: usize, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Structure
    for RoundedHierarchy<WHEELS, Sectors>
{
    fn promises(&self) -> Promises {
        Promises {
            order: Order::Tick,
            exact_next: true,
            bounded: true,
            exact_ticks: false,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        let slots = self.drum.prepare()?;
        let mut wanted: u64 = 0;
        for (number, wheel) in self.wheels.iter().enumerate() {
            let least = if number.saturating_add(1) == WHEELS {
                3
            } else {
                2
            };
            if wheel.size < least {
                return Err(QueueError::SlotsOutOfRange {
                    slots: usize::try_from(wheel.size).unwrap_or(0),
                });
            }
            wanted = wanted.saturating_add(u64::from(wheel.size));
        }
        if wanted == 0 || wanted > u64::from(slots) {
            return Err(QueueError::TooFewSectors { slots: wanted });
        }
        self.unfinished = None;
        Ok(())
    }

    /// One turn of the highest wheel less two slots.
    fn longest_interval(&self) -> u64 {
        self.wheels.last().map_or(0, |wheel| {
            let steps = u64::from(wheel.size).saturating_sub(2);
            wheel.unit.get().saturating_mul(steps)
        })
    }

    fn rounded(&self, now: u64, expiry: u64) -> Option<u64> {
        for (number, wheel) in self.wheels.iter().enumerate() {
            let rounded = expiry.checked_next_multiple_of(self.grain(number).get())?;
            if wheel.reaches(now, rounded) {
                return Some(rounded);
            }
        }
        None
    }

    /// Takes time in proportion to the number of wheels.
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        let mut wheels = self.wheels.iter();
        let Some(slot) = wheels
            .find(|wheel| wheel.reaches(now, expiry))
            .map(|wheel| wheel.slot(expiry))
        else {
            return Placed::NO_SLOT;
        };
        self.drum.push_back(entries, slot, index)
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        self.drum.remove(entries, due, index)
    }

    /// For each tick with a busy slot: time in proportion to the wheels, and to the timers that migrate.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        if let Some(wheel) = self.unfinished
            && !self.visit(entries, due, now, wheel, work)
        {
            return now;
        }
        while let Some(tick) = self
            .next_of_each(now)
            .map(|next| next.1)
            .min()
            .filter(|&tick| tick <= to)
        {
            if !work.spend(1) {
                return now;
            }
            now = tick;
            if !self.visit(entries, due, now, WHEELS.saturating_sub(1), work) {
                return now;
            }
        }
        to
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Takes time in proportion to the number of wheels, and to the lists of their next slots where timers migrate.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        self.next_of_each(now)
            .filter_map(|(slot, tick)| match self.precision {
                Precision::OfTheWheel => Some(tick),
                Precision::OfTheWheelBelow => earliest(entries, &self.drum.list(slot)),
            })
            .min()
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        self.drum.check(check, |slot, expiry| {
            let Some((number, wheel)) = self
                .wheels
                .iter()
                .enumerate()
                .rfind(|(_, wheel)| wheel.first_slot <= slot)
            else {
                return false;
            };
            let waits = wheel.steps(now, expiry) > 0
                || self.unfinished.is_some_and(|highest| number <= highest);
            waits
                && wheel.reaches(now, expiry)
                && wheel.slot(expiry) == slot
                && (self.precision == Precision::OfTheWheelBelow || expiry % wheel.unit == 0)
        })
    }
}

#[cfg(feature = "chip")]
impl<const WHEELS: usize, Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Wheeled
    for RoundedHierarchy<WHEELS, Sectors>
{
    fn wheel_size(&self, wheel: u32) -> Option<u32> {
        let wheel = usize::try_from(wheel).ok()?;
        self.wheels.get(wheel).map(|wheel| wheel.size)
    }

    fn visit_tick(&self, now: u64, slot: u32) -> u64 {
        let Some(wheel) = self.wheels.iter().rfind(|wheel| wheel.first_slot <= slot) else {
            return u64::MAX;
        };
        let here = wheel.slot(now);
        let ahead = match slot.checked_sub(here) {
            None | Some(0) => slot.wrapping_add(wheel.size).wrapping_sub(here),
            Some(ahead) => ahead,
        };
        (now / wheel.unit)
            .saturating_add(u64::from(ahead))
            .saturating_mul(wheel.unit.get())
    }

    fn next_busy(&self, from: u32) -> Option<u32> {
        self.drum.next_busy(from)
    }
}
