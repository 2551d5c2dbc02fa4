//! Scheme 3: a tree (section IV.A.1 of the paper); here a heap of four branches in an array.
//!
//! Starting takes logarithmic time at worst and constant time on average, stopping and handing out take logarithmic
//! time. The paper reports that an unbalanced tree is cheaper than a balanced one but degenerates into a list when
//! equal intervals are started; a heap has neither pointers to balance nor a bad case.
//!
//! Memory: a record a timer besides the timer's own, and three by which places come to lie in lines of the cache.

use super::parts::quaternary_heap::Places;
use super::structure::{Foremost, Structure, Ticks, Unlimited, Work, with_timers};
use crate::InvariantError;
use crate::diagnostics::check::Check;
use crate::diagnostics::{Guarantees, Order};
use crate::record::{Record, get, insert_before, unlink};

/// Scheme 3: a heap. If `FIFO`, timers of one tick come in the order in which they were started.
///
/// ```
/// use carillon_queues::{Heap, Timers};
///
/// let mut timers = Timers::growing(Heap::new(), 8)?;
/// timers.start(1 << 40, "far");
/// timers.start(30, "near");
/// assert_eq!(timers.next_expiry(), Some(30));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Heap<const FIFO: bool = false> {
    places: Places<true, FIFO>,
    /// No timer is due before this tick.
    quiet_until: u64,
    unfinished: bool,
}

impl Default for Heap {
    fn default() -> Self {
        Self::new()
    }
}

impl Heap {
    /// An empty heap, which hands out the timers of one tick in any order.
    pub const fn new() -> Self {
        Self::empty()
    }
}

impl Heap<true> {
    /// An empty heap, which hands out the timers of one tick in the order of their starts: for simulation. That costs
    /// about a tenth more instructions. The order is lost after 2^32 starts while a timer waits.
    pub const fn in_order() -> Self {
        Self::empty()
    }
}

impl<const FIFO: bool> Heap<FIFO> {
    const fn empty() -> Self {
        Self { places: Places::new(), quiet_until: u64::MAX, unfinished: false }
    }

    /// Records of a queue of so many timers: two for each, and four.
    pub const fn records(&self, timers: usize) -> usize {
        with_timers(Places::<true, FIFO>::records(timers), timers)
    }
}

impl<const FIFO: bool> Unlimited for Heap<FIFO> {
    const DEFAULT: Self = Self::empty();
}

impl<const FIFO: bool> Structure for Heap<FIFO> {
    fn guarantees(&self) -> Guarantees {
        let order = if FIFO { Order::TickThenStart } else { Order::Tick };
        Guarantees { order, ..Guarantees::ALL }
    }

    fn records(&self, timers: usize) -> usize {
        self.records(timers)
    }

    fn prepare(&mut self, records: &mut [Record], timers: u32) {
        self.places.prepare(records, 0, timers);
        (self.quiet_until, self.unfinished) = (u64::MAX, false);
    }

    /// Logarithmic time; constant on average.
    #[inline]
    fn insert(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) -> Option<u32> {
        self.quiet_until = self.quiet_until.min(expiry);
        self.places.insert(records, index, expiry);
        None
    }

    /// Logarithmic time.
    #[inline]
    fn restart(&mut self, records: &mut [Record], index: u32, expiry: u64, _: u64) {
        self.quiet_until = self.quiet_until.min(expiry);
        if get(records, index).is_in_heap() {
            self.places.restart(records, index, expiry);
        } else {
            unlink(records, index);
            self.places.insert(records, index, expiry);
        }
    }

    /// Logarithmic time.
    fn remove(&mut self, records: &mut [Record], index: u32) -> Option<u32> {
        if get(records, index).is_in_heap() {
            self.places.remove(records, index);
        } else {
            unlink(records, index);
        }
        None
    }

    /// Logarithmic time for each timer that is due.
    fn advance(&mut self, records: &mut [Record], due: u32, ticks: Ticks, work: &mut Work) -> u64 {
        let (_, to) = ticks;
        self.unfinished = false;
        while let Some(first) = self.places.first(records) {
            self.quiet_until = first.expiry;
            if first.expiry > to {
                return to;
            }
            if !work.spend(1) {
                (self.quiet_until, self.unfinished) = (0, true);
                return first.expiry;
            }
            work.examine(1);
            self.places.pop(records);
            insert_before(records, due, first.next, first.expiry);
        }
        self.quiet_until = u64::MAX;
        to
    }

    fn is_unfinished(&self) -> bool {
        self.unfinished
    }

    /// Constant time.
    fn next_expiry(&self, records: &[Record], _now: u64) -> Option<u64> {
        self.places.first_expiry(records)
    }

    #[inline]
    fn quiet_until(&self, _records: &[Record]) -> u64 {
        self.quiet_until
    }

    fn check(&self, check: &mut Check<'_>) -> Result<(), InvariantError> {
        let earliest = check.now().saturating_add(u64::from(!self.unfinished));
        self.places.check(check, |expiry| expiry >= earliest)
    }
}

impl<const FIFO: bool> Foremost for Heap<FIFO> {
    /// Constant time.
    fn foremost(&self, records: &[Record], _: u64) -> Option<u32> {
        self.places.first(records).map(|place| place.next)
    }
}
