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
//! [`Build`](carillon_regmap::counter_chip::Build) says what a counter chip has, [`VERIFIED`] which chips are verified.
//! [`text`] is the Verilog of all builds of both chips; [`elaborate`] gives a circuit to Rust-HDL's own simulator.
#![deny(missing_docs)]

pub mod board;
mod chips;
mod circuit;
pub mod counter_chip;
pub mod shared;
pub mod timer_chip;
mod verilog;

pub use board::{Board, BoardError, Plan};
pub use chips::{
    findings, findings_timer, generate, generate_flawed, generate_timer, generate_timer_whole,
    generate_whole, text,
};
pub use counter_chip::generate::VERIFIED;
pub use counter_chip::top::elaborate;
pub use verilog::vhdl;
