//! Periodic timers beside those that run out once, in one queue.
//!
//! A periodic timer keeps its handle for as long as it runs: it is handed out and at the same time started again, for
//! the tick that its [`Periodic`] gives.

use crate::memory::Memory;
use crate::record::first;
use crate::schemes::structure::Structure;
use crate::timers::Timers;
use crate::tools::periodic::{Period, Periodic};
use crate::{Handle, TimerQueue};

/// The item of a timer that may be periodic: each so many ticks, or with [`Every`](crate::tools::Every) in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Repeating<T, P = Periodic> {
    /// What is handed out each time.
    pub item: T,
    /// How often; `None` if it runs out once.
    pub periodic: Option<P>,
}

impl<T, P> Repeating<T, P> {
    /// Of a timer that runs out once.
    pub const fn once(item: T) -> Self {
        Self { item, periodic: None }
    }

    /// Of a timer that runs out again and again.
    pub const fn every(periodic: P, item: T) -> Self {
        Self { item, periodic: Some(periodic) }
    }
}

/// A timer that has run out, perhaps not for the last time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Occurrence<T> {
    /// The handle that the timer was started with. Good as long as `next` is some tick.
    pub handle: Handle,
    /// What the caller gave.
    pub item: T,
    /// The tick at which it was due.
    pub due: u64,
    /// The tick at which it is due next; `None` if this was the last time.
    pub next: Option<u64>,
    /// Expiries between those two that are left out, because the queue was advanced past them.
    pub missed: u64,
}

impl<T, P, S, M> Timers<S, Repeating<T, P>, M>
where
    T: Clone,
    P: Period,
    S: Structure<M::Records>,
    M: Memory<Repeating<T, P>>,
{
    /// EXPIRY_PROCESSING, one timer at a time, for timers that may be periodic: as
    /// [`next_expired`](Self::next_expired), but a periodic timer goes on and keeps its handle. It may be stopped
    /// while its occurrence is handled, like any timer. Ticks are missed that the queue was
    /// advanced past.
    ///
    /// A timer whose next tick the structure cannot hold is handed out for the last time.
    ///
    /// ```
    /// use carillon_queues::{HashedWheel, Timers};
    /// use carillon_queues::tools::{MissedTicks, Periodic, Repeating};
    /// use core::num::NonZeroU64;
    ///
    /// let mut timers = Timers::growing(HashedWheel::new(16), 4)?;
    /// let every_50 = Periodic::new(NonZeroU64::new(50).unwrap(), MissedTicks::Skip);
    /// let blink = timers.start(50, Repeating::every(every_50, "blink"));
    /// timers.start(70, Repeating::once("off"));
    /// timers.advance(160);
    /// let mut seen = Vec::new();
    /// while let Some(occurrence) = timers.next_occurrence() {
    ///     seen.push((occurrence.due, occurrence.item, occurrence.missed));
    /// }
    /// assert_eq!(seen, [(50, "blink", 2), (70, "off", 0)]);
    /// assert_eq!(timers.expiry(blink), Some(200));
    /// timers.stop(blink);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn next_occurrence(&mut self) -> Option<Occurrence<T>> {
        let now = self.now();
        if let Some((first, _)) = first(self.memory.records(), self.waiting.due())
            && let Some(handle) = self.handle_of(first - self.waiting.first)
            && let Some(due) = self.expiry(handle)
            && let Some(Repeating { item, periodic }) = self.get_mut(handle)
            && let Some(periodic) = periodic
            && let Some((next, missed)) = periodic.go_on(due, now)
        {
            let item = item.clone();
            if TimerQueue::restart_at(self, handle, next).is_ok() {
                return Some(Occurrence {
                    handle,
                    item,
                    due,
                    // Where precision is lost, it is due a little later.
                    next: self.expiry(handle),
                    missed,
                });
            }
        }
        let expired = self.next_expired()?;
        Some(Occurrence { handle: expired.handle, item: expired.item.item, due: expired.due, next: None, missed: 0 })
    }
}
