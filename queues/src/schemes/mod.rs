//! The structures of a queue: Schemes 1 to 7 of Varghese and Lauck, *Hashed and Hierarchical Timing Wheels* (SOSP
//! 1987), and what came before and after them. Times are those of an operation, for n outstanding timers, M slots of a
//! wheel, and m wheels.
//!
//! | structure | in the paper | where a timer waits | start | stop | a tick |
//! |---|---|---|---|---|---|
//! | `UnorderedList` | Scheme 1 | one unordered list | 1 | 1 | n |
//! | [`OrderedList`] | Scheme 2 | one ordered list, searched from the front or the rear | n | 1 | 1 |
//! | [`Heap`] | Scheme 3 | a heap; with [`Heap::in_order`] first in, first out | log n | log n | log n an expiry |
//! | `LazyHeap` | Scheme 3 | a heap that stopped timers leave later | 1 (n seldom) | 1 (n seldom) | log n an expiry |
//! | `Tree` | Scheme 3 | a tree: balanced, leftist, unbalanced or end-order | log n (n in the last two) | as start | log n an expiry |
//! | `BasicWheel` | Scheme 4 | a wheel with a slot for each tick up to MaxInterval | 1 | 1 | 1 |
//! | `WheelAndList` | Schemes 4 and 2 | that wheel, and an ordered list beyond it | 1 (n beyond) | 1 | 1 |
//! | `SimulationWheel` | Figure 4 | a wheel for a cycle, or for halves, one overflow list | 1 | 1 | 1 (n a cycle) |
//! | `OrderedHashedWheel` | Scheme 5 | slot `expiry mod M`, ordered | n/M | 1 | 1 |
//! | [`HashedWheel`] | Scheme 6 | slot `expiry mod M`, unordered | 1 | 1 | n/M |
//! | [`HierarchicalWheel`], `MixedWheel` | Scheme 7 | m wheels, timers migrate | 1 | 1 | 1, m migrations a timer |
//! | `DigitWheel`, `MixedDigitWheel` | Scheme 7 | the same, by digits, as the paper places | 1 | 1 | the same |
//! | `AheadWheel` | Scheme 7 | m wheels, timers migrate ahead of time | 1 | 1 | m, m migrations a timer |
//! | [`LazyWheel`] | Scheme 7 | m wheels; a timer put off moves when its slot comes up | 1 | 1 | as Scheme 7 |
//! | `RoundedHierarchy` | Scheme 7 | m wheels, one migration or none, less precise | m | 1 | m |
//! | `Calendar` | the paper's reference 5 | days whose number and width follow the timers | 1 | 1 | 1 |
//! | [`FlexQueue`] | later | two arrays that follow the intervals, and a tree | 1 (log n beyond) | as start | as start |
//!
//! "1 (n seldom)" is 1 on average. A tick of `FlexQueue` costs 1 an expiry. Those without a link are for special cases
//! and for the paper's reader: `BasicWheel` and `MixedWheel` need the feature `paper` or `chip`, the others `paper`.
//!
//! | structure | next expiry exact | in constant time | work of one `advance` bounded |
//! |---|---|---|---|
//! | [`OrderedList`], [`Heap`], `LazyHeap`, `BasicWheel`, `WheelAndList` | yes | yes | yes |
//! | `Tree` | yes | yes | if it is balanced or leftist |
//! | [`FlexQueue`] with ordered slots | yes | yes | yes |
//! | [`HierarchicalWheel`], `MixedWheel`, `AheadWheel`, `RoundedHierarchy` | yes | if the slot is of wheel 0 | yes |
//! | [`LazyWheel`] | yes | no: it looks at what was put off and stopped | yes |
//! | `OrderedHashedWheel`, [`HashedWheel`], `SimulationWheel`, `Calendar`, `UnorderedList` | see [`Guarantees`] | no | see [`Guarantees`] |
//!
//! The bound on `advance` includes migrations. If the next slot is of a higher wheel, the next expiry costs one search
//! of a list in each higher wheel. An exact answer is remembered until that timer is stopped or due, so it may be asked
//! for after every operation.
//!
//! **Memory.** A record of 16 bytes a slot. [`HierarchicalWheel`] of 2^8 slots takes 33 KB, of 2^6 11 KB, of 2^4 4 KB,
//! and moves a timer at most 7, 10 and 15 times. With fewer wheels it takes less, and holds shorter intervals:
//! `HierarchicalWheel::<8, 4>::first()` takes 16 KB for intervals below 2^32 - 2^24.
//!
//! **Long jumps.** A hierarchy that is `unordered()` does not sort what one `advance` hands
//! out, and takes a jump over many ticks 7 to 13 times faster.

#[cfg(any(feature = "paper", feature = "chip"))]
mod basic_wheel;
mod flex_queue;
pub(crate) mod hashed_wheel;
mod heap;
pub(crate) mod hierarchical_wheel;
mod lazy_wheel;
#[cfg(any(feature = "paper", feature = "chip"))]
mod mixed_wheel;
pub(crate) mod ordered_list;
#[cfg(feature = "paper")]
mod paper;
pub(crate) mod parts;
pub(crate) mod structure;
#[cfg(feature = "chip")]
pub(crate) mod wheeled;

#[cfg(doc)]
use crate::diagnostics::Guarantees;

#[cfg(feature = "paper")]
pub use crate::timers::in_tree::InTree;
pub use flex_queue::{Deviations, FlexQueue, Slots};
pub use hashed_wheel::HashedWheel;
pub use heap::Heap;
pub use hierarchical_wheel::{HierarchicalWheel, Hierarchy};
pub use lazy_wheel::LazyWheel;
pub use ordered_list::OrderedList;
#[cfg(feature = "paper")]
pub use paper::{
    AheadWheel, Calendar, DigitWheel, LazyHeap, MixedDigitWheel, OrderedHashedWheel, Precision, RoundedHierarchy,
    Shape, SimulationWheel, Tree, UnorderedList, WheelAndList,
};
pub use parts::sorted_list::Search;
#[cfg(any(feature = "paper", feature = "chip"))]
pub use {basic_wheel::BasicWheel, mixed_wheel::MixedWheel};
