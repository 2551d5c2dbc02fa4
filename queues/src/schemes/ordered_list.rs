//! Scheme 2: one ordered list (section III of the paper), as VMS and UNIX had it.
//!
//! Starting searches the place: from the front or from the rear, as the user chooses. With n timers outstanding and
//! exponential intervals the paper counts 2 + 2n/3 reads and writes from the front and 2 + n/3 from the rear, with
//! uniform ones 2 + n/2; with intervals that are all equal the rear search takes constant time. Stopping takes constant
//! time, and an advance only looks at the first timer.
//!
//! Memory: one record besides those of the timers.

use super::parts::sorted_list::{Search, insert_sorted, take_front};
use super::structure::{Foremost, InLists, Structure, Ticks, Unlimited, Work, with_timers};
use crate::InvariantError;
use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{self, Records, unlink};

/// The head of the list.
const WAITING: u32 = 0;

/// Scheme 2: one ordered list.
///
/// ```
/// use carillon_queues::Timers;
/// use carillon_queues::schemes::{OrderedList, Search};
///
/// let mut timers = Timers::growing(OrderedList::new(Search::FromRear), 8)?;
/// timers.start(30, "tea");
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct OrderedList {
    search: Search,
    searched: u64,
    unfinished: bool,
}

impl OrderedList {
    /// An empty list.
    pub const fn new(search: Search) -> Self {
        Self { search, searched: 0, unfinished: false }
    }

    /// Records of a queue of so many timers.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(1, timers)
    }

    /// Timers that searches have passed so far: what the paper's 2 + 2n/3 counts, without the 2.
    pub const fn searched(&self) -> u64 {
        self.searched
    }
}

/// Searched from the rear.
impl Unlimited for OrderedList {
    const DEFAULT: Self = Self::new(Search::FromRear);
}

/// The heads of the list and of what is due.
pub(crate) const HEADS: usize = OrderedList::DEFAULT.records(0);

#[diagnostic::do_not_recommend]
impl InLists<HEADS> for OrderedList {
    const ZERO: Self = Self::DEFAULT;
}

impl<R: Records + ?Sized> Structure<R> for OrderedList {
    fn guarantees(&self) -> Guarantees {
        Guarantees::ALL
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(&mut self, records: &mut R, _timers: u32) {
        record::clear(records, WAITING);
        self.unfinished = false;
    }

    fn slots(&self) -> u32 {
        1
    }

    /// Takes time in proportion to the timers before (or, from the rear, behind) the new one.
    fn insert(&mut self, records: &mut R, index: u32, expiry: u64, _: u64) -> Option<u32> {
        let searched = insert_sorted(records, WAITING, (index, expiry), self.search);
        self.searched += searched;
        None
    }

    /// Constant time.
    #[inline]
    fn remove(&mut self, records: &mut R, index: u32) -> Option<u32> {
        unlink(records, index);
        None
    }

    /// Takes time in proportion to the timers that are due.
    fn advance(&mut self, records: &mut R, due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (_, to) = ticks;
        let taken = take_front(records, WAITING, due, to, work);
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
    fn next_expiry(&self, records: &R, _now: u64) -> Option<u64> {
        record::first(records, WAITING).map(|first| first.1.expiry)
    }

    fn check(&self, check: &mut Check<'_, R>) -> Result<(), InvariantError> {
        let mut before = check.now().saturating_add(u64::from(!self.unfinished));
        check.list(WAITING, |expiry| {
            let ordered = expiry >= before;
            before = expiry;
            ordered
        })
    }
}

impl<R: Records + ?Sized> Foremost<R> for OrderedList {
    /// Constant time.
    fn foremost(&self, records: &R, _: u64) -> Option<u32> {
        record::first(records, WAITING).map(|first| first.0)
    }
}
