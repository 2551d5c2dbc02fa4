//! Workloads, reports and the parts of the program `carillon`.
//!
//! [`report`] prints what came of a replay, which [`carillon_replay`] runs.
//!
//! [`figures`] draws what the chips do, beside the figures of the queues in [`carillon_bench`].
//!
//! [`lab`] is the chip and the driver at work on a page in the browser. [`document`] puts measurements into pages.
//!
//! The counter chip is held to its description, [`carillon_models::counter_chip`], by [`lockstep`], which runs the
//! model, Rust-HDL's simulator and the Verilated Verilog side by side under a random host. The timer chip is held to
//! what it promises, [`carillon_models::timer_chip`], by [`timer_lockstep`]. [`vectors`] writes down such runs for other simulators.

pub mod appendix_a;
#[cfg(feature = "soc")]
pub mod assist;
pub mod cable;
pub mod document;
pub mod figures;
pub mod lab;
pub mod lockstep;
pub mod report;
pub mod timer_lockstep;
pub mod vectors;
