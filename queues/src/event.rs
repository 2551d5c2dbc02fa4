//! A timer as a thing of its own, like Ratas's `TimerEvent`: started, stopped and started again, and stopped when it is dropped.
//!
//! Ratas and others put the links of their lists into such an object, which must then be pinned in memory; that is `PinnedTimer`, of the
//! feature `pinned`. Here the object holds the timer's handle, and the links are in the queue's entry. So it may be moved, it goes with every
//! queue, and what it costs is an entry of the slab, which is only taken while the timer is outstanding.

use core::cell::RefCell;

use super::{Handle, StartError, StopError, TimerQueue};

/// One timer of a queue that others use too. Drop it where the queue is not borrowed: dropped elsewhere, the timer runs on.
///
/// ```
/// use core::cell::RefCell;
/// use carillon_queues::{Entry, List, Scheme6, TimerEvent, TimerQueue};
///
/// let queue = RefCell::new(Scheme6::new([List::EMPTY; 16], [const { Entry::VACANT }; 4])?);
/// let mut retransmit = TimerEvent::new(&queue);
/// retransmit.start(200, "once")?;
/// retransmit.start(300, "again")?;
/// assert_eq!(retransmit.expiry(), Some(300));
/// assert_eq!(queue.borrow().outstanding(), 1);
/// drop(retransmit);
/// assert_eq!(queue.borrow().outstanding(), 0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TimerEvent<'queue, Q: TimerQueue> {
    queue: &'queue RefCell<Q>,
    handle: Option<Handle>,
}

impl<'queue, Q: TimerQueue> TimerEvent<'queue, Q> {
    /// A timer that is not started.
    pub const fn new(queue: &'queue RefCell<Q>) -> Self {
        Self {
            queue,
            handle: None,
        }
    }

    /// Starts it, or starts it again with another interval and item.
    ///
    /// # Errors
    /// As [`TimerQueue::start`], and the timer is then stopped; [`StartError::QueueInUse`] if the queue is borrowed, and nothing has
    /// changed.
    pub fn start(&mut self, interval: u64, item: Q::Item) -> Result<(), StartError> {
        let mut queue = self
            .queue
            .try_borrow_mut()
            .map_err(|_| StartError::QueueInUse)?;
        if let Some(handle) = self.handle.take() {
            // A stale handle says that the timer has been handed out.
            queue.stop(handle).ok();
        }
        self.handle = Some(queue.start(interval, item)?);
        Ok(())
    }

    /// Stops it and gives back its item; `None` if it was not outstanding.
    ///
    /// # Errors
    /// [`StopError::QueueInUse`] if the queue is borrowed: the timer then runs on.
    pub fn stop(&mut self) -> Result<Option<Q::Item>, StopError> {
        let mut queue = self
            .queue
            .try_borrow_mut()
            .map_err(|_| StopError::QueueInUse)?;
        Ok(self
            .handle
            .take()
            .and_then(|handle| queue.stop(handle).ok()))
    }

    /// The tick at which it is due; `None` if it is not outstanding, or if the queue is borrowed and cannot be asked.
    pub fn expiry(&self) -> Option<u64> {
        self.queue.try_borrow().ok()?.expiry(self.handle?)
    }

    /// Whether `handle`, as of a timer that has just been handed out, was this one's.
    pub fn is(&self, handle: Handle) -> bool {
        self.handle == Some(handle)
    }
}

impl<Q: TimerQueue> Drop for TimerEvent<'_, Q> {
    fn drop(&mut self) {
        self.stop().ok();
    }
}
