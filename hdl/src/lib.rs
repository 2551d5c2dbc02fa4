//! The circuits of both Carillon chips, described in Rust-HDL.
//!
//! | module | what it is |
//! |---|---|
//! | [`counter_chip`] | steps the busy bits; the host keeps the queues |
//! | [`timer_chip`] | keeps the queues itself |
//! | [`shared`] | bus adapters, register file, time base: what both have |
//! | [`board`] | a whole chip on a board: clock, reset, pins |
//! | [`vhdl`] | the chips as VHDL components |
//!
//! [`text`] is the Verilog of all builds of both chips, which is checked in; [`elaborate`] gives a counter chip to
//! Rust-HDL's own simulator.
#![deny(missing_docs)]

pub mod board;
mod chips;
mod circuit;
pub mod counter_chip;
pub mod shared;
pub mod timer_chip;
mod verilog;

pub use board::{Board, BoardError, Plan};
pub use chips::{generate_flawed, text};
pub use counter_chip::top::elaborate;
pub use verilog::vhdl;
