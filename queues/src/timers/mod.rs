//! One timer queue for every structure: items, handles, the list of due timers, and the checks of what is asked.

mod diagnostics;
#[cfg(feature = "paper")]
pub(crate) mod in_tree;
#[cfg(any(feature = "paper", feature = "chip"))]
mod priority_queue;
mod timer_wheel;

use core::fmt;
use core::marker::PhantomData;

use crate::advance::{Advance, Expirations};
#[cfg(feature = "alloc")]
use crate::allocation::allocate;
use crate::collection::{TimerCollection, collection, items, time_left};
use crate::forward::as_inherent;
#[cfg(feature = "alloc")]
use crate::memory::{Bounded, Growing};
use crate::memory::{Memory, Ready, Record};
use crate::record::{Records, at_mut, get};
use crate::schemes::structure::{Foremost, Structure, Unlimited, Work};
use crate::waiting::Waiting;
#[cfg(feature = "alloc")]
use crate::waiting::sizes;
use crate::{Expired, Handle, Progress, QueueError, Refused, RestartError, StartError, TimerQueue, advance};

#[cfg(feature = "alloc")]
pub use timer_wheel::TimerWheel;
pub use timer_wheel::{FixedTimerWheel, FixedTimers};

/// The link that ends the list of free entries.
const END: u32 = u32::MAX;

/// The first of the free entries. Without one it is zero, as all of a queue that is not prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Free(u32);

impl Free {
    const NONE: Self = Self::at(END);

    #[inline(always)]
    const fn at(index: u32) -> Self {
        Self(!index)
    }

    /// The entry, or [`END`].
    #[inline(always)]
    const fn index(self) -> u32 {
        !self.0
    }
}

/// A timer queue: the structure `S`, with an item `T` attached to each timer, in the [memory](crate::memory) `M`.
///
/// [`TimerWheel`](crate::TimerWheel) and [`FixedTimerWheel`](crate::FixedTimerWheel) are the usual ones. Another
/// structure is one line, and the code that uses the queue does not change:
///
/// ```
/// use carillon_queues::{FlexQueue, Timers};
///
/// let mut timers: Timers<FlexQueue, &str> = Timers::new();
/// timers.start(300, "in 300 ticks");
/// assert_eq!(timers.next_expiry(), Some(300));
/// ```
///
/// | memory | made by | when it is full |
/// |---|---|---|
/// | [`Growing`](crate::memory::Growing) | [`new`](Self::new), `with_capacity`, `growing` | it takes more |
/// | [`Bounded`](crate::memory::Bounded) | `bounded` | a start is refused |
/// | [`Fixed`](crate::memory::Fixed), in the queue | [`new`](Self::new) | a start is refused |
/// | a triple of arrays, slices, `Vec`s or boxes | [`with`](Self::with) | a start is refused |
///
/// If the memory grows and the structure takes every interval, a start cannot be refused, and gives the handle itself.
/// Otherwise `start` and `restart` are those of [`TimerQueue`] and return a [`Result`].
pub struct Timers<
    S,
    T,
    #[cfg(feature = "alloc")] M: Memory<T> = Growing<T>,
    #[cfg(not(feature = "alloc"))] M: Memory<T>,
> {
    pub(crate) memory: M,
    pub(crate) waiting: Waiting<S, M::Records>,
    /// Of the entries that have been given back, the last one.
    free: Free,
    /// Entries from here on have not been taken yet.
    fresh: u32,
    outstanding: u32,
    /// The latest tick of a visit that was made beside `advance`.
    pub(crate) visited: u64,
    /// The due list may hold timers that `start_overdue` or `rebase` has put there, whatever their tick.
    pub(crate) has_foreign_due: bool,
    items: PhantomData<T>,
}

impl<S: Unlimited + Structure<M::Records>, T, M: Ready<T, S>> Timers<S, T, M> {
    /// A queue at tick 0 without timers, with the structure's usual settings. Allocates nothing yet, and may stand in a
    /// `static`.
    pub const fn new() -> Self {
        Self::around(Waiting::ready(M::STRUCTURE, (0, 0)), M::EMPTY)
    }
}

impl<S: Unlimited + Structure<M::Records>, T, M: Ready<T, S>> Default for Timers<S, T, M> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(feature = "alloc")]
impl<S: Unlimited, T> Timers<S, T> {
    /// As [`new`](Self::new), but memory for so many timers is allocated now; it grows when there are more.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::with_capacity(100)?;
    /// timers.start(300, "in 300 ticks");
    /// assert_eq!(timers.capacity(), 100);
    /// # Ok::<(), carillon_queues::QueueError>(())
    /// ```
    ///
    /// # Errors
    /// [`QueueError`]: there are too many timers, or there is no memory for them.
    pub fn with_capacity(timers: usize) -> Result<Self, QueueError> {
        Self::growing(S::DEFAULT, timers)
    }
}

#[cfg(feature = "alloc")]
impl<S: Structure, T> Timers<S, T> {
    /// A queue at tick 0 without timers, over a structure with settings of its own. Memory for so many timers is
    /// allocated now; it grows when there are more.
    ///
    /// ```
    /// use carillon_queues::{HierarchicalWheel, Timers};
    ///
    /// let mut timers = Timers::growing(HierarchicalWheel::<6>::new().unordered(), 100)?;
    /// timers.start(300, "in 300 ticks");
    /// # Ok::<(), carillon_queues::QueueError>(())
    /// ```
    ///
    /// # Errors
    /// [`QueueError`]: there are too many timers, or the structure cannot be as it was asked to.
    pub fn growing(structure: S, timers: usize) -> Result<Self, QueueError> {
        let longest = structure.longest_interval();
        let mut memory = Growing::EMPTY;
        let mut waiting = Waiting::ready(structure, (0, 0)).limited(longest);
        memory.reserve(&mut waiting, timers)?;
        Ok(Self::around(waiting, memory))
    }

    /// Makes room for `timers` now; the timers that are there stay, with their handles. Does nothing if there is room
    /// for so many.
    ///
    /// # Errors
    /// [`QueueError::TooManyTimers`], [`QueueError::OutOfMemory`]. Nothing has changed.
    pub fn grow(&mut self, timers: usize) -> Result<(), QueueError> {
        self.memory.reserve(&mut self.waiting, timers)
    }

    /// Gives back the memory behind the last record with an outstanding timer, after a burst of them. The timers that
    /// are there stay, with their handles; handles of others stay stale. Takes time in proportion to all memory; where
    /// each timer also has a place in a heap or tree, times log n.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let handles: Vec<_> = (0..1_000).map(|item| timers.start(300, item)).collect();
    /// handles.into_iter().skip(10).for_each(|handle| drop(timers.stop(handle)));
    /// timers.shrink_to_fit();
    /// assert_eq!((timers.outstanding(), timers.capacity()), (10, 10));
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.memory.shrink(&mut self.waiting);
        self.fresh = self.fresh.min(self.waiting.capacity);
        // The list of free entries without those that are gone.
        let (records, generations, _) = self.memory.parts();
        let (first, fresh) = (self.waiting.first, self.fresh);
        self.free = Free::NONE;
        for (index, &ended) in (0..fresh).zip(&*generations).rev() {
            if let Some(record) = at_mut(records, first + index)
                && record.is_free()
                && ended < u32::MAX
            {
                record.next = self.free.index();
                self.free = Free::at(index);
            }
        }
    }
}

#[cfg(feature = "alloc")]
impl<S: Structure, T> Timers<S, T, Bounded<T>> {
    /// A queue at tick 0 for at most so many timers, in memory that is allocated now and never again.
    ///
    /// # Errors
    /// As [`growing`](Timers::growing).
    pub fn bounded(structure: S, timers: usize) -> Result<Self, QueueError> {
        let (records, ..) = sizes(&structure, timers)?;
        // What is likely to be refused comes first.
        let items = allocate(timers, timers, || None)?;
        let generations = allocate(timers, timers, || 0)?;
        let records = allocate(records, timers, || Record::VACANT)?;
        Self::with(structure, (records.into(), generations.into(), items.into()))
    }
}

impl<S: Structure, T, M: Memory<T, Records = [Record]>> Timers<S, T, M> {
    /// A queue at tick 0 without timers, in memory of the caller's. Takes time in proportion to it.
    ///
    /// # Errors
    /// [`QueueError`]: there are too few records or too many items, or the structure cannot be as it was asked to.
    pub fn with(structure: S, mut memory: M) -> Result<Self, QueueError> {
        let (records, generations, items) = memory.parts();
        let timers = generations.len().min(items.len());
        let waiting = Waiting::new(structure, records, timers)?;
        generations.fill(0);
        items.fill_with(|| None);
        Ok(Self::around(waiting, memory))
    }
}

impl<S: Structure<M::Records>, T, M: Memory<T>> Timers<S, T, M> {
    const fn around(waiting: Waiting<S, M::Records>, memory: M) -> Self {
        Self {
            memory,
            waiting,
            free: Free::NONE,
            fresh: 0,
            outstanding: 0,
            visited: 0,
            has_foreign_due: false,
            items: PhantomData,
        }
    }

    /// The structure, to look at.
    #[cfg(any(feature = "paper", feature = "chip"))]
    pub const fn structure(&self) -> &S {
        &self.waiting.structure
    }

    /// As [`Advance::now`].
    #[inline(always)]
    pub fn now(&self) -> u64 {
        self.waiting.now
    }

    /// As [`Advance::outstanding`].
    #[inline(always)]
    pub fn outstanding(&self) -> u32 {
        self.outstanding
    }

    /// As [`TimerQueue::capacity`].
    #[inline(always)]
    pub fn capacity(&self) -> usize {
        self.waiting.capacity.max(M::LATER) as usize
    }

    /// As [`Advance::next_expiry`].
    #[inline(always)]
    pub fn next_expiry(&self) -> Option<u64> {
        self.waiting.next_expiry(self.memory.records(), self.outstanding)
    }

    /// As [`Advance::advance_within`].
    #[inline(always)]
    pub fn advance_within(&mut self, to: u64, steps: u64) -> Progress {
        if self.waiting.skip_to(self.memory.records(), to) {
            return Progress::Reached;
        }
        self.work(to, &mut Work::new(steps))
    }

    /// As [`Advance::advance`].
    #[inline(always)]
    pub fn advance(&mut self, to: u64) -> Expirations<&mut Self> {
        Advance::advance(self, to)
    }

    /// As [`Advance::run`].
    pub fn run(&mut self, to: u64, most: u64, action: impl FnMut(&mut Self, Expired<T>)) -> Progress {
        Advance::run(self, to, most, action)
    }

    /// As [`Advance::next_expired`].
    #[inline(always)]
    pub fn next_expired(&mut self) -> Option<Expired<T>> {
        let (record, due) = self.waiting.take_due(self.memory.parts().0)?;
        self.expire(record, due, due)
    }

    /// As [`TimerQueue::stop`].
    #[inline(always)]
    pub fn stop(&mut self, handle: Handle) -> Option<T> {
        self.remove(handle).map(|(item, _)| item)
    }

    /// As [`TimerQueue::expiry`].
    #[inline(always)]
    pub fn expiry(&self, handle: Handle) -> Option<u64> {
        let record = self.find(handle)?;
        Some(get(self.memory.records(), record).expiry)
    }

    /// As [`TimerQueue::restart_to_earlier`].
    #[inline(always)]
    pub fn restart_to_earlier(&mut self, handle: Handle, interval: u64) -> bool {
        TimerQueue::restart_to_earlier(self, handle, interval)
    }

    /// What is attached to the timer, or `None` if it was stopped or handed out before. Constant time.
    #[inline(always)]
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.find(handle)?;
        self.memory.items().get(place(handle.index()))?.as_ref()
    }

    /// As [`get`](Self::get), to change.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let handle = timers.start(200, 1);
    /// if let Some(attempt) = timers.get_mut(handle) {
    ///     *attempt += 1;
    /// }
    /// assert_eq!(timers.get(handle), Some(&2));
    /// ```
    #[inline(always)]
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        self.find(handle)?;
        let (_, _, items) = self.memory.parts();
        items.get_mut(place(handle.index()))?.as_mut()
    }

    collection!(self => *self, Handle);
    time_left!(Handle);

    items!(self => *self, T);

    /// [`restart_at`](TimerQueue::restart_at) for each handle and tick of `batch`, in this order, in less time: what
    /// one changes in memory is fetched while others are.
    ///
    /// # Errors
    /// As [`restart_at`](TimerQueue::restart_at) for the first that is refused. All timers are then as they were.
    #[cfg(feature = "tools")]
    pub fn restart_batch(&mut self, batch: &[(Handle, u64)]) -> Result<(), RestartError> {
        for &restart in batch {
            self.admit(restart)?;
        }
        for few in batch.chunks(crate::waiting::BATCH) {
            let mut admitted = [(0, 0); crate::waiting::BATCH];
            for (place, &restart) in admitted.iter_mut().zip(few) {
                *place = self.admit(restart)?;
            }
            let admitted = admitted.get(..few.len()).unwrap_or(&[]);
            let records = self.memory.parts().0;
            self.waiting.fetch(records, admitted.iter().copied());
            for &(record, expiry) in admitted {
                self.waiting.restart(records, record, expiry);
            }
        }
        Ok(())
    }

    /// The record of `handle`, and the tick at which it will be due.
    #[inline(always)]
    fn admit(&self, (handle, expiry): (Handle, u64)) -> Result<(u32, u64), RestartError> {
        let record = self.find(handle).ok_or(RestartError::NotOutstanding)?;
        Ok((record, self.waiting.admit(expiry)?))
    }

    /// START_TIMER for tick `expiry`, telling which slot became busy by it.
    #[inline(always)]
    pub(crate) fn start_placed(&mut self, expiry: u64, item: T) -> Result<(Handle, Option<u32>), Refused<T>> {
        let expiry = match self.waiting.admit(expiry) {
            Ok(expiry) => expiry,
            Err(error) => return Err(error.with(item)),
        };
        let (handle, record) = self.take_entry(item)?;
        let records = self.memory.parts().0;
        let filled = self.waiting.place(records, record, expiry);
        Ok((handle, filled))
    }

    /// Takes a free entry and puts the item into it. Its record is still to be put somewhere. Constant time, unless the
    /// memory grows.
    #[inline(always)]
    pub(crate) fn take_entry(&mut self, item: T) -> Result<(Handle, u32), Refused<T>> {
        if self.free == Free::NONE && !self.refill() {
            return Err(self.full().with(item));
        }
        let index = self.free.index();
        let (records, generations, items) = self.memory.parts();
        let record = self.waiting.first + index;
        let taken = generations.get(place(index)).and_then(|&ended| Handle::after(index, ended));
        if let Some(handle) = taken
            && let Some(entry) = items.get_mut(place(index))
            && let Some(free) = records.record(place(record))
        {
            self.free = Free::at(free.next);
            self.outstanding += 1;
            *entry = Some(item);
            return Ok((handle, record));
        }
        Err(self.full().with(item))
    }

    /// No entry that was given back is left: frees one that has not been taken yet, if there is any.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> bool {
        if self.fresh == self.waiting.capacity {
            self.memory.grow(&mut self.waiting);
        }
        let (index, first) = (self.fresh, self.waiting.first);
        if index >= self.waiting.capacity {
            return false;
        }
        let Some(record) = at_mut(self.memory.parts().0, first + index) else {
            return false;
        };
        record.next = END;
        (self.free, self.fresh) = (Free::at(index), index + 1);
        true
    }

    /// The error of a start for which there is no room.
    #[cold]
    const fn full(&self) -> StartError {
        let capacity = self.waiting.capacity;
        StartError::Full { capacity }
    }

    /// Gives the entry back, whose record is on no list any more, and ends its generation. Constant time.
    #[inline(always)]
    pub(crate) fn give_back(&mut self, record: u32) -> Option<(Handle, T)> {
        let index = record - self.waiting.first;
        let (records, generations, items) = self.memory.parts();
        let item = items.get_mut(place(index))?.take()?;
        let ended = generations.get_mut(place(index))?;
        let handle = Handle::after(index, *ended)?;
        *ended += 1;
        let record = at_mut(records, record)?;
        (record.next, record.previous) = (self.free.index(), Record::VACANT.previous);
        self.outstanding -= 1;
        // One whose generations have run out is never taken again.
        if *ended < u32::MAX {
            self.free = Free::at(index);
        }
        Some((handle, item))
    }

    /// Hands out the timer of a record that is on no list any more.
    #[inline(always)]
    pub(crate) fn expire(&mut self, record: u32, due: u64, reported: u64) -> Option<Expired<T>> {
        let (handle, item) = self.give_back(record)?;
        Some(Expired { handle, item, due, reported })
    }

    /// The handle of the entry `index`, if it is in use.
    #[cfg(any(feature = "chip", feature = "paper", feature = "tools"))]
    pub(crate) fn handle_of(&self, index: u32) -> Option<Handle> {
        self.memory.items().get(place(index))?.as_ref()?;
        Handle::after(index, *self.memory.generations().get(place(index))?)
    }

    /// The record of `handle`, if it is good.
    #[inline(always)]
    pub(crate) fn find(&self, handle: Handle) -> Option<u32> {
        if M::LATER > 0 && self.waiting.first == 0 {
            // The memory is not prepared.
            return None;
        }
        let index = handle.index();
        let ended = self.memory.generations().get(place(index))?;
        let record = self.waiting.first + index;
        // A handle that nobody was given may name a record that is free.
        let good = *ended == handle.ended() && !get(self.memory.records(), record).is_free();
        good.then_some(record)
    }

    /// Takes a timer out, be it waiting or due, and tells which slot became empty by it.
    #[inline(always)]
    pub(crate) fn remove(&mut self, handle: Handle) -> Option<(T, Option<u32>)> {
        let record = self.find(handle)?;
        let emptied = self.waiting.take_out(self.memory.parts().0, record);
        let (_, item) = self.give_back(record)?;
        Some((item, emptied))
    }

    /// Advances to `to`, as far as `work` goes.
    pub(crate) fn work(&mut self, to: u64, work: &mut Work) -> Progress {
        self.waiting.advance(self.memory.parts().0, to, work)
    }

    /// Checks the list of free entries.
    pub(crate) fn free_list_is_sound(&self) -> bool {
        let (first, capacity) = (self.waiting.first, self.waiting.capacity);
        let (mut index, mut free) = (self.free.index(), 0_u32);
        while index != END {
            free += 1;
            if index >= self.fresh || free > capacity {
                return false;
            }
            let record = get(self.memory.records(), first + index);
            if !record.is_free() {
                return false;
            }
            index = record.next;
        }
        let generations = self.memory.generations().iter();
        let ended = generations.filter(|&&ended| ended == u32::MAX).count();
        let used = (free as usize + ended).checked_add(self.outstanding as usize);
        self.fresh <= capacity && used == Some(self.fresh as usize)
    }
}

/// Where the structure finds its first timer: wheels, a list, a heap, FlexQueue.
impl<S: Foremost<M::Records>, T, M: Memory<T>> Timers<S, T, M> {
    /// The timer that will be handed out next if none is started or stopped before: its handle, the tick at which it is
    /// due, and its item. `None` if nothing is outstanding.
    ///
    /// Constant time while a timer is due, over a heap, and over FlexQueue with ordered slots. Wheels in a hierarchy
    /// take the time of [`next_expiry`](Self::next_expiry), and look at the timers in the slots of higher wheels that
    /// the tick is in, if there are any; none for a timer that was started for the next 64 ticks (16 in a
    /// [`FixedTimerWheel`](crate::FixedTimerWheel)). A [`HashedWheel`](crate::HashedWheel) takes the time of
    /// `next_expiry`, and looks at the timers of the tick's slot. After an [`advance_within`](Self::advance_within)
    /// that was cut short, over FlexQueue with unordered slots, and over a [`LazyWheel`](crate::schemes::LazyWheel) (of
    /// which the tick is exact, and any timer of that tick is given), all timers are looked at.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// timers.start(300, "later");
    /// let handle = timers.start(200, "first");
    /// assert_eq!(timers.peek(), Some((handle, 200, &"first")));
    /// ```
    pub fn peek(&self) -> Option<(Handle, u64, &T)> {
        let records = self.memory.records();
        match self.waiting.foremost(records, self.outstanding) {
            Some(record) => self.entry(record - self.waiting.first),
            None => self.iter().min_by_key(|&(_, due, _)| due),
        }
    }
}

/// An index of 32 bits into an array.
#[inline(always)]
const fn place(index: u32) -> usize {
    index as usize
}

impl<S: Clone, T, M: Memory<T> + Clone> Clone for Timers<S, T, M> {
    fn clone(&self) -> Self {
        Self { memory: self.memory.clone(), waiting: self.waiting.clone(), ..*self }
    }
}

/// Without the timers.
impl<S: Structure<M::Records>, T, M: Memory<T>> fmt::Debug for Timers<S, T, M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        advance::debug(self, "Timers", formatter)
    }
}

impl<S: Structure<M::Records>, T, M: Memory<T>> Advance for Timers<S, T, M> {
    type Expired = Expired<T>;

    as_inherent! {
        & {
            now() -> u64;
            outstanding() -> u32;
            next_expiry() -> Option<u64>;
        }
        &mut {
            advance_within(to: u64, steps: u64) -> Progress;
            next_expired() -> Option<Expired<T>>;
        }
    }

    fn due_count(&self) -> u32 {
        self.waiting.due_count(self.memory.records())
    }
}

impl<S: Structure<M::Records>, T, M: Memory<T>> TimerCollection<Handle, T> for Timers<S, T, M> {
    fn places(&self) -> u32 {
        self.fresh
    }

    fn entry(&self, index: u32) -> Option<(Handle, u64, &T)> {
        let item = self.memory.items().get(place(index))?.as_ref()?;
        let ended = *self.memory.generations().get(place(index))?;
        let record = get(self.memory.records(), self.waiting.first + index);
        Some((Handle::after(index, ended)?, record.expiry, item))
    }

    fn refused(&mut self, index: u32, mut keep: impl FnMut(Handle, u64, &mut T) -> bool) -> Option<Handle> {
        let (handle, due, _) = self.entry(index)?;
        let refused = !keep(handle, due, self.get_mut(handle)?);
        refused.then_some(handle)
    }

    #[inline(always)]
    fn due(&self, handle: Handle) -> Option<u64> {
        self.expiry(handle)
    }

    fn take(&mut self, handle: Handle) -> Option<T> {
        self.stop(handle)
    }
}

impl<S: Structure<M::Records>, T, M: Memory<T>> TimerQueue for Timers<S, T, M> {
    type Item = T;

    as_inherent! {
        & {
            capacity() -> usize;
            expiry(handle: Handle) -> Option<u64>;
        }
        &mut {
            stop(handle: Handle) -> Option<T>;
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.free == Free::NONE && self.fresh as usize == self.capacity() && !M::GROWS
    }

    #[inline(always)]
    fn longest_interval(&self) -> u64 {
        self.waiting.structure.longest_interval()
    }

    fn cheapest(&self, from: u64, to: u64) -> u64 {
        self.waiting.structure.cheapest(from, to)
    }

    #[inline(always)]
    fn start_at(&mut self, expiry: u64, item: T) -> Result<Handle, Refused<T>> {
        self.start_placed(expiry, item).map(|(handle, _)| handle)
    }

    #[inline(always)]
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        let (record, expiry) = self.admit((handle, expiry))?;
        self.waiting.restart(self.memory.parts().0, record, expiry);
        Ok(())
    }

    fn last_due(&self, before: Option<Handle>) -> Option<Handle> {
        let behind = match before {
            Some(handle) => self.find(handle)?,
            None => self.waiting.due(),
        };
        let last = self.waiting.last_due(self.memory.records(), behind)?;
        let index = last - self.waiting.first;
        Handle::after(index, *self.memory.generations().get(place(index))?)
    }
}

#[cfg(all(test, feature = "alloc"))]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::{Memory, Timers};
    use crate::diagnostics::Diagnostics;
    use crate::{Handle, HierarchicalWheel, TimerQueue, TimerWheel};

    /// Starts and stops `timers` until a start is refused, at most `most` times: the handles.
    fn used_up(timers: &mut impl TimerQueue<Item = u32>, most: u32) -> Vec<Handle> {
        let one = |item| {
            let handle = timers.start(5, item).ok()?;
            assert_eq!(timers.stop(handle), Some(item));
            Some(handle)
        };
        (0..most).map_while(one).collect()
    }

    #[test]
    fn start_record_whose_generations_have_run_out_is_never_taken_again() {
        let mut timers = Timers::bounded(<HierarchicalWheel>::new(), 3).unwrap();
        timers.memory.parts().1.fill(u32::MAX - 2);
        let handles = used_up(&mut timers, 100);
        let generations = handles.iter().map(|handle| handle.generation().get());
        assert!(generations.eq([u32::MAX - 1, u32::MAX].repeat(3)));
        assert!(timers.is_full() && timers.outstanding() == 0);
        timers.check_invariants().unwrap();
        let stale = |handle: &Handle| timers.expiry(*handle).is_none();
        assert!(handles.iter().all(stale));

        // One that grows takes another record.
        let mut timers = TimerWheel::new();
        let first = timers.start(1, 0);
        timers.stop(first);
        timers.memory.parts().1.fill(u32::MAX - 1);
        let handles = used_up(&mut timers, 100);
        assert_eq!(handles.len(), 100);
        assert!(timers.capacity() > 4);
        timers.check_invariants().unwrap();
    }
}
