//! The timer chip in plain Rust.
//!
//! [`Contract`] judges what any timer chip does, and [`lists`] what it leaves in its memory. [`ReferenceTimerChip`]
//! does what the smallest timer chip does, at its registers: the same answers, events and transfers of the memory, in
//! about the same clocks. [`TimerChipByTick`] has no clocks: its registers as far as a driver uses them, with periodic
//! timers and look-ahead, without coalescing.

mod by_tick;
mod contract;
pub mod lists;
mod reference;
mod registers;
mod rings;

pub use by_tick::TimerChipByTick;
pub use contract::{Broken, Contract, Event, GENERATIONS, Look};
pub use reference::ReferenceTimerChip;
