//! Periodic timers beside those that run out once, and what a periodic one does when it is behind.
//!
//! A periodic timer keeps its handle for as long as it runs: at its due tick it is handed out and at the same time started again,
//! from the tick at which it was due, so that it never drifts. Whoever comes too late chooses what becomes of the ticks missed:
//! [`Behind`].

use core::num::NonZeroU64;

use super::list::entry_mut;
use super::slab::{Entry, Handle};
use super::structure::Structure;
use super::timers::Timers;
use super::{RestartError, TimerQueue};

/// What a periodic timer does when a period or more has gone by unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Behind {
    /// Every tick that it was due at is handed out, one after another, until it has caught up.
    Burst,
    /// What was missed is left out; it goes on at the next multiple of the period after now.
    Skip,
    /// What was missed is left out; it goes on a period after now.
    Delay,
}

/// Whether a timer runs out once or again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Repeat {
    /// Once.
    Once,
    /// Every `period` ticks.
    Every {
        /// Ticks from one to the next.
        period: NonZeroU64,
        /// What is done when it is behind.
        behind: Behind,
    },
}

impl Repeat {
    /// The tick at which a timer that was due at `due`, and is handled at `now`, is due again; and how many ticks it leaves out.
    /// `None` if it is not due again: it runs out once, or 64 bits cannot name the tick.
    ///
    /// For those who start timers again themselves, such as in a facility's service routine:
    ///
    /// ```
    /// use carillon_driver::queue::{Behind, Repeat};
    /// use core::num::NonZeroU64;
    ///
    /// let period = NonZeroU64::new(10).unwrap();
    /// let next = |behind| Repeat::Every { period, behind }.next(100, 137);
    /// assert_eq!(next(Behind::Burst), Some((110, 0)));
    /// assert_eq!(next(Behind::Skip), Some((140, 3)));
    /// assert_eq!(next(Behind::Delay), Some((147, 3)));
    /// ```
    pub fn next(self, due: u64, now: u64) -> Option<(u64, u64)> {
        let Self::Every { period, behind } = self else {
            return None;
        };
        let missed = now.saturating_sub(due) / period;
        let (from, missed) = match behind {
            Behind::Burst => (due, 0),
            Behind::Skip => {
                let seen = missed.saturating_mul(period.get());
                (due.saturating_add(seen), missed)
            }
            Behind::Delay if missed == 0 => (due, 0),
            Behind::Delay => (now, missed),
        };
        Some((from.checked_add(period.get())?, missed))
    }
}

/// The item of a timer that may be periodic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Repeating<T> {
    /// What is handed out each time.
    pub item: T,
    /// How often.
    pub repeat: Repeat,
}

impl<T> Repeating<T> {
    /// Of a timer that runs out once.
    pub const fn once(item: T) -> Self {
        Self {
            item,
            repeat: Repeat::Once,
        }
    }

    /// Of a timer that runs out every `period` ticks.
    pub const fn every(period: NonZeroU64, behind: Behind, item: T) -> Self {
        Self {
            item,
            repeat: Repeat::Every { period, behind },
        }
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
    /// Ticks between those two that it was due at too and that are left out.
    pub missed: u64,
}

impl<T, S, Entries> Timers<T, S, Entries>
where
    S: Structure,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// As [`restart`](TimerQueue::restart) with the tick at which the timer is due: for deadlines that must not drift. A tick
    /// that is now or has gone by is due at once.
    ///
    /// # Errors
    /// As [`restart`](TimerQueue::restart).
    pub fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), RestartError> {
        let index = self.find(handle)?;
        let expiry = self.admit(expiry)?;
        self.structure
            .remove(self.slab.entries_mut(), &mut self.due, index);
        if let Some(entry) = entry_mut(self.slab.entries_mut(), index) {
            entry.expiry = expiry;
        }
        self.place(index, self.now, expiry);
        Ok(())
    }
}

impl<T, S, Entries> Timers<Repeating<T>, S, Entries>
where
    T: Clone,
    S: Structure,
    Entries: AsRef<[Entry<Repeating<T>>]> + AsMut<[Entry<Repeating<T>>]>,
{
    /// EXPIRY_PROCESSING, one timer at a time, for timers that may be periodic: as
    /// [`next_expired`](TimerQueue::next_expired), but a periodic timer goes on and keeps its handle. It may be stopped while its
    /// occurrence is handled, like any timer. Behind is who is behind the tick that the queue was advanced to.
    ///
    /// A timer whose next tick the structure cannot hold is handed out for the last time.
    ///
    /// ```
    /// use carillon_driver::queue::{Behind, Entry, List, Repeating, Scheme6, TimerQueue};
    /// use core::num::NonZeroU64;
    ///
    /// let mut timers = Scheme6::new([List::EMPTY; 16], [const { Entry::VACANT }; 4])?;
    /// let period = NonZeroU64::new(50).unwrap();
    /// let blink = timers.start(50, Repeating::every(period, Behind::Skip, "blink"))?;
    /// timers.start(70, Repeating::once("off"))?;
    /// timers.advance(160)?;
    /// let mut seen = Vec::new();
    /// while let Some(occurrence) = timers.next_occurrence() {
    ///     seen.push((occurrence.due, occurrence.item, occurrence.missed));
    /// }
    /// assert_eq!(seen, [(50, "blink", 2), (70, "off", 0)]);
    /// assert_eq!(timers.expiry(blink), Some(200));
    /// timers.stop(blink)?;
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn next_occurrence(&mut self) -> Option<Occurrence<T>> {
        if let Some(handle) = self.slab.handle_of(self.due.first())
            && let Some(due) = self.expiry(handle)
            && let Some(Repeating { item, repeat }) = self.item(handle)
            && let Some((next, missed)) = repeat.next(due, self.now)
        {
            let item = item.clone();
            if self.restart_at(handle, next).is_ok() {
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
        Some(Occurrence {
            handle: expired.handle,
            item: expired.item.item,
            due: expired.due,
            next: None,
            missed: 0,
        })
    }
}
