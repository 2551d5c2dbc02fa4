//! Numbered timers that a clock drives.

use super::{Clock, ClockedTimers, Moment, Span};
use crate::collection::{TimerCollection, collection, numbers};
use crate::memory::Record;
#[cfg(feature = "alloc")]
use crate::schemes::structure::Unlimited;
use crate::schemes::structure::{Foremost, Structure};
use crate::{NumberedQueue, NumberedTimers, StartError};
use core::time::Duration;

/// Timers of things that have numbers.
#[cfg(feature = "alloc")]
impl<C: Clock> ClockedTimers<C, NumberedTimers> {
    /// A queue of numbered timers, which grows to the largest number that is started. For one with memory for so many
    /// from the beginning, [`with`](Self::with) [`NumberedTimers::with_capacity`].
    ///
    /// ```
    /// use carillon_queues::clock::{ClockedTimers, SystemClock};
    /// use std::time::Duration;
    ///
    /// let mut timers = ClockedTimers::numbered(SystemClock::with_resolution(Duration::from_millis(1)));
    /// timers.start(7, Duration::from_secs(30))?;
    /// timers.start(8, Duration::from_millis(20))?;
    /// timers.start(7, Duration::from_secs(60))?; // put off
    /// while let Some(wait) = timers.time_to_next() {
    ///     std::thread::sleep(wait);
    ///     while let Some(expired) = timers.next_expired() {
    ///         assert_eq!(expired.number, 8);
    ///         timers.stop(7);
    ///     }
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub const fn numbered(clock: C) -> Self {
        Self::with(clock, NumberedTimers::new())
    }
}

impl<C: Clock, S: Structure, R> ClockedTimers<C, NumberedTimers<S, R>>
where
    R: AsRef<[Record]> + AsMut<[Record]>,
{
    collection!(self => self.queue, u32);
    numbers!(self => self.queue);

    /// Stops the timer of this number. Whether it was outstanding.
    pub fn stop(&mut self, number: u32) -> bool {
        self.queue.stop(number)
    }

    /// The tick at which the timer of this number is due, or `None` if it is not outstanding.
    pub fn expiry(&self, number: u32) -> Option<u64> {
        self.queue.expiry(number)
    }

    /// How long it takes until the timer of this number may be due, rounded up; zero if its tick has begun. `None` if
    /// it is not outstanding.
    pub fn time_left(&self, number: u32) -> Option<Duration> {
        let tick = self.queue.expiry(number)?;
        Some(self.clock.time_until(tick))
    }

    /// Makes the timer due when at least `interval` has passed from now on, unless it is due by then: it is never put
    /// off. As [`NumberedQueue::restart_to_earlier`].
    pub fn restart_to_earlier(&mut self, number: u32, interval: impl Span) -> bool {
        let tick = self.after(interval);
        match self.queue.expiry(number) {
            Some(before) if tick < before => {
                // Refused only for a tick that the structure would round up to `before` or a later one.
                let _ = NumberedQueue::start_at(&mut self.queue, number, tick);
                true
            }
            before => before.is_some(),
        }
    }

    /// As [`NumberedTimers::peek`].
    pub fn peek(&self) -> Option<(u32, u64)>
    where
        S: Foremost,
    {
        self.queue.peek()
    }
}

/// The starts, which `$start` hands to the queue.
macro_rules! starts {
    ($start:expr) => {
        /// Starts the timer of this number to be due when at least `interval` has passed from now on; if it is
        /// outstanding, it is no longer due at its old tick. An interval of zero is due at once.
        ///
        /// # Errors
        /// [`StartError::NoSuchNumber`]: there is neither such a number nor, where the queue grows, memory for it; or
        /// the structure has a longest interval and this one is longer. Nothing has changed.
        pub fn start(&mut self, number: u32, interval: impl Span) -> Result<(), StartError> {
            self.start_at(number, self.after(interval))
        }

        /// As [`start`](Self::start) with a deadline, an `Instant` or a tick of the clock. One that has gone by is due
        /// at once.
        ///
        /// # Errors
        /// As [`start`](Self::start).
        pub fn start_at(&mut self, number: u32, deadline: impl Moment<C>) -> Result<(), StartError> {
            let tick = deadline.tick(&self.clock);
            let tick = self.make_room(tick, NumberedQueue::longest_interval(&self.queue));
            $start(&mut self.queue, number, tick)
        }

        /// As [`start`](Self::start) with slack: when between `least` and `most` have passed from now on. As
        /// [`NumberedQueue::start_between`]; if the timer is due within the range already, nothing is done.
        ///
        /// # Errors
        /// As [`start`](Self::start), for `least`.
        pub fn start_between(&mut self, number: u32, least: impl Span, most: impl Span) -> Result<(), StartError> {
            let longest = NumberedQueue::longest_interval(&self.queue);
            let (from, to) = self.between(least, most, longest);
            match self.queue.expiry(number) {
                Some(expiry) if (from..=to).contains(&expiry) => Ok(()),
                _ => self.start_at(number, NumberedQueue::cheapest(&self.queue, from, to)),
            }
        }
    };
}

/// With a queue that grows.
#[cfg(feature = "alloc")]
impl<C: Clock, S: Unlimited> ClockedTimers<C, NumberedTimers<S>> {
    starts!(NumberedTimers::<S>::start_at);
}

/// With a queue of fixed size.
impl<C: Clock, S: Structure, const N: usize> ClockedTimers<C, NumberedTimers<S, [Record; N]>> {
    starts!(NumberedQueue::start_at);
}
