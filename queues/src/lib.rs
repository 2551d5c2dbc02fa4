//! Timer queues in memory that the caller provides.
//!
//! Two traits have the four routines of the paper's section II: [`Keyed`] has START_TIMER ([`start`](Keyed::start)) and
//! STOP_TIMER ([`stop`](Keyed::stop)), [`TimerQueue`] has PER_TICK_BOOKKEEPING ([`advance`](TimerQueue::advance)) and
//! EXPIRY_PROCESSING ([`next_expired`](TimerQueue::next_expired)). [`Timers`] implements both over every structure.
//! Choosing one is a one-line change; [`Wheels`] suits most programs.
//!
//! | structure | in the paper | where a timer waits | start | stop | a tick |
//! |---|---|---|---|---|---|
//! | [`UnorderedList`] | Scheme 1 | one unordered list | 1 | 1 | n |
//! | [`OrderedList`] | Scheme 2 | one ordered list, searched from the front or the rear | n | 1 | 1 |
//! | [`Heap`] | Scheme 3 | a heap; with [`Heap::in_order`] first in, first out | log n | log n | log n an expiry |
//! | [`LazyHeap`] | Scheme 3 | a heap that stopped timers leave later | 1 (n seldom) | 1 (n seldom) | log n an expiry |
//! | [`BasicWheel`] | Scheme 4 | a wheel with a slot for each tick up to MaxInterval | 1 | 1 | 1 |
//! | [`WheelAndList`] | Schemes 4 and 2 | that wheel, and an ordered list beyond it | 1 (n beyond) | 1 | 1 |
//! | [`SimulationWheel`] | Figure 4 | a wheel for a cycle, or for halves, one overflow list | 1 | 1 | 1 (n a cycle) |
//! | [`HashedOrdered`] | Scheme 5 | slot `expiry mod M`, ordered | n/M | 1 | 1 |
//! | [`HashedUnordered`] | Scheme 6 | slot `expiry mod M`, unordered | 1 | 1 | n/M |
//! | [`Wheels`], [`MixedWheels`] | Scheme 7 | m wheels, timers migrate | 1 | 1 | 1, m migrations a timer |
//! | [`DigitWheels`], [`MixedDigitWheels`] | Scheme 7 | the same, by digits, as the paper places | 1 | 1 | the same |
//! | [`AheadWheels`] | Scheme 7 | m wheels, timers migrate ahead of time | 1 | 1 | m, m migrations a timer |
//! | [`RoundedHierarchy`] | Scheme 7 | m wheels, one migration or none, less precise | m | 1 | m |
//! | [`Calendar`] | the paper's reference 5 | days whose number and width follow the timers | 1 | 1 | 1 |
//! | [`Flex`] | later | two arrays that follow the intervals, and a heap | 1 (log n beyond) | as start | as start |
//!
//! "1 (n seldom)" is 1 on average. `MixedWheels` that are `unordered` migrate few timers on a jump. A tick of `Flex`
//! costs 1 an expiry.
//!
//! [`Numbered`] serves timers that already have numbers, over any structure; it is the fastest interface of this crate.
//! Ratas's wheel is [`Wheels<8>`] with ranges of ticks: [`Timers::start_in_range`]. [`SharedTimers`] is Scheme 6 for
//! several processors at once (on targets with 64-bit atomics). With the feature `pinned`, `PinnedWheel` is Scheme 5
//! for timers inside their owners, and for tasks that sleep.
//!
//! | tool | purpose |
//! |---|---|
//! | [`Callouts`] | BSD's `timeout` and `untimeout` for any queue |
//! | [`TimerEvent`], [`TimerCell`] | a timer that its owner holds; dropping it stops it |
//! | [`Periodic`], [`Repeating`] | the next tick of a periodic timer if the host is behind; timers that restart |
//! | [`Keyed::start_between`] | slack: any tick of a range will do |
//! | [`Action`] | an item that runs code at its expiry |
//! | [`Histogram`] | the distribution of delays, and of timers per slot |
//!
//! ```
//! use carillon_queues::{Entry, Keyed, Record, TimerQueue, Timers, Wheels};
//!
//! // Wheels of 64 slots for every interval of 64 bits. Room for 32 timers.
//! const WHEELS: Wheels<6> = Wheels::new();
//! let memory = ([Record::VACANT; WHEELS.records(32)], [const { Entry::VACANT }; 32]);
//! let mut timers = Timers::with(WHEELS, memory)?;
//! timers.start(4_096, "late")?;
//! let early = timers.start(1, "early")?;
//! timers.advance(1 << 40)?;
//! let mut order = Vec::new();
//! while let Some(expired) = timers.next_expired() {
//!     order.push((expired.due, expired.item));
//! }
//! assert_eq!(order, [(1, "early"), (4_096, "late")]);
//! assert!(timers.stop(early).is_err(), "the handle went stale when the timer was handed out");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! A queue's memory consists of [`Record`]s of 16 bytes, one for each slot, each place of a heap and each timer, and of
//! one [`Entry`] for each timer, which holds its item. The caller provides both, as arrays, slices, `Vec`s or boxes.
//! The method `records` of each structure returns the number of records. With the feature `alloc`,
//! [`Timers::with_capacity`] allocates them, and [`Timers::grow`] makes room for more.
//!
//! Guarantees for callers with real-time requirements:
//!
//! | structure | next expiry exact | in constant time | work of one `advance` bounded |
//! |---|---|---|---|
//! | [`OrderedList`], [`Heap`], [`LazyHeap`], [`BasicWheel`], [`WheelAndList`] | yes | yes | yes |
//! | [`Tree`] | yes | if it is leftist | unless it is unbalanced |
//! | [`Flex`] with ordered slots | yes | yes | yes |
//! | [`Wheels`], [`MixedWheels`], [`AheadWheels`], [`RoundedHierarchy`] | yes | if the slot is of wheel 0 | yes |
//! | [`HashedOrdered`], [`HashedUnordered`], [`SimulationWheel`] | see [`Promises`] | no | see [`Promises`] |
//! | [`Calendar`], [`UnorderedList`] | see [`Promises`] | no | see [`Promises`] |
//!
//! The bound on `advance` includes migrations. If the next slot is of a higher wheel, the next expiry costs one search
//! of a list in each higher wheel. An exact answer is remembered until that timer is stopped or due, so it may be asked
//! for after every operation.
//!
//! | feature | adds |
//! |---|---|
//! | `alloc` | `with_capacity` and `grow` of [`Timers`] and [`Numbered`] |
//! | `paper` | schemes of the paper that are seldom the right choice (below) |
//! | `pinned` | `PinnedWheel`, `PinnedTimer` and `Sleep` (needs 64-bit atomics) |
//! | `chip` | the module `chip`: the interface of a queue whose wheels a chip turns |
//! | `defmt` | errors and results implement `defmt::Format` |
//!
//! The feature `paper` adds [`UnorderedList`], [`OrderedList`], [`Tree`], [`HashedOrdered`], [`WheelAndList`],
//! [`RoundedHierarchy`], [`SimulationWheel`], [`Calendar`], [`Callouts`] and the placement by digits
//! ([`DigitWheels`], [`MixedDigitWheels`]).
//!
//! Nothing is allocated after a queue is made, unless it is told to grow. Times are 64-bit ticks; nothing wraps. No
//! input causes a panic. A debug build panics where a count or a tick runs over, which only broken memory or a fault of
//! this crate can cause.

#![no_std]
#![deny(missing_docs)]
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod action;
mod arrays;
mod bits;
#[cfg(test)]
mod broken;
#[cfg(feature = "paper")]
mod calendar;
#[cfg(feature = "paper")]
mod callout;
mod check;
#[cfg(feature = "chip")]
pub mod chip;
#[cfg(feature = "paper")]
mod digits;
mod drum;
mod earliest;
mod error;
mod event;
mod events;
mod flex_queue;
mod heap;
mod histogram;
mod horizon;
mod keyed;
#[cfg(any(feature = "paper", feature = "chip"))]
mod names;
mod numbered;
mod occupancy;
mod ordered;
mod periodic;
#[cfg(all(feature = "pinned", target_has_atomic = "64"))]
mod pinned;
mod radix;
mod ratas;
mod record;
mod repeat;
#[cfg(feature = "paper")]
mod scheme1;
#[cfg(feature = "paper")]
mod scheme2;
mod scheme3;
mod scheme3_lazy;
#[cfg(feature = "paper")]
mod scheme3_tree;
mod scheme4;
#[cfg(feature = "paper")]
mod scheme4_and_2;
#[cfg(feature = "paper")]
mod scheme5;
mod scheme6;
mod scheme7;
mod scheme7_ahead;
#[cfg(feature = "paper")]
mod scheme7_rounded;
#[cfg(target_has_atomic = "64")]
mod shared;
#[cfg(feature = "paper")]
mod simulation;
mod slab;
mod steps;
mod structure;
#[cfg(target_has_atomic = "64")]
mod sync;
mod timer_queue;
mod timers;
mod tree;
mod waiting;

pub use action::Action;
#[cfg(feature = "paper")]
pub use calendar::Calendar;
#[cfg(feature = "paper")]
pub use callout::{CalloutLink, Callouts};
#[cfg(feature = "paper")]
pub use digits::{DigitWheels, MixedDigitWheels};
pub use error::{
    AdvanceError, InvariantError, QueueError, Refused, RestartError, StartError, StopError,
};
pub use event::{TimerCell, TimerEvent};
pub use flex_queue::{Flex, Slots};
pub use histogram::Histogram;
pub use horizon::Deviations;
pub use keyed::Keyed;
#[cfg(any(feature = "paper", feature = "chip"))]
pub use names::{Name, NameLink, Names};
pub use numbered::Numbered;
#[cfg(feature = "paper")]
pub use ordered::Search;
pub use periodic::{Behind, Periodic};
#[cfg(all(feature = "pinned", target_has_atomic = "64"))]
pub use pinned::{PinnedExpired, PinnedSector, PinnedSlots, PinnedTimer, PinnedWheel, Sleep};
pub use record::Record;
pub use repeat::{Occurrence, Repeating};
#[cfg(feature = "paper")]
pub use scheme1::UnorderedList;
#[cfg(feature = "paper")]
pub use scheme2::OrderedList;
pub use scheme3::Heap;
pub use scheme3_lazy::LazyHeap;
#[cfg(feature = "paper")]
pub use scheme3_tree::{Shape, Tree};
pub use scheme4::BasicWheel;
#[cfg(feature = "paper")]
pub use scheme4_and_2::WheelAndList;
#[cfg(feature = "paper")]
pub use scheme5::HashedOrdered;
pub use scheme6::HashedUnordered;
pub use scheme7::{MixedWheels, Wheels};
pub use scheme7_ahead::AheadWheels;
#[cfg(feature = "paper")]
pub use scheme7_rounded::{Precision, RoundedHierarchy};
#[cfg(target_has_atomic = "64")]
pub use shared::{SharedEntry, SharedSlot, SharedTimers, Signals};
#[cfg(feature = "paper")]
pub use simulation::SimulationWheel;
pub use slab::{Entry, Handle};
pub use timer_queue::{Diagnostics, TimerQueue};
#[cfg(feature = "alloc")]
pub use timers::Allocated;
pub use timers::Timers;

#[cfg(all(feature = "pinned", not(target_has_atomic = "64")))]
compile_error!(
    "the feature `pinned` needs 64-bit atomics, which this target lacks: use `TimerEvent`, which works on every target"
);

/// A timer that has run out, and what it was started with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Expired<T> {
    /// The handle that `start` gave for it. It is no longer valid: a name, nothing more.
    pub handle: Handle,
    /// What the caller gave to `start`.
    pub item: T,
    /// The tick at which it was due: `now` at its start plus the interval, always exact (where the structure loses
    /// precision, what [`Keyed::expiry`] said).
    pub due: u64,
    /// The tick whose visit found it due; never before `due`, and after it only if the timer was started late.
    pub reported: u64,
}

/// In which order one `advance` hands out what it found. Timers that are due at once are handed out after those
/// already due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Order {
    /// Of their ticks, and for one tick in that in which they were started.
    TickThenStart,
    /// Of their ticks; those of one tick in any order.
    Tick,
    /// Not even of their ticks within one `advance`, but never early.
    None,
}

/// What a structure promises besides never losing a timer, never reporting one twice, and never before its tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Promises {
    /// In which order timers are handed out.
    pub order: Order,
    /// Whether [`TimerQueue::next_expiry`] is the very tick of the earliest timer. If not, it is a tick before which
    /// nothing comes due, but at which nothing may come due either.
    pub exact_next: bool,
    /// Whether each step of [`TimerQueue::advance_within`] takes constant time, or logarithmic for a heap.
    pub bounded: bool,
    /// Whether a timer is due at exactly the tick asked for. If not, [`Keyed::expiry`] says when it is.
    pub exact_ticks: bool,
    /// Whether a timer is never due before the tick asked for.
    pub never_early: bool,
}

impl Promises {
    /// All that can be promised.
    pub(crate) const ALL: Self = Self {
        order: Order::TickThenStart,
        exact_next: true,
        bounded: true,
        exact_ticks: true,
        never_early: true,
    };

    /// The same without a bound on the work of an advance.
    pub(crate) const UNBOUNDED: Self = Self {
        bounded: false,
        ..Self::ALL
    };
}

/// Whether an advance has come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use]
pub enum Progress {
    /// Everything due has been handed over.
    Reached,
    /// The limit came first: call again, for the same tick or a later one.
    Unfinished,
}
