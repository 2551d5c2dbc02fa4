//! Scheme 6 where a chip, or somebody else, makes the visits.

use crate::ordered::earliest;
use crate::scheme6::HashedUnordered;
use crate::slab::{Handle, Storage};
use crate::structure::Structure;
use crate::timers::Timers;
use crate::{Expired, Refused, record};

/// What a chip that makes the visits needs.
impl<T, M: Storage<T>> Timers<T, HashedUnordered, M> {
    /// The number of slots, M.
    pub fn slot_count(&self) -> u32 {
        self.waiting.structure.slots()
    }

    /// The slot of the ticks that leave the same remainder: `tick` mod M.
    pub fn slot_of(&self, tick: u64) -> u32 {
        self.waiting.structure.slot_of(tick)
    }

    /// Whether no timer waits in `slot`. True for slots that do not exist.
    pub fn slot_is_empty(&self, slot: u32) -> bool {
        slot >= self.slot_count() || record::is_empty(self.storage.records(), slot)
    }

    /// Whether a timer that is due at `tick` or before waits in `slot`. Takes time in proportion to the list.
    pub fn slot_has_due(&self, slot: u32, tick: u64) -> bool {
        slot < self.slot_count()
            && earliest(self.storage.records(), slot).is_some_and(|earliest| earliest <= tick)
    }

    /// Puts a timer that is due at tick `expiry` on the list of its slot, to be found by a visit of that slot at that
    /// tick or later. For those who make the visits themselves; others use [`start`](crate::TimerQueue::start). Tells
    /// which slot became busy by it. Constant time.
    ///
    /// # Errors
    /// [`StartError::Full`](crate::StartError::Full).
    pub fn insert(&mut self, expiry: u64, item: T) -> Result<(Handle, Option<u32>), Refused<T>> {
        let (handle, index) = self.take_entry(item)?;
        let records = self.storage.parts().0;
        let filled = self.waiting.structure.insert(records, index, expiry, 0);
        Ok((handle, filled))
    }

    /// Moves every timer of `slot` that is due at `tick` or before to the end of the due list, in the order in which
    /// they were started. Returns how many timers it has looked at, all of the slot, and how many of them stay there.
    #[inline]
    pub fn visit(&mut self, slot: u32, tick: u64) -> (u32, u32) {
        self.waiting.structure.visited = tick;
        let (records, due) = (self.storage.parts().0, self.waiting.due());
        let (examined, kept) = self.waiting.structure.take_due(records, due, slot, tick);
        // 64 bits of them do not come round.
        self.examined = self.examined.wrapping_add(examined.into());
        (examined, kept)
    }

    /// Visits all slots at `tick` and puts what is due on the due list in the order of expiry. Takes time in proportion
    /// to M + n + d log d for n outstanding timers of which d are due.
    pub fn visit_all(&mut self, tick: u64) {
        self.waiting.structure.visited = tick;
        let (records, due) = (self.storage.parts().0, self.waiting.due());
        let examined = self.waiting.structure.take_all_due(records, due, tick);
        self.examined = self.examined.saturating_add(examined);
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
