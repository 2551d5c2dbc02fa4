//! The Carillon counter chip, described in Rust-HDL.
//!
//! | module | what it is |
//! |---|---|
//! | [`time_base`] | prescaler and the 64-bit now |
//! | [`memory`] | the busy bits, written one bit and read sixteen at a time; the FIFO's entries |
//! | [`cursor`] | follows now through the busy bits and finds the busy slots |
//! | [`arming`] | the one writer of the busy bits; judges late arms; clears the memory |
//! | [`event_fifo`] | what the cursor found, until the host acknowledges it |
//! | [`interrupt`] | state, enable, test, and the line |
//! | [`registers`], [`read_back`] | what the host sets, and what it sees |
//! | [`wishbone`] | how it gets there |
//! | [`counter_chip`] | all of them, wired |
//! | [`find_first`], [`wide_counter`] | parts that several use |
//!
//! [`generate`] turns it into Verilog; [`elaborate`] gives the circuit to Rust-HDL's own simulator.
#![deny(missing_docs)]

pub mod arming;
mod assemble;
pub mod backlog;
mod build;
pub mod cascade;
mod checked_in;
#[cfg(test)]
mod clocked;
pub mod cursor;
mod describe;
pub mod event_fifo;
pub mod fetch;
pub mod find_first;
pub mod interrupt;
pub mod judge;
pub mod memory;
mod options;
pub mod read_back;
pub mod registers;
pub mod time_base;
pub mod wheels;
pub mod wide_counter;
pub mod wishbone;

pub use build::{Build, BuildError, Front, MAX_CLOCKS_A_BIT, MIN_CLOCKS_A_BIT};
pub use checked_in::{CHECKED_IN, MEASURED};
pub use options::{Bus, OptionError, Options, Preset};
