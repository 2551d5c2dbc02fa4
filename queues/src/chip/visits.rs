//! Scheme 6 where a chip, or somebody else, makes the visits.

use crate::list::List;
use crate::ordered::earliest;
use crate::scheme6::{HashedUnordered, Scheme6, Visit, slot_of};
use crate::slab::{Entry, Handle};
use crate::structure::{Placed, Structure};
use crate::waiting::Waiting;
use crate::{Expired, StartError};

/// What a chip that makes the visits needs.
impl<T, Slots, Entries> Scheme6<T, Slots, Entries>
where
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// The number of slots, M.
    pub const fn slot_count(&self) -> u32 {
        self.waiting.structure.slot_count
    }

    /// The slot of the ticks that leave the same remainder: `tick` mod M.
    pub fn slot_of(&self, tick: u64) -> u32 {
        slot_of(tick, self.slot_count())
    }

    /// Whether no timer waits in `slot`. True for slots that do not exist.
    pub fn slot_is_empty(&self, slot: u32) -> bool {
        self.waiting.structure.list(slot).is_none_or(List::is_empty)
    }

    /// Whether a timer that is due at `tick` or before waits in `slot`. Takes time in proportion to the list.
    pub fn slot_has_due(&self, slot: u32, tick: u64) -> bool {
        self.waiting
            .structure
            .list(slot)
            .and_then(|list| earliest(self.slab.entries(), list))
            .is_some_and(|earliest| earliest <= tick)
    }

    /// Puts a timer that is due at tick `expiry` on the list of its slot, to be found by a visit of that slot at that tick
    /// or later. For those who make the visits themselves; others use [`start`](crate::TimerQueue::start). Constant time.
    ///
    /// # Errors
    /// [`StartError::SlabFull`]. The item is dropped.
    pub fn insert(&mut self, expiry: u64, item: T) -> Result<(Handle, Placed), StartError> {
        let handle = self.take_entry(expiry, item)?;
        let entries = self.slab.entries_mut();
        let placed = self.waiting.structure.insert(entries, handle.index(), 0);
        Ok((handle, placed))
    }

    /// Moves every timer of `slot` that is due at `tick` or before to the end of the due list, in the order in which they
    /// were started. Takes time in proportion to the slot's list.
    pub fn visit(&mut self, slot: u32, tick: u64) -> Visit {
        let Waiting { structure, due, .. } = &mut self.waiting;
        let visit = structure.visit(self.slab.entries_mut(), due, slot, tick);
        self.examined = self.examined.saturating_add(u64::from(visit.examined));
        visit
    }

    /// Visits all slots at `tick` and puts what is due on the due list in the order of expiry. Takes time in proportion
    /// to M + n + d log d for n outstanding timers of which d are due.
    pub fn visit_all(&mut self, tick: u64) -> Visit {
        let Waiting { structure, due, .. } = &mut self.waiting;
        let visit = structure.visit_all(self.slab.entries_mut(), due, tick);
        self.examined = self.examined.saturating_add(u64::from(visit.examined));
        visit
    }

    /// Takes the first timer off the due list, as reported by the last visit. Constant time.
    pub fn pop_due(&mut self) -> Option<Expired<T>> {
        let visited = self.waiting.structure.visited;
        self.take_due().map(|expired| Expired {
            reported: expired.due.max(visited),
            ..expired
        })
    }
}

impl<Slots: AsRef<[List]> + AsMut<[List]>> HashedUnordered<Slots> {
    #[inline]
    fn list(&self, slot: u32) -> Option<&List> {
        self.slots.as_ref().get(usize::try_from(slot).ok()?)
    }

    fn visit<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        slot: u32,
        tick: u64,
    ) -> Visit {
        self.visited = tick;
        self.take_due(entries, due, slot, tick)
    }

    fn visit_all<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, tick: u64) -> Visit {
        self.visited = tick;
        self.take_all_due(entries, due, tick)
    }
}
