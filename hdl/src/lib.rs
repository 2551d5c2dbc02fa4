//! The Carillon counter chip, described in Rust-HDL.
//!
//! | module | what it is |
//! |---|---|
//! | [`time_base`] | the clock divided into ticks |
//! | [`tick_counts`] | now and the cursor's tick, 64 bits each |
//! | [`busy_bits`] | one bit a slot |
//! | [`cursor`] | follows now through the busy bits and commits what is busy |
//! | [`backlog`] | how far it may go |
//! | [`wheels`], [`cascade`] | sizes, modes and positions of the wheels; the tick in which those above wheel 0 step |
//! | [`arming`] | the one writer of the busy bits; clears the memory |
//! | [`late_check`] | says which arms came too late |
//! | [`event_fifo`] | what was found, until the host acknowledges it |
//! | [`look_ahead`], [`vector_level`] | which slot is busy next: a hierarchical bit vector |
//! | [`alarm`], [`coalescing`], [`interrupt`] | when the host is interrupted |
//! | [`register_bus`] | what a bus adapter and the registers say to each other |
//! | [`host_side`]: [`register_file`], [`registers`] | what the host sets, and what it sees |
//! | [`counter_chip`] | all of them, wired |
//! | [`bus_adapter`] | how the host gets there: Wishbone, AXI4-Lite, UART or SPI |
//! | [`top`] | the whole chip: bus adapter, counter chip and pins |
//! | [`board`] | the whole chip on a board: clock, reset, pins |
//! | [`compare`], [`find_first`], [`wide_counter`], [`write_first`], [`memory`], [`single_port`] | parts that several use |
//!
//! [`Build`](carillon_regmap::Build) says what a chip has, [`Options`] how a person asks for it, [`VERIFIED`] which chips are verified, and
//! [`CHECKED_IN`] which of them are checked in.
//! [`generate`] turns it into Verilog; [`elaborate`] gives the circuit to Rust-HDL's own simulator.
#![deny(missing_docs)]

pub mod alarm;
pub mod arming;
mod assemble;
pub mod backlog;
pub mod board;
pub mod bus_adapter;
pub mod busy_bits;
pub mod cascade;
#[cfg(test)]
mod clocked;
pub mod coalescing;
pub mod compare;
pub mod counter_chip;
pub mod cursor;
mod describe;
pub mod event_fifo;
pub mod find_first;
mod generator;
pub mod host_side;
pub mod interrupt;
pub mod late_check;
pub mod look_ahead;
pub mod memory;
mod named;
mod options;
pub mod register_bus;
pub mod register_file;
pub mod register_wires;
pub mod registers;
pub mod single_port;
mod syntax;
pub mod tick_counts;
pub mod time_base;
pub mod timer_chip;
pub mod top;
pub mod vector_level;
mod verified;
mod verilog;
pub mod vhdl;
pub mod wheels;
pub mod wide_counter;
mod word_map;
pub mod write_first;

pub use board::{Board, BoardError, Plan};
pub use describe::Described;
pub use generator::Generator;
pub use options::{Bus, ChipOptions, OptionError, Options, Preset};
pub use top::elaborate;
pub use verified::{CHECKED_IN, MEASURED, VERIFIED};
pub use verilog::{findings, generate, generate_flawed, generate_whole};
