//! The parts of the program `carillon` that have no crate of their own.
//!
//! `figures` draws what the chips do, beside the figures of the queues in `carillon_bench` (feature `study`).
//!
//! `lab` is the chip and the driver at work on a page in the browser (feature `lab`). [`document`] puts measurements
//! into pages,
//! [`wave`] what the driver does into waves.

#[cfg(feature = "study")]
pub mod appendix_a;
#[cfg(feature = "soc")]
pub mod assist;
pub mod cable;
pub mod document;
#[cfg(feature = "study")]
pub mod figures;
#[cfg(feature = "lab")]
pub mod lab;
pub mod wave;
