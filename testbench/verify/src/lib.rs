//! Both chips held to their descriptions, under random hosts.
//!
//! The counter chip is held to its model, [`carillon_spec::counter_chip`], by [`counter_chip`], which runs the model,
//! Rust-HDL's simulator and the Verilated Verilog side by side, clock by clock. The timer chip is held to what it
//! promises, [`carillon_spec::timer_chip`], by [`timer_chip`]. [`vectors`] writes down such runs for other
//! simulators.

pub mod counter_chip;
pub mod timer_chip;
pub mod vectors;
