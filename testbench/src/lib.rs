//! The parts of the program `carillon` that have no crate of their own.
//!
//! [`figures`] draws what the chips do, beside the figures of the queues in [`carillon_bench`].
//!
//! [`lab`] is the chip and the driver at work on a page in the browser. [`document`] puts measurements into pages,
//! [`wave`] what the driver does into waves.

pub mod appendix_a;
#[cfg(feature = "soc")]
pub mod assist;
pub mod cable;
pub mod document;
pub mod figures;
pub mod lab;
pub mod wave;
