//! The queue of numbered timers.

use core::fmt;

use super::{ExpiredNumber, NumberedQueue};
#[cfg(feature = "alloc")]
use crate::HierarchicalWheel;
use crate::advance::{self, Advance, Expirations};
#[cfg(feature = "alloc")]
use crate::allocation::allocate;
use crate::collection::{TimerCollection, collection, numbers, time_left};
use crate::diagnostics::{Diagnostics, Guarantees};
use crate::forward::as_inherent;
use crate::memory::Record;
use crate::record::{FREE, at_mut, get, set_previous};
#[cfg(feature = "alloc")]
use crate::schemes::structure::Unlimited;
use crate::schemes::structure::{Foremost, Structure, Work};
use crate::waiting::Waiting;
#[cfg(feature = "alloc")]
use crate::waiting::sizes;
use crate::{InvariantError, Progress, QueueError, StartError};

/// A timer queue over the structure `S` whose timers are known by numbers, in the records `R`. The fastest interface of
/// this crate.
///
/// ```
/// use carillon_queues::NumberedTimers;
///
/// let mut timers = NumberedTimers::with_capacity(100)?;
/// timers.start(7, 300)?;
/// timers.start(8, 200)?;
/// timers.stop(8);
/// let expired: Vec<_> = timers.advance(300).map(|expired| (expired.number, expired.due)).collect();
/// assert_eq!(expired, [(7, 300)]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct NumberedTimers<
    #[cfg(feature = "alloc")] S = HierarchicalWheel,
    #[cfg(feature = "alloc")] R = alloc::vec::Vec<Record>,
    #[cfg(not(feature = "alloc"))] S,
    #[cfg(not(feature = "alloc"))] R,
> {
    records: R,
    waiting: Waiting<S>,
    outstanding: u32,
}

#[cfg(feature = "alloc")]
impl NumberedTimers {
    /// A queue at tick 0 over [`HierarchicalWheel`], which grows to the largest number that is started. Allocates
    /// nothing yet, and may stand in a `static`.
    pub const fn new() -> Self {
        Self {
            records: alloc::vec::Vec::new(),
            waiting: Waiting::ready(HierarchicalWheel::DEFAULT, (0, 0)),
            outstanding: 0,
        }
    }

    /// A queue at tick 0 over [`HierarchicalWheel`]. Memory for so many numbers is allocated now; a start of a larger
    /// one allocates more.
    ///
    /// # Errors
    /// [`QueueError::TooManyTimers`], [`QueueError::OutOfMemory`].
    pub fn with_capacity(numbers: usize) -> Result<Self, QueueError> {
        let mut timers = Self::new();
        timers.grow(numbers)?;
        Ok(timers)
    }
}

#[cfg(feature = "alloc")]
impl Default for NumberedTimers {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(feature = "alloc")]
impl<S: Structure> NumberedTimers<S> {
    /// A queue at tick 0 with numbers below `numbers`, in memory that is allocated now.
    ///
    /// # Errors
    /// As [`with`](Self::with).
    pub fn bounded(structure: S, numbers: usize) -> Result<Self, QueueError> {
        let (records, ..) = sizes(&structure, numbers)?;
        let records = allocate(records, numbers, || Record::VACANT)?;
        Self::with(structure, numbers, records)
    }

    /// Makes room for numbers below `numbers`; the timers that are there stay.
    ///
    /// # Errors
    /// [`QueueError::TooManyTimers`], [`QueueError::OutOfMemory`]. Nothing has changed.
    pub fn grow(&mut self, numbers: usize) -> Result<(), QueueError> {
        self.waiting.grow(&mut self.records, numbers)
    }

    /// Gives back the memory of all numbers above the largest that is outstanding. The timers that are there stay.
    /// Takes time in proportion to all memory; where each timer also has a place in a heap or tree, times log n.
    pub fn shrink_to_fit(&mut self) {
        let numbers = 0..self.waiting.capacity;
        let last = numbers.rev().find(|&number| self.find(number).is_some());
        let kept = last.map_or(0, |last| last + 1);
        self.waiting.shrink(&mut self.records, kept);
    }
}

#[cfg(feature = "alloc")]
impl<S: Unlimited> NumberedTimers<S> {
    /// Starts the timer of this number to be due `interval` ticks after now; if it is outstanding, it is no longer due
    /// at its old tick. An interval of 0 is due at once; one that ends after tick 2^64 - 1 ends there.
    ///
    /// A number larger than any before allocates 16 bytes for each number up to it.
    ///
    /// # Errors
    /// [`StartError::NoSuchNumber`]: there is no memory for so many. Nothing has changed.
    #[inline(always)]
    pub fn start(&mut self, number: u32, interval: u64) -> Result<(), StartError> {
        self.start_at(number, self.now().saturating_add(interval))
    }

    /// As [`start`](Self::start) with the tick at which the timer is due: for deadlines that must not drift. A tick
    /// that is now or has gone by is due at once.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    #[inline(always)]
    pub fn start_at(&mut self, number: u32, expiry: u64) -> Result<(), StartError> {
        if number >= self.waiting.capacity {
            self.make_room(number)?;
        }
        self.start_admitted(self.waiting.first + number, expiry);
        Ok(())
    }

    /// Makes room for this number, and for twice as many as before if there is memory.
    #[cold]
    fn make_room(&mut self, number: u32) -> Result<(), StartError> {
        let (numbers, wanted) = (self.waiting.capacity, number as usize + 1);
        self.grow(wanted.max(numbers as usize * 2))
            .or_else(|_| self.grow(wanted))
            .map_err(|_| StartError::NoSuchNumber { number, numbers })
    }
}

impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> NumberedTimers<S, R> {
    /// A queue at tick 0 with numbers below `numbers`; as many records as the structure's `records` says. Takes time in
    /// proportion to them.
    ///
    /// # Errors
    /// [`QueueError`]: there are too few records or too many timers, or the structure cannot be as it was asked to.
    pub fn with(structure: S, numbers: usize, mut records: R) -> Result<Self, QueueError> {
        let waiting = Waiting::new(structure, records.as_mut(), numbers)?;
        Ok(Self { records, waiting, outstanding: 0 })
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

    /// As [`Advance::next_expiry`].
    #[inline(always)]
    pub fn next_expiry(&self) -> Option<u64> {
        self.waiting.next_expiry(self.records.as_ref(), self.outstanding)
    }

    /// As [`Advance::advance`].
    #[inline(always)]
    pub fn advance(&mut self, to: u64) -> Expirations<&mut Self> {
        Advance::advance(self, to)
    }

    /// As [`Advance::next_expired`].
    #[inline(always)]
    pub fn next_expired(&mut self) -> Option<ExpiredNumber> {
        let (index, due) = self.waiting.take_due(self.records.as_mut())?;
        self.free(index);
        let number = index - self.waiting.first;
        Some(ExpiredNumber { number, due })
    }

    /// As [`NumberedQueue::stop`].
    #[inline(always)]
    pub fn stop(&mut self, number: u32) -> bool {
        let Some(index) = self.find(number) else {
            return false;
        };
        self.waiting.take_out(self.records.as_mut(), index);
        self.free(index);
        true
    }

    /// As [`NumberedQueue::expiry`].
    #[inline(always)]
    pub fn expiry(&self, number: u32) -> Option<u64> {
        let index = self.find(number)?;
        Some(get(self.records.as_ref(), index).expiry)
    }

    /// As [`NumberedQueue::restart_to_earlier`].
    #[inline(always)]
    pub fn restart_to_earlier(&mut self, number: u32, interval: u64) -> bool {
        NumberedQueue::restart_to_earlier(self, number, interval)
    }

    collection!(self => *self, u32);
    time_left!(u32);

    numbers!(self => *self);

    /// [`start_at`](NumberedQueue::start_at) for each number and tick of `batch`, in this order, in less time: what one
    /// changes in memory is fetched while others are. Whoever starts many timers anew at a time, as for each packet of
    /// a burst, may do it at once.
    ///
    /// # Errors
    /// As [`start_at`](NumberedQueue::start_at) for the first that is refused. All timers are then as they were.
    ///
    /// ```
    /// use carillon_queues::NumberedTimers;
    ///
    /// let mut timers = NumberedTimers::with_capacity(100)?;
    /// timers.start_batch(&[(7, 300), (8, 200), (7, 250)])?;
    /// let expired: Vec<_> = timers.advance(300).map(|expired| (expired.number, expired.due)).collect();
    /// assert_eq!(expired, [(8, 200), (7, 250)]);
    /// assert!(timers.start_batch(&[(7, 400), (100, 400)]).is_err());
    /// assert_eq!(timers.outstanding(), 0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[cfg(feature = "tools")]
    pub fn start_batch(&mut self, batch: &[(u32, u64)]) -> Result<(), StartError> {
        for &(number, expiry) in batch {
            self.admit(number, expiry)?;
        }
        for few in batch.chunks(crate::waiting::BATCH) {
            if few.len() > 1 {
                let first = self.waiting.first;
                let each = few.iter().map(|&(number, expiry)| (first + number, expiry));
                self.waiting.fetch(self.records.as_ref(), each);
            }
            for &(number, expiry) in few {
                NumberedQueue::start_at(self, number, expiry)?;
            }
        }
        Ok(())
    }

    /// The record of timer `number`, and the tick at which it will be due.
    #[inline(always)]
    fn admit(&self, number: u32, expiry: u64) -> Result<(u32, u64), StartError> {
        let expiry = self.waiting.admit(expiry)?;
        let numbers = self.waiting.capacity;
        if number >= numbers {
            return Err(StartError::NoSuchNumber { number, numbers });
        }
        Ok((self.waiting.first + number, expiry))
    }

    /// Starts the timer of the record `index`, or starts it again.
    #[inline(always)]
    fn start_admitted(&mut self, index: u32, expiry: u64) {
        let records = self.records.as_mut();
        let Some(timer) = at_mut(records, index) else {
            return;
        };
        if timer.is_free() {
            self.outstanding += 1;
            self.waiting.place(records, index, expiry);
        } else {
            self.waiting.restart(records, index, expiry);
        }
    }

    /// The timer is no longer outstanding.
    #[inline(always)]
    fn free(&mut self, index: u32) {
        set_previous(self.records.as_mut(), index, FREE);
        self.outstanding -= 1;
    }

    /// The record of an outstanding timer.
    #[inline(always)]
    fn find(&self, number: u32) -> Option<u32> {
        let record = self.waiting.first + number.min(self.waiting.capacity);
        let there = number < self.waiting.capacity;
        (there && !get(self.records.as_ref(), record).is_free()).then_some(record)
    }
}

/// Where the structure finds its first timer: wheels in a hierarchy, a heap, FlexQueue.
impl<S: Foremost, R: AsRef<[Record]> + AsMut<[Record]>> NumberedTimers<S, R> {
    /// The number of the timer that will be handed out next if none is started or stopped before, and the tick at which
    /// it is due. Takes the time of [`Timers::peek`](crate::Timers::peek).
    ///
    /// ```
    /// use carillon_queues::NumberedTimers;
    ///
    /// let mut timers = NumberedTimers::with_capacity(100)?;
    /// timers.start(7, 300)?;
    /// timers.start(8, 200)?;
    /// assert_eq!(timers.peek(), Some((8, 200)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn peek(&self) -> Option<(u32, u64)> {
        let records = self.records.as_ref();
        match self.waiting.foremost(records, self.outstanding) {
            Some(record) => Some((record - self.waiting.first, get(records, record).expiry)),
            None => self.iter().min_by_key(|&(_, due)| due),
        }
    }
}

/// Without the timers.
impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> fmt::Debug for NumberedTimers<S, R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        advance::debug(self, "NumberedTimers", formatter)
    }
}

impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> Advance for NumberedTimers<S, R> {
    type Expired = ExpiredNumber;

    as_inherent! {
        & {
            now() -> u64;
            outstanding() -> u32;
            next_expiry() -> Option<u64>;
        }
        &mut {
            next_expired() -> Option<ExpiredNumber>;
        }
    }

    #[inline(always)]
    fn advance_within(&mut self, to: u64, steps: u64) -> Progress {
        let records = self.records.as_mut();
        if self.waiting.skip_to(records, to) {
            return Progress::Reached;
        }
        self.waiting.advance(records, to, &mut Work::new(steps))
    }

    fn due_count(&self) -> u32 {
        self.waiting.due_count(self.records.as_ref())
    }
}

impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> TimerCollection<u32, ()> for NumberedTimers<S, R> {
    fn places(&self) -> u32 {
        self.waiting.capacity
    }

    fn entry(&self, number: u32) -> Option<(u32, u64, &())> {
        Some((number, self.expiry(number)?, &()))
    }

    fn refused(&mut self, number: u32, mut keep: impl FnMut(u32, u64, &mut ()) -> bool) -> Option<u32> {
        let due = self.expiry(number)?;
        (!keep(number, due, &mut ())).then_some(number)
    }

    #[inline(always)]
    fn due(&self, number: u32) -> Option<u64> {
        self.expiry(number)
    }

    fn take(&mut self, number: u32) -> Option<()> {
        self.stop(number).then_some(())
    }
}

impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> NumberedQueue for NumberedTimers<S, R> {
    as_inherent! {
        & {
            expiry(number: u32) -> Option<u64>;
        }
        &mut {
            stop(number: u32) -> bool;
        }
    }

    fn numbers(&self) -> u32 {
        self.waiting.capacity
    }

    fn longest_interval(&self) -> u64 {
        self.waiting.structure.longest_interval()
    }

    fn cheapest(&self, from: u64, to: u64) -> u64 {
        self.waiting.structure.cheapest(from, to)
    }

    #[inline(always)]
    fn start_at(&mut self, number: u32, expiry: u64) -> Result<(), StartError> {
        let (index, expiry) = self.admit(number, expiry)?;
        self.start_admitted(index, expiry);
        Ok(())
    }

    fn last_due(&self, before: Option<u32>) -> Option<u32> {
        let behind = match before {
            Some(number) => self.find(number)?,
            None => self.waiting.due(),
        };
        let last = self.waiting.last_due(self.records.as_ref(), behind)?;
        Some(last - self.waiting.first)
    }
}

impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> Diagnostics for NumberedTimers<S, R> {
    fn guarantees(&self) -> Guarantees {
        self.waiting.structure.guarantees()
    }

    fn examined(&self) -> u64 {
        self.waiting.examined
    }

    fn migrated(&self) -> u64 {
        self.waiting.migrated
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        let (records, now) = (self.records.as_ref(), self.now());
        self.waiting.check(records, self.outstanding, |expiry| expiry <= now)
    }
}
