//! Scheme 6: hashed timing wheel with unordered lists (section VI.A.2 of the paper).
//!
//! A timer that is due at tick `e` waits on the list of slot `e mod M`, where `M` is the number of slots, any number from
//! 2 up. A visit of a slot at tick `t` looks at all timers of its list and takes out those with `e <= t`; the others are a
//! later lap's. Instead of counting laps down, as the paper does, a timer keeps its absolute expiry in 64 bits, so a visit
//! writes nothing to timers that are not due.
//!
//! Starting and stopping take constant time. A visit takes time in proportion to the list: on average n/M for n
//! outstanding timers.
//!
//! Memory: 8 bytes a slot. Where a chip does the looking, it makes the visits: the feature `chip`.

use core::num::NonZeroU64;

use super::check::Check;
use super::list::{DUE, List, MOST, entry, unlink};
use super::ordered::earliest;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// What [`Scheme6::visit`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Visit {
    /// Timers looked at.
    pub examined: u32,
    /// Timers moved to the due list.
    pub due: u32,
}

/// A hashed timing wheel with unordered lists.
///
/// `Slots` is memory for one [`List`] a slot, `Entries` memory for one [`Entry`] a timer; both may be arrays, slices,
/// `Vec`s or boxes. What they held before is forgotten.
///
/// ```
/// use carillon_queues::{Entry, List, Scheme6, TimerQueue};
///
/// let mut queue = Scheme6::new([List::EMPTY; 60], [const { Entry::VACANT }; 8])?;
/// queue.start(90, "kettle")?;
/// let egg = queue.start(240, "egg")?;
/// queue.advance(100)?;
/// assert_eq!(queue.next_expired().map(|expired| (expired.item, expired.due)), Some(("kettle", 90)));
/// assert_eq!(queue.stop(egg)?, "egg");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme6<T, Slots, Entries> = Timers<T, HashedUnordered<Slots>, Entries>;

impl<T, Slots, Entries> Scheme6<T, Slots, Entries>
where
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers. Takes time in proportion to the memory given.
    ///
    /// # Errors
    /// [`QueueError`]: fewer than 2 slots, or more slots or entries than can be numbered.
    pub fn new(slots: Slots, entries: Entries) -> Result<Self, QueueError> {
        Self::with(HashedUnordered::new(slots), entries)
    }
}

/// The slots of a hashed timing wheel with unordered lists.
#[derive(Debug, Clone, Copy, Default)]
pub struct HashedUnordered<Slots> {
    pub(super) slots: Slots,
    pub(super) slot_count: u32,
    /// The tick of the last visit that was not `advance`'s.
    pub(super) visited: u64,
}

/// `tick` mod M.
#[inline]
pub(super) fn slot_of(tick: u64, slot_count: u32) -> u32 {
    let count = u64::from(slot_count);
    let remainder = if count.is_power_of_two() {
        tick & count.wrapping_sub(1)
    } else {
        NonZeroU64::new(count).map_or(0, |count| tick % count)
    };
    u32::try_from(remainder).unwrap_or(0)
}

impl<Slots: AsRef<[List]> + AsMut<[List]>> HashedUnordered<Slots> {
    /// A wheel with a slot for each list, at least 2.
    pub const fn new(slots: Slots) -> Self {
        Self {
            slots,
            slot_count: 0,
            visited: 0,
        }
    }

    #[inline]
    fn list_mut(&mut self, slot: u32) -> Option<&mut List> {
        self.slots.as_mut().get_mut(usize::try_from(slot).ok()?)
    }

    pub(super) fn take_due<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        slot: u32,
        tick: u64,
    ) -> Visit {
        let mut visit = Visit::default();
        let Some(list) = self.list_mut(slot) else {
            return visit;
        };
        let mut index = list.first();
        while let Some(waiting) = entry(entries, index) {
            let (next, expiry) = (waiting.next, waiting.expiry);
            visit.examined = visit.examined.saturating_add(1);
            if expiry <= tick {
                list.unlink(entries, index);
                due.push_back(entries, index, DUE);
                visit.due = visit.due.saturating_add(1);
            }
            index = next;
        }
        visit
    }

    pub(super) fn take_all_due<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        tick: u64,
    ) -> Visit {
        let mut found = List::EMPTY;
        let mut visit = Visit::default();
        for slot in 0..self.slot_count {
            let one = self.take_due(entries, &mut found, slot, tick);
            visit.examined = visit.examined.saturating_add(one.examined);
            visit.due = visit.due.saturating_add(one.due);
        }
        found.sort_by_expiry(entries, DUE);
        due.append(entries, found, DUE);
        visit
    }
}

impl<Slots: AsRef<[List]> + AsMut<[List]>> Structure for HashedUnordered<Slots> {
    /// A step is the visit of one slot, or of all of them for a jump over more ticks than slots.
    fn promises(&self) -> Promises {
        Promises {
            order: Order::TickThenStart,
            exact_next: true,
            bounded: false,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        let slots = self.slots.as_mut();
        self.slot_count = u32::try_from(slots.len())
            .ok()
            .filter(|count| (2..=MOST).contains(count))
            .ok_or(QueueError::SlotsOutOfRange { slots: slots.len() })?;
        slots.fill(List::EMPTY);
        self.visited = 0;
        Ok(())
    }

    /// Constant time.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, _now: u64) -> Placed {
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        let slot = slot_of(expiry, self.slot_count);
        let Some(list) = self.list_mut(slot) else {
            return Placed::NO_SLOT;
        };
        let was_empty = list.is_empty();
        list.push_back(entries, index, slot);
        Placed {
            slot: Some(slot),
            was_empty,
        }
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        unlink(entries, index, |number| {
            if number == DUE {
                Some(due)
            } else {
                self.list_mut(number)
            }
        })
        .filter(|&number| number != DUE)
    }

    /// A jump of up to M ticks visits one slot a tick. A longer one visits every slot once and sorts what it finds, so
    /// a jump over 2^32 ticks takes no longer than one over M ticks but for the sorting of those that are due.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        if to.saturating_sub(now) > u64::from(self.slot_count) {
            if !work.spend(1) {
                return now;
            }
            let visit = self.take_all_due(entries, due, to);
            work.examined = work.examined.saturating_add(u64::from(visit.examined));
            return to;
        }
        let mut slot = slot_of(now, self.slot_count);
        let mut tick = now;
        while tick < to {
            slot = slot.saturating_add(1);
            if slot >= self.slot_count {
                slot = 0;
            }
            if !work.spend(1) {
                return tick;
            }
            tick = tick.saturating_add(1);
            let visit = self.take_due(entries, due, slot, tick);
            work.spend(u64::from(visit.examined));
            work.examined = work.examined.saturating_add(u64::from(visit.examined));
        }
        tick
    }

    fn is_unfinished(&self) -> bool {
        false
    }

    /// Looks at slots in the order of their visits until one holds a timer of this lap; at most M slots and n timers.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64> {
        let here = usize::try_from(slot_of(now, self.slot_count)).ok()?;
        let slots = self.slots.as_ref();
        let lists = slots.get(here..)?.iter().skip(1).chain(slots.get(..=here)?);
        let mut best: Option<u64> = None;
        for (distance, list) in (1..).zip(lists) {
            let Some(tick) = earliest(entries, list) else {
                continue;
            };
            best = Some(best.map_or(tick, |best| best.min(tick)));
            if tick == now.saturating_add(distance) {
                break;
            }
        }
        best
    }

    fn visited_up_to(&self) -> u64 {
        self.visited
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        if u32::try_from(self.slots.as_ref().len()) != Ok(self.slot_count) {
            return Err(InvariantError::StorageChanged);
        }
        for (slot, list) in (0..).zip(self.slots.as_ref()) {
            check.list(list, slot, |expiry| {
                slot_of(expiry, self.slot_count) == slot
            })?;
        }
        Ok(())
    }
}
