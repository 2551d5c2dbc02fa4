//! Both chips in plain Rust: what the circuits are compared with, and what runs where there is no Verilator, as in
//! WebAssembly. No threads, no files, no clock but the chip's.
//!
//! [`counter_chip`] says what the counter chip does at its pins in every clock. [`timer_chip`] says what the timer chip
//! promises, whatever its clock.

pub mod counter_chip;
mod counts;
pub mod timer_chip;
