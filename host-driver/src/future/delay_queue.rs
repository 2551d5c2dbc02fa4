//! A queue of items with delays.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker, ready};
use core::time::Duration;
use std::boxed::Box;
use std::time::Instant;

use futures_core::Stream;

use super::clock::{SleepClock, after, now};
use super::sleep::{Sleep, sleep_until};
use super::thread::waking;
use crate::queue::clock::ClockedTimers;
use crate::queue::{Expired, Handle, QueueError, TimerWheel};

/// A stream that gives each item when its delay has passed, in the order of the ticks of 100 µs in which the delays
/// end. It has its own [`TimerWheel`], and one [`Sleep`] for the earliest item.
///
/// The stream ends while the queue is empty. The task that has last polled it is woken when that end comes or goes, or
/// an item comes before all others.
///
/// A delay or deadline that the clock cannot name never ends.
#[derive(Debug)]
pub struct DelayQueue<T> {
    timers: ClockedTimers<SleepClock, TimerWheel<T>>,
    sleep: Pin<Box<Sleep>>,
    /// The tick of the sleep, not after that of any item; `None` if it is over, or there is an earlier item, or none.
    until: Option<u64>,
    task: Option<Waker>,
}

impl<T> Default for DelayQueue<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> DelayQueue<T> {
    /// An empty queue. Allocates.
    ///
    /// # Panics
    /// As [`sleep`](super::sleep()).
    pub fn new() -> Self {
        Self::around(TimerWheel::new())
    }

    /// An empty queue with memory for so many items.
    ///
    /// # Errors
    /// [`QueueError::TooManyTimers`], [`QueueError::OutOfMemory`].
    ///
    /// # Panics
    /// As [`sleep`](super::sleep()).
    pub fn with_capacity(items: usize) -> Result<Self, QueueError> {
        Ok(Self::around(TimerWheel::with_capacity(items)?))
    }

    fn around(wheel: TimerWheel<T>) -> Self {
        Self {
            timers: ClockedTimers::with(*waking().clock(), wheel),
            sleep: Box::pin(sleep_until(now())),
            until: None,
            task: None,
        }
    }

    /// Puts an item in, to be given when at least `delay` has passed from now on. Constant time; allocates if there is
    /// no room.
    pub fn insert(&mut self, item: T, delay: Duration) -> Handle {
        self.insert_at(item, after(now(), delay))
    }

    /// Puts an item in, to be given at `deadline`, at once if that has passed.
    ///
    /// ```
    /// use carillon_driver::future::DelayQueue;
    /// use std::time::{Duration, Instant};
    ///
    /// let mut queue = DelayQueue::new();
    /// let deadline = Instant::now() + Duration::from_secs(5);
    /// let handle = queue.insert_at("give up", deadline);
    /// let given = queue.deadline(handle).expect("it is in the queue");
    /// assert!(given >= deadline && given - deadline <= Duration::from_micros(100));
    /// assert!(queue.reset_at(handle, deadline + Duration::from_secs(5)));
    /// ```
    pub fn insert_at(&mut self, item: T, deadline: Instant) -> Handle {
        let handle = self.timers.start_at(deadline, item);
        self.wake_for(handle);
        handle
    }

    /// The item is to be given when at least `delay` has passed from now on instead. Whether it is still in the queue;
    /// if not, nothing is done. Constant time.
    pub fn reset(&mut self, handle: Handle, delay: Duration) -> bool {
        self.reset_at(handle, after(now(), delay))
    }

    /// The item is to be given at `deadline` instead. Whether it is still in the queue; if not, nothing is done.
    /// Constant time.
    pub fn reset_at(&mut self, handle: Handle, deadline: Instant) -> bool {
        let outstanding = self.timers.restart_at(handle, deadline);
        self.wake_for(handle);
        outstanding
    }

    /// Takes an item out, or `None` if it was taken out or given before. Constant time.
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        let item = self.timers.stop(handle)?;
        if self.is_empty() {
            self.wake();
        }
        Some(item)
    }

    /// Takes all items out and drops them. Their handles stay stale.
    pub fn clear(&mut self) {
        self.timers.clear();
        self.wake();
    }

    /// When the item is to be given: its delay's end, rounded up to a tick of 100 µs. `None` if it was taken out or
    /// given before. Constant time.
    pub fn deadline(&self, handle: Handle) -> Option<Instant> {
        let tick = self.timers.expiry(handle)?;
        Some(self.timers.clock().instant_of(tick))
    }

    /// The item that is given next, if none is put in or taken out before.
    pub fn peek(&self) -> Option<(Handle, &T)> {
        let (handle, _, item) = self.timers.peek()?;
        Some((handle, item))
    }

    /// How many items are in it.
    pub fn len(&self) -> usize {
        self.timers.len()
    }

    /// Whether no item is in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// For how many items there is memory.
    pub fn capacity(&self) -> usize {
        self.timers.queue().capacity()
    }

    /// Makes room for so many items besides those that are in it.
    ///
    /// # Errors
    /// [`QueueError::TooManyTimers`], [`QueueError::OutOfMemory`]. Nothing has changed.
    pub fn reserve(&mut self, additional: usize) -> Result<(), QueueError> {
        let items = self.len().saturating_add(additional);
        self.timers.queue_mut().grow(items)
    }

    /// Gives back memory behind the last item. Handles stay good, and stale ones stale. Takes time in proportion to all
    /// memory.
    pub fn shrink_to_fit(&mut self) {
        self.timers.queue_mut().shrink_to_fit();
    }

    /// Wakes the task if this item comes before the sleep ends, which need not be that of the earliest item any more.
    fn wake_for(&mut self, handle: Handle) {
        let tick = self.timers.expiry(handle);
        if tick.is_some_and(|tick| self.until.is_none_or(|until| tick < until)) {
            self.until = None;
            self.wake();
        }
    }

    fn wake(&mut self) {
        if let Some(task) = self.task.take() {
            task.wake();
        }
    }
}

impl<T> Unpin for DelayQueue<T> {}

/// Each item, with the times at which it was to be given and was found due.
impl<T> Stream for DelayQueue<T> {
    type Item = Expired<T, Instant>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(expired) = this.timers.expired().next() {
                let clock = this.timers.clock();
                return Poll::Ready(Some(Expired {
                    handle: expired.handle,
                    item: expired.item,
                    due: clock.instant_of(expired.due),
                    reported: clock.instant_of(expired.reported),
                }));
            }
            match &mut this.task {
                Some(task) => task.clone_from(context.waker()),
                None => this.task = Some(context.waker().clone()),
            }
            if this.is_empty() {
                this.until = None;
                return Poll::Ready(None);
            }
            if this.until.is_none()
                && let Some(next) = this.timers.queue().next_expiry()
            {
                let deadline = this.timers.clock().instant_of(next);
                this.sleep.as_mut().reset(deadline);
                this.until = Some(next);
            }
            ready!(this.sleep.as_mut().poll(context));
            this.until = None;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), None)
    }
}
