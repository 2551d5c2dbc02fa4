//! Scheme 2: one ordered list (section III of the paper), as VMS and UNIX had it.
//!
//! Starting searches the place: from the front or from the rear, as the user chooses. With n timers outstanding and
//! exponential intervals the paper counts 2 + 2n/3 reads and writes from the front and 2 + n/3 from the rear, with
//! uniform ones 2 + n/2; with intervals that are all equal the rear search takes constant time. Stopping takes constant time, and
//! an advance only looks at the first timer.
//!
//! Memory: nothing besides the entries.

use super::check::Check;
use super::list::{DUE, List, entry, unlink};
use super::ordered::{Search, insert_sorted, take_front};
use super::slab::Entry;
use super::structure::{Placed, Structure, Work};
use super::timers::Timers;
use super::{InvariantError, Order, Promises, QueueError};

/// The number of the list.
const WAITING: u32 = 0;

/// Scheme 2 as a queue.
///
/// ```
/// use carillon_queues::{Entry, Scheme2, Search, TimerQueue};
///
/// let mut timers = Scheme2::new(Search::FromRear, [const { Entry::VACANT }; 8])?;
/// timers.start(30, "tea")?;
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type Scheme2<T, Entries> = Timers<T, OrderedList, Entries>;

impl<T, Entries> Scheme2<T, Entries>
where
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// A queue at tick 0 without timers.
    ///
    /// # Errors
    /// [`QueueError::EntriesOutOfRange`].
    pub fn new(search: Search, entries: Entries) -> Result<Self, QueueError> {
        Self::with(OrderedList::new(search), entries)
    }

    /// Timers that searches have passed so far: what the paper's 2 + 2n/3 counts, without the 2.
    pub const fn searched(&self) -> u64 {
        self.waiting.structure.searched
    }
}

/// One ordered list.
#[derive(Debug, Clone, Copy, Default)]
pub struct OrderedList {
    waiting: List,
    search: Search,
    searched: u64,
    unfinished: bool,
}

impl OrderedList {
    /// An empty list.
    pub const fn new(search: Search) -> Self {
        Self {
            waiting: List::EMPTY,
            search,
            searched: 0,
            unfinished: false,
        }
    }
}

impl Structure for OrderedList {
    fn promises(&self) -> Promises {
        Promises {
            order: Order::TickThenStart,
            exact_next: true,
            bounded: true,
            exact_ticks: true,
        }
    }

    fn prepare(&mut self, _capacity: u32) -> Result<(), QueueError> {
        Ok(())
    }

    /// Takes time in proportion to the timers before (or, from the rear, behind) the new one.
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, _now: u64) -> Placed {
        let list = (&mut self.waiting, WAITING);
        let searched = insert_sorted(entries, list, index, self.search);
        self.searched = self.searched.saturating_add(searched);
        Placed::NO_SLOT
    }

    /// Constant time.
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

    /// Takes time in proportion to the timers that are due.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        _now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64 {
        let taken = take_front(entries, &mut self.waiting, due, to, work);
        self.unfinished = taken.is_err();
        match taken {
            Ok(()) => to,
            Err(tick) => tick,
        }
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry<T>(&self, entries: &[Entry<T>], _now: u64) -> Option<u64> {
        entry(entries, self.waiting.first()).map(|first| first.expiry)
    }

    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError> {
        let mut before = check.now().saturating_add(u64::from(!self.unfinished));
        check.list(&self.waiting, WAITING, |expiry| {
            let ordered = expiry >= before;
            before = expiry;
            ordered
        })
    }
}
