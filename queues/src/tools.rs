//! What queues are used with: timers that stop when they are dropped, periodic timers, items that run code, and timers
//! that are found by name.

pub use super::action::Action;
#[cfg(feature = "paper")]
pub use super::callout::{CalloutLink, Callouts};
pub use super::event::{OwnedTimer, TimerCell};
#[cfg(all(feature = "paper", feature = "alloc"))]
pub use super::interval_timers::{IntervalTimers, IntervalValue};
#[cfg(any(feature = "paper", feature = "chip"))]
pub use super::names::{Name, NameLink, Names};
pub use super::periodic::{Every, MissedTicks, Period, Periodic};
pub use super::repeat::{Occurrence, Repeating};
