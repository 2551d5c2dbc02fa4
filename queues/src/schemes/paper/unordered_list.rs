//! Scheme 1: one unordered list (section III of the paper).
//!
//! Starting and stopping take constant time; every advance looks at all timers. As the paper suggests, a timer keeps
//! the absolute tick of its expiry and is compared, not decremented: so a jump costs no more than one tick. What is due
//! together is sorted, so that a long jump hands out in the order of ticks.
//!
//! Memory: one record besides those of the timers.

use crate::InvariantError;
use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{self, Record, get, insert_before, move_to, on_list, unlink};
use crate::schemes::parts::sorted_list::earliest;
use crate::schemes::structure::{Structure, Ticks, Unlimited, Work, with_timers};

/// The head of the list.
const WAITING: u32 = 0;

/// The head of what an advance has found.
const FOUND: u32 = 1;

/// Scheme 1: one unordered list.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::UnorderedList;
///
/// let mut timers = Timers::growing(UnorderedList, 8)?;
/// timers.start(3, "tea");
/// timers.advance(5);
/// assert_eq!(timers.next_expired().map(|expired| expired.due), Some(3));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct UnorderedList;

impl UnorderedList {
    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(2, timers)
    }
}

impl Unlimited for UnorderedList {
    const DEFAULT: Self = Self;
}

impl Structure for UnorderedList {
    /// An advance is one step of n examinations.
    fn guarantees(&self) -> Guarantees {
        Guarantees::UNBOUNDED
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(&mut self, records: &mut [Record], _timers: u32) {
        record::clear(records, WAITING);
        record::clear(records, FOUND);
    }

    fn slots(&self) -> u32 {
        1
    }

    /// Constant time.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        insert_before(records, WAITING, index, expiry);
        None
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        unlink(records, index);
        None
    }

    /// n examinations, and d log d comparisons for the d timers that are due.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (now, to) = ticks;
        if !work.spend(1) {
            return now;
        }
        let mut index = get(records, WAITING).next;
        while let Some(timer) = on_list(records, index, WAITING) {
            work.examine(1);
            if timer.expiry <= to {
                move_to(records, index, FOUND);
            }
            index = timer.next;
        }
        record::sort(records, FOUND);
        record::append(records, FOUND, due);
        to
    }

    /// Looks at all n timers.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        earliest(records, WAITING)
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let now = check.now();
        check.list(WAITING, |expiry| expiry > now)
    }
}
