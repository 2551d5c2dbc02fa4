//! Timers that the caller numbers: one for each connection, task or node that it has anyway.
//!
//! In C a connection has its timer inside, and `mod_timer(&connection->timer)` needs no handle. In Rust such a node
//! must not move while it is linked, and must unlink itself before it goes: `PinnedTimer`, of the feature `pinned`,
//! does both, at the price of pins and on one structure. Numbers give nearly the same: the caller keeps its objects in
//! an array, and timer 5 belongs to object 5. Each number has at most one timer: a start of an outstanding timer moves
//! it, and a stop ends the one that is outstanding. So the queue holds no items, there is no list of free entries, the
//! queue is never full, and starting and stopping touch one entry and its neighbours, as with intrusive timers.
//!
//! To stop a timer when something is dropped, there is `OwnedTimer`, of the feature `tools`.

#[cfg(feature = "chip")]
mod by_handle;
mod numbered_timers;

#[cfg(feature = "chip")]
pub use by_handle::ByHandle;
pub use numbered_timers::NumberedTimers;

use crate::StartError;
use crate::advance::Advance;
use crate::schemes::structure::roundest;

/// A timer of a [`NumberedQueue`] that has run out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ExpiredNumber {
    /// The timer's number.
    pub number: u32,
    /// The tick at which it was due.
    pub due: u64,
}

/// A queue whose timers have numbers, from 0 up. [`Advance`] has what it does as time passes.
pub trait NumberedQueue: Advance<Expired = ExpiredNumber> {
    /// The numbers are below this one, until the queue grows, if it does.
    fn numbers(&self) -> u32;

    /// The longest interval that can be started, in ticks.
    fn longest_interval(&self) -> u64;

    /// Starts the timer of this number for tick `expiry`; if it is outstanding, it is no longer due at its old tick. A
    /// tick that is now or has gone by is due at once.
    ///
    /// # Errors
    /// [`StartError::NoSuchNumber`]; and the interval is above [`longest_interval`](Self::longest_interval), or the
    /// time does not fit 64 bits. The timer is then as it was.
    fn start_at(&mut self, number: u32, expiry: u64) -> Result<(), StartError>;

    /// Starts the timer of this number to be due `interval` ticks after now. An interval of 0 is due at once.
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at).
    #[inline(always)]
    fn start(&mut self, number: u32, interval: u64) -> Result<(), StartError> {
        let expiry = self.now().checked_add(interval);
        self.start_at(number, expiry.ok_or(StartError::BeyondTheEndOfTime)?)
    }

    /// The tick of those from `from` to `to`, which is not before it, that costs this queue least.
    #[doc(hidden)]
    fn cheapest(&self, from: u64, to: u64) -> u64 {
        roundest(from, to)
    }

    /// Starts the timer with slack: it may be due at any tick from `least` to `most` ticks after now, at one that it
    /// shares with others if it can, as [`TimerQueue::start_between`](crate::TimerQueue::start_between). If it is due
    /// within the range already, nothing is done. A `most` below `least` is taken for `least`.
    ///
    /// ```
    /// use carillon_queues::NumberedQueue;
    /// use carillon_queues::NumberedTimers;
    ///
    /// let mut timers = NumberedTimers::with_capacity(100)?;
    /// timers.start_between(7, 1_000, 1_100)?;
    /// timers.start_between(8, 950, 1_050)?;
    /// timers.start_between(7, 1_020, 1_090)?; // it is within this range already
    /// assert_eq!((timers.expiry(7), timers.expiry(8)), (Some(1_088), Some(1_024)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`start_at`](Self::start_at) with `least`.
    fn start_between(&mut self, number: u32, least: u64, most: u64) -> Result<(), StartError> {
        let (now, reach) = (self.now(), most.min(self.longest_interval()));
        let from = now.checked_add(least);
        let from = from.ok_or(StartError::BeyondTheEndOfTime)?;
        let to = now.saturating_add(reach).max(from);
        match self.expiry(number) {
            Some(expiry) if (from..=to).contains(&expiry) => Ok(()),
            _ => self.start_at(number, self.cheapest(from, to)),
        }
    }

    /// Makes the timer of this number due `interval` ticks after now, unless it is due by then: it is never put off.
    /// Whether the timer is outstanding; if not, nothing is done. (Linux's `timer_reduce` starts it then.)
    ///
    /// ```
    /// use carillon_queues::NumberedTimers;
    ///
    /// let mut timers = NumberedTimers::with_capacity(100)?;
    /// timers.start(7, 300)?;
    /// assert!(timers.restart_to_earlier(7, 50) && timers.restart_to_earlier(7, 400));
    /// assert_eq!((timers.expiry(7), timers.restart_to_earlier(8, 50)), (Some(50), false));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    fn restart_to_earlier(&mut self, number: u32, interval: u64) -> bool {
        let Some(before) = self.expiry(number) else {
            return false;
        };
        let tick = self.now().saturating_add(interval);
        if tick < before {
            // Refused only for a tick that the structure would round up to `before` or a later one.
            let _ = self.start_at(number, tick);
        }
        true
    }

    /// Stops the timer of this number. Whether it was outstanding.
    fn stop(&mut self, number: u32) -> bool;

    /// When the timer of this number is due, or `None` if it is not outstanding.
    fn expiry(&self, number: u32) -> Option<u64>;

    /// As [`TimerQueue::last_due`](crate::TimerQueue::last_due).
    #[doc(hidden)]
    fn last_due(&self, before: Option<u32>) -> Option<u32> {
        let _ = before;
        None
    }
}
