//! What queues are used with: timers that stop when they are dropped, periodic timers, items that run code, and timers
//! that are found by name.

mod action;
#[cfg(feature = "paper")]
mod callouts;
mod clocked_repeating;
#[cfg(any(feature = "paper", feature = "chip"))]
mod hash_table;
#[cfg(all(feature = "paper", feature = "alloc"))]
mod interval_timers;
mod owned_timer;
mod periodic;
mod repeating;

pub use action::Action;
#[cfg(feature = "paper")]
pub use callouts::{CalloutLink, Callouts};
#[cfg(any(feature = "paper", feature = "chip"))]
pub use hash_table::{Name, NameLink, Names};
#[cfg(all(feature = "paper", feature = "alloc"))]
pub use interval_timers::{IntervalTimers, IntervalValue};
pub use owned_timer::{OwnedTimer, TimerCell};
pub use periodic::{Every, MissedTicks, Period, Periodic};
pub use repeating::{Occurrence, Repeating};
