//! Information about a queue: what it guarantees, what it has done, and whether it is sound.

pub(crate) mod check;
#[cfg(feature = "tools")]
mod histogram;

pub use crate::error::InvariantError;
#[cfg(feature = "tools")]
pub use histogram::Histogram;

/// In which order one `advance` hands out what it found. Timers that are due at once are handed out after those
/// already due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Order {
    /// In the order of their ticks; timers of the same tick in the order in which they were started.
    TickThenStart,
    /// In the order of their ticks; timers of the same tick in any order.
    Tick,
    /// In any order within one `advance`, but never early.
    None,
}

/// What a structure guarantees besides never losing a timer, never reporting one twice, and never before its tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Guarantees {
    /// In which order timers are handed out.
    pub order: Order,
    /// Whether [`next_expiry`](crate::advance::Advance::next_expiry) is the very tick of the earliest timer. If not, it
    /// is a tick before which nothing comes due, but at which nothing may come due either.
    pub exact_next: bool,
    /// Whether each step of [`advance_within`](crate::advance::Advance::advance_within) takes constant time, or
    /// logarithmic for a heap.
    pub bounded: bool,
    /// Whether a timer is due at exactly the tick asked for. If not, [`expiry`](crate::TimerQueue::expiry) says when it
    /// is.
    pub exact_ticks: bool,
    /// Whether a timer is never due before the tick asked for.
    pub never_early: bool,
}

impl Guarantees {
    /// All that can be guaranteed.
    pub(crate) const ALL: Self =
        Self { order: Order::TickThenStart, exact_next: true, bounded: true, exact_ticks: true, never_early: true };

    /// As [`ALL`](Self::ALL), without a bound on the work of an advance.
    pub(crate) const UNBOUNDED: Self = Self { bounded: false, ..Self::ALL };
}

/// What every queue tells about itself.
pub trait Diagnostics {
    /// What the structure guarantees of order and precision.
    fn guarantees(&self) -> Guarantees;

    /// Timers looked at by PER_TICK_BOOKKEEPING so far.
    fn examined(&self) -> u64;

    /// Timers moved from one list to another by PER_TICK_BOOKKEEPING so far.
    fn migrated(&self) -> u64;

    /// Checks everything that must hold between two calls: links forward and back agree, each timer is where its expiry
    /// belongs, none is on the due list early, the busy bits are right, and exactly the outstanding timers are found.
    /// Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`InvariantError`] names the first thing found wrong: a fault in this crate or in the memory that it was given.
    fn check_invariants(&self) -> Result<(), InvariantError>;
}
