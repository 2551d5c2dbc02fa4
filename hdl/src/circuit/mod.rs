//! What describes a circuit in Rust-HDL, and is none itself.

pub(crate) mod assemble;
#[cfg(test)]
pub(crate) mod clocked;
pub(crate) mod named;
pub(crate) mod syntax;
pub(crate) mod word_map;
