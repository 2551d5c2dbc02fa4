//! The check of everything that must hold of a queue between two calls; the tests run it after every step.

use super::list::{List, NOWHERE};
use super::scheme6::Scheme6;
use super::slab::{Entry, Place};
use super::{InvariantError, TimerQueue};

impl<T, Slots, Entries> Scheme6<T, Slots, Entries>
where
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// Walks all lists. Links forward and back agree, each timer knows its list and is on that of its expiry, none is
    /// on the due list early, and the lists hold exactly the outstanding timers. Takes time in proportion to slots and
    /// entries.
    ///
    /// # Errors
    /// [`InvariantError`] names the first thing found wrong: a fault in this crate or in the memory that it was given.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let slots_length = u32::try_from(self.slots.as_ref().len());
        let entries_length = u32::try_from(self.slab.entries().len());
        if slots_length != Ok(self.slot_count) || entries_length != Ok(self.slab.capacity()) {
            return Err(InvariantError::StorageChanged);
        }
        let mut found = self.check_list(&self.due, Place::Due, 0)?;
        for (slot, list) in (0..).zip(self.slots.as_ref()) {
            found = self.check_list(list, Place::Slot(slot), found)?;
        }
        if found != self.outstanding() {
            return Err(InvariantError::CountsDisagree {
                found,
                outstanding: self.outstanding(),
            });
        }
        let free = self
            .slab
            .count_free()
            .ok_or(InvariantError::FreeListBroken)?;
        if free.checked_add(found) != Some(self.capacity()) {
            return Err(InvariantError::FreeListBroken);
        }
        Ok(())
    }

    /// Checks one list and returns how many timers have been found with it.
    fn check_list(
        &self,
        list: &List,
        place: Place,
        found_before: u32,
    ) -> Result<u32, InvariantError> {
        let mut found = found_before;
        let mut previous = NOWHERE;
        let mut index = list.first();
        while index != NOWHERE {
            let entry = self
                .slab
                .get(index)
                .ok_or(InvariantError::LinkOutOfRange { index })?;
            if entry.previous != previous {
                return Err(InvariantError::LinksDisagree { index });
            }
            if entry.place != place {
                return Err(InvariantError::WrongPlace { index });
            }
            match place {
                Place::Slot(slot) if self.slot_of(entry.expiry) != slot => {
                    return Err(InvariantError::WrongSlot { index, slot });
                }
                Place::Due if entry.reported < entry.expiry => {
                    return Err(InvariantError::ReportedEarly { index });
                }
                _ => {}
            }
            found = found
                .checked_add(1)
                .filter(|&found| found <= self.outstanding())
                .ok_or(InvariantError::CountsDisagree {
                    found,
                    outstanding: self.outstanding(),
                })?;
            previous = index;
            index = entry.next;
        }
        if list.last() != previous {
            return Err(InvariantError::LinksDisagree { index: previous });
        }
        Ok(found)
    }
}
