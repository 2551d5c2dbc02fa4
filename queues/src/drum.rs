//! The slots of one or more wheels in the caller's sectors: lists with their busy bits kept true.

use super::check::Check;
use super::list::{DUE, List, unlink};
use super::ordered::insert_sorted_within;
use super::sector::{self, SLOTS, Sector};
use super::slab::Entry;
use super::structure::Placed;
use super::{InvariantError, QueueError};

/// Slots 0 to `slots` - 1. The number of a slot's list is the slot's.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Drum<Sectors> {
    sectors: Sectors,
    slots: u32,
}

impl<Sectors: AsRef<[Sector]> + AsMut<[Sector]>> Drum<Sectors> {
    pub(super) const fn new(sectors: Sectors) -> Self {
        Self { sectors, slots: 0 }
    }

    /// All slots that the sectors hold.
    ///
    /// # Errors
    /// [`QueueError::SectorsOutOfRange`].
    pub(super) fn prepare(&mut self) -> Result<u32, QueueError> {
        let given = self.sectors.as_ref().len();
        self.slots = sector::slots_of(self.sectors.as_ref())
            .filter(|&slots| slots > 0)
            .ok_or(QueueError::SectorsOutOfRange { sectors: given })?;
        sector::reset(self.sectors.as_mut());
        Ok(self.slots)
    }

    #[inline]
    pub(super) fn list(&self, slot: u32) -> List {
        sector::list(self.sectors.as_ref(), slot).map_or(List::EMPTY, |list| *list)
    }

    /// Puts the entry at the end of the slot's list. Constant time.
    #[inline]
    pub(super) fn push_back<T>(
        &mut self,
        entries: &mut [Entry<T>],
        slot: u32,
        index: u32,
    ) -> Placed {
        let sectors = self.sectors.as_mut();
        let Some(list) = sector::list_mut(sectors, slot) else {
            return Placed::NO_SLOT;
        };
        let was_empty = list.is_empty();
        list.push_back(entries, index, slot);
        if was_empty {
            sector::set(sectors, slot);
        }
        Placed {
            slot: Some(slot),
            was_empty,
        }
    }

    /// Puts the entry at the front of the slot's list. Constant time.
    #[inline]
    pub(super) fn push_front<T>(
        &mut self,
        entries: &mut [Entry<T>],
        slot: u32,
        index: u32,
    ) -> Placed {
        let sectors = self.sectors.as_mut();
        let Some(list) = sector::list_mut(sectors, slot) else {
            return Placed::NO_SLOT;
        };
        let was_empty = list.is_empty();
        list.push_front(entries, index, slot);
        if was_empty {
            sector::set(sectors, slot);
        }
        Placed {
            slot: Some(slot),
            was_empty,
        }
    }

    /// Puts the entry into its place in the slot's ordered list; searched from the rear.
    #[cfg(feature = "paper")]
    pub(super) fn insert_sorted<T>(
        &mut self,
        entries: &mut [Entry<T>],
        slot: u32,
        index: u32,
    ) -> Placed {
        self.insert_sorted_within(entries, slot, index, u32::MAX)
            .unwrap_or(Placed::NO_SLOT)
    }

    /// The same, if the search needs to look at no more than `most` timers.
    #[inline]
    pub(super) fn insert_sorted_within<T>(
        &mut self,
        entries: &mut [Entry<T>],
        slot: u32,
        index: u32,
        most: u32,
    ) -> Option<Placed> {
        let sectors = self.sectors.as_mut();
        let list = sector::list_mut(sectors, slot)?;
        let was_empty = list.is_empty();
        if was_empty {
            list.push_back(entries, index, slot);
            sector::set(sectors, slot);
        } else if !insert_sorted_within(entries, (list, slot), index, most) {
            return None;
        }
        Some(Placed {
            slot: Some(slot),
            was_empty,
        })
    }

    /// Takes the entry out, be it in a slot, on the due list, or on the list `other`, whose number is no slot's. Returns the slot
    /// that became empty by it. Constant time.
    #[inline]
    pub(super) fn remove_or<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        index: u32,
        other: &mut List,
    ) -> Option<u32> {
        let sectors = self.sectors.as_mut();
        let slots = self.slots;
        let emptied = unlink(entries, index, |number| {
            if number < slots {
                sector::list_mut(sectors, number)
            } else if number == DUE {
                Some(due)
            } else {
                Some(other)
            }
        })
        .filter(|&number| number < slots)?;
        sector::clear(self.sectors.as_mut(), emptied);
        Some(emptied)
    }

    /// As [`remove_or`](Self::remove_or) where there is no other list.
    #[inline]
    pub(super) fn remove<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        index: u32,
    ) -> Option<u32> {
        self.remove_or(entries, due, index, &mut List::EMPTY.clone())
    }

    /// Empties the slot and returns what was its list. Constant time.
    #[inline]
    pub(super) fn take(&mut self, slot: u32) -> List {
        let sectors = self.sectors.as_mut();
        let Some(list) = sector::list_mut(sectors, slot) else {
            return List::EMPTY;
        };
        let taken = core::mem::take(list);
        if !taken.is_empty() {
            sector::clear(sectors, slot);
        }
        taken
    }

    /// Puts back the rest of what [`take`](Self::take) gave, into the slot that has been empty since.
    #[cfg(feature = "paper")]
    pub(super) fn put_back(&mut self, slot: u32, rest: List) {
        let sectors = self.sectors.as_mut();
        if let Some(list) = sector::list_mut(sectors, slot).filter(|_| !rest.is_empty()) {
            *list = rest;
            sector::set(sectors, slot);
        }
    }

    /// What is left of a busy slot's list.
    #[inline]
    pub(super) fn set_list(&mut self, slot: u32, rest: List) {
        let sectors = self.sectors.as_mut();
        if let Some(list) = sector::list_mut(sectors, slot) {
            *list = rest;
            if rest.is_empty() {
                sector::clear(sectors, slot);
            }
        }
    }

    /// Moves the timers at the front of the slot's ordered list that are due at `to` or before to the end of `due`. Returns
    /// how many timers were looked at.
    #[cfg(feature = "paper")]
    pub(super) fn take_front<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        slot: u32,
        to: u64,
    ) -> u64 {
        let mut list = self.list(slot);
        let mut examined: u64 = 0;
        while let Some(first) = super::list::entry(entries, list.first()) {
            examined = examined.saturating_add(1);
            if first.expiry > to {
                break;
            }
            if let Some(index) = list.pop_front(entries) {
                due.push_back(entries, index, DUE);
            }
        }
        self.set_list(slot, list);
        examined
    }

    /// The first busy slot from `from` on.
    #[inline]
    pub(super) fn next_busy(&self, from: u32) -> Option<u32> {
        sector::next_busy(self.sectors.as_ref(), from)
    }

    /// The first busy slot of the wheel with slots `first` to `end` - 1, going round from the one after `position`; and how many
    /// slots further on it is, 1 to the wheel's size.
    #[inline]
    pub(super) fn next_around(&self, first: u32, end: u32, position: u32) -> Option<(u32, u32)> {
        let size = end.wrapping_sub(first);
        if size == SLOTS && first & 63 == 0 {
            let busy = sector::word(self.sectors.as_ref(), 0, first / SLOTS);
            let ahead = busy.rotate_right(position.wrapping_add(1)).trailing_zeros();
            let slot = first | (position.wrapping_add(1).wrapping_add(ahead) % SLOTS);
            return (busy != 0).then_some((slot, ahead.wrapping_add(1)));
        }
        match self.next_busy(position.wrapping_add(1)) {
            Some(slot) if slot < end => Some((slot, slot.wrapping_sub(position))),
            _ => {
                let slot = self.next_busy(first).filter(|&slot| slot <= position)?;
                Some((slot, slot.wrapping_add(size).wrapping_sub(position)))
            }
        }
    }

    /// Whether every list is sound, `holds` is true of each slot and expiry on it, and the busy bits are right.
    pub(super) fn check<T>(
        &self,
        check: &mut Check<'_, T>,
        mut holds: impl FnMut(u32, u64) -> bool,
    ) -> Result<(), InvariantError> {
        let sectors = self.sectors.as_ref();
        if sector::slots_of(sectors) != Some(self.slots) {
            return Err(InvariantError::StorageChanged);
        }
        if !sector::bits_are_right(sectors, List::is_empty) {
            return Err(InvariantError::BusyBitsWrong);
        }
        let mut from = 0;
        while let Some(slot) = sector::next_busy(sectors, from) {
            check.list(&self.list(slot), slot, |expiry| holds(slot, expiry))?;
            from = slot.saturating_add(1);
        }
        Ok(())
    }
}

/// Whether the expiries come in order; to be fed one after another, for one slot after another.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    slot: Option<u32>,
    before: u64,
}

impl Sorted {
    pub(super) fn next(&mut self, slot: u32, expiry: u64) -> bool {
        if self.slot != Some(slot) {
            self.slot = Some(slot);
            self.before = 0;
        }
        let sorted = expiry >= self.before;
        self.before = expiry;
        sorted
    }
}
