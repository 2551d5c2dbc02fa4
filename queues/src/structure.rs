//! What makes one timer queue different from another: where a timer waits, and what is looked at when time moves.
//!
//! Everything else (entries, handles, the list of due timers, the checks of what the caller asks for) is the same for all
//! and stands once, in [`Timers`](super::Timers).

use super::check::Check;
use super::list::List;
use super::slab::Entry;
use super::{InvariantError, Promises, QueueError};

/// Where a structure has put a timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The slot, counted through all wheels of the structure; `None` if it is in no slot but in a list or heap that has
    /// no visit of its own.
    pub slot: Option<u32>,
    /// Whether it is the only one there: the slot has become busy.
    pub was_empty: bool,
}

impl Placed {
    /// In no slot.
    pub(super) const NO_SLOT: Self = Self {
        slot: None,
        was_empty: false,
    };
}

/// How much an `advance` may still do, and what it has done.
///
/// The unit is one step: one timer examined or moved, or one slot's list handed over as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Steps left.
    pub(super) left: u64,
    /// Timers examined.
    pub(super) examined: u64,
    /// Timers moved from one list to another that is not the due list.
    pub(super) migrated: u64,
    /// The slot that the last of them has made busy, if it did.
    pub(super) filled: Option<u32>,
}

impl Work {
    pub(super) const fn new(steps: u64) -> Self {
        Self {
            left: steps,
            examined: 0,
            migrated: 0,
            filled: None,
        }
    }

    /// Takes `steps`; false, and nothing taken, if none is left. The last steps may overdraw.
    #[inline]
    pub(super) const fn spend(&mut self, steps: u64) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left = self.left.saturating_sub(steps);
        true
    }

    #[inline]
    pub(super) const fn examine(&mut self, timers: u64) {
        self.examined = self.examined.wrapping_add(timers);
    }

    /// A timer has been moved to where `placed` says.
    #[inline]
    pub(super) const fn migrate(&mut self, placed: Placed) {
        self.migrated = self.migrated.wrapping_add(1);
        self.filled = if placed.was_empty { placed.slot } else { None };
    }
}

/// The part of a timer queue that differs from scheme to scheme. Implemented by the structures of this crate; a user
/// meets it only as a bound.
///
/// An index names an entry of the slab; its expiry is in it. `now` is the tick up to which everything due has been moved.
pub trait Structure {
    /// What the structure promises.
    fn promises(&self) -> Promises;

    /// Takes the structure's own memory into use for a slab of `capacity` entries; called once, before all else.
    ///
    /// # Errors
    /// [`QueueError`] if the memory does not do.
    fn prepare(&mut self, capacity: u32) -> Result<(), QueueError>;

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

    /// Puts the entry `index`, whose expiry lies after `now`, into its place.
    fn insert<T>(&mut self, entries: &mut [Entry<T>], index: u32, now: u64) -> Placed;

    /// Whether the entry `index`, which waits here or is due, stands where one that is inserted now for tick `expiry`, after `now`, would go:
    /// then it may wait until that tick without being moved.
    #[inline]
    fn stands_right<T>(&self, entries: &[Entry<T>], index: u32, now: u64, expiry: u64) -> bool {
        let _ = (entries, index, now, expiry);
        false
    }

    /// Takes the entry `index` out, be it waiting or on the due list. Returns the slot that became empty by it.
    fn remove<T>(&mut self, entries: &mut [Entry<T>], due: &mut List, index: u32) -> Option<u32>;

    /// Moves timers that are due at `to` or before to the end of `due`, until that is done or `work` is used up. Returns the
    /// tick reached: `to`, unless cut short.
    fn advance<T>(
        &mut self,
        entries: &mut [Entry<T>],
        due: &mut List,
        now: u64,
        to: u64,
        work: &mut Work,
    ) -> u64;

    /// Whether the last `advance` was cut short and left timers that are due at its tick.
    fn is_unfinished(&self) -> bool;

    /// A tick before which nothing comes due and the structure has nothing to do, or `None` if it holds no timer.
    fn next_expiry<T>(&self, entries: &[Entry<T>], now: u64) -> Option<u64>;

    /// A tick before which [`advance`](Self::advance) would do nothing, and need not be called to be told the time; 0 if it is to be called
    /// every time.
    fn quiet_until(&self) -> u64 {
        0
    }

    /// The latest tick of a visit that was made beside `advance`, by someone who is told by a chip.
    fn visited_up_to(&self) -> u64 {
        0
    }

    /// Checks every list and heap.
    ///
    /// # Errors
    /// The first thing found wrong.
    fn check<T>(&self, check: &mut Check<'_, T>) -> Result<(), InvariantError>;
}
