//! A queue that a clock drives.

use super::{Clock, Span};
use crate::advance::Expirations;
use crate::{Handle, Refused, RestartError, StartError, TimerQueue};
#[cfg(feature = "alloc")]
use crate::{TimerWheel, Timers};
use core::time::Duration;

/// A timer queue in the time of a clock.
///
/// An interval counts from the clock's now, whenever the queue was advanced last; it is rounded up to ticks, and
/// elapsed time is rounded down. So no timer is handed out before its interval has passed; how much later, besides the
/// time until [`expired`](Self::expired) is called, [`Clock::after`] says.
///
/// ```
/// use carillon_queues::clock::{ClockedTimers, SystemClock};
/// use std::sync::mpsc::{RecvTimeoutError, channel};
/// use std::time::Duration;
///
/// let (sender, events) = channel();
/// sender.send("hello").unwrap();
///
/// let mut timers = ClockedTimers::new(SystemClock::with_resolution(Duration::from_millis(1)));
/// timers.start(Duration::from_millis(20), "time out");
/// let mut seen = Vec::new();
/// while let Some(wait) = timers.time_to_next() {
///     match events.recv_timeout(wait) {
///         Ok(event) => seen.push(event),
///         Err(RecvTimeoutError::Timeout) => {} // a timer may be due
///         Err(RecvTimeoutError::Disconnected) => break,
///     }
///     seen.extend(timers.expired().map(|expired| expired.item));
/// }
/// assert_eq!(seen, ["hello", "time out"]);
/// ```
#[derive(Debug)]
pub struct ClockedTimers<C, Q> {
    clock: C,
    queue: Q,
}

/// With the usual queue, no start is refused.
#[cfg(feature = "alloc")]
impl<C: Clock, T> ClockedTimers<C, TimerWheel<T>> {
    /// An empty queue.
    pub fn new(clock: C) -> Self {
        Self::with(clock, Timers::new())
    }

    /// START_TIMER: a timer that is due when at least `interval` has passed from now on. An interval of zero is due at
    /// once. One that ends after tick 2^64 - 1 ends there. Constant time; allocates if the queue is full.
    pub fn start(&mut self, interval: impl Span, item: T) -> Handle {
        let tick = self.clock.after(interval).unwrap_or(u64::MAX);
        self.queue.start_at(tick, item)
    }

    /// The timer is due when at least `interval` has passed from now on instead; one that ends after tick 2^64 - 1 ends
    /// there. Handle and item stay. Whether the timer is outstanding; if not, nothing is done.
    pub fn restart(&mut self, handle: Handle, interval: impl Span) -> bool {
        let tick = self.clock.after(interval).unwrap_or(u64::MAX);
        self.queue.restart_at(handle, tick)
    }
}

impl<C: Clock, Q: TimerQueue> ClockedTimers<C, Q> {
    /// A queue whose tick 0 is the clock's: one that was not advanced before.
    pub const fn with(clock: C, queue: Q) -> Self {
        Self { clock, queue }
    }

    /// The clock.
    pub const fn clock(&self) -> &C {
        &self.clock
    }

    /// The queue. Its now may be behind the clock's.
    pub const fn queue(&self) -> &Q {
        &self.queue
    }

    /// START_TIMER in any queue: a timer that is due when at least `interval` has passed from now on. An interval of
    /// zero is due at once. Takes as long as the queue's own start; where the structure has a longest interval, an
    /// advance besides.
    ///
    /// # Errors
    /// [`Refused`], with the item, as [`TimerQueue::start_at`] refuses.
    pub fn try_start(
        &mut self,
        interval: impl Span,
        item: Q::Item,
    ) -> Result<Handle, Refused<Q::Item>> {
        match self.due(interval) {
            Some(tick) => self.queue.start_at(tick, item),
            None => Err(StartError::BeyondTheEndOfTime.with(item)),
        }
    }

    /// In any queue: the timer is due when at least `interval` has passed from now on instead. Handle and item stay.
    ///
    /// # Errors
    /// [`RestartError`]; the timer is then as it was.
    pub fn try_restart(&mut self, handle: Handle, interval: impl Span) -> Result<(), RestartError> {
        match self.due(interval) {
            Some(tick) => self.queue.restart_at(handle, tick),
            None if self.queue.expiry(handle).is_some() => {
                Err(StartError::BeyondTheEndOfTime.into())
            }
            // A stale handle is reported before a long interval.
            None => self.queue.restart_at(handle, u64::MAX),
        }
    }

    /// STOP_TIMER: takes the timer out and gives its item back. Possible until it is handed out; `None` if it was
    /// stopped or handed out before.
    pub fn stop(&mut self, handle: Handle) -> Option<Q::Item> {
        self.queue.stop(handle)
    }

    /// PER_TICK_BOOKKEEPING up to the clock's now, and EXPIRY_PROCESSING: the timers that have run out, in the order
    /// that the structure promises. What the iterator does not hand out comes with the next call.
    pub fn expired(&mut self) -> Expirations<&mut Q> {
        self.queue.advance(self.clock.now())
    }

    /// How long to wait until a timer may be due, rounded up, so that a sleep of this length does not end before it;
    /// zero if one is due, `None` if none is outstanding. Where the structure's next expiry is not exact, nothing may
    /// be due then.
    pub fn time_to_next(&self) -> Option<Duration> {
        self.queue
            .next_expiry()
            .map(|tick| self.clock.time_until(tick))
    }

    /// The tick at which a timer is due that is started now.
    fn due(&mut self, interval: impl Span) -> Option<u64> {
        let tick = self.clock.after(interval)?;
        if tick.saturating_sub(self.queue.now()) > self.queue.longest_interval() {
            self.queue.advance(self.clock.now());
        }
        Some(tick)
    }
}
