//! The shared queue as a thread's own, with items as the other queues have them.

use carillon_queues::advance::Advance;
use carillon_queues::collection::TimerCollection;
use carillon_queues::diagnostics::{Diagnostics, Guarantees, InvariantError};
use carillon_queues::shared::{SharedEntry, SharedSlot, SharedTimers};
use carillon_queues::{Expired, Handle, Progress, Refused, RestartError, TimerQueue};

/// Schemes 6 and 5 for several threads.
pub struct Shared(
    SharedTimers<Vec<SharedSlot>, Vec<SharedEntry>, ()>,
    /// Each timer that was started last with its entry.
    Vec<Option<(Handle, usize)>>,
);

impl Shared {
    pub fn new(slots: usize, capacity: usize, ordered: bool) -> Self {
        let slots = (0..slots).map(|_| SharedSlot::empty()).collect();
        let entries = (0..capacity).map(|_| SharedEntry::vacant()).collect();
        let made =
            if ordered { SharedTimers::ordered(slots, entries, ()) } else { SharedTimers::new(slots, entries, ()) };
        Self(made.expect("a queue"), vec![None; capacity])
    }
}

impl Advance for Shared {
    type Expired = Expired<usize>;

    fn now(&self) -> u64 {
        Advance::now(&&self.0)
    }

    fn outstanding(&self) -> u32 {
        Advance::outstanding(&&self.0)
    }

    fn next_expiry(&self) -> Option<u64> {
        Advance::next_expiry(&&self.0)
    }

    fn advance_within(&mut self, to: u64, steps: u64) -> Progress {
        Advance::advance_within(&mut &self.0, to, steps)
    }

    fn next_expired(&mut self) -> Option<Expired<usize>> {
        let expired = Advance::next_expired(&mut &self.0)?;
        Some(Expired {
            handle: expired.handle,
            item: expired.item as usize,
            due: expired.due,
            reported: expired.reported,
        })
    }
}

impl TimerQueue for Shared {
    type Item = usize;

    fn capacity(&self) -> usize {
        TimerQueue::capacity(&&self.0)
    }

    fn longest_interval(&self) -> u64 {
        TimerQueue::longest_interval(&&self.0)
    }

    fn start_at(&mut self, expiry: u64, item: usize) -> Result<Handle, Refused<usize>> {
        let started = TimerQueue::start_at(&mut &self.0, expiry, item as u64);
        let handle = started.map_err(|Refused { error, .. }| Refused { error, item })?;
        self.1[handle.index() as usize] = Some((handle, item));
        Ok(handle)
    }

    fn stop(&mut self, handle: Handle) -> Option<usize> {
        TimerQueue::stop(&mut &self.0, handle).map(|item| item as usize)
    }

    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        TimerQueue::restart_at(&mut &self.0, handle, expiry)
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        TimerQueue::expiry(&&self.0, handle)
    }
}

/// The shared queue has no such operations; these are for the tests that all queues have in common.
impl TimerCollection<Handle, usize> for Shared {
    fn places(&self) -> u32 {
        self.1.len() as u32
    }

    fn entry(&self, place: u32) -> Option<(Handle, u64, &usize)> {
        let (handle, item) = self.1[place as usize].as_ref()?;
        Some((*handle, self.expiry(*handle)?, item))
    }

    fn refused(&mut self, place: u32, mut keep: impl FnMut(Handle, u64, &mut usize) -> bool) -> Option<Handle> {
        let (handle, mut item) = self.1[place as usize]?;
        let due = self.expiry(handle)?;
        (!keep(handle, due, &mut item)).then_some(handle)
    }

    fn due(&self, handle: Handle) -> Option<u64> {
        self.expiry(handle)
    }

    fn take(&mut self, handle: Handle) -> Option<usize> {
        self.stop(handle)
    }
}

impl Diagnostics for Shared {
    fn guarantees(&self) -> Guarantees {
        (&self.0).guarantees()
    }

    fn examined(&self) -> u64 {
        Diagnostics::examined(&&self.0)
    }

    fn migrated(&self) -> u64 {
        (&self.0).migrated()
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        Diagnostics::check_invariants(&&self.0)
    }
}
