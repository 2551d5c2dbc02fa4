//! Timers that the caller numbers: one for each connection, task or node that it has anyway.
//!
//! In C a connection has its timer inside, and `mod_timer(&connection->timer)` needs no handle. In Rust such a node must not move while it
//! is linked, and must unlink itself before it goes: `PinnedTimer`, of the feature `pinned`, does both, at the price of pins and on one
//! structure. Much the same comes out by numbers: the caller's things stand in an array of its own, and timer 5 is thing 5's. There
//! is never a second one, starting again moves it, and a stop of it means the one that is outstanding now. So no handle can be stale,
//! there is no list of free entries, the queue is never full, and starting and stopping touch one entry and its neighbours: what
//! intrusive timers touch elsewhere.
//!
//! To stop a timer when something is dropped, there is [`TimerEvent`](super::TimerEvent).

use super::check::Check;
use super::list::{MOST, entry, entry_mut};
use super::slab::Entry;
use super::structure::{Structure, Work};
use super::waiting::Waiting;
use super::{AdvanceError, InvariantError, Progress, Promises, QueueError, StartError, StopError};

/// A timer queue over the structure `S` whose timers are known by numbers from 0 to the number of entries - 1.
///
/// ```
/// use carillon_queues::{Entry, Hierarchy, Numbered, Powers, Sector};
///
/// let wheels = Hierarchy::new(Powers::<8>::new(), [Sector::EMPTY; 32]);
/// let mut timers = Numbered::with(wheels, [const { Entry::VACANT }; 100])?;
/// timers.start(7, 300, "connection 7")?;
/// timers.start(8, 200, "connection 8")?;
/// assert_eq!(timers.stop(8)?, "connection 8");
/// timers.advance(300)?;
/// assert_eq!(timers.next_expired().map(|expired| expired.number), Some(7));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Numbered<T, S, Entries> {
    entries: Entries,
    waiting: Waiting<S>,
    capacity: u32,
    outstanding: u32,
    items: core::marker::PhantomData<T>,
}

/// A numbered timer that has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpiredNumber<T> {
    /// Its number, which may be started again.
    pub number: u32,
    /// What the caller gave to `start`.
    pub item: T,
    /// The tick at which it was due.
    pub due: u64,
}

impl<T, S, Entries> Numbered<T, S, Entries>
where
    S: Structure,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers. Takes time in proportion to the memory given; what it held is dropped.
    ///
    /// # Errors
    /// [`QueueError`]: the memory of the structure or of the entries does not do.
    pub fn with(mut structure: S, mut entries: Entries) -> Result<Self, QueueError> {
        let given = entries.as_ref().len();
        let capacity = u32::try_from(given)
            .ok()
            .filter(|&capacity| capacity <= MOST)
            .ok_or(QueueError::EntriesOutOfRange { entries: given })?;
        structure.prepare(capacity)?;
        entries.as_mut().fill_with(Entry::default);
        Ok(Self {
            entries,
            waiting: Waiting::new(structure),
            capacity,
            outstanding: 0,
            items: core::marker::PhantomData,
        })
    }

    /// What the structure promises of order and precision.
    pub fn promises(&self) -> Promises {
        self.waiting.structure.promises()
    }

    /// The tick up to which the queue has been advanced.
    pub const fn now(&self) -> u64 {
        self.waiting.now
    }

    /// How many numbers there are.
    pub const fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Timers started and neither stopped nor handed out.
    pub const fn outstanding(&self) -> u32 {
        self.outstanding
    }

    /// START_TIMER: timer `number` is due `interval` ticks after now. If it was outstanding, it is no longer due at its old tick, and
    /// what was attached to it is returned.
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at).
    #[inline]
    pub fn start(&mut self, number: u32, interval: u64, item: T) -> Result<Option<T>, StartError> {
        let expiry = self.now().checked_add(interval);
        self.start_at(number, expiry.ok_or(StartError::BeyondTheEndOfTime)?, item)
    }

    /// START_TIMER with the tick at which the timer is due; a tick that is now or has gone by is due at once.
    ///
    /// # Errors
    /// [`StartError`]: the interval is too long, the time would not fit 64 bits, or there is no such number
    /// ([`StartError::NoSuchObject`]).
    /// The item is dropped, and the timer is as it was.
    #[inline]
    pub fn start_at(&mut self, number: u32, expiry: u64, item: T) -> Result<Option<T>, StartError> {
        let expiry = self.waiting.admit(expiry)?;
        let capacity = self.capacity;
        let entries = self.entries.as_mut();
        let unknown = StartError::NoSuchObject {
            object: number,
            objects: capacity,
        };
        let old = entry(entries, number).ok_or(unknown)?;
        let mut stays = false;
        if old.is_free() {
            self.outstanding = self.outstanding.wrapping_add(1);
        } else {
            let before = old.expiry;
            stays = self.waiting.stays(entries, number, (before, expiry));
        }
        let entry = entry_mut(entries, number).ok_or(unknown)?;
        let before = entry.put(expiry, item);
        if !stays {
            self.waiting.place(entries, number, expiry);
        }
        Ok(before)
    }

    /// STOP_TIMER. Possible until the timer is handed out by [`next_expired`](Self::next_expired).
    ///
    /// # Errors
    /// [`StopError::StaleHandle`]: timer `number` is not outstanding; [`StopError::ForeignHandle`]: there is no such number.
    #[inline]
    pub fn stop(&mut self, number: u32) -> Result<T, StopError> {
        let capacity = self.capacity;
        let entries = self.entries.as_mut();
        let entry = entry_mut(entries, number).ok_or(StopError::ForeignHandle {
            index: number,
            capacity,
        })?;
        let item = entry.take_item().ok_or(StopError::StaleHandle)?;
        let expiry = entry.expiry;
        self.waiting.take_out(entries, number, expiry);
        self.outstanding = self.outstanding.wrapping_sub(1);
        Ok(item)
    }

    /// What is attached to timer `number`, or `None` if it is not outstanding.
    pub fn item(&self, number: u32) -> Option<&T> {
        entry(self.entries.as_ref(), number)?.item()
    }

    /// When timer `number` is due, or `None` if it is not outstanding.
    pub fn expiry(&self, number: u32) -> Option<u64> {
        entry(self.entries.as_ref(), number)
            .filter(|entry| !entry.is_free())
            .map(|entry| entry.expiry)
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
    #[inline]
    pub fn advance_within(&mut self, to: u64, steps: u64) -> Result<Progress, AdvanceError> {
        if self.waiting.skip_to(to)? {
            return Ok(Progress::Reached);
        }
        Ok(self.work(to, steps))
    }

    #[inline(never)]
    fn work(&mut self, to: u64, steps: u64) -> Progress {
        let work = &mut Work::new(steps);
        self.waiting.advance(self.entries.as_mut(), to, work)
    }

    /// EXPIRY_PROCESSING, one timer at a time: the next timer that has run out, or `None`. Constant time.
    #[inline]
    pub fn next_expired(&mut self) -> Option<ExpiredNumber<T>> {
        let entries = self.entries.as_mut();
        let number = self.waiting.due.pop_front(entries)?;
        let entry = entry_mut(entries, number)?;
        let due = entry.expiry;
        let item = entry.take_item()?;
        self.outstanding = self.outstanding.wrapping_sub(1);
        Some(ExpiredNumber { number, item, due })
    }

    /// A tick before which nothing comes due, as [`TimerQueue::next_expiry`](super::TimerQueue::next_expiry).
    pub fn next_expiry(&self) -> Option<u64> {
        self.waiting
            .next_expiry(self.entries.as_ref(), self.outstanding)
    }

    /// Checks everything that must hold between two calls. Takes time in proportion to slots and entries.
    ///
    /// # Errors
    /// [`InvariantError`] names the first thing found wrong: a fault in this crate or in the memory that it was given.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        let entries = self.entries.as_ref();
        if u32::try_from(entries.len()) != Ok(self.capacity) {
            return Err(InvariantError::StorageChanged);
        }
        let now = self.now();
        let mut check = Check::new(entries, self.outstanding, now);
        self.waiting.check(&mut check, |expiry| expiry <= now)
    }
}
