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
//! | [`counter_chip`] | all of them, wired |
//! | [`front`] | how the host gets there: Wishbone, AXI4-Lite, UART or SPI |
//! | [`top`] | the whole chip: front end, counter chip and pins |
//! | [`find_first`], [`wide_counter`] | parts that several use |
//!
//! [`generate`] turns it into Verilog; [`elaborate`] gives the circuit to Rust-HDL's own simulator.
#![deny(missing_docs)]

pub mod arming;
mod assemble;
mod build;
#[cfg(test)]
mod clocked;
pub mod counter_chip;
pub mod cursor;
pub mod event_fifo;
pub mod find_first;
pub mod front;
pub mod interrupt;
pub mod memory;
pub mod read_back;
pub mod registers;
pub mod time_base;
pub mod top;
mod verilog;
pub mod wide_counter;

pub use build::{Build, BuildError, Front, MAX_CLOCKS_A_BIT, MIN_CLOCKS_A_BIT};
pub use top::elaborate;
pub use verilog::generate;
