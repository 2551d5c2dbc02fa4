//! Scheme 1: one unordered list (section III of the paper).
//!
//! Starting and stopping take constant time; every advance looks at all timers. As the paper suggests, a timer keeps the
//! absolute tick of its expiry and is compared, not decremented: so a jump costs no more than one tick. What is due
//! together is sorted, so that a long jump hands out in the order of ticks.
//!
//! Memory: nothing besides the entries.

use super::check::Check;
use super::list::{DUE, List, entry, unlink};
use super::ordered::earliest;
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// The number of the list.
const WAITING: u32 = 0;

/// Scheme 1 as a queue.
///
/// ```
/// use carillon_queues::{Entry, Scheme1, TimerQueue};
///
/// let mut timers = Scheme1::new([const { Entry::VACANT }; 8])?;
/// timers.start(3, "tea")?;
/// timers.advance(5)?;
/// assert_eq!(timers.next_expired().map(|expired| expired.due), Some(3));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme1<T, Entries> = Timers<T, UnorderedList, Entries>;

impl<T, Entries> Scheme1<T, Entries>
where
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers.
    ///
    /// # Errors
    /// [`QueueError::EntriesOutOfRange`].
    pub fn new(entries: Entries) -> Result<Self, QueueError> {
        Self::with(UnorderedList::default(), entries)
    }
}

/// One unordered list.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnorderedList {
    waiting: List,
}

impl Structure for UnorderedList {
    /// An advance is one step of n examinations.
    fn promises(&self) -> Promises {
        Promises {
            order: Order::TickThenStart,
            exact_next: true,
            bounded: false,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        Ok(())
    }

    /// Constant time.
    #[inline]
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, _now: u64) -> Placed {
        self.waiting.push_back(entries, index, WAITING);
        Placed::NO_SLOT
    }

    /// Constant time.
    #[inline]
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32> {
        unlink(entries, index, |number| {
            Some(if number == DUE {
                due
            } else {
                &mut self.waiting
            })
        });
        None
    }

    /// n examinations, and d log d comparisons for the d timers that are due.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        if !work.spend(1) {
            return now;
        }
        let mut found = List::EMPTY;
        let mut index = self.waiting.first();
        while let Some(looked_at) = entry(entries, index) {
            let (next, expiry) = (looked_at.next, looked_at.expiry);
            work.examine(1);
            if expiry <= to {
                self.waiting.unlink(entries, index);
                found.push_back(entries, index, DUE);
            }
            index = next;
        }
        found.sort_by_expiry(entries, DUE);
        due.append(entries, found, DUE);
        to
    }

    fn is_unfinished(&self) -> bool {
        false
    }

    /// Looks at all n timers.
    fn next_expiry<T>(&self, entries: &[Entry<T>], _now: u64) -> Option<u64> {
        earliest(entries, &self.waiting)
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let now = check.now();
        check.list(&self.waiting, WAITING, |expiry| expiry > now)
    }
}
