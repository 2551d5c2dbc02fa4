//! Scheme 3: a tree (section IV.A.1 of the paper); here a heap of four branches in an array.
//!
//! Starting takes logarithmic time at worst and constant time on average, stopping and handing out take logarithmic
//! time. The paper reports that an unbalanced tree is cheaper than a balanced one but degenerates into a list when equal
//! intervals are started; a heap has neither pointers to balance nor a bad case.
//!
//! Memory: 16 bytes a timer besides the entry.

use super::check::Check;
use super::heap::{Place, PlaceHeap, is_in_heap};
use super::list::{DUE, List, entry, unlink};
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// Scheme 3 as a queue.
///
/// ```
/// use carillon_queues::{Entry, Place, Scheme3, TimerQueue};
///
/// let mut timers = Scheme3::new([Place::VACANT; 8], [const { Entry::VACANT }; 8])?;
/// timers.start(1 << 40, "far")?;
/// timers.start(30, "near")?;
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme3<T, Places, Entries> = Timers<T, Heap<Places>, Entries>;

impl<T, Places, Entries> Scheme3<T, Places, Entries>
where
    Places: AsRef<[Place]> + AsMut<[Place]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers; `places` has one place for each entry.
    ///
    /// # Errors
    /// [`QueueError::EntriesOutOfRange`], [`QueueError::HeapTooSmall`].
    pub fn new(places: Places, entries: Entries) -> Result<Self, QueueError> {
        Self::with(Heap::new(places), entries)
    }
}

/// A heap.
#[derive(Debug, Clone, Copy, Default)]
pub struct Heap<Places> {
    heap: PlaceHeap<Places, false>,
    unfinished: bool,
}

impl<Places: AsRef<[Place]> + AsMut<[Place]>> Heap<Places> {
    /// An empty heap; `places` has one place for each entry.
    pub const fn new(places: Places) -> Self {
        Self {
            heap: PlaceHeap::new(places),
            unfinished: false,
        }
    }
}

impl<Places: AsRef<[Place]> + AsMut<[Place]>> Structure for Heap<Places> {
    fn promises(&self) -> Promises {
        Promises {
            order: Order::Tick,
            exact_next: true,
            bounded: true,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, capacity: u32) -> Result<(), QueueError> {
        self.heap.prepare(u64::from(capacity))
    }

    /// Logarithmic time; constant on average.
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, _now: u64) -> Placed {
        self.heap.insert(entries, index);
        Placed::NO_SLOT
    }

    /// Logarithmic time.
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        if entry(entries, index).is_some_and(is_in_heap) {
            self.heap.remove(entries, index);
        } else {
            unlink(entries, index, |_| Some(due));
        }
        None
    }

    /// Logarithmic time for each timer that is due.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        _now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        self.unfinished = false;
        while let Some(first) = self.heap.first().filter(|first| first.expiry() <= to) {
            if !work.spend(1) {
                self.unfinished = true;
                return first.expiry();
            }
            work.examine(1);
            self.heap.remove_first(entries);
            due.push_back(entries, first.index(), DUE);
        }
        to
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry<T>(&self, _entries: &[Entry<T>], _now: u64) -> Option<u64> {
        self.heap.first_expiry()
    }

    #[inline]
    fn quiet_until(&self) -> u64 {
        if self.unfinished {
            return 0;
        }
        self.heap.first_expiry().unwrap_or(u64::MAX)
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        self.heap.check(check, |expiry| expiry >= earliest)
    }
}
