//! What every queue can do, in the same words for all.
//!
//! The four routines of the paper's section II: START_TIMER is [`start`](TimerQueue::start), STOP_TIMER is
//! [`stop`](TimerQueue::stop), PER_TICK_BOOKKEEPING is [`advance`](Advance::advance), and EXPIRY_PROCESSING is
//! [`next_expired`](Advance::next_expired).

use crate::advance::Advance;
use crate::schemes::structure::roundest;
use crate::{Expired, Handle, Refused, RestartError, StartError};

/// A timer queue, whatever its structure: it is given an item with each timer, and gives out a handle.
///
/// ```
/// use carillon_queues::{TimerQueue, TimerWheel};
///
/// /// Starts a timer in any queue.
/// fn retransmit(timers: &mut impl TimerQueue<Item = &'static str>) -> bool {
///     timers.start(200, "try again").is_ok()
/// }
/// assert!(retransmit(&mut TimerWheel::new()));
/// ```
pub trait TimerQueue: Advance<Expired = Expired<Self::Item>> {
    /// What the caller attaches to a timer (the paper's Request_ID and Expiry_Action).
    type Item;

    /// The most timers that can be outstanding at once, until the queue grows, if it does.
    fn capacity(&self) -> usize;

    /// Whether another start would be refused for want of room.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.outstanding() as usize >= self.capacity()
    }

    /// The longest interval that can be started, in ticks.
    fn longest_interval(&self) -> u64;

    /// START_TIMER with the tick at which the timer is due: for deadlines that must not drift. A tick that is now or
    /// has gone by is due at once.
    ///
    /// # Errors
    /// [`Refused`], with the item: the interval is above [`longest_interval`](Self::longest_interval), the time would
    /// not fit 64 bits, or the queue is full.
    fn start_at(&mut self, expiry: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>>;

    /// START_TIMER: a timer that is due `interval` ticks after [`now`](Advance::now). An interval of 0 is due at once.
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at).
    #[inline(always)]
    fn start(&mut self, interval: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>> {
        match self.now().checked_add(interval) {
            Some(expiry) => self.start_at(expiry, item),
            None => Err(StartError::BeyondTheEndOfTime.with(item)),
        }
    }

    /// The tick of those from `from` to `to`, which is not before it, that costs this queue and its host least.
    #[doc(hidden)]
    fn cheapest(&self, from: u64, to: u64) -> u64 {
        roundest(from, to)
    }

    /// START_TIMER with slack: a timer that may be due at any tick from `least` to `most` ticks after now. Of these it
    /// takes a tick that is a multiple of a large power of two, so that timers whose slack overlaps come due together
    /// and the host wakes up less often; in a hierarchy of wheels one at which it need not migrate. A `most` below
    /// `least` is taken for `least`.
    ///
    /// # Errors
    /// As [`start`](Self::start) with `least`.
    fn start_between(&mut self, least: u64, most: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>> {
        match range(self, least, most) {
            Some((from, to)) => self.start_at(self.cheapest(from, to), item),
            None => Err(StartError::BeyondTheEndOfTime.with(item)),
        }
    }

    /// STOP_TIMER: takes the timer out and gives its item back. Possible until the timer is handed out by
    /// [`next_expired`](Advance::next_expired), so that a stopped timer never fires. Its memory is free at once. `None`
    /// if it was stopped or handed out before.
    fn stop(&mut self, handle: Handle) -> Option<Self::Item>;

    /// As [`restart`](Self::restart) with the tick at which the timer is due: for deadlines that must not drift. A tick
    /// that is now or has gone by is due at once.
    ///
    /// # Errors
    /// As [`restart`](Self::restart).
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError>;

    /// STOP_TIMER and START_TIMER in one: the timer is due `interval` ticks after now instead. Handle and item stay.
    /// Possible until it is handed out.
    ///
    /// # Errors
    /// [`RestartError`]; the timer is then as it was.
    #[inline(always)]
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), RestartError> {
        match self.now().checked_add(interval) {
            Some(expiry) => self.restart_at(handle, expiry),
            None => Err(self.too_late(handle)),
        }
    }

    /// [`restart`](Self::restart) if the timer of `handle` is outstanding: it keeps its item, and `item` is dropped.
    /// Otherwise, or if `handle` is `None`, [`start`](Self::start) with `item`. So a timer runs from now on, whether it
    /// had run out or not, as after Linux's `mod_timer`. Returns its handle, which is a new one if it was started.
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let idle = timers.restart_or_start(None, 200, "idle");
    /// timers.advance(150);
    /// assert_eq!(timers.restart_or_start(idle, 200, "idle"), idle);
    /// assert_eq!(timers.advance(350).count(), 1);
    /// let idle = timers.restart_or_start(idle, 200, "idle again");
    /// assert_eq!(timers.get(idle), Some(&"idle again"));
    /// ```
    ///
    /// # Errors
    /// As [`start`](Self::start); a timer that is outstanding is then as it was.
    fn restart_or_start(
        &mut self,
        handle: impl Into<Option<Handle>>,
        interval: u64,
        item: Self::Item,
    ) -> Result<Handle, Refused<Self::Item>>
    where
        Self: Sized,
    {
        let Some(handle) = handle.into() else {
            return self.start(interval, item);
        };
        match self.restart(handle, interval) {
            Ok(()) => Ok(handle),
            Err(RestartError::NotOutstanding) => self.start(interval, item),
            Err(RestartError::Start(error)) => Err(error.with(item)),
        }
    }

    /// Makes the timer due `interval` ticks after now, unless it is due by then: it is never put off. Handle and item
    /// stay. Whether the timer is outstanding; if not, nothing is done. (Linux's `timer_reduce` starts it then.)
    ///
    /// ```
    /// use carillon_queues::TimerWheel;
    ///
    /// let mut timers = TimerWheel::new();
    /// let flush = timers.start(300, "flush");
    /// assert!(timers.restart_to_earlier(flush, 50) && timers.restart_to_earlier(flush, 400));
    /// assert_eq!(timers.expiry(flush), Some(50));
    /// ```
    #[inline]
    fn restart_to_earlier(&mut self, handle: Handle, interval: u64) -> bool {
        let Some(before) = self.expiry(handle) else {
            return false;
        };
        let tick = self.now().saturating_add(interval);
        if tick < before {
            // Refused only for a tick that the structure would round up to `before` or a later one.
            let _ = self.restart_at(handle, tick);
        }
        true
    }

    /// A restart with slack, as [`start_between`](Self::start_between). If the timer is due within the range already,
    /// nothing is done.
    ///
    /// # Errors
    /// As [`restart`](Self::restart) with `least`.
    fn restart_between(&mut self, handle: Handle, least: u64, most: u64) -> Result<(), RestartError> {
        let expiry = self.expiry(handle).ok_or(RestartError::NotOutstanding)?;
        match range(self, least, most) {
            Some((from, to)) if (from..=to).contains(&expiry) => Ok(()),
            Some((from, to)) => self.restart_at(handle, self.cheapest(from, to)),
            None => Err(self.too_late(handle)),
        }
    }

    /// The error of a restart whose tick does not fit 64 bits; a stale handle is reported first.
    #[doc(hidden)]
    #[cold]
    fn too_late(&self, handle: Handle) -> RestartError {
        match self.expiry(handle) {
            Some(_) => StartError::BeyondTheEndOfTime.into(),
            None => RestartError::NotOutstanding,
        }
    }

    /// When the timer is due, or `None` if it was stopped or handed out before.
    fn expiry(&self, handle: Handle) -> Option<u64>;

    /// The timer that will be handed out last of those that are due, or, of those, just before `before`; `None` if
    /// there is none, or the queue does not tell. A timer that becomes due later is handed out after it.
    #[doc(hidden)]
    fn last_due(&self, before: Option<Handle>) -> Option<Handle> {
        let _ = before;
        None
    }
}

/// The ticks from `least` to `most` after now, as far as the queue takes them; at least the first.
fn range<Q: TimerQueue + ?Sized>(queue: &Q, least: u64, most: u64) -> Option<(u64, u64)> {
    let (now, reach) = (queue.now(), most.min(queue.longest_interval()));
    let from = now.checked_add(least)?;
    Some((from, now.saturating_add(reach).max(from)))
}
