//! Periodic timers in real time.

use super::periodic::{Every, MissedTicks};
use super::repeating::{Occurrence, Repeating};
use crate::clock::{Clock, ClockedQueue, ClockedTimers, Span};
use crate::memory::{Fixed, InLists, Memory};
use crate::schemes::structure::Structure;
#[cfg(feature = "alloc")]
use crate::schemes::structure::Unlimited;
use crate::{Handle, Refused, Timers};

impl<C: Clock, S, T, M> ClockedTimers<C, Timers<S, Repeating<T, Every>, M>>
where
    T: Clone,
    S: Structure<M::Records>,
    M: Memory<Repeating<T, Every>>,
{
    /// As [`next_expired`](Self::next_expired) for timers that may be periodic: a periodic one goes on and keeps its
    /// handle. It may be stopped while its occurrence is handled, like any timer. Ticks are missed that the loop came
    /// too late for.
    ///
    /// ```
    /// use carillon_queues::clock::{ClockedTimers, ManualClock, TickRate};
    /// use carillon_queues::tools::{MissedTicks, Repeating};
    /// use std::num::NonZeroU32;
    /// use std::time::Duration;
    ///
    /// // Ticks of a millisecond, and 60 frames a second.
    /// let clock = ManualClock::new(TickRate::hertz(NonZeroU32::new(1_000).unwrap()));
    /// let mut timers = ClockedTimers::new(&clock);
    /// let frame = timers.start_periodic(Duration::from_secs(1) / 60, MissedTicks::Skip, "frame");
    /// timers.start(Duration::from_millis(40), Repeating::once("once"));
    /// let mut frames = Vec::new();
    /// while let Some(wait) = timers.time_to_next() {
    ///     clock.advance(wait);
    ///     while let Some(occurrence) = timers.next_occurrence() {
    ///         match occurrence.item {
    ///             "frame" => frames.push(occurrence.due),
    ///             _ => assert_eq!(occurrence.due, 41),
    ///         }
    ///         if frames.len() > 60 {
    ///             timers.stop(frame);
    ///         }
    ///     }
    /// }
    /// assert_eq!(frames[60] - frames[0], 1_000);
    /// ```
    pub fn next_occurrence(&mut self) -> Option<Occurrence<T>> {
        self.next_of_the_loop(Timers::next_occurrence)
    }

    fn every(&self, period: impl Span, missed_ticks: MissedTicks, item: T) -> Repeating<T, Every> {
        let every = Every::new(period, self.clock.rate(), missed_ticks);
        Repeating::every(every, item)
    }
}

#[cfg(feature = "alloc")]
impl<C: Clock, S: Unlimited, T: Clone> ClockedTimers<C, Timers<S, Repeating<T, Every>>> {
    /// A timer that is due when at least `period` has passed from now on, and then each `period`, whether that is a
    /// number of ticks or not: it does not drift. [`next_occurrence`](Self::next_occurrence) hands it out. For another
    /// first time, [`start`](Self::start) a [`Repeating`].
    pub fn start_periodic(&mut self, period: impl Span + Copy, missed_ticks: MissedTicks, item: T) -> Handle {
        let item = self.every(period, missed_ticks, item);
        self.start(period, item)
    }
}

impl<C, S, T, const N: usize, const OWN: usize>
    ClockedTimers<C, Timers<S, Repeating<T, Every>, Fixed<Repeating<T, Every>, N, OWN>>>
where
    C: Clock,
    T: Clone,
    S: InLists<OWN> + Structure<<Fixed<Repeating<T, Every>, N, OWN> as Memory<Repeating<T, Every>>>::Records>,
{
    /// As for a queue that grows.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_periodic(
        &mut self,
        period: impl Span + Copy,
        missed_ticks: MissedTicks,
        item: T,
    ) -> Result<Handle, Refused<Repeating<T, Every>>> {
        let item = self.every(period, missed_ticks, item);
        ClockedQueue::start(self, period, item)
    }
}
