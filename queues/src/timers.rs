//! One timer queue for every structure: items, handles, the list of due timers, and the checks of what is asked.

use core::fmt;

use super::record::{Record, at_mut, get};
use super::slab::{Entry, Handle, Storage};
use super::structure::{Structure, Work};
use super::waiting::{BATCH, Waiting};
use super::{
    AdvanceError, Diagnostics, Expired, InvariantError, Keyed, Progress, Promises, QueueError,
    Refused, RestartError, StartError, StopError, TimerQueue,
};

#[cfg(feature = "alloc")]
/// Memory that a queue has made for itself: what a [`Timers`] lies in if nothing else is said.
pub type Allocated<T> = (alloc::vec::Vec<Record>, alloc::vec::Vec<Entry<T>>);

/// The link that ends the list of free entries.
const END: u32 = u32::MAX;

/// A timer queue: the structure `S` with timers in the memory `M`, each with an item `T` attached.
///
/// The memory is a pair: as many [`Record`]s as the structure's `records` says, and one [`Entry`] for each timer. Both
/// may be arrays, slices, `Vec`s or boxes. What they held before is forgotten. With the feature `alloc` a queue may
/// make its own.
#[derive(Clone)]
pub struct Timers<
    T,
    S,
    #[cfg(feature = "alloc")] M = Allocated<T>,
    #[cfg(not(feature = "alloc"))] M,
> {
    pub(crate) storage: M,
    pub(crate) waiting: Waiting<S>,
    free: u32,
    outstanding: u32,
    /// The latest tick of a visit that was made beside `advance`.
    pub(crate) visited: u64,
    /// The due list may hold timers that somebody else has found due: see `start_overdue` and `rebase`.
    pub(crate) vouched: bool,
    items: core::marker::PhantomData<T>,
}

#[cfg(feature = "alloc")]
impl<T, S: Structure> Timers<T, S> {
    /// A queue at tick 0, without timers and with room for so many, in memory that is allocated now, and later only by
    /// [`grow`](Self::grow).
    ///
    /// # Errors
    /// As [`with`](Self::with).
    pub fn with_capacity(structure: S, timers: usize) -> Result<Self, QueueError> {
        let records = structure.records(timers);
        if u32::try_from(records).is_err() {
            return Err(QueueError::TooManyTimers { timers });
        }
        let entries = (0..timers).map(|_| Entry::VACANT).collect();
        Self::with(structure, (alloc::vec![Record::VACANT; records], entries))
    }

    /// Makes room for `timers`; the timers that are there stay, with their handles. Does nothing if there is room for
    /// so many. Allocates, and takes time in proportion to all memory.
    ///
    /// # Errors
    /// [`QueueError::CannotGrow`] for a heap, a tree and a FlexQueue; [`QueueError::TooManyTimers`]. Nothing has
    /// changed.
    ///
    /// ```
    /// use carillon_queues::{Keyed, Timers, Wheels};
    ///
    /// let mut timers = Timers::with_capacity(Wheels::<6>::new(), 1)?;
    /// for interval in 1..100 {
    ///     if timers.is_full() {
    ///         timers.grow(2 * timers.capacity() as usize)?;
    ///     }
    ///     timers.start(interval, ())?;
    /// }
    /// assert_eq!(timers.capacity(), 128);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn grow(&mut self, timers: usize) -> Result<(), QueueError> {
        let (records, entries) = &mut self.storage;
        let (before, first) = (self.waiting.capacity, self.waiting.first);
        self.waiting.grow(records, timers)?;
        for index in before..self.waiting.capacity {
            entries.push(Entry::VACANT);
            if let Some(record) = at_mut(records, first + index) {
                record.next = core::mem::replace(&mut self.free, index);
            }
        }
        Ok(())
    }
}

impl<T, S: Structure, M: Storage<T>> Timers<T, S, M> {
    /// A queue at tick 0 without timers. Takes time in proportion to the memory given.
    ///
    /// # Errors
    /// [`QueueError`]: there are too few records or too many entries, or the structure cannot be as it was asked to.
    pub fn with(structure: S, mut storage: M) -> Result<Self, QueueError> {
        let (records, entries) = storage.parts();
        let waiting = Waiting::new(structure, records, entries.len())?;
        entries.fill_with(Entry::default);
        let capacity = waiting.capacity;
        for index in 0..capacity {
            let following = index + 1;
            if let Some(record) = at_mut(records, waiting.first + index) {
                record.next = if following < capacity { following } else { END };
            }
        }
        Ok(Self {
            storage,
            waiting,
            free: if capacity == 0 { END } else { 0 },
            outstanding: 0,
            visited: 0,
            vouched: false,
            items: core::marker::PhantomData,
        })
    }

    /// The structure, to look at.
    pub const fn structure(&self) -> &S {
        &self.waiting.structure
    }

    /// [`restart_at`](Keyed::restart_at) for each handle and tick of `batch`, in this order, in less time: what
    /// one changes in memory is fetched while others are.
    ///
    /// # Errors
    /// As [`restart_at`](Keyed::restart_at) for the first that is refused. All timers are then as they were.
    pub fn restart_batch(&mut self, batch: &[(Handle, u64)]) -> Result<(), RestartError> {
        for &(handle, expiry) in batch {
            self.find(handle)?;
            self.waiting.admit(expiry)?;
        }
        for few in batch.chunks(BATCH) {
            let mut admitted = [(0, 0); BATCH];
            for (place, &(handle, expiry)) in admitted.iter_mut().zip(few) {
                *place = (self.find(handle)?, self.waiting.admit(expiry)?);
            }
            let admitted = admitted.get(..few.len()).unwrap_or(&[]);
            let records = self.storage.parts().0;
            self.waiting.fetch(records, admitted.iter().copied());
            for &(record, expiry) in admitted {
                self.waiting.restart(records, record, expiry);
            }
        }
        Ok(())
    }

    /// START_TIMER for tick `expiry`, telling which slot became busy by it.
    #[inline(always)]
    pub(crate) fn start_placed(
        &mut self,
        expiry: u64,
        item: T,
    ) -> Result<(Handle, Option<u32>), Refused<T>> {
        let expiry = match self.waiting.admit(expiry) {
            Ok(expiry) => expiry,
            Err(error) => return Err(error.with(item)),
        };
        let (handle, record) = self.take_entry(item)?;
        let records = self.storage.parts().0;
        let filled = self.waiting.place(records, record, expiry);
        Ok((handle, filled))
    }

    /// Takes a free entry and puts the item into it. Its record is still to be put somewhere. Constant time.
    #[inline(always)]
    pub(crate) fn take_entry(&mut self, item: T) -> Result<(Handle, u32), Refused<T>> {
        let index = self.free;
        let capacity = self.waiting.capacity;
        let (records, entries) = self.storage.parts();
        let entry = usize::try_from(index)
            .ok()
            .and_then(|index| entries.get_mut(index));
        let Some(entry) = entry else {
            return Err(full(capacity).with(item));
        };
        let record = self.waiting.first + index;
        let Some(free) = at_mut(records, record) else {
            return Err(full(capacity).with(item));
        };
        self.free = free.next;
        self.outstanding += 1;
        entry.item = Some(item);
        let generation = entry.generation;
        Ok((Handle { index, generation }, record))
    }

    /// Gives the entry back, whose record is on no list any more, and ends its generation. Constant time.
    #[inline(always)]
    pub(crate) fn give_back(&mut self, record: u32) -> Option<(Handle, T)> {
        let index = record - self.waiting.first;
        let (records, entries) = self.storage.parts();
        let entry = entries.get_mut(usize::try_from(index).ok()?)?;
        let item = entry.item.take()?;
        let generation = entry.generation;
        entry.generation += 1;
        let record = at_mut(records, record)?;
        (record.next, record.previous) = (self.free, Record::VACANT.previous);
        self.free = index;
        self.outstanding -= 1;
        Some((Handle { index, generation }, item))
    }

    /// The handle of the entry `index`, if it is in use.
    pub(crate) fn handle_of(&self, index: u32) -> Option<Handle> {
        let entry = self.storage.entries().get(usize::try_from(index).ok()?)?;
        let generation = entry.generation;
        entry.item.as_ref().map(|_| Handle { index, generation })
    }

    /// The record of `handle`, if it is good.
    #[inline(always)]
    pub(crate) fn find(&self, handle: Handle) -> Result<u32, StopError> {
        let index = handle.index;
        if self.item(handle).is_some() {
            return Ok(self.waiting.first + index);
        }
        let capacity = self.waiting.capacity;
        Err(if index < capacity {
            StopError::StaleHandle
        } else {
            StopError::ForeignHandle { index, capacity }
        })
    }

    /// Takes a timer out, be it waiting or due, and tells which slot became empty by it.
    #[inline(always)]
    pub(crate) fn remove(&mut self, handle: Handle) -> Result<(T, Option<u32>), StopError> {
        let record = self.find(handle)?;
        let emptied = self.waiting.take_out(self.storage.parts().0, record);
        let (_, item) = self.give_back(record).ok_or(StopError::StaleHandle)?;
        Ok((item, emptied))
    }

    /// Advances to `to`, which is not before now, as far as `work` goes.
    pub(crate) fn work(&mut self, to: u64, work: &mut Work) -> Progress {
        self.waiting.advance(self.storage.parts().0, to, work)
    }

    /// What is attached to the timer, or `None` if it was stopped or reported before.
    #[inline(always)]
    pub fn item(&self, handle: Handle) -> Option<&T> {
        let index = usize::try_from(handle.index).ok()?;
        let entry = self.storage.entries().get(index)?;
        entry
            .item
            .as_ref()
            .filter(|_| entry.generation == handle.generation)
    }
}

/// Seldom comes.
#[cold]
const fn full(capacity: u32) -> StartError {
    StartError::Full { capacity }
}

/// Without the timers.
impl<T, S: fmt::Debug, M> fmt::Debug for Timers<T, S, M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.waiting.fmt(formatter, self.outstanding)
    }
}

impl<T, S: Structure, M: Storage<T>> TimerQueue for Timers<T, S, M> {
    type Expired = Expired<T>;

    #[inline(always)]
    fn now(&self) -> u64 {
        self.waiting.now
    }

    #[inline(always)]
    fn outstanding(&self) -> u32 {
        self.outstanding
    }

    #[inline(always)]
    fn next_expiry(&self) -> Option<u64> {
        self.waiting
            .next_expiry(self.storage.records(), self.outstanding)
    }

    #[inline(always)]
    fn advance_within(&mut self, to: u64, steps: u64) -> Result<Progress, AdvanceError> {
        if self.waiting.skip_to(self.storage.records(), to)? {
            return Ok(Progress::Reached);
        }
        Ok(self.work(to, &mut Work::new(steps)))
    }

    #[inline(always)]
    fn next_expired(&mut self) -> Option<Expired<T>> {
        let (record, due) = self.waiting.take_due(self.storage.parts().0)?;
        let (handle, item) = self.give_back(record)?;
        Some(Expired {
            handle,
            item,
            due,
            reported: due,
        })
    }
}

impl<T, S: Structure, M: Storage<T>> Keyed for Timers<T, S, M> {
    type Item = T;

    #[inline(always)]
    fn capacity(&self) -> u32 {
        self.waiting.capacity
    }

    #[inline(always)]
    fn longest_interval(&self) -> u64 {
        self.waiting.structure.longest_interval()
    }

    #[inline(always)]
    fn start_at(&mut self, expiry: u64, item: T) -> Result<Handle, Refused<T>> {
        self.start_placed(expiry, item).map(|(handle, _)| handle)
    }

    #[inline(always)]
    fn stop(&mut self, handle: Handle) -> Result<T, StopError> {
        self.remove(handle).map(|(item, _)| item)
    }

    #[inline(always)]
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        let record = self.find(handle)?;
        let expiry = self.waiting.admit(expiry)?;
        self.waiting.restart(self.storage.parts().0, record, expiry);
        Ok(())
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        let record = self.find(handle).ok()?;
        Some(get(self.storage.records(), record).expiry)
    }
}

impl<T, S: Structure, M: Storage<T>> Diagnostics for Timers<T, S, M> {
    fn promises(&self) -> Promises {
        self.waiting.structure.promises()
    }

    fn examined(&self) -> u64 {
        self.waiting.examined
    }

    fn migrated(&self) -> u64 {
        self.waiting.migrated
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        let (records, entries) = (self.storage.records(), self.storage.entries());
        let Waiting {
            first, capacity, ..
        } = &self.waiting;
        if u32::try_from(entries.len()) != Ok(*capacity) {
            return Err(InvariantError::StorageChanged);
        }
        let limit = self.visited.max(self.waiting.now);
        self.waiting.check(records, self.outstanding, |expiry| {
            expiry <= limit || self.vouched
        })?;
        for (index, entry) in (0..).zip(entries) {
            let record = get(records, first + index);
            if record.is_free() != entry.item.is_none() {
                return Err(InvariantError::WrongPlace { index });
            }
        }
        let (mut index, mut free) = (self.free, 0_u32);
        while index != END {
            if index >= *capacity {
                return Err(InvariantError::FreeListBroken);
            }
            let record = get(records, first + index);
            free += 1;
            if !record.is_free() || free > *capacity {
                return Err(InvariantError::FreeListBroken);
            }
            index = record.next;
        }
        if free.checked_add(self.outstanding) != Some(*capacity) {
            return Err(InvariantError::FreeListBroken);
        }
        Ok(())
    }
}
