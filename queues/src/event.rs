//! Timers as things of their own, like Ratas's `TimerEvent`: started, stopped and started again, and stopped when they
//! are dropped.
//!
//! Ratas and others put the links of their lists into such an object, which must then be pinned in memory; that is
//! `PinnedTimer`, of the feature `pinned`. Here the object holds the timer's handle, and the links are in the queue's
//! entry. So it may be moved, it goes with every queue, and what it costs is an entry of the slab, which is only taken
//! while the timer is outstanding.
//!
//! The queue lies in a [`TimerCell`], which lends it to nobody: each of its routines uses the queue for as long as it
//! takes and gives it back before anything of the caller's runs. So a timer is stopped wherever its owner is dropped,
//! in the action of another timer too, and no two routines ever meet in the queue.

use core::cell::RefCell;

use super::timer_queue::go_on;
use super::{AdvanceError, Diagnostics, Expired, Handle, InvariantError, Keyed, Progress, Refused};

/// A queue for timers that their owners hold.
///
/// ```
/// use carillon_queues::{Entry, HashedUnordered, Record, TimerCell, Timers};
///
/// const WHEEL: HashedUnordered = HashedUnordered::new(16);
/// let timers = TimerCell::new(Timers::with(WHEEL, ([Record::VACANT; WHEEL.records(4)], [const { Entry::VACANT }; 4]))?);
/// let mut retransmit = timers.timer();
/// retransmit.start(200, "once")?;
/// retransmit.start(300, "again")?;
/// assert_eq!(retransmit.expiry(), Some(300));
/// let mut keep_alive = timers.timer();
/// keep_alive.start(250, "keep alive")?;
/// // The connection is closed when the first timer runs out: the other one never does.
/// let mut connection = Some(retransmit);
/// timers.run(1_000, u64::MAX, |_, _| drop(connection.take()))?;
/// assert_eq!(timers.outstanding(), 0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TimerCell<Q> {
    queue: RefCell<Q>,
}

impl<Q: Keyed> TimerCell<Q> {
    /// Around `queue`, with whatever timers it has.
    pub const fn new(queue: Q) -> Self {
        Self {
            queue: RefCell::new(queue),
        }
    }

    /// The queue, when all timers with owners are gone.
    pub fn into_inner(self) -> Q {
        self.queue.into_inner()
    }

    /// A timer that is not started.
    pub const fn timer(&self) -> TimerEvent<'_, Q> {
        TimerEvent {
            cell: self,
            handle: None,
        }
    }

    /// The tick up to which the queue has been advanced.
    pub fn now(&self) -> u64 {
        self.queue.borrow().now()
    }

    /// Timers started and neither stopped nor handed out.
    pub fn outstanding(&self) -> u32 {
        self.queue.borrow().outstanding()
    }

    /// As [`next_expiry`](super::TimerQueue::next_expiry).
    pub fn next_expiry(&self) -> Option<u64> {
        self.queue.borrow().next_expiry()
    }

    /// As [`advance_within`](super::TimerQueue::advance_within).
    ///
    /// # Errors
    /// As there.
    pub fn advance_within(&self, to: u64, steps: u64) -> Result<Progress, AdvanceError> {
        self.queue.borrow_mut().advance_within(to, steps)
    }

    /// As [`advance`](super::TimerQueue::advance).
    ///
    /// # Errors
    /// As there.
    pub fn advance(&self, to: u64) -> Result<(), AdvanceError> {
        self.queue.borrow_mut().advance(to)
    }

    /// As [`next_expired`](super::TimerQueue::next_expired).
    pub fn next_expired(&self) -> Option<Expired<Q::Item>> {
        self.queue.borrow_mut().next_expired()
    }

    /// As [`run`](super::TimerQueue::run); the action may start, stop and drop timers.
    ///
    /// # Errors
    /// As there.
    pub fn run(
        &self,
        to: u64,
        most: u64,
        mut action: impl FnMut(&Self, Expired<Q::Item>),
    ) -> Result<Progress, AdvanceError> {
        let mut left = most;
        self.advance(self.now().min(to))?;
        loop {
            while left > 0 {
                let Some(expired) = self.next_expired() else {
                    break;
                };
                left -= 1;
                action(self, expired);
            }
            if let Some(progress) = go_on(&mut *self.queue.borrow_mut(), to, left)? {
                return Ok(progress);
            }
        }
    }
}

impl<Q: Keyed + Diagnostics> TimerCell<Q> {
    /// As [`Diagnostics::check_invariants`].
    ///
    /// # Errors
    /// As there.
    pub fn check_invariants(&self) -> Result<(), InvariantError> {
        self.queue.borrow().check_invariants()
    }
}

/// One timer of the queue in a [`TimerCell`]. It is stopped when it is dropped.
#[derive(Debug)]
pub struct TimerEvent<'queue, Q: Keyed> {
    cell: &'queue TimerCell<Q>,
    handle: Option<Handle>,
}

impl<Q: Keyed> TimerEvent<'_, Q> {
    /// Starts it, or starts it again with another interval and item.
    ///
    /// # Errors
    /// As [`Keyed::start`], and the timer is then stopped.
    pub fn start(&mut self, interval: u64, item: Q::Item) -> Result<(), Refused<Q::Item>> {
        drop(self.stop());
        // An item that is refused may own a timer: it goes back to the caller, and is not dropped while the queue is in
        // use.
        let started = self.cell.queue.borrow_mut().start(interval, item);
        self.handle = Some(started?);
        Ok(())
    }

    /// Stops it and gives back its item; `None` if it was not outstanding.
    pub fn stop(&mut self) -> Option<Q::Item> {
        let handle = self.handle.take()?;
        // A stale handle says that the timer has been handed out.
        self.cell.queue.borrow_mut().stop(handle).ok()
    }

    /// The tick at which it is due; `None` if it is not outstanding.
    pub fn expiry(&self) -> Option<u64> {
        self.cell.queue.borrow().expiry(self.handle?)
    }

    /// Whether `handle`, as of a timer that has just been handed out, was this one's.
    pub fn is(&self, handle: Handle) -> bool {
        self.handle == Some(handle)
    }
}

impl<Q: Keyed> Drop for TimerEvent<'_, Q> {
    fn drop(&mut self) {
        drop(self.stop());
    }
}
