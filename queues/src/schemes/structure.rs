//! What makes one timer queue different from another: where a timer waits, and what is looked at when time moves.
//!
//! Everything else (items, handles, the list of due timers, the checks of what the caller asks for) is the same for all
//! and stands once, in [`Timers`](crate::Timers). A structure knows nothing of items, so its code is there once,
//! whatever they are.

use crate::diagnostics::Guarantees;
use crate::diagnostics::check::Check;
use crate::record::{Record, Records};
use crate::{InvariantError, QueueError};

/// How much an `advance` may still do, and what it has done.
///
/// The unit is one step: one timer examined or moved, or one slot's list handed over as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Steps left.
    pub(crate) left: u64,
    /// Timers examined.
    pub(crate) examined: u64,
    /// Timers moved from one list to another that is not the due list.
    pub(crate) migrated: u64,
    /// The slot that the last of them has made busy, if it did.
    pub(crate) filled: Option<u32>,
}

impl Work {
    pub(crate) const fn new(steps: u64) -> Self {
        Self { left: steps, examined: 0, migrated: 0, filled: None }
    }

    /// Takes `steps`; false, and nothing taken, if none is left. The last steps may overdraw.
    #[inline]
    pub(crate) const fn spend(&mut self, steps: u64) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left = self.left.saturating_sub(steps);
        true
    }

    #[inline]
    pub(crate) const fn examine(&mut self, timers: u64) {
        self.examined += timers;
    }

    /// A timer has been moved to a slot that became busy by it, or to another one.
    #[inline]
    pub(crate) const fn migrate(&mut self, filled: Option<u32>) {
        self.migrated += 1;
        self.filled = filled;
    }
}

/// What a visit of one slot, or of all of them, has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visited {
    /// Timers that it has looked at: none if the slot was empty.
    pub examined: u64,
    /// All of them: it was not left.
    pub finished: bool,
}

impl Visited {
    /// One that has come to its end after so many timers.
    #[inline(always)]
    pub(crate) const fn to_the_end(examined: u64) -> Self {
        Self { examined, finished: true }
    }
}

/// Now, and a tick to come to, which is not before.
pub type Ticks = (u64, u64);

/// The part of a timer queue that differs from scheme to scheme. Implemented by the structures of this crate; a user
/// needs it only as a bound.
///
/// It works on the records `R`: a slice, or, for wheels, also two arrays that count as one.
///
/// An index names a timer's record. `now` is the tick up to which everything due has been moved, `due` the head of the
/// list of what is due.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the structure of a queue in this memory",
    label = "not a structure for this memory",
    note = "`FixedTimers` and `FixedTimerWheel` have their memory in themselves; give another structure memory of \
            your own with `Timers::with`, or let it allocate with `Timers::bounded`"
)]
pub trait Structure<R: Records + ?Sized = [Record]> {
    /// What the structure promises.
    fn guarantees(&self) -> Guarantees;

    /// Records of a queue of so many timers: those of the structure, one for the list of what is due, and one for each
    /// timer, in this order.
    fn records(&self, timers: usize) -> usize;

    /// Whether the structure can be as it was asked to, for so many timers. Called before any memory is taken.
    ///
    /// # Errors
    /// [`QueueError`].
    fn validate(&self, timers: u32) -> Result<(), QueueError> {
        let _ = timers;
        Ok(())
    }

    /// Takes the records into use for so many timers; there are as many as [`records`](Self::records) says. Called
    /// before all else.
    fn prepare(&mut self, records: &mut R, timers: u32);

    /// Slots, each of which has a list: their heads are the first records. A list alone is one slot.
    fn slots(&self) -> u32 {
        0
    }

    /// The longest interval that can be started, in ticks.
    fn longest_interval(&self) -> u64 {
        u64::MAX
    }

    /// The tick at which a timer that is asked for tick `expiry` will be due: the same, except where precision is lost.
    /// `None` if 64 bits cannot name it. `expiry` is after `now`.
    fn rounded(&self, now: u64, expiry: u64) -> Option<u64> {
        let _ = now;
        Some(expiry)
    }

    /// The tick of those from `from` to `to`, which is not before it, that costs least.
    fn cheapest(&self, from: u64, to: u64) -> u64 {
        roundest(from, to)
    }

    /// Every timer that was there is about to be inserted again, in the order of expiry as far as the structure keeps
    /// it, the first and the last one for these ticks; or, if there are none, has been.
    fn insert_again(&mut self, ends: Option<(u64, u64)>) {
        let _ = ends;
    }

    /// Puts the timer `index`, which is to be due at `expiry`, after `now`, into its place. Returns the slot that
    /// became busy by it.
    fn insert(&mut self, records: &mut R, index: u32, expiry: u64, now: u64) -> Option<u32>;

    /// Makes the timer `index`, which waits here or is due, due at `expiry`, after `now`: takes it out and inserts it,
    /// or does the same with less.
    #[inline(always)]
    fn restart(&mut self, records: &mut R, index: u32, expiry: u64, now: u64) {
        self.remove(records, index);
        self.insert(records, index, expiry, now);
    }

    /// The slot to which a timer for tick `expiry`, not before `now`, would go, or any where that is not known at once.
    #[inline]
    fn slot_for(&self, expiry: u64, now: u64) -> u32 {
        let _ = (expiry, now);
        0
    }

    /// Takes the timer `index` out, be it waiting or on the due list. Returns the slot that became empty by it.
    fn remove(&mut self, records: &mut R, index: u32) -> Option<u32>;

    /// Moves timers that are due by the second of the `ticks` to the end of `due`, until that is done or `work` is used
    /// up; the first of them is now. Returns the tick reached: the second one, unless cut short.
    fn advance(&mut self, records: &mut R, due: u32, ticks: Ticks, work: &mut Work) -> u64;

    /// Whether the last `advance` was cut short and left timers that are due at its tick.
    fn is_unfinished(&self) -> bool {
        false
    }

    /// A tick before which nothing comes due and the structure has nothing to do, or `None` if it holds no timer.
    fn next_expiry(&self, records: &R, now: u64) -> Option<u64>;

    /// A tick before which [`advance`](Self::advance) would do nothing, and need not be called to be told the time; 0
    /// if it is to be called every time.
    fn quiet_until(&self, records: &R) -> u64 {
        let _ = records;
        0
    }

    /// Checks every list and heap.
    ///
    /// # Errors
    /// The first thing found wrong.
    fn check(&self, check: &mut Check<'_, R>) -> Result<(), InvariantError>;
}

/// Records of a queue of `timers` timers whose structure has `own` besides.
pub(crate) const fn with_timers(own: usize, timers: usize) -> usize {
    own.saturating_add(timers).saturating_add(1)
}

/// A structure that takes every interval of 64 bits, and has settings that suit most: a queue over it needs no choice,
/// and may grow whenever it is full.
pub trait Unlimited: Structure {
    /// With those settings.
    const DEFAULT: Self;
}

/// A structure that needs only lists: their heads, and that of what is due, are `OWN` records. A user needs it only as
/// a bound.
#[diagnostic::on_unimplemented(
    message = "a queue of fixed size cannot be over `{Self}`",
    label = "not a structure for memory of fixed size",
    note = "`FixedTimers` and `FixedTimerWheel` have their memory in themselves; give another structure memory of \
            your own with `Timers::with`, or let it allocate with `Timers::bounded`"
)]
pub trait InLists<const OWN: usize>: Unlimited {
    /// All zeros: before it is prepared.
    #[doc(hidden)]
    const ZERO: Self;
}

/// A structure that finds its first timer with little more work than that timer's tick.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not find its first timer without a search of many",
    note = "ask for the tick with `next_expiry`, or take another structure"
)]
pub trait Foremost<R: Records + ?Sized = [Record]>: Structure<R> {
    /// The timer that is handed out first of those that wait, which is due at `tick`; `None` if it is not known, as in
    /// an advance that was cut short.
    fn foremost(&self, records: &R, tick: u64) -> Option<u32>;
}

/// The multiple of the largest power of two among the ticks from `from` to `to`, which is not before it, so that timers
/// whose ranges overlap come due together; 0 counts as the roundest.
pub(crate) fn roundest(from: u64, to: u64) -> u64 {
    let Some(before) = from.checked_sub(1) else {
        return 0;
    };
    // The highest bit in which they differ is set in `to` and ends what is common: cut off what is below.
    let differing = 63 - ((before ^ to) | 1).leading_zeros();
    to >> differing << differing
}
