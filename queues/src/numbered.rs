//! Timers that the caller numbers: one for each connection, task or node that it has anyway.
//!
//! In C a connection has its timer inside, and `mod_timer(&connection->timer)` needs no handle. In Rust such a node
//! must not move while it is linked, and must unlink itself before it goes: `PinnedTimer`, of the feature `pinned`,
//! does both, at the price of pins and on one structure. Much the same comes out by numbers: the caller's things stand
//! in an array of its own, and timer 5 is thing 5's. There is never a second one, starting again moves it, and a stop
//! of it means the one that is outstanding now. So no handle can be stale, the queue holds no items, there is no list
//! of free entries, the queue is never full, and starting and stopping touch one entry and its neighbours: what
//! intrusive timers touch elsewhere.
//!
//! To stop a timer when something is dropped, there is [`TimerEvent`](super::TimerEvent).

use super::record::{FREE, Record, at_mut, get};
use super::structure::{Structure, Work};
use super::waiting::{BATCH, Waiting};
use super::{AdvanceError, InvariantError, Progress, QueueError, StartError, StopError};

/// A timer queue over the structure `S` whose timers are known by numbers, in the memory `Records`.
///
/// ```
/// use carillon_queues::{Numbered, Record, Wheels};
///
/// const WHEELS: Wheels<8> = Wheels::new();
/// let mut timers = Numbered::with(WHEELS, 100, [Record::VACANT; WHEELS.records(100)])?;
/// timers.start(7, 300)?;
/// timers.start(8, 200)?;
/// timers.stop(8)?;
/// timers.advance(300)?;
/// assert_eq!(timers.next_expired(), Some((7, 300)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Numbered<S, Records> {
    records: Records,
    waiting: Waiting<S>,
    outstanding: u32,
}

#[cfg(feature = "alloc")]
impl<S: Structure> Numbered<S, alloc::vec::Vec<Record>> {
    /// A queue at tick 0 with numbers below `timers`, in memory that is allocated now and never later.
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
}

impl<S, Records> Numbered<S, Records>
where
    S: Structure,
    Records: AsRef<[Record]> + AsMut<[Record]>,
{
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

    /// The tick up to which the queue has been advanced.
    pub const fn now(&self) -> u64 {
        self.waiting.now
    }

    /// How many numbers there are.
    pub const fn capacity(&self) -> u32 {
        self.waiting.capacity
    }

    /// Timers started and neither stopped nor handed out.
    pub const fn outstanding(&self) -> u32 {
        self.outstanding
    }

    /// START_TIMER: timer `number` is due `interval` ticks after now. If it was outstanding, it is no longer due at its
    /// old tick. Whether it was.
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at).
    #[inline(always)]
    pub fn start(&mut self, number: u32, interval: u64) -> Result<bool, StartError> {
        let expiry = self.now().checked_add(interval);
        self.start_at(number, expiry.ok_or(StartError::BeyondTheEndOfTime)?)
    }

    /// START_TIMER with the tick at which the timer is due; a tick that is now or has gone by is due at once.
    ///
    /// # Errors
    /// [`StartError`]: the interval is too long, the time would not fit 64 bits, or there is no such number
    /// ([`StartError::NoSuchObject`]). The timer is as it was.
    #[inline(always)]
    pub fn start_at(&mut self, number: u32, expiry: u64) -> Result<bool, StartError> {
        let (index, expiry) = self.admit(number, expiry)?;
        Ok(self.start_admitted(index, expiry))
    }

    /// [`start_at`](Self::start_at) for each number and tick of `batch`, in this order, in less time: what one changes
    /// in memory is fetched while others are. Whoever starts many timers anew at a time, as for each packet of a burst,
    /// may do it at once.
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at) for the first that is refused. All timers are then as they were.
    ///
    /// ```
    /// use carillon_queues::{Numbered, Record, Wheels};
    ///
    /// const WHEELS: Wheels<8> = Wheels::new();
    /// let mut timers = Numbered::with(WHEELS, 100, [Record::VACANT; WHEELS.records(100)])?;
    /// timers.start_batch(&[(7, 300), (8, 200), (7, 250)])?;
    /// timers.advance(300)?;
    /// assert_eq!([timers.next_expired(), timers.next_expired()], [Some((8, 200)), Some((7, 250))]);
    /// assert!(timers.start_batch(&[(7, 400), (100, 400)]).is_err());
    /// assert_eq!(timers.outstanding(), 0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn start_batch(&mut self, batch: &[(u32, u64)]) -> Result<(), StartError> {
        for &(number, expiry) in batch {
            self.admit(number, expiry)?;
        }
        for few in batch.chunks(BATCH) {
            let first = self.waiting.first;
            let each = few
                .iter()
                .map(|&(number, expiry)| (first.wrapping_add(number), expiry));
            self.waiting.fetch(self.records.as_ref(), each);
            for &(number, expiry) in few {
                self.start_at(number, expiry)?;
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
        Ok((self.waiting.first.wrapping_add(number), expiry))
    }

    /// Starts the timer of the record `index`, or starts it again. Whether it was outstanding.
    #[inline(always)]
    fn start_admitted(&mut self, index: u32, expiry: u64) -> bool {
        let records = self.records.as_mut();
        let was_outstanding = !get(records, index).is_free();
        if was_outstanding {
            self.waiting.restart(records, index, expiry);
        } else {
            self.outstanding = self.outstanding.wrapping_add(1);
            self.waiting.place(records, index, expiry);
        }
        was_outstanding
    }

    /// STOP_TIMER. Possible until the timer is handed out by [`next_expired`](Self::next_expired).
    ///
    /// # Errors
    /// [`StopError::StaleHandle`]: timer `number` is not outstanding; [`StopError::ForeignHandle`]: there is no such number.
    #[inline(always)]
    pub fn stop(&mut self, number: u32) -> Result<(), StopError> {
        let capacity = self.waiting.capacity;
        if number >= capacity {
            return Err(StopError::ForeignHandle {
                index: number,
                capacity,
            });
        }
        let records = self.records.as_mut();
        let index = self.waiting.first.wrapping_add(number);
        if get(records, index).is_free() {
            return Err(StopError::StaleHandle);
        }
        self.waiting.take_out(records, index);
        self.free(index);
        Ok(())
    }

    /// The timer is no longer outstanding.
    #[inline(always)]
    fn free(&mut self, index: u32) {
        if let Some(record) = at_mut(self.records.as_mut(), index) {
            record.previous = FREE;
        }
        self.outstanding = self.outstanding.wrapping_sub(1);
    }

    /// When timer `number` is due, or `None` if it is not outstanding.
    pub fn expiry(&self, number: u32) -> Option<u64> {
        let index = self.waiting.first.wrapping_add(number);
        let record = get(self.records.as_ref(), index);
        (number < self.waiting.capacity && !record.is_free()).then_some(record.expiry)
    }

    /// PER_TICK_BOOKKEEPING for every tick up to and including `to`.
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before [`now`](Self::now).
    #[inline]
    pub fn advance(&mut self, to: u64) -> Result<(), AdvanceError> {
        while self.advance_within(to, u64::MAX)? == Progress::Unfinished {}
        Ok(())
    }

    /// [`advance`](Self::advance) with a limit, as [`TimerQueue::advance_within`](super::TimerQueue::advance_within).
    ///
    /// # Errors
    /// [`AdvanceError`]: `to` lies before [`now`](Self::now).
    #[inline(always)]
    pub fn advance_within(&mut self, to: u64, steps: u64) -> Result<Progress, AdvanceError> {
        let records = self.records.as_mut();
        if self.waiting.skip_to(records, to)? {
            return Ok(Progress::Reached);
        }
        Ok(self.waiting.advance(records, to, &mut Work::new(steps)))
    }

    /// EXPIRY_PROCESSING, one timer at a time: the number of the next timer that has run out, and the tick at which it
    /// was due; or `None`. Constant time.
    #[inline(always)]
    pub fn next_expired(&mut self) -> Option<(u32, u64)> {
        let (index, due) = self.waiting.take_due(self.records.as_mut())?;
        self.free(index);
        Some((index.wrapping_sub(self.waiting.first), due))
    }

    /// A tick before which nothing comes due, as [`TimerQueue::next_expiry`](super::TimerQueue::next_expiry).
    #[inline(always)]
    pub fn next_expiry(&self) -> Option<u64> {
        self.waiting
            .next_expiry(self.records.as_ref(), self.outstanding)
    }

    /// Checks everything that must hold between two calls. Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`InvariantError`] names the first thing found wrong: a fault in this crate or in the memory that it was given.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let (records, now) = (self.records.as_ref(), self.now());
        self.waiting
            .check(records, self.outstanding, |expiry| expiry <= now)
    }
}
