//! Structures for special cases and for readers of the paper.

mod ahead_wheel;
mod calendar;
mod digit_wheel;
mod lazy_heap;
mod ordered_hashed_wheel;
mod rounded_hierarchy;
mod simulation_wheel;
mod tree;
mod unordered_list;
mod wheel_and_list;

pub use ahead_wheel::AheadWheel;
pub use calendar::Calendar;
pub use digit_wheel::{DigitWheel, MixedDigitWheel};
pub use lazy_heap::LazyHeap;
pub use ordered_hashed_wheel::OrderedHashedWheel;
pub use rounded_hierarchy::{Precision, RoundedHierarchy};
pub use simulation_wheel::SimulationWheel;
pub use tree::{Shape, Tree};
pub use unordered_list::UnorderedList;
pub use wheel_and_list::WheelAndList;
