//! How full the slots are, and how late timers are handed out.

use super::check::Check;
use super::histogram::Histogram;
use super::slab::Storage;
use super::structure::Structure;
use super::timers::Timers;
use super::{Expired, InvariantError, TimerQueue};

impl<T, S: Structure, M: Storage<T>> Timers<T, S, M> {
    /// How many timers wait in each slot or list that is not empty. Timers in a heap are in none. Walks everything, so
    /// it takes time in proportion to slots and timers.
    ///
    /// ```
    /// use carillon_queues::{Entry, HashedUnordered, Keyed, Record, TimerQueue, Timers};
    ///
    /// const WHEEL: HashedUnordered = HashedUnordered::new(4);
    /// let mut timers = Timers::with(WHEEL, ([Record::VACANT; WHEEL.records(8)], [const { Entry::VACANT }; 8]))?;
    /// for interval in [1, 5, 9, 2] {
    ///     timers.start(interval, ())?;
    /// }
    /// let occupancy = timers.occupancy()?;
    /// assert_eq!((occupancy.count(), occupancy.largest()), (2, 3));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`check_invariants`](super::Diagnostics::check_invariants): what is broken cannot be counted.
    pub fn occupancy(&self) -> Result<Histogram, InvariantError> {
        let mut check = Check::new(
            self.storage.records(),
            self.waiting.first,
            self.outstanding(),
            self.now(),
        );
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
