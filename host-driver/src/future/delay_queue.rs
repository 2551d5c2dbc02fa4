//! A queue of items with delays.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker, ready};
use core::time::Duration;
use std::boxed::Box;
use std::time::Instant;

use futures_core::Stream;

use super::sleep::{Sleep, after, sleep_until};
use super::thread::waking;
use crate::device::{Clock, SystemClock};
use crate::queue::clock::ClockedTimers;
use crate::queue::{Expired, Handle, TimerWheel};

/// A stream that gives each item when its delay has passed, in the order of the ticks of 100 µs in which the delays
/// end. It has its own [`TimerWheel`], and one [`Sleep`] for the earliest item.
///
/// The stream ends while the queue is empty. The task that has last polled it is woken when that end comes or goes, or
/// an item comes before all others.
#[derive(Debug)]
pub struct DelayQueue<T> {
    timers: ClockedTimers<SystemClock, TimerWheel<T>>,
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
        Self {
            timers: ClockedTimers::new(*waking().clock()),
            sleep: Box::pin(sleep_until(Instant::now())),
            until: None,
            task: None,
        }
    }

    /// Puts an item in, to be given when at least `delay` has passed from now on. Constant time; allocates if there is
    /// no room.
    pub fn insert(&mut self, item: T, delay: Duration) -> Handle {
        let handle = self.timers.start(delay, item);
        self.wake_for(handle);
        handle
    }

    /// The item is to be given when at least `delay` has passed from now on instead. Whether it is still in the queue;
    /// if not, nothing is done. Constant time.
    pub fn reset(&mut self, handle: Handle, delay: Duration) -> bool {
        let outstanding = self.timers.restart(handle, delay);
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

    /// How many items are in it.
    pub fn len(&self) -> usize {
        usize::try_from(self.timers.queue().outstanding()).unwrap_or(usize::MAX)
    }

    /// Whether no item is in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Wakes the task if this item comes before the sleep ends, which need not be that of the earliest item any more.
    fn wake_for(&mut self, handle: Handle) {
        let tick = self.timers.queue().expiry(handle);
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

impl<T> Stream for DelayQueue<T> {
    type Item = Expired<T>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Expired<T>>> {
        let this = self.get_mut();
        loop {
            if let Some(expired) = this.timers.expired().next() {
                return Poll::Ready(Some(expired));
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
                let left = this.timers.clock().time_until(next);
                this.sleep.as_mut().reset(after(Instant::now(), left));
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
