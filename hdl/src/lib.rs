//! The circuits of both Carillon chips, described in Rust-HDL.
//!
//! | module | what it is |
//! |---|---|
//! | [`counter_chip`] | steps the busy bits; the host keeps the queues |
//! | [`timer_chip`] | keeps the queues itself |
//! | [`shared`] | bus adapters, register file, time base: what both have |
//! | [`board`] | a whole chip on a board: clock, reset, pins |
//! | [`vhdl`] | the chip's VHDL component |
//!
//! [`Build`](carillon_regmap::counter_chip::Build) says what a counter chip has, [`Options`] how a person asks for it,
//! [`VERIFIED`] which chips are verified, and [`CHECKED_IN`] which of them are checked in. [`generate`] turns it into
//! Verilog, [`generate_timer`] a timer chip; [`elaborate`] gives the circuit to Rust-HDL's own simulator.
#![deny(missing_docs)]

pub mod board;
mod chips;
mod circuit;
pub mod counter_chip;
mod generator;
pub mod shared;
pub mod timer_chip;
mod verilog;

pub use board::{Board, BoardError, Plan};
pub use chips::{
    findings, findings_timer, generate, generate_flawed, generate_timer, generate_timer_whole,
    generate_whole, text,
};
pub use counter_chip::generate::{CHECKED_IN, VERIFIED};
pub use counter_chip::top::elaborate;
pub use generator::{Generated, Generator};
pub use shared::describe::Described;
pub use shared::options::{Bus, ChipOptions, OptionError, Options, Preset};
pub use verilog::vhdl;
