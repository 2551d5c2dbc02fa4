//! How full the slots of a queue are, and whether all of it is sound.

#[cfg(feature = "tools")]
use crate::diagnostics::Histogram;
#[cfg(feature = "tools")]
use crate::diagnostics::check::Check;
use crate::diagnostics::{Diagnostics, Guarantees};
use crate::memory::Memory;
use crate::record::get;
use crate::schemes::structure::Structure;
use crate::{InvariantError, Timers};

#[cfg(feature = "tools")]
impl<S: Structure<M::Records>, T, M: Memory<T>> Timers<S, T, M> {
    /// How many timers wait in each slot or list that is not empty. Timers in a heap are in none. Walks everything, so
    /// it takes time in proportion to slots and timers.
    ///
    /// ```
    /// use carillon_queues::{HashedWheel, Timers};
    ///
    /// let mut timers = Timers::growing(HashedWheel::new(4), 8)?;
    /// for interval in [1, 5, 9, 2] {
    ///     timers.start(interval, ());
    /// }
    /// let occupancy = timers.occupancy()?;
    /// assert_eq!((occupancy.count(), occupancy.largest()), (2, 3));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`check_invariants`](crate::diagnostics::Diagnostics::check_invariants): a broken queue cannot be counted.
    pub fn occupancy(&self) -> Result<Histogram, InvariantError> {
        let mut check = Check::new(self.memory.records(), self.waiting.first, self.outstanding(), self.now());
        self.waiting.structure.check(&mut check)?;
        Ok(check.occupancy())
    }
}

impl<S: Structure<M::Records>, T, M: Memory<T>> Diagnostics for Timers<S, T, M> {
    fn guarantees(&self) -> Guarantees {
        self.waiting.structure.guarantees()
    }

    fn examined(&self) -> u64 {
        self.waiting.examined
    }

    fn migrated(&self) -> u64 {
        self.waiting.migrated
    }

    fn check_invariants(&self) -> Result<(), InvariantError> {
        let (records, items) = (self.memory.records(), self.memory.items());
        let (first, capacity) = (self.waiting.first, self.waiting.capacity as usize);
        if items.len() < capacity || self.memory.generations().len() < capacity {
            return Err(InvariantError::StorageChanged);
        }
        let limit = self.visited.max(self.waiting.now);
        self.waiting.check(records, self.outstanding(), |expiry| expiry <= limit || self.has_foreign_due)?;
        for (index, item) in (0..).zip(items.iter().take(capacity)) {
            if get(records, first + index).is_free() != item.is_none() {
                return Err(InvariantError::WrongPlace { index });
            }
        }
        if self.free_list_is_sound() {
            return Ok(());
        }
        Err(InvariantError::FreeListBroken)
    }
}
