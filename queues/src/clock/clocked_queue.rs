//! What every queue in real time can do.

use super::{Clock, Moment, Span};
use crate::{Expired, Handle, Refused, RestartError};
use core::time::Duration;

/// A [`TimerQueue`](crate::TimerQueue) in the time of a clock, whatever its structure:
/// [`ClockedTimers`](super::ClockedTimers) over any of them. For code that takes any, and for the queues whose starts
/// have no names of their own.
///
/// ```
/// use carillon_queues::HashedWheel;
/// use carillon_queues::Timers;
/// use carillon_queues::clock::{ClockedQueue, ClockedTimers, SystemClock};
/// use std::time::Duration;
///
/// /// Starts a timer in any queue.
/// fn retransmit(timers: &mut impl ClockedQueue<Item = u32>) -> bool {
///     timers.start(Duration::from_millis(200), 7).is_ok()
/// }
/// let clock = SystemClock::with_resolution(Duration::from_millis(1));
/// assert!(retransmit(&mut ClockedTimers::new(clock)));
/// assert!(retransmit(&mut ClockedTimers::with(clock, Timers::bounded(HashedWheel::new(512), 4)?)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait ClockedQueue {
    /// What the caller attaches to a timer.
    type Item;
    /// The clock.
    type Clock: Clock;

    /// START_TIMER with a deadline, as [`Moment`] says which: for deadlines that must not drift. One that has gone by
    /// is due at once. Takes as long as the queue's own start; where the structure has a longest interval, an advance
    /// besides.
    ///
    /// # Errors
    /// [`Refused`], with the item: the queue is full, or the structure has a longest interval and the deadline is
    /// beyond it.
    fn start_at(&mut self, deadline: impl Moment<Self::Clock>, item: Self::Item)
    -> Result<Handle, Refused<Self::Item>>;

    /// START_TIMER: a timer that is due when at least `interval` has passed from now on. An interval of zero is due at
    /// once.
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at).
    fn start(&mut self, interval: impl Span, item: Self::Item) -> Result<Handle, Refused<Self::Item>>;

    /// START_TIMER with slack: a timer that may be due when between `least` and `most` have passed from now on. As
    /// [`TimerQueue::start_between`](crate::TimerQueue::start_between).
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at), for `least`.
    fn start_between(
        &mut self,
        least: impl Span,
        most: impl Span,
        item: Self::Item,
    ) -> Result<Handle, Refused<Self::Item>>;

    /// As [`restart`](Self::restart) with a deadline.
    ///
    /// # Errors
    /// As [`restart`](Self::restart).
    fn restart_at(&mut self, handle: Handle, deadline: impl Moment<Self::Clock>) -> Result<(), RestartError>;

    /// The timer is due when at least `interval` has passed from now on instead. Handle and item stay.
    ///
    /// # Errors
    /// [`RestartError`]; the timer is then as it was.
    fn restart(&mut self, handle: Handle, interval: impl Span) -> Result<(), RestartError>;

    /// A restart with slack. If the timer is due within the range already, nothing is done.
    ///
    /// # Errors
    /// As [`restart`](Self::restart), for `least`.
    fn restart_between(&mut self, handle: Handle, least: impl Span, most: impl Span) -> Result<(), RestartError>;

    /// As [`TimerQueue::restart_or_start`](crate::TimerQueue::restart_or_start).
    ///
    /// # Errors
    /// As [`start`](Self::start); a timer that is outstanding is then as it was.
    fn restart_or_start(
        &mut self,
        handle: impl Into<Option<Handle>>,
        interval: impl Span,
        item: Self::Item,
    ) -> Result<Handle, Refused<Self::Item>> {
        let Some(handle) = handle.into() else {
            return self.start(interval, item);
        };
        match self.time_left(handle) {
            None => self.start(interval, item),
            Some(_) => match self.restart(handle, interval) {
                Ok(()) | Err(RestartError::NotOutstanding) => Ok(handle),
                Err(RestartError::Start(error)) => Err(error.with(item)),
            },
        }
    }

    /// As [`ClockedTimers::stop`](super::ClockedTimers::stop).
    fn stop(&mut self, handle: Handle) -> Option<Self::Item>;

    /// As [`ClockedTimers::next_expired`](super::ClockedTimers::next_expired).
    fn next_expired(&mut self) -> Option<Expired<Self::Item>>;

    /// As [`ClockedTimers::time_to_next`](super::ClockedTimers::time_to_next).
    fn time_to_next(&self) -> Option<Duration>;

    /// As [`ClockedTimers::time_left`](super::ClockedTimers::time_left).
    fn time_left(&self, handle: Handle) -> Option<Duration>;

    /// As [`ClockedTimers::expiry`](super::ClockedTimers::expiry).
    fn expiry(&self, handle: Handle) -> Option<u64>;

    /// As [`ClockedTimers::restart_to_earlier`](super::ClockedTimers::restart_to_earlier).
    fn restart_to_earlier(&mut self, handle: Handle, interval: impl Span) -> bool;
}
