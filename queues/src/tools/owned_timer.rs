//! Timers as objects of their own, like Ratas's `TimerEvent`: they can be started, stopped and started again, and stop
//! when they are dropped.
//!
//! Ratas and others put the links of their lists into such an object, which must then be pinned in memory; that is
//! `PinnedTimer`, of the feature `pinned`. Here the object holds the timer's handle, and the links are in the queue's
//! entry. So it may be moved, it goes with every queue, and what it costs is a record, which is only taken
//! while the timer is outstanding.
//!
//! The queue is in a [`TimerCell`], which never gives out a reference to it: each routine borrows the queue and
//! releases it before code of the caller runs. So a timer is stopped wherever its owner is dropped, also in the action
//! of another timer, and the queue is never borrowed twice.

use core::cell::RefCell;

use crate::advance::go_on;
use crate::diagnostics::Diagnostics;
use crate::{Expired, Handle, InvariantError, Progress, Refused, RestartError, TimerQueue};

/// A queue for timers that their owners hold.
///
/// ```
/// use carillon_queues::TimerWheel;
/// use carillon_queues::tools::TimerCell;
///
/// let timers = TimerCell::new(TimerWheel::new());
/// let mut retransmit = timers.timer();
/// retransmit.start(200, "once")?;
/// retransmit.start(300, "again")?;
/// assert_eq!(retransmit.expiry(), Some(300));
/// let mut keep_alive = timers.timer();
/// keep_alive.start(250, "keep alive")?;
/// // The connection is closed when the first timer runs out: the other one never does.
/// let mut connection = Some(retransmit);
/// timers.run(1_000, u64::MAX, |_, _| drop(connection.take()));
/// assert_eq!(timers.outstanding(), 0);
/// # Ok::<(), carillon_queues::StartError>(())
/// ```
#[derive(Debug)]
pub struct TimerCell<Q> {
    queue: RefCell<Q>,
}

impl<Q: TimerQueue> TimerCell<Q> {
    /// Around `queue`, with whatever timers it has.
    pub const fn new(queue: Q) -> Self {
        Self { queue: RefCell::new(queue) }
    }

    /// The queue, when all timers with owners are gone.
    pub fn into_inner(self) -> Q {
        self.queue.into_inner()
    }

    /// A timer that is not started.
    pub const fn timer(&self) -> OwnedTimer<'_, Q> {
        OwnedTimer { cell: self, handle: None }
    }

    /// The tick up to which the queue has been advanced.
    pub fn now(&self) -> u64 {
        self.queue.borrow().now()
    }

    /// Timers started and neither stopped nor handed out.
    pub fn outstanding(&self) -> u32 {
        self.queue.borrow().outstanding()
    }

    /// As [`next_expiry`](crate::advance::Advance::next_expiry).
    pub fn next_expiry(&self) -> Option<u64> {
        self.queue.borrow().next_expiry()
    }

    /// As [`advance_within`](crate::advance::Advance::advance_within).
    pub fn advance_within(&self, to: u64, steps: u64) -> Progress {
        self.queue.borrow_mut().advance_within(to, steps)
    }

    /// As [`advance`](crate::advance::Advance::advance). [`next_expired`](Self::next_expired) hands out what has run
    /// out.
    pub fn advance(&self, to: u64) {
        self.queue.borrow_mut().advance(to);
    }

    /// As [`next_expired`](crate::advance::Advance::next_expired).
    pub fn next_expired(&self) -> Option<Expired<Q::Item>> {
        self.queue.borrow_mut().next_expired()
    }

    /// As [`run`](crate::advance::Advance::run); the action may start, stop and drop timers.
    pub fn run(&self, to: u64, most: u64, mut action: impl FnMut(&Self, Expired<Q::Item>)) -> Progress {
        let mut left = most;
        self.advance(self.now());
        loop {
            while left > 0 {
                let Some(expired) = self.next_expired() else {
                    break;
                };
                left -= 1;
                action(self, expired);
            }
            if let Some(progress) = go_on(&mut *self.queue.borrow_mut(), to, left) {
                return progress;
            }
        }
    }
}

impl<Q: Diagnostics> TimerCell<Q> {
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
pub struct OwnedTimer<'queue, Q: TimerQueue> {
    cell: &'queue TimerCell<Q>,
    handle: Option<Handle>,
}

impl<Q: TimerQueue> OwnedTimer<'_, Q> {
    /// Starts it, or starts it again with another interval and item.
    ///
    /// # Errors
    /// As [`TimerQueue::start`], and the timer is then stopped.
    pub fn start(&mut self, interval: u64, item: Q::Item) -> Result<(), Refused<Q::Item>> {
        self.start_by(|queue| queue.start(interval, item))
    }

    /// As [`start`](Self::start) with the tick at which it is due; one that has gone by is due at once.
    ///
    /// # Errors
    /// As [`TimerQueue::start_at`], and the timer is then stopped.
    pub fn start_at(&mut self, expiry: u64, item: Q::Item) -> Result<(), Refused<Q::Item>> {
        self.start_by(|queue| queue.start_at(expiry, item))
    }

    /// As [`start`](Self::start) with slack: it is due from `least` to `most` ticks after now, as
    /// [`TimerQueue::start_between`] chooses.
    ///
    /// # Errors
    /// As [`TimerQueue::start_between`], and the timer is then stopped.
    pub fn start_between(&mut self, least: u64, most: u64, item: Q::Item) -> Result<(), Refused<Q::Item>> {
        self.start_by(|queue| queue.start_between(least, most, item))
    }

    fn start_by(
        &mut self,
        start: impl FnOnce(&mut Q) -> Result<Handle, Refused<Q::Item>>,
    ) -> Result<(), Refused<Q::Item>> {
        drop(self.stop());
        // An item that is refused may own a timer: it goes back to the caller, and is not dropped while the queue is in
        // use.
        let started = start(&mut self.cell.queue.borrow_mut());
        self.handle = Some(started?);
        Ok(())
    }

    /// Starts it again in place, with the item that it has: it is due `interval` ticks after now.
    ///
    /// # Errors
    /// As [`TimerQueue::restart`]; the timer is then as it was.
    pub fn restart(&mut self, interval: u64) -> Result<(), RestartError> {
        self.restart_by(|queue, handle| queue.restart(handle, interval))
    }

    /// As [`restart`](Self::restart) with the tick at which it is due; one that has gone by is due at once.
    ///
    /// # Errors
    /// As [`TimerQueue::restart_at`]; the timer is then as it was.
    pub fn restart_at(&mut self, expiry: u64) -> Result<(), RestartError> {
        self.restart_by(|queue, handle| queue.restart_at(handle, expiry))
    }

    /// As [`restart`](Self::restart) with slack: where it is due within the range already, it stays, as by
    /// [`TimerQueue::restart_between`].
    ///
    /// # Errors
    /// As [`TimerQueue::restart_between`]; the timer is then as it was.
    pub fn restart_between(&mut self, least: u64, most: u64) -> Result<(), RestartError> {
        self.restart_by(|queue, handle| queue.restart_between(handle, least, most))
    }

    fn restart_by(&self, restart: impl FnOnce(&mut Q, Handle) -> Result<(), RestartError>) -> Result<(), RestartError> {
        let handle = self.handle.ok_or(RestartError::NotOutstanding)?;
        restart(&mut self.cell.queue.borrow_mut(), handle)
    }

    /// Stops it and gives back its item; `None` if it was not outstanding.
    pub fn stop(&mut self) -> Option<Q::Item> {
        let handle = self.handle.take()?;
        self.cell.queue.borrow_mut().stop(handle)
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

impl<Q: TimerQueue> Drop for OwnedTimer<'_, Q> {
    fn drop(&mut self) {
        drop(self.stop());
    }
}
