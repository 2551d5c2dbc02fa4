//! Starting and stopping timers that have an item and are named by a handle.

use super::{Expired, Handle, Refused, RestartError, StartError, StopError, TimerQueue};

/// A timer queue that is given an item for each timer and gives out a handle: START_TIMER and STOP_TIMER of the paper's
/// section II. [`TimerQueue`] has the other two.
pub trait Keyed: TimerQueue<Expired = Expired<Self::Item>> {
    /// What the caller attaches to a timer (the paper's Request_ID and Expiry_Action).
    type Item;

    /// The most timers that can be outstanding at once.
    fn capacity(&self) -> u32;

    /// Whether no other timer can be started.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.outstanding() >= self.capacity()
    }

    /// The longest interval that can be started, in ticks.
    fn longest_interval(&self) -> u64;

    /// START_TIMER: a timer that is due `interval` ticks after [`now`](TimerQueue::now). An interval of 0 is due at
    /// once.
    ///
    /// # Errors
    /// [`Refused`], with the item: the interval is above [`longest_interval`](Self::longest_interval), the time would
    /// not fit 64 bits, or the queue is full.
    #[inline]
    fn start(&mut self, interval: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>> {
        match self.now().checked_add(interval) {
            Some(expiry) => self.start_at(expiry, item),
            None => Err(StartError::BeyondTheEndOfTime.with(item)),
        }
    }

    /// START_TIMER with the tick at which the timer is due: for deadlines that must not drift. A tick that is now or
    /// has gone by is due at once.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    fn start_at(&mut self, expiry: u64, item: Self::Item) -> Result<Handle, Refused<Self::Item>>;

    /// START_TIMER with slack: a timer that may be due at any tick from `least` to `most` ticks after now. Of these it
    /// takes the one that is a multiple of the largest power of two, so that timers whose slack overlaps come due
    /// together and the host wakes up less often. A `most` below `least` is taken for `least`.
    ///
    /// # Errors
    /// As [`start`](Self::start) with `least`.
    fn start_between(
        &mut self,
        least: u64,
        most: u64,
        item: Self::Item,
    ) -> Result<Handle, Refused<Self::Item>> {
        let Some(from) = self.now().checked_add(least) else {
            return Err(StartError::BeyondTheEndOfTime.with(item));
        };
        let reach = most.min(self.longest_interval()).max(least);
        let to = self.now().saturating_add(reach);
        self.start_at(roundest(from, to), item)
    }

    /// STOP_TIMER: takes the timer out. Possible until the timer is handed out by
    /// [`next_expired`](TimerQueue::next_expired), so that a stopped timer never fires. Its memory is free at once.
    ///
    /// # Errors
    /// [`StopError`]: the timer was stopped or reported before, or the handle is not one of this queue's.
    fn stop(&mut self, handle: Handle) -> Result<Self::Item, StopError>;

    /// STOP_TIMER and START_TIMER in one: the timer is due `interval` ticks after now instead. Handle and item stay.
    /// Possible until it is handed out.
    ///
    /// # Errors
    /// [`RestartError`]; the timer is then as it was.
    #[inline]
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), RestartError> {
        match self.now().checked_add(interval) {
            Some(expiry) => self.restart_at(handle, expiry),
            None if self.expiry(handle).is_some() => Err(StartError::BeyondTheEndOfTime.into()),
            // Its handle is worse than its interval.
            None => self.restart_at(handle, u64::MAX),
        }
    }

    /// As [`restart`](Self::restart) with the tick at which the timer is due: for deadlines that must not drift. A tick
    /// that is now or has gone by is due at once.
    ///
    /// # Errors
    /// As [`restart`](Self::restart).
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError>;

    /// When the timer is due, or `None` if it was stopped or reported before.
    fn expiry(&self, handle: Handle) -> Option<u64>;
}

/// The multiple of the largest power of two among the ticks from `from` to `to`, which is not before it; 0 counts as
/// the roundest.
fn roundest(from: u64, to: u64) -> u64 {
    let Some(before) = from.checked_sub(1) else {
        return 0;
    };
    // The highest bit in which they differ is set in `to` and ends what is common: cut off what is below.
    let differing = 63 - ((before ^ to) | 1).leading_zeros();
    to >> differing << differing
}
