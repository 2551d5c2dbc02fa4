//! One timer queue for every structure: entries, handles, the list of due timers, and the checks of what is asked.

use super::check::Check;
use super::list::{entry, entry_mut};
use super::slab::{Entry, Handle, Slab};
use super::structure::{Placed, Structure, Work};
use super::waiting::Waiting;
use super::{
    AdvanceError, Expired, InvariantError, Progress, Promises, QueueError, RestartError,
    StartError, StopError, TimerQueue,
};

/// A timer queue: the structure `S` with timers in `Entries`, each with an item `T` attached.
///
/// `Entries` is memory for one [`Entry`] a timer; an array, a slice, a `Vec` or a box. What it held before is forgotten.
/// Each scheme has a name for its `Timers` and a `new`; [`Timers::with`] serves them all.
#[derive(Debug, Clone)]
pub struct Timers<T, S, Entries> {
    pub(super) slab: Slab<T, Entries>,
    pub(super) waiting: Waiting<S>,
    pub(super) examined: u64,
    migrated: u64,
    /// A tick that somebody who knows better than the queue has reached: see `start_overdue`.
    pub(super) vouched: u64,
    /// The due list may hold timers that were due before tick 0: see `rebase`.
    pub(super) before_zero: bool,
}

impl<T, S, Entries> Timers<T, S, Entries>
where
    S: Structure,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers. Takes time in proportion to the memory given.
    ///
    /// # Errors
    /// [`QueueError`]: the memory of the structure or of the entries does not do.
    pub fn with(mut structure: S, entries: Entries) -> Result<Self, QueueError> {
        let given = entries.as_ref().len();
        let too_many = QueueError::EntriesOutOfRange { entries: given };
        structure.prepare(u32::try_from(given).map_err(|_| too_many)?)?;
        Ok(Self {
            slab: Slab::new(entries).ok_or(too_many)?,
            waiting: Waiting::new(structure),
            examined: 0,
            migrated: 0,
            vouched: 0,
            before_zero: false,
        })
    }

    /// The most timers that can be outstanding at once.
    pub const fn capacity(&self) -> u32 {
        self.slab.capacity()
    }

    /// Whether every entry holds an outstanding timer.
    pub const fn is_full(&self) -> bool {
        self.slab.occupied() >= self.slab.capacity()
    }

    /// Timers looked at by PER_TICK_BOOKKEEPING so far.
    pub const fn examined(&self) -> u64 {
        self.examined
    }

    /// Timers moved from one list to another by PER_TICK_BOOKKEEPING so far.
    pub const fn migrated(&self) -> u64 {
        self.migrated
    }

    /// The structure, to look at.
    pub const fn structure(&self) -> &S {
        &self.waiting.structure
    }

    /// START_TIMER for tick `expiry`, telling where the timer has gone.
    #[inline]
    pub(super) fn start_placed(
        &mut self,
        expiry: u64,
        item: T,
    ) -> Result<(Handle, Placed), StartError> {
        let expiry = self.waiting.admit(expiry)?;
        let handle = self.take_entry(expiry, item)?;
        let entries = self.slab.entries_mut();
        let placed = self.waiting.place(entries, handle.index(), expiry);
        Ok((handle, placed))
    }

    #[inline]
    pub(super) fn take_entry(&mut self, expiry: u64, item: T) -> Result<Handle, StartError> {
        self.slab.take(item, expiry).ok_or(StartError::SlabFull {
            capacity: self.slab.capacity(),
        })
    }

    /// The entry of `handle`, if it is good.
    #[inline]
    pub(super) fn find(&self, handle: Handle) -> Result<u32, StopError> {
        let index = handle.index();
        if self.slab.resolve(handle).is_some() {
            return Ok(index);
        }
        let capacity = self.slab.capacity();
        Err(if index < capacity {
            StopError::StaleHandle
        } else {
            StopError::ForeignHandle { index, capacity }
        })
    }

    /// Takes the entry out of the structure or the due list; returns the slot that became empty by it.
    #[inline]
    fn take_out(&mut self, index: u32) -> Option<u32> {
        let entries = self.slab.entries_mut();
        let expiry = entry(entries, index).map_or(0, |entry| entry.expiry);
        self.waiting.take_out(entries, index, expiry)
    }

    /// As [`restart`](TimerQueue::restart) with the tick at which the timer is due: for deadlines that must not drift. A tick
    /// that is now or has gone by is due at once.
    ///
    /// # Errors
    /// As [`restart`](TimerQueue::restart).
    pub fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        let index = self.find(handle)?;
        self.move_to(index, expiry)
    }

    /// Makes the timer of the entry `index` due at `expiry`.
    fn move_to(&mut self, index: u32, expiry: u64) -> Result<(), RestartError> {
        let expiry = self.waiting.admit(expiry)?;
        let entries = self.slab.entries_mut();
        let before = entry(entries, index).map_or(0, |entry| entry.expiry);
        let stays = self.waiting.stays(entries, index, (before, expiry));
        if let Some(entry) = entry_mut(entries, index) {
            entry.expiry = expiry;
        }
        if !stays {
            self.waiting.place(entries, index, expiry);
        }
        Ok(())
    }

    /// Takes a timer out, be it waiting or due, and tells which slot became empty by it.
    #[inline]
    pub(super) fn remove(&mut self, handle: Handle) -> Result<(T, Option<u32>), StopError> {
        let index = self.find(handle)?;
        let emptied = self.take_out(index);
        let (_, item) = self.slab.give_back(index).ok_or(StopError::StaleHandle)?;
        Ok((item, emptied))
    }

    /// Advances to `to`, which is not before now, as far as `work` goes.
    #[inline(never)]
    pub(super) fn work(&mut self, to: u64, work: &mut Work) -> Progress {
        let progress = self.waiting.advance(self.slab.entries_mut(), to, work);
        self.examined = self.examined.saturating_add(work.examined);
        self.migrated = self.migrated.saturating_add(work.migrated);
        progress
    }

    /// Takes the first timer off the due list.
    #[inline]
    pub(crate) fn take_due(&mut self) -> Option<Expired<T>> {
        let index = self.waiting.due.pop_front(self.slab.entries_mut())?;
        let due = entry(self.slab.entries(), index)?.expiry;
        let (handle, item) = self.slab.give_back(index)?;
        Some(Expired {
            handle,
            item,
            due,
            reported: due,
        })
    }

    /// Checks everything that must hold between two calls: links forward and back agree, each timer is where its expiry belongs,
    /// none is on the due list early, the busy bits tell the truth, and exactly the outstanding timers are found. Takes
    /// time in proportion to slots and entries.
    ///
    /// # Errors
    /// [`InvariantError`] names the first thing found wrong: a fault in this crate or in the memory that it was given.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let entries = self.slab.entries();
        if u32::try_from(entries.len()) != Ok(self.slab.capacity()) {
            return Err(InvariantError::StorageChanged);
        }
        let outstanding = self.slab.occupied();
        let Waiting { structure, now, .. } = &self.waiting;
        let mut check = Check::new(entries, outstanding, *now);
        let limit = structure.visited_up_to().max(*now).max(self.vouched);
        self.waiting.check(&mut check, |expiry| {
            expiry <= limit || (self.before_zero && expiry > u64::MAX >> 1)
        })?;
        let free = self
            .slab
            .count_free()
            .ok_or(InvariantError::FreeListBroken)?;
        if free.checked_add(outstanding) != Some(self.slab.capacity()) {
            return Err(InvariantError::FreeListBroken);
        }
        Ok(())
    }
}

impl<T, S, Entries> TimerQueue for Timers<T, S, Entries>
where
    S: Structure,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    type Item = T;

    fn promises(&self) -> Promises {
        self.waiting.structure.promises()
    }

    #[inline]
    fn now(&self) -> u64 {
        self.waiting.now
    }

    fn capacity(&self) -> u32 {
        self.slab.capacity()
    }

    fn longest_interval(&self) -> u64 {
        self.waiting.structure.longest_interval()
    }

    #[inline]
    fn start(&mut self, interval: u64, item: T) -> Result<Handle, StartError> {
        let expiry = self.now().checked_add(interval);
        self.start_at(expiry.ok_or(StartError::BeyondTheEndOfTime)?, item)
    }

    #[inline]
    fn start_at(&mut self, expiry: u64, item: T) -> Result<Handle, StartError> {
        self.start_placed(expiry, item).map(|(handle, _)| handle)
    }

    fn refusal(&self, interval: u64) -> Option<StartError> {
        let Some(expiry) = self.now().checked_add(interval) else {
            return Some(StartError::BeyondTheEndOfTime);
        };
        let capacity = self.capacity();
        let full = self.is_full().then_some(StartError::SlabFull { capacity });
        self.waiting.admit(expiry).err().or(full)
    }

    #[inline]
    fn stop(&mut self, handle: Handle) -> Result<T, StopError> {
        self.remove(handle).map(|(item, _)| item)
    }

    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), RestartError> {
        let index = self.find(handle)?;
        let expiry = self.now().checked_add(interval);
        self.move_to(index, expiry.ok_or(StartError::BeyondTheEndOfTime)?)
    }

    fn item(&self, handle: Handle) -> Option<&T> {
        self.slab.resolve(handle)?.item()
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        self.slab.resolve(handle).map(|entry| entry.expiry)
    }

    #[inline]
    fn advance_within(&mut self, to: u64, steps: u64) -> Result<Progress, AdvanceError> {
        if self.waiting.skip_to(to)? {
            return Ok(Progress::Reached);
        }
        Ok(self.work(to, &mut Work::new(steps)))
    }

    #[inline]
    fn next_expired(&mut self) -> Option<Expired<T>> {
        self.take_due()
    }

    fn next_expiry(&self) -> Option<u64> {
        let outstanding = self.slab.occupied();
        self.waiting.next_expiry(self.slab.entries(), outstanding)
    }

    #[inline]
    fn outstanding(&self) -> u32 {
        self.slab.occupied()
    }

    fn examined(&self) -> u64 {
        self.examined
    }

    fn migrated(&self) -> u64 {
        self.migrated
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        Self::check_invariants(self)
    }
}
