//! Scheme 6: hashed timing wheel with unordered lists (section 6.1.2 of the paper).
//!
//! A timer that is due at tick `e` waits on the list of slot `e mod M`, where `M` is the number of slots, any number from
//! 2 up. A visit of a slot at tick `t` looks at all timers of its list and takes out those with `e <= t`; the others are a
//! later lap's. Instead of counting laps down, as the paper does, a timer keeps its absolute expiry in 64 bits, so a visit
//! writes nothing to timers that are not due.
//!
//! Starting and stopping take constant time. A visit takes time in proportion to the list: on average n/M for n
//! outstanding timers.

mod advance;

use core::num::NonZeroU64;

use super::list::{List, entry_mut};
use super::slab::{Entry, Handle, Place, Slab};
use super::{Expired, QueueError, StartError, StopError};

/// What [`Scheme6::insert`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inserted {
    /// Names the timer from now on.
    pub handle: Handle,
    /// The slot whose list it is on: expiry mod the number of slots.
    pub slot: u32,
    /// Whether it is the only one there.
    pub was_empty: bool,
}

/// What [`Scheme6::remove`] took out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed<T> {
    /// What the caller gave for the timer.
    pub item: T,
    /// The slot whose list it was on; `None` if it was due and only had still to be popped.
    pub slot: Option<u32>,
    /// Whether it was the last one on that slot's list.
    pub now_empty: bool,
}

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
/// use carillon_driver::queue::{Entry, List, Scheme6, TimerQueue};
///
/// let mut queue = Scheme6::new([List::EMPTY; 60], [const { Entry::VACANT }; 8])?;
/// queue.start(90, "kettle")?;
/// let egg = queue.start(240, "egg")?;
/// queue.advance(100)?;
/// assert_eq!(queue.next_expired().map(|expired| (expired.item, expired.due)), Some(("kettle", 90)));
/// assert_eq!(queue.stop(egg)?, "egg");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scheme6<T, Slots, Entries> {
    pub(super) slab: Slab<T, Entries>,
    pub(super) slots: Slots,
    pub(super) slot_count: u32,
    pub(super) due: List,
    now: u64,
    examined: u64,
}

impl<T, Slots, Entries> Scheme6<T, Slots, Entries>
where
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers. Takes time in proportion to the memory given.
    ///
    /// # Errors
    /// [`QueueError`]: fewer than 2 slots, or more slots or entries than 32 bits can number.
    pub fn new(mut slots: Slots, entries: Entries) -> Result<Self, QueueError> {
        let slot_list = slots.as_mut();
        let slot_count = u32::try_from(slot_list.len())
            .ok()
            .filter(|count| (2..u32::MAX - 1).contains(count))
            .ok_or(QueueError::SlotsOutOfRange {
                slots: slot_list.len(),
            })?;
        slot_list.fill(List::EMPTY);
        let given = entries.as_ref().len();
        let slab = Slab::new(entries).ok_or(QueueError::EntriesOutOfRange { entries: given })?;
        Ok(Self {
            slab,
            slots,
            slot_count,
            due: List::EMPTY,
            now: 0,
            examined: 0,
        })
    }

    /// The number of slots, M.
    pub const fn slot_count(&self) -> u32 {
        self.slot_count
    }

    /// The most timers that can be outstanding at once.
    pub const fn capacity(&self) -> u32 {
        self.slab.capacity()
    }

    /// Whether every entry holds an outstanding timer.
    pub const fn is_full(&self) -> bool {
        self.slab.occupied() >= self.slab.capacity()
    }

    /// Timers looked at by all visits so far.
    pub const fn examined(&self) -> u64 {
        self.examined
    }

    /// The slot of the ticks that leave the same remainder: `tick` mod M.
    pub fn slot_of(&self, tick: u64) -> u32 {
        let count = u64::from(self.slot_count);
        let remainder = if count.is_power_of_two() {
            tick & count.wrapping_sub(1)
        } else {
            NonZeroU64::new(count).map_or(0, |count| tick % count)
        };
        u32::try_from(remainder).unwrap_or(0)
    }

    /// Whether no timer waits in `slot`. True for slots that do not exist.
    pub fn slot_is_empty(&self, slot: u32) -> bool {
        self.list(slot).is_none_or(List::is_empty)
    }

    /// Whether a timer that is due at `tick` or before waits in `slot`. Takes time in proportion to the list.
    pub fn slot_has_due(&self, slot: u32, tick: u64) -> bool {
        let mut index = self.list(slot).map_or(List::EMPTY, |list| *list).first();
        while let Some(entry) = self.slab.get(index) {
            if entry.expiry <= tick {
                return true;
            }
            index = entry.next;
        }
        false
    }

    /// When the timer is due, or `None` if it was stopped or reported before.
    pub fn expiry(&self, handle: Handle) -> Option<u64> {
        self.slab.resolve(handle).map(|entry| entry.expiry)
    }

    /// Puts a timer that is due at tick `expiry` on the list of its slot, to be found by a visit of that slot at that tick
    /// or later. For those who make the visits themselves; others use [`start`](crate::queue::TimerQueue::start). Constant time.
    ///
    /// # Errors
    /// [`StartError::SlabFull`]. The item is dropped.
    pub fn insert(&mut self, expiry: u64, item: T) -> Result<Inserted, StartError> {
        let slot = self.slot_of(expiry);
        let handle = self.slab.take(item, expiry).ok_or(StartError::SlabFull {
            capacity: self.slab.capacity(),
        })?;
        let was_empty = self.slot_is_empty(slot);
        self.set_place(handle.index(), Place::Slot(slot));
        if let Some(list) = list_mut(&mut self.slots, slot) {
            list.push_back(self.slab.entries_mut(), handle.index());
        }
        Ok(Inserted {
            handle,
            slot,
            was_empty,
        })
    }

    /// Takes a timer out, be it waiting or due. Constant time.
    ///
    /// # Errors
    /// [`StopError`]: it was stopped or reported before, or the handle is not one of this queue's.
    pub fn remove(&mut self, handle: Handle) -> Result<Removed<T>, StopError> {
        let index = handle.index();
        if index >= self.slab.capacity() {
            return Err(StopError::ForeignHandle {
                index,
                capacity: self.slab.capacity(),
            });
        }
        let place = self
            .slab
            .resolve(handle)
            .ok_or(StopError::StaleHandle)?
            .place;
        let entries = self.slab.entries_mut();
        let slot = match place {
            Place::Slot(slot) => {
                if let Some(list) = list_mut(&mut self.slots, slot) {
                    list.unlink(entries, index);
                }
                Some(slot)
            }
            Place::Due => {
                self.due.unlink(entries, index);
                None
            }
            Place::Free => None,
        };
        let (_, item) = self.slab.give_back(index).ok_or(StopError::StaleHandle)?;
        Ok(Removed {
            item,
            slot,
            now_empty: slot.is_some_and(|slot| self.slot_is_empty(slot)),
        })
    }

    /// Moves every timer of `slot` that is due at `tick` or before to the end of the due list, in the order in which they
    /// were started. Takes time in proportion to the slot's list.
    pub fn visit(&mut self, slot: u32, tick: u64) -> Visit {
        let mut visit = Visit::default();
        let Some(list) = list_mut(&mut self.slots, slot) else {
            return visit;
        };
        let entries = self.slab.entries_mut();
        let mut index = list.first();
        while let Some(entry) = entry_mut(entries, index) {
            let next = entry.next;
            visit.examined = visit.examined.saturating_add(1);
            if entry.expiry <= tick {
                entry.reported = tick;
                entry.place = Place::Due;
                list.unlink(entries, index);
                self.due.push_back(entries, index);
                visit.due = visit.due.saturating_add(1);
            }
            index = next;
        }
        self.examined = self.examined.saturating_add(u64::from(visit.examined));
        visit
    }

    /// Visits all slots at `tick` and puts what is due on the due list in the order of expiry. Takes time in proportion
    /// to M + n + d log d for n outstanding timers of which d are due.
    pub fn visit_all(&mut self, tick: u64) -> Visit {
        let due_before = core::mem::take(&mut self.due);
        let mut visit = Visit::default();
        for slot in 0..self.slot_count {
            let found = self.visit(slot, tick);
            visit.examined = visit.examined.saturating_add(found.examined);
            visit.due = visit.due.saturating_add(found.due);
        }
        let mut found = core::mem::replace(&mut self.due, due_before);
        found.sort_by_expiry(self.slab.entries_mut());
        self.due.append(self.slab.entries_mut(), found);
        visit
    }

    /// Takes the first timer off the due list. Constant time.
    pub fn pop_due(&mut self) -> Option<Expired<T>> {
        let index = self.due.first();
        let entry = self.slab.get(index)?;
        let (due, reported) = (entry.expiry, entry.reported);
        self.due.unlink(self.slab.entries_mut(), index);
        let (handle, item) = self.slab.give_back(index)?;
        Some(Expired {
            handle,
            item,
            due,
            reported,
        })
    }

    fn list(&self, slot: u32) -> Option<&List> {
        self.slots.as_ref().get(usize::try_from(slot).ok()?)
    }

    fn set_place(&mut self, index: u32, place: Place) {
        if let Some(entry) = entry_mut(self.slab.entries_mut(), index) {
            entry.place = place;
        }
    }
}

fn list_mut<Slots: AsMut<[List]>>(slots: &mut Slots, slot: u32) -> Option<&mut List> {
    slots.as_mut().get_mut(usize::try_from(slot).ok()?)
}
