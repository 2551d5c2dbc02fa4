//! From the Rust-HDL circuits to Verilog that other tools take, and people.
//!
//! [`elaborate`] takes a circuit apart, [`text`] names its modules and leaves out what nobody reads, [`module`] writes
//! one.

mod comments;
mod design;
mod elaborate;
mod expression;
mod flaw;
mod flaws;
mod instance;
mod memories;
mod module;
mod parameters;
mod partial;
mod plan;
mod prune;
mod reading;
mod select;
mod sources;
#[cfg(test)]
mod tests;
mod text;
mod tidy;
mod values;
pub mod vhdl;
mod writing;

pub(crate) use flaws::FLAWS;
pub(crate) use text::{Text, of_board};
pub(crate) use writing::push_wrapped;
