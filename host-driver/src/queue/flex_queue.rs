//! FlexQueue (Waterloo thesis, 2018, chapter 3): two arrays of slots with hierarchical bit vectors, and an ordered overflow for what
//! they do not reach.
//!
//! The array of the current horizon comes first, then the other; each slot has as many ticks as its array's width u. The width
//! is set anew only when an array is empty, from the moving mean and deviation of the intervals (see
//! [`Deviations`]): no timer is ever moved by that, and nothing is allocated. What is before, between or beyond the
//! two arrays goes to the overflow, a heap.
//!
//! Where the thesis's pseudocode contradicts its text, the text is followed:
//!
//! - Algorithm 1 gives the other array as `2 - i`, which for arrays 1 and 2 is right only for i = 1: it is the other one. It divides the
//!   absolute time `t - u_i N` by the other's width: what counts is how far the tick lies behind the other array's own beginning.
//! - Algorithm 2 takes `MIN(mean - k deviation, 0)`: the text says "or 0, whichever is greater". It divides the sum of both ends of the
//!   horizon by N: the width of a slot is their difference by N, rounded up, and the horizon then ends at beginning + u N.
//! - Algorithm 3 computes the interval with the wrong sign, and the deviation without the absolute value of the text.
//! - Algorithm 4 returns the overflow's first event without taking it out; here it is taken out. It does not say what happens when both
//!   arrays are empty: the overflow alone is served, and the next timer started lays both arrays out anew.
//! - The text's horizon moves with the clock, the arrays do not. A timer goes to an array exactly if its tick lies within the span that
//!   was laid out, which is the horizon at that moment; arrays never overlap, so the first busy bit is always right.
//!
//! Slots are ordered lists or unordered ones ([`Slots`]). The thesis's open point, that a tree is cheaper while timers are few, is
//! answered by using that tree: as long as the arrays are empty and the overflow holds fewer than
//! [`few`](FlexQueue::set_few) timers, it gets them all.
//!
//! Starting, stopping and handing out take constant time where the estimate fits, logarithmic time in the overflow. Memory: 8.6 bytes a
//! slot, 16 bytes a timer for the overflow.

use core::num::NonZeroU64;

use super::check::Check;
use super::drum::{Drum, Sorted};
use super::heap::{Place, PlaceHeap, is_in_heap};
use super::horizon::{Deviations, Estimate};
use super::list::{DUE, List, entry};
use super::scheme1::earliest;
use super::sector::Sector;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{Expired, InvariantError, Order, Promises, QueueError, TimerQueue};

/// Timers in the overflow before the arrays are used, unless set otherwise.
const FEW: u32 = 4_096;

/// How the slots of FlexQueue keep their timers (section 3.1 of the thesis).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// In the order of expiry: everything is handed out in the order of ticks.
    Ordered,
    /// In the order of starting, in constant time: what is handed out together may be out of order by less than a slot's
    /// width.
    Unordered,
}

/// FlexQueue as a timer queue.
///
/// ```
/// use carillon_driver::queue::{Deviations, Entry, FlexQueue, Place, Sector, Slots, TimerQueue};
///
/// let (sectors, places) = ([Sector::EMPTY; 4], [Place::VACANT; 8]);
/// let mut timers = FlexQueue::new(Slots::Ordered, Deviations::TWO, sectors, places, [const { Entry::VACANT }; 8])?;
/// timers.start(1 << 40, "far")?;
/// timers.start(30, "near")?;
/// assert_eq!(timers.delete_min().map(|expired| expired.item), Some("near"));
/// assert_eq!(timers.now(), 30);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type FlexQueue<T, Sectors, Places, Entries> = Timers<T, Flex<Sectors, Places>, Entries>;

impl<T, Sectors, Places, Entries> FlexQueue<T, Sectors, Places, Entries>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Places: AsRef<[Place]> + AsMut<[Place]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers. Half of the sectors serve each array: at least 2 sectors; one place for each entry.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`], [`QueueError::HeapTooSmall`], [`QueueError::EntriesOutOfRange`].
    pub fn new(
        slots: Slots,
        deviations: Deviations,
        sectors: Sectors,
        places: Places,
        entries: Entries,
    ) -> Result<Self, QueueError> {
        Self::with(Flex::new(slots, deviations, sectors, places), entries)
    }

    /// The thesis's `DeleteMin`: takes the earliest timer out, whatever the time, which goes on to its tick. With unordered
    /// slots time goes on to the end of the first slot, and the timers of that slot come in the order of starting.
    pub fn delete_min(&mut self) -> Option<Expired<T>> {
        if let Some(expired) = self.take_due() {
            return Some(expired);
        }
        let next = self.next_expiry()?;
        let to = self.structure.batch_end(next);
        self.advance(to).ok()?;
        self.take_due()
    }

    /// Uses the overflow alone while it holds fewer than `few` timers and the arrays are empty; 0 for the thesis's behaviour.
    pub const fn set_few(&mut self, few: u32) {
        self.structure.few = few;
    }

    /// Fixes the width of the slots, in ticks, from the next time that an array is laid out: the thesis's static horizon (its section
    /// 4.3.2), which begins at now. `None` follows the intervals again.
    pub const fn set_width(&mut self, width: Option<NonZeroU64>) {
        self.structure.fixed_width = width;
    }
}

/// One array of slots: what its half of the drum means.
#[derive(Debug, Clone, Copy)]
struct Array {
    /// The first tick of its first slot.
    from: u64,
    /// The last tick of its last slot.
    to: u64,
    /// Ticks a slot.
    width: NonZeroU64,
    /// Busy slots in it.
    busy: u32,
    /// No slot before this one is busy.
    first: u32,
}

impl Array {
    const NOWHERE: Self = Self {
        from: 1,
        to: 0,
        width: NonZeroU64::MIN,
        busy: 0,
        first: 0,
    };

    #[inline]
    const fn has(&self, tick: u64) -> bool {
        self.from <= tick && tick <= self.to
    }
}

/// The two arrays and the overflow.
#[derive(Debug, Clone, Copy)]
pub struct Flex<Sectors, Places> {
    drum: Drum<Sectors>,
    overflow: PlaceHeap<Places>,
    arrays: [Array; 2],
    /// The array of the current horizon.
    current: usize,
    /// Slots of an array, N.
    size: u32,
    slots: Slots,
    deviations: Deviations,
    estimate: Estimate,
    few: u32,
    /// Ticks a slot, if they are fixed.
    fixed_width: Option<NonZeroU64>,
    resizes: u64,
    unfinished: bool,
}

impl<Sectors, Places> Flex<Sectors, Places>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Places: AsRef<[Place]> + AsMut<[Place]>,
{
    /// Two arrays of 32 slots for each sector.
    pub const fn new(
        slots: Slots,
        deviations: Deviations,
        sectors: Sectors,
        places: Places,
    ) -> Self {
        Self {
            drum: Drum::new(sectors),
            overflow: PlaceHeap::new(places),
            arrays: [Array::NOWHERE; 2],
            current: 0,
            size: 0,
            slots,
            deviations,
            estimate: Estimate::NOTHING,
            few: FEW,
            fixed_width: None,
            resizes: 0,
            unfinished: false,
        }
    }

    /// How often an array's width has been set anew.
    pub const fn resizes(&self) -> u64 {
        self.resizes
    }

    /// Timers in the overflow.
    pub const fn overflowing(&self) -> u32 {
        self.overflow.len()
    }

    #[inline]
    fn array(&self, number: usize) -> &Array {
        let [one, other] = &self.arrays;
        if number == 0 { one } else { other }
    }

    #[inline]
    fn array_mut(&mut self, number: usize) -> &mut Array {
        let [one, other] = &mut self.arrays;
        if number == 0 { one } else { other }
    }

    /// `CalcBucket` (Algorithm 1): the array and the slot of a tick, if it is within one of them.
    #[inline]
    fn slot_for(&self, tick: u64) -> Option<(usize, u32)> {
        let number = [self.current, self.current ^ 1]
            .into_iter()
            .find(|&number| self.array(number).has(tick))?;
        let array = self.array(number);
        let position = tick.wrapping_sub(array.from) / array.width;
        let position = u32::try_from(position).ok()?;
        Some((number, position.wrapping_add(self.first_slot(number))))
    }

    /// The first slot of the array.
    #[inline]
    const fn first_slot(&self, number: usize) -> u32 {
        if number == 0 { 0 } else { self.size }
    }

    /// The first busy slot of both arrays, and the array.
    #[inline]
    fn first_busy(&self) -> Option<(usize, u32)> {
        let number = if self.array(self.current).busy > 0 {
            self.current
        } else {
            self.current ^ 1
        };
        if self.array(number).busy == 0 {
            return None;
        }
        Some((number, self.drum.next_busy(self.array(number).first)?))
    }

    /// The slot has become empty.
    #[inline]
    fn emptied(&mut self, slot: u32) {
        let array = self.array_mut(usize::from(slot >= self.size));
        array.busy = array.busy.saturating_sub(1);
    }

    /// `Resize` (Algorithm 2): gives the empty array `number` the horizon as seen from `now`, but behind tick `after`.
    fn resize(&mut self, number: usize, now: u64, after: Option<u64>) {
        let (mut least, most) = self.estimate.horizon(self.deviations);
        let size = NonZeroU64::new(u64::from(self.size)).unwrap_or(NonZeroU64::MIN);
        let width = most.saturating_sub(least).div_ceil(size.get());
        let mut width = NonZeroU64::new(width).unwrap_or(NonZeroU64::MIN);
        if let Some(fixed) = self.fixed_width {
            (least, width) = (0, fixed);
        }
        let earliest = now.saturating_add(least).max(now.saturating_add(1));
        let from = match after {
            Some(after) => after.checked_add(1).map(|behind| behind.max(earliest)),
            None => Some(earliest),
        };
        let span = width.get().saturating_mul(size.get()).wrapping_sub(1);
        let first = self.first_slot(number);
        *self.array_mut(number) = from.map_or(Array::NOWHERE, |from| Array {
            from,
            to: from.saturating_add(span),
            width,
            busy: 0,
            first,
        });
        self.resizes = self.resizes.saturating_add(1);
    }

    /// The last tick that is handed out together with `tick`.
    fn batch_end(&self, tick: u64) -> u64 {
        match self.slot_for(tick) {
            Some((number, slot)) if self.slots == Slots::Unordered => self.slot_end(number, slot),
            _ => tick,
        }
    }

    /// The last tick of the slot.
    #[inline]
    fn slot_end(&self, number: usize, slot: u32) -> u64 {
        let array = self.array(number);
        let position = u64::from(slot.wrapping_sub(self.first_slot(number)));
        let begin = position.saturating_mul(array.width.get());
        array
            .from
            .saturating_add(begin)
            .saturating_add(array.width.get().wrapping_sub(1))
    }

    /// A timer has been taken from array `number` at tick `now`. If it is not the current one, the current horizon is over:
    /// the current array, which is empty, becomes the next.
    #[inline]
    fn taken_from(&mut self, number: usize, now: u64) {
        if number != self.current {
            let empty = self.current;
            self.current = number;
            let after = self.array(number).to;
            self.resize(empty, now, Some(after));
        }
    }

    /// Moves what is due at `to` or before from the slot to `due`; as much of it as `work` allows, if the slot is ordered. Returns
    /// the tick reached.
    fn take_from_slot<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        slot: u32,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        let mut list = self.drum.list(slot);
        let mut reached = to;
        let mut index = list.first();
        let mut last = None;
        while let Some(looked_at) = entry(entries, index) {
            let (next, expiry) = (looked_at.next, looked_at.expiry);
            if self.slots == Slots::Ordered {
                if expiry > to {
                    break;
                }
                // The first one is paid for.
                if last.is_some() && !work.spend(1) {
                    reached = last.unwrap_or(to);
                    break;
                }
            }
            work.examine();
            if expiry <= to {
                list.unlink(entries, index);
                due.push_back(entries, index, DUE);
                last = Some(expiry);
            }
            index = next;
        }
        if list.is_empty() {
            self.emptied(slot);
        }
        self.drum.set_list(slot, list);
        self.array_mut(usize::from(slot >= self.size)).first = slot;
        reached
    }
}

impl<Sectors, Places> Structure for Flex<Sectors, Places>
where
    Sectors: AsRef<[Sector]> + AsMut<[Sector]>,
    Places: AsRef<[Place]> + AsMut<[Place]>,
{
    /// With unordered slots a step may be a whole slot.
    fn promises(&self) -> Promises {
        let ordered = self.slots == Slots::Ordered;
        Promises {
            order: if ordered { Order::Tick } else { Order::None },
            exact_next: true,
            bounded: ordered,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, capacity: u32) -> Result<(), QueueError> {
        let slots = self.drum.prepare()?;
        self.size = slots / 2;
        self.arrays = [Array::NOWHERE; 2];
        self.current = 0;
        self.estimate = Estimate::NOTHING;
        self.unfinished = false;
        self.overflow.prepare(capacity)
    }

    /// `Insert` (Algorithm 3). Constant time where the estimate fits; logarithmic time in the overflow.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed {
        let tick = entry(entries, index).map_or(0, |entry| entry.expiry);
        let [one, other] = &self.arrays;
        let empty = one.busy == 0 && other.busy == 0;
        let few = empty && self.overflow.len() < self.few;
        if empty && !few {
            self.resize(self.current, now, None);
            let after = self.array(self.current).to;
            self.resize(self.current ^ 1, now, Some(after));
        }
        self.estimate.follow(tick.saturating_sub(now));
        let Some((number, slot)) = self.slot_for(tick).filter(|_| !few) else {
            self.overflow.insert(entries, index);
            return Placed::NO_SLOT;
        };
        let placed = match self.slots {
            Slots::Ordered => self.drum.insert_sorted(entries, slot, index),
            Slots::Unordered => self.drum.push_back(entries, slot, index),
        };
        let array = self.array_mut(number);
        array.busy = array.busy.saturating_add(u32::from(placed.was_empty));
        array.first = array.first.min(slot);
        Placed::NO_SLOT
    }

    /// `Delete` (section 3.2.4): constant time by the links, logarithmic time in the overflow.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        if entry(entries, index).is_some_and(is_in_heap) {
            self.overflow.remove(entries, index);
        } else if let Some(slot) = self.drum.remove(entries, due, index) {
            self.emptied(slot);
        }
        None
    }

    /// `DeleteMin` (Algorithm 4) for everything that is due. Constant time for each timer from a slot, logarithmic time for each
    /// from the overflow.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        mut now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        self.unfinished = false;
        loop {
            let busy = self.first_busy().and_then(|(number, slot)| {
                let end = self.slot_end(number, slot);
                let head = match self.slots {
                    Slots::Ordered => entry(entries, self.drum.list(slot).first())?.expiry,
                    // No timer of the slot is before its first tick; those of the overflow within the slot come first.
                    Slots::Unordered => {
                        let width = self.array(number).width.get();
                        end.saturating_sub(width.wrapping_sub(1)).max(now)
                    }
                };
                Some((number, slot, head, end))
            });
            let first = self.overflow.first().filter(|first| first.0 <= to);
            let from_slot = busy.filter(|&(_, _, head, end)| {
                head <= to
                    && first.is_none_or(|first| match self.slots {
                        Slots::Ordered => head < first.0,
                        Slots::Unordered => end < first.0,
                    })
            });
            let next = match (from_slot, first) {
                (Some((_, _, head, _)), _) => head,
                (None, Some((tick, _))) => tick.max(now),
                (None, None) => return to,
            };
            if !work.spend(1) {
                self.unfinished = true;
                // The overflow may have come first within an unordered slot: nothing of that slot may stay behind.
                if let Some((number, slot, head, _)) = busy
                    && self.slots == Slots::Unordered
                    && head <= next
                {
                    self.take_from_slot(entries, due, slot, next, work);
                    self.taken_from(number, next);
                }
                return next;
            }
            if let Some((number, slot, _, end)) = from_slot {
                let until = end.min(to).min(first.map_or(to, |first| first.0));
                now = self.take_from_slot(entries, due, slot, until, work);
                self.taken_from(number, now);
                if end > to && self.slots == Slots::Unordered {
                    return to;
                }
            } else if let Some((_, index)) = first {
                self.overflow.remove_first(entries);
                due.push_back(entries, index, DUE);
                now = next;
            }
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time with ordered slots; in proportion to one list with unordered ones.
    fn next_expiry<T>(&self, entries: &[Entry<T>], _now: u64) -> Option<u64> {
        let waiting = self.first_busy().and_then(|(_, slot)| {
            let list = self.drum.list(slot);
            match self.slots {
                Slots::Ordered => entry(entries, list.first()).map(|entry| entry.expiry),
                Slots::Unordered => earliest(entries, &list),
            }
        });
        let overflowing = self.overflow.first().map(|first| first.0);
        match (waiting, overflowing) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        let mut sorted = Sorted::default();
        let mut busy = [0_u32; 2];
        let mut last = None;
        self.drum.check(check, |slot, expiry| {
            if last != Some(slot) {
                last = Some(slot);
                let [one, other] = &mut busy;
                let count = if slot < self.size { one } else { other };
                *count = count.saturating_add(1);
            }
            (expiry >= earliest || (self.unfinished && self.slots == Slots::Unordered))
                && self.slot_for(expiry).is_some_and(|(number, place)| {
                    place == slot && slot >= self.array(number).first
                })
                && (self.slots == Slots::Unordered || sorted.next(slot, expiry))
        })?;
        self.overflow.check(check, |expiry| expiry >= earliest)?;
        let (current, other) = (self.array(self.current), self.array(self.current ^ 1));
        let apart = other.busy == 0 || other.from > current.to;
        if busy == self.arrays.map(|array| array.busy) && apart {
            return Ok(());
        }
        Err(InvariantError::SummaryWrong)
    }
}
