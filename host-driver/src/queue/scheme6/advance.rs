//! Scheme 6 as a queue of its own: the four routines, with every tick visited by the host instead of the chip.

use super::{Scheme6, list_mut};
use crate::queue::list::{List, entry_mut};
use crate::queue::slab::{Entry, Handle, Place};
use crate::queue::{AdvanceError, Expired, MAX_INTERVAL, StartError, StopError, TimerQueue};

impl<T, Slots, Entries> TimerQueue for Scheme6<T, Slots, Entries>
where
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    type Item = T;

    fn now(&self) -> u64 {
        self.now
    }

    /// Constant time.
    fn start(&mut self, interval: u64, item: T) -> Result<Handle, StartError> {
        if interval > MAX_INTERVAL {
            return Err(StartError::IntervalTooLong { interval });
        }
        let expiry = self
            .now
            .checked_add(interval)
            .ok_or(StartError::BeyondTheEndOfTime)?;
        let inserted = self.insert(expiry, item)?;
        if interval == 0 {
            // The slot's visit of this tick is over, so the timer goes to the due list at once.
            self.make_due(inserted.handle.index(), inserted.slot);
        }
        Ok(inserted.handle)
    }

    /// Constant time.
    fn stop(&mut self, handle: Handle) -> Result<T, StopError> {
        self.remove(handle).map(|removed| removed.item)
    }

    /// A jump of up to M ticks visits one slot a tick. A longer one visits every slot once and sorts what it finds, so
    /// a jump over 2^32 ticks takes no longer than one over M ticks but for the sorting of those that are due.
    fn advance(&mut self, to: u64) -> Result<(), AdvanceError> {
        let before = self.now;
        let jump = to
            .checked_sub(before)
            .ok_or(AdvanceError::BackInTime { now: before, to })?;
        if jump > u64::from(self.slot_count) {
            let due_before = core::mem::take(&mut self.due);
            self.visit_all(to);
            self.report_at_expiry(before);
            let found = core::mem::replace(&mut self.due, due_before);
            self.due.append(self.slab.entries_mut(), found);
        } else {
            let mut slot = self.slot_of(before);
            let mut tick = before;
            while tick < to {
                tick = tick.saturating_add(1);
                slot = slot.saturating_add(1);
                if slot >= self.slot_count {
                    slot = 0;
                }
                self.visit(slot, tick);
            }
        }
        self.now = to;
        Ok(())
    }

    fn next_expired(&mut self) -> Option<Expired<T>> {
        self.pop_due()
    }

    fn outstanding(&self) -> u32 {
        self.slab.occupied()
    }
}

impl<T, Slots, Entries> Scheme6<T, Slots, Entries>
where
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    fn make_due(&mut self, index: u32, slot: u32) {
        let entries = self.slab.entries_mut();
        if let Some(list) = list_mut(&mut self.slots, slot) {
            list.unlink(entries, index);
        }
        self.due.push_back(entries, index);
        if let Some(entry) = entry_mut(entries, index) {
            entry.reported = entry.expiry;
            entry.place = Place::Due;
        }
    }

    /// After a jump from `before`: the timers on the due list are reported as if every tick had been visited.
    fn report_at_expiry(&mut self, before: u64) {
        let mut index = self.due.first();
        let entries = self.slab.entries_mut();
        while let Some(entry) = entry_mut(entries, index) {
            entry.reported = entry.expiry.max(before);
            index = entry.next;
        }
    }
}
