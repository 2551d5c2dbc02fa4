//! Timers that the caller numbers: one for each connection, task or node that it has anyway.
//!
//! In C a connection has its timer inside, and `mod_timer(&connection->timer)` needs no handle. In Rust such a node
//! must not move while it is linked, and must unlink itself before it goes: `PinnedTimer`, of the feature `pinned`,
//! does both, at the price of pins and on one structure. Much the same comes out by numbers: the caller's things stand
//! in an array of its own, and timer 5 is thing 5's. There is never a second one, starting again moves it, and a stop
//! of it means the one that is outstanding now. So the queue holds no items, there is no list of free entries, the
//! queue is never full, and starting and stopping touch one entry and its neighbours: what intrusive timers touch
//! elsewhere.
//!
//! To stop a timer when something is dropped, there is [`TimerEvent`](super::TimerEvent).

use core::fmt;

use super::record::{FREE, Record, at_mut, get};
use super::structure::{Structure, Work};
use super::waiting::{BATCH, Waiting};
use super::{
    AdvanceError, Diagnostics, Expired, Handle, InvariantError, Keyed, Progress, Promises,
    QueueError, Refused, RestartError, StartError, StopError, TimerQueue,
};

/// A timer queue over the structure `S` whose timers are known by numbers, in the memory `Records`.
///
/// ```
/// use carillon_queues::{Handle, Keyed, Numbered, Record, TimerQueue, Wheels};
///
/// const WHEELS: Wheels<8> = Wheels::new();
/// let mut timers = Numbered::with(WHEELS, 100, [Record::VACANT; WHEELS.records(100)])?;
/// timers.start(300, 7)?;
/// timers.start(200, 8)?;
/// timers.stop(Handle::new(8, 0))?;
/// timers.advance(300)?;
/// assert_eq!(timers.next_expired().map(|expired| (expired.item, expired.due)), Some((7, 300)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Numbered<S, Records> {
    records: Records,
    waiting: Waiting<S>,
    outstanding: u32,
}

#[cfg(feature = "alloc")]
impl<S: Structure> Numbered<S, alloc::vec::Vec<Record>> {
    /// A queue at tick 0 with numbers below `timers`, in memory that is allocated now, and later only by
    /// [`grow`](Self::grow).
    ///
    /// # Errors
    /// As [`with`](Self::with).
    pub fn with_capacity(structure: S, timers: usize) -> Result<Self, QueueError> {
        let records = structure.records(timers);
        if u32::try_from(records).is_err() {
            return Err(QueueError::TooManyTimers { timers });
        }
        Self::with(structure, timers, alloc::vec![Record::VACANT; records])
    }

    /// Makes room for numbers below `timers`, as [`Timers::grow`](super::Timers::grow).
    ///
    /// # Errors
    /// As there.
    pub fn grow(&mut self, timers: usize) -> Result<(), QueueError> {
        self.waiting.grow(&mut self.records, timers)
    }
}

impl<S: Structure, Records: AsRef<[Record]> + AsMut<[Record]>> Numbered<S, Records> {
    /// A queue at tick 0 with numbers below `timers`; as many records as the structure's `records` says. Takes time in
    /// proportion to them.
    ///
    /// # Errors
    /// [`QueueError`]: there are too few records or too many timers, or the structure cannot be as it was asked to.
    pub fn with(structure: S, timers: usize, mut records: Records) -> Result<Self, QueueError> {
        let waiting = Waiting::new(structure, records.as_mut(), timers)?;
        Ok(Self {
            records,
            waiting,
            outstanding: 0,
        })
    }

    /// [`start_at`](Keyed::start_at) for each number and tick of `batch`, in this order, in less time: what one changes
    /// in memory is fetched while others are. Whoever starts many timers anew at a time, as for each packet of a burst,
    /// may do it at once.
    ///
    /// # Errors
    /// As [`start_at`](Keyed::start_at) for the first that is refused. All timers are then as they were.
    ///
    /// ```
    /// use carillon_queues::{Keyed, Numbered, Record, TimerQueue, Wheels};
    ///
    /// const WHEELS: Wheels<8> = Wheels::new();
    /// let mut timers = Numbered::with(WHEELS, 100, [Record::VACANT; WHEELS.records(100)])?;
    /// timers.start_batch(&[(7, 300), (8, 200), (7, 250)])?;
    /// timers.advance(300)?;
    /// let mut next = || timers.next_expired().map(|expired| (expired.item, expired.due));
    /// assert_eq!([next(), next()], [Some((8, 200)), Some((7, 250))]);
    /// assert!(timers.start_batch(&[(7, 400), (100, 400)]).is_err());
    /// assert_eq!(timers.outstanding(), 0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn start_batch(&mut self, batch: &[(u32, u64)]) -> Result<(), StartError> {
        for &(number, expiry) in batch {
            self.admit(number, expiry)?;
        }
        for few in batch.chunks(BATCH) {
            if few.len() > 1 {
                let first = self.waiting.first;
                let each = few.iter().map(|&(number, expiry)| (first + number, expiry));
                self.waiting.fetch(self.records.as_ref(), each);
            }
            for &(number, expiry) in few {
                self.start_at(expiry, number)?;
            }
        }
        Ok(())
    }

    /// The record of timer `number`, and the tick at which it will be due.
    #[inline(always)]
    fn admit(&self, number: u32, expiry: u64) -> Result<(u32, u64), StartError> {
        let expiry = self.waiting.admit(expiry)?;
        let objects = self.waiting.capacity;
        if number >= objects {
            return Err(StartError::NoSuchObject {
                object: number,
                objects,
            });
        }
        Ok((self.waiting.first + number, expiry))
    }

    /// Starts the timer of the record `index`, or starts it again.
    #[inline(always)]
    fn start_admitted(&mut self, index: u32, expiry: u64) {
        let records = self.records.as_mut();
        if get(records, index).is_free() {
            self.outstanding += 1;
            self.waiting.place(records, index, expiry);
        } else {
            self.waiting.restart(records, index, expiry);
        }
    }

    /// The timer is no longer outstanding.
    #[inline(always)]
    fn free(&mut self, index: u32) {
        if let Some(record) = at_mut(self.records.as_mut(), index) {
            record.previous = FREE;
        }
        self.outstanding -= 1;
    }

    /// The record of an outstanding timer.
    #[inline(always)]
    fn find(&self, handle: Handle) -> Result<u32, StopError> {
        let (index, capacity) = (handle.index(), self.waiting.capacity);
        if index >= capacity {
            return Err(StopError::ForeignHandle { index, capacity });
        }
        let record = self.waiting.first + index;
        if get(self.records.as_ref(), record).is_free() {
            return Err(StopError::StaleHandle);
        }
        Ok(record)
    }
}

/// Without the timers.
impl<S: fmt::Debug, Records> fmt::Debug for Numbered<S, Records> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.waiting.fmt(formatter, self.outstanding)
    }
}

/// The handle of timer `number`: always the same.
#[inline(always)]
const fn handle(number: u32) -> Handle {
    Handle::new(number, 0)
}

impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> TimerQueue for Numbered<S, R> {
    type Expired = Expired<u32>;

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
            .next_expiry(self.records.as_ref(), self.outstanding)
    }

    #[inline(always)]
    fn advance_within(&mut self, to: u64, steps: u64) -> Result<Progress, AdvanceError> {
        let records = self.records.as_mut();
        if self.waiting.skip_to(records, to)? {
            return Ok(Progress::Reached);
        }
        Ok(self.waiting.advance(records, to, &mut Work::new(steps)))
    }

    #[inline(always)]
    fn next_expired(&mut self) -> Option<Expired<u32>> {
        let (index, due) = self.waiting.take_due(self.records.as_mut())?;
        self.free(index);
        let number = index - self.waiting.first;
        Some(Expired {
            handle: handle(number),
            item: number,
            due,
            reported: due,
        })
    }
}

/// The item is the timer's number, and its handle has it as its index; the generation is always 0.
impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> Keyed for Numbered<S, R> {
    type Item = u32;

    /// How many numbers there are.
    fn capacity(&self) -> u32 {
        self.waiting.capacity
    }

    /// Never: a number that is outstanding can be started again.
    fn is_full(&self) -> bool {
        false
    }

    fn longest_interval(&self) -> u64 {
        self.waiting.structure.longest_interval()
    }

    /// If the timer was outstanding, it is no longer due at its old tick. [`StartError::NoSuchObject`] if there is no
    /// such number.
    #[inline(always)]
    fn start_at(&mut self, expiry: u64, number: u32) -> Result<Handle, Refused<u32>> {
        match self.admit(number, expiry) {
            Ok((index, expiry)) => self.start_admitted(index, expiry),
            Err(error) => return Err(error.with(number)),
        }
        Ok(handle(number))
    }

    #[inline(always)]
    fn stop(&mut self, handle: Handle) -> Result<u32, StopError> {
        let index = self.find(handle)?;
        self.waiting.take_out(self.records.as_mut(), index);
        self.free(index);
        Ok(handle.index())
    }

    #[inline(always)]
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        let index = self.find(handle)?;
        let expiry = self.waiting.admit(expiry)?;
        self.waiting.restart(self.records.as_mut(), index, expiry);
        Ok(())
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        let index = self.find(handle).ok()?;
        Some(get(self.records.as_ref(), index).expiry)
    }
}

impl<S: Structure, R: AsRef<[Record]> + AsMut<[Record]>> Diagnostics for Numbered<S, R> {
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
        let (records, now) = (self.records.as_ref(), self.now());
        self.waiting
            .check(records, self.outstanding, |expiry| expiry <= now)
    }
}
