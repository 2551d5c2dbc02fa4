//! How full the slots are, and how late timers are handed out.

use super::check::Check;
use super::histogram::Histogram;
use super::slab::Entry;
use super::structure::Structure;
use super::timers::Timers;
use super::{Expired, InvariantError, TimerQueue};

impl<T, S, Entries> Timers<T, S, Entries>
where
    S: Structure,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// How many timers wait in each slot or list that is not empty. Timers in a heap are in none. Walks everything, so it takes
    /// time in proportion to slots and timers.
    ///
    /// ```
    /// use carillon_queues::{Entry, List, Scheme6, TimerQueue};
    ///
    /// let mut timers = Scheme6::new([List::EMPTY; 4], [const { Entry::VACANT }; 8])?;
    /// for interval in [1, 5, 9, 2] {
    ///     timers.start(interval, ())?;
    /// }
    /// let occupancy = timers.occupancy()?;
    /// assert_eq!((occupancy.count(), occupancy.largest()), (2, 3));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`check_invariants`](Self::check_invariants): what is broken cannot be counted.
    pub fn occupancy(&self) -> Result<Histogram, InvariantError> {
        let mut check = Check::new(self.slab.entries(), self.outstanding(), self.now());
        self.waiting.structure.check(&mut check)?;
        Ok(check.occupancy())
    }
}

impl<T> Expired<T> {
    /// How many ticks after its due tick the timer is handled at `now`: what a histogram of lateness counts.
    pub const fn lateness(&self, now: u64) -> u64 {
        now.saturating_sub(self.due)
    }
}
