//! The slots of one or more wheels: lists with their busy bits kept true.

use super::busy_bits::{self, SLOTS};
#[cfg(feature = "paper")]
use super::sorted_list::{Search, insert_sorted};
use crate::diagnostics::check::Check;
use crate::record::{self, Record, Records, insert_before, move_back, splice, unlink};
use crate::{InvariantError, QueueError};

/// Slots 0 to `slots` - 1. The head of a slot's list is the record of the same number; there are heads for a multiple
/// of 64.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlotLists {
    slots: u32,
}

impl SlotLists {
    /// So many slots.
    pub(crate) const fn new(slots: u32) -> Self {
        Self { slots }
    }

    pub(crate) const fn slots(&self) -> u32 {
        self.slots
    }

    /// The records that the slots take.
    pub(crate) const fn records(&self) -> usize {
        match self.slots.checked_next_multiple_of(SLOTS) {
            Some(records) => records as usize,
            None => usize::MAX,
        }
    }

    /// Whether there can be so many.
    ///
    /// # Errors
    /// [`QueueError::SlotsOutOfRange`].
    pub(crate) fn validate(&self) -> Result<(), QueueError> {
        let slots = self.slots;
        if !(1..=1 << 30).contains(&slots) {
            return Err(QueueError::SlotsOutOfRange { slots });
        }
        Ok(())
    }

    /// Empties all slots.
    pub(crate) fn prepare<R: Records + ?Sized>(&self, records: &mut R) {
        for (head, record) in (0..).zip(records.own_mut().iter_mut().take(self.records())) {
            *record = Record { expiry: 0, next: head, previous: head };
        }
    }

    #[inline]
    fn heads<'records, R: Records + ?Sized>(&self, records: &'records R) -> &'records [Record] {
        records.own().get(..self.records()).unwrap_or(&[])
    }

    /// The slot, if it has become busy.
    #[inline(always)]
    fn filled<R: Records + ?Sized>(&self, records: &mut R, slot: u32, was_empty: bool) -> Option<u32> {
        if !was_empty {
            return None;
        }
        busy_bits::set(records.own_mut(), slot);
        Some(slot)
    }

    /// The list of `head`, a slot's or another one, has become empty. Returns the slot.
    #[inline]
    fn emptied<R: Records + ?Sized>(&self, records: &mut R, head: u32) -> Option<u32> {
        if head >= self.slots {
            return None;
        }
        busy_bits::clear(records.own_mut(), head);
        Some(head)
    }

    /// Puts the timer at the end of the slot's list. Returns the slot if it became busy by it. Constant time.
    #[inline(always)]
    pub(crate) fn push_back<R: Records + ?Sized>(
        &self,
        records: &mut R,
        slot: u32,
        index: u32,
        expiry: u64,
    ) -> Option<u32> {
        let was_empty = insert_before(records, slot, index, expiry);
        self.filled(records, slot, was_empty)
    }

    /// Moves the timer from its list, be it a slot's or another one, to the end of the slot's. Returns the slot
    /// if it became busy by it. Constant time.
    #[inline(always)]
    pub(crate) fn move_back<R: Records + ?Sized>(
        &self,
        records: &mut R,
        slot: u32,
        index: u32,
        expiry: u64,
    ) -> Option<u32> {
        let (emptied, was_empty) = move_back(records, slot, index, expiry);
        if let Some(head) = emptied {
            self.emptied(records, head);
        }
        self.filled(records, slot, was_empty)
    }

    /// Puts the timer at the front of the slot's list. Constant time.
    #[inline]
    pub(crate) fn push_front<R: Records + ?Sized>(
        &self,
        records: &mut R,
        slot: u32,
        index: u32,
        expiry: u64,
    ) -> Option<u32> {
        let was_empty = record::push_front(records, slot, index, expiry);
        self.filled(records, slot, was_empty)
    }

    /// Puts the timer into its place in the slot's ordered list, searched from the rear. Returns the slot if it became
    /// busy by it, and how many timers the search has looked at.
    #[cfg(feature = "paper")]
    pub(crate) fn insert_sorted<R: Records + ?Sized>(
        &self,
        records: &mut R,
        slot: u32,
        index: u32,
        expiry: u64,
    ) -> (Option<u32>, u64) {
        let was_empty = record::is_empty(records, slot);
        let searched = insert_sorted(records, slot, (index, expiry), Search::FromRear);
        (self.filled(records, slot, was_empty), searched)
    }

    /// Takes the timer off its list, be it a slot's or another one. Returns the slot that became empty by it. Constant
    /// time.
    #[inline(always)]
    pub(crate) fn remove<R: Records + ?Sized>(&self, records: &mut R, index: u32) -> Option<u32> {
        let head = unlink(records, index)?;
        self.emptied(records, head)
    }

    /// Moves all timers of the slot to the end of the list `onto`. Constant time.
    #[inline]
    pub(crate) fn hand_over<R: Records + ?Sized>(&self, records: &mut R, slot: u32, onto: u32) {
        splice(records, slot, onto);
        self.forget(records, slot);
    }

    /// Empties the slot, whose timers have gone to other lists. Constant time.
    #[inline(never)]
    pub(crate) fn forget<R: Records + ?Sized>(&self, records: &mut R, slot: u32) {
        record::clear(records, slot);
        busy_bits::clear(records.own_mut(), slot);
    }

    /// Moves the timers at the front of the slot's ordered list that are due at `to` or before to the end of `due`.
    /// Returns how many timers were looked at.
    #[cfg(feature = "paper")]
    pub(crate) fn take_front<R: Records + ?Sized>(&self, records: &mut R, due: u32, slot: u32, to: u64) -> u64 {
        let mut examined: u64 = 0;
        while let Some((index, timer)) = record::first(records, slot) {
            examined += 1;
            if timer.expiry > to {
                break;
            }
            self.remove(records, index);
            insert_before(records, due, index, timer.expiry);
        }
        examined
    }

    /// The first busy slot from `from` on.
    #[inline]
    pub(crate) fn next_busy<R: Records + ?Sized>(&self, records: &R, from: u32) -> Option<u32> {
        busy_bits::next_busy(self.heads(records), from)
    }

    /// The first busy slot of the wheel with slots `first` to `end` - 1, going round from the one after `position`; and
    /// how many slots further on it is, 1 to the wheel's size.
    #[inline]
    pub(crate) fn next_around<R: Records + ?Sized>(
        &self,
        records: &R,
        (first, end): (u32, u32),
        position: u32,
    ) -> Option<(u32, u32)> {
        let size = end - first;
        if size == SLOTS && first & 63 == 0 {
            let busy = busy_bits::word(self.heads(records), 0, first / SLOTS);
            let ahead = busy.rotate_right(position + 1).trailing_zeros();
            let slot = first | ((position + 1 + ahead) % SLOTS);
            return (busy != 0).then_some((slot, ahead + 1));
        }
        match self.next_busy(records, position + 1) {
            Some(slot) if slot < end => Some((slot, slot - position)),
            _ => {
                let slot = self.next_busy(records, first).filter(|&slot| slot <= position)?;
                Some((slot, slot + size - position))
            }
        }
    }

    /// Whether the busy bits are right.
    pub(crate) fn check_bits<R: Records + ?Sized>(&self, records: &R) -> Result<(), InvariantError> {
        let is_busy = |slot| slot < self.slots && !record::is_empty(records, slot);
        let heads = u32::try_from(self.records()).unwrap_or(self.slots);
        if !busy_bits::are_right(self.heads(records), heads, is_busy) {
            return Err(InvariantError::BusyBitsWrong);
        }
        Ok(())
    }

    /// Whether every list is sound, `holds` is true of each slot and expiry on it, and the busy bits are right.
    pub(crate) fn check<R: Records + ?Sized>(
        &self,
        check: &mut Check<'_, R>,
        mut holds: impl FnMut(u32, u64) -> bool,
    ) -> Result<(), InvariantError> {
        self.check_bits(check.records())?;
        for slot in 0..self.slots {
            check.list(slot, |expiry| holds(slot, expiry))?;
        }
        Ok(())
    }
}

/// Whether the expiries come in order; to be fed one after another, for one slot after another.
#[derive(Debug, Default)]
pub(crate) struct Sorted {
    slot: Option<u32>,
    before: u64,
}

impl Sorted {
    pub(crate) fn next(&mut self, slot: u32, expiry: u64) -> bool {
        if self.slot != Some(slot) {
            self.slot = Some(slot);
            self.before = 0;
        }
        let sorted = expiry >= self.before;
        self.before = expiry;
        sorted
    }
}
