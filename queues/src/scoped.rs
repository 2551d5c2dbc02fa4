//! A timer that is stopped when it is dropped, as Ratas's events are.

use core::cell::RefCell;

use super::{Handle, StartError, StopError, TimerQueue};

/// A started timer that lives no longer than this. The queue is in a `RefCell`, as others use it too.
///
/// Drop it where the queue is not borrowed: between two calls of [`next_expired`](TimerQueue::next_expired), not inside an action
/// that holds the queue. Dropped there, it cannot reach the queue, and the timer runs on. A `PinnedTimer`, of the feature `pinned`, stops
/// wherever it is dropped.
///
/// ```
/// use core::cell::RefCell;
/// use carillon_queues::{Entry, Scheme1, Scoped, TimerQueue};
///
/// let queue = RefCell::new(Scheme1::new([const { Entry::VACANT }; 2])?);
/// {
///     let _timer = Scoped::start(&queue, 5, "never")?;
///     assert_eq!(queue.borrow().outstanding(), 1);
/// }
/// assert_eq!(queue.borrow().outstanding(), 0);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scoped<'queue, Q: TimerQueue> {
    queue: &'queue RefCell<Q>,
    handle: Handle,
}

impl<'queue, Q: TimerQueue> Scoped<'queue, Q> {
    /// START_TIMER.
    ///
    /// # Errors
    /// As [`TimerQueue::start`]; [`StartError::QueueInUse`] if the queue is borrowed.
    pub fn start(
        queue: &'queue RefCell<Q>,
        interval: u64,
        item: Q::Item,
    ) -> Result<Self, StartError> {
        let handle = queue
            .try_borrow_mut()
            .map_err(|_| StartError::QueueInUse)?
            .start(interval, item)?;
        Ok(Self { queue, handle })
    }

    /// The timer's handle, to start it again with.
    pub const fn handle(&self) -> Handle {
        self.handle
    }

    /// Whether the timer is still outstanding. `None` if the queue is borrowed and cannot be asked.
    pub fn is_outstanding(&self) -> Option<bool> {
        let queue = self.queue.try_borrow().ok()?;
        Some(queue.expiry(self.handle).is_some())
    }

    /// STOP_TIMER, giving back the item.
    ///
    /// # Errors
    /// As [`TimerQueue::stop`]; [`StopError::QueueInUse`] if the queue is borrowed: the timer then runs on.
    pub fn stop(self) -> Result<Q::Item, StopError> {
        self.queue
            .try_borrow_mut()
            .map_err(|_| StopError::QueueInUse)?
            .stop(self.handle)
    }
}

impl<Q: TimerQueue> Drop for Scoped<'_, Q> {
    fn drop(&mut self) {
        if let Ok(mut queue) = self.queue.try_borrow_mut() {
            // A stale handle says that the timer has been handed out.
            queue.stop(self.handle).ok();
        }
    }
}
