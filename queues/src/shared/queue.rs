//! The shared queue as any other: a reference to it does what a queue of one thread's own does.

use super::super::advance::{Advance, Expirations};
use super::super::diagnostics::{Diagnostics, Guarantees, InvariantError, Order};
use super::super::{Expired, Handle, Progress, Refused, RestartError, TimerQueue};
use super::{SharedEntry, SharedSlot, SharedTimers, Signals};

impl<SlotMemory, EntryMemory, S> Advance for &SharedTimers<SlotMemory, EntryMemory, S>
where
    SlotMemory: AsRef<[SharedSlot]>,
    EntryMemory: AsRef<[SharedEntry]>,
    S: Signals,
{
    type Expired = Expired<u64>;

    fn now(&self) -> u64 {
        SharedTimers::now(self)
    }

    fn outstanding(&self) -> u32 {
        SharedTimers::outstanding(self)
    }

    fn next_expiry(&self) -> Option<u64> {
        SharedTimers::next_expiry(self)
    }

    /// Does nothing while another thread is advancing the queue.
    fn advance_within(&mut self, to: u64, steps: u64) -> Progress {
        SharedTimers::advance_within(self, to, steps)
    }

    fn next_expired(&mut self) -> Option<Expired<u64>> {
        SharedTimers::next_expired(self)
    }

    /// Gives as many timers as are due by then, though others may be started at once while it does.
    fn advance(&mut self, to: u64) -> Expirations<&mut Self> {
        while Advance::advance_within(self, to, u64::MAX) == Progress::Unfinished {}
        Expirations::at_most(self.due.count() as usize, self)
    }
}

impl<SlotMemory, EntryMemory, S> TimerQueue for &SharedTimers<SlotMemory, EntryMemory, S>
where
    SlotMemory: AsRef<[SharedSlot]>,
    EntryMemory: AsRef<[SharedEntry]>,
    S: Signals,
{
    type Item = u64;

    fn capacity(&self) -> usize {
        SharedTimers::capacity(self) as usize
    }

    fn longest_interval(&self) -> u64 {
        u64::MAX
    }

    fn start_at(&mut self, expiry: u64, item: u64) -> Result<Handle, Refused<u64>> {
        SharedTimers::start_at(self, expiry, item)
    }

    fn stop(&mut self, handle: Handle) -> Option<u64> {
        SharedTimers::stop(self, handle)
    }

    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        SharedTimers::restart_at(self, handle, expiry)
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        SharedTimers::expiry(self, handle)
    }
}

impl<SlotMemory, EntryMemory, S> Diagnostics for &SharedTimers<SlotMemory, EntryMemory, S>
where
    SlotMemory: AsRef<[SharedSlot]>,
    EntryMemory: AsRef<[SharedEntry]>,
    S: Signals,
{
    fn guarantees(&self) -> Guarantees {
        Guarantees { order: Order::None, exact_next: true, bounded: true, exact_ticks: true, never_early: true }
    }

    fn examined(&self) -> u64 {
        SharedTimers::examined(self)
    }

    /// Timers go to the due list only.
    fn migrated(&self) -> u64 {
        0
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        SharedTimers::check_invariants(self)
    }
}
