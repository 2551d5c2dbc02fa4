//! What describes a circuit in Rust-HDL, and is none itself.

#[cfg(test)]
pub(crate) mod clocked;
pub(crate) mod memory;
pub(crate) mod named;
mod part;
pub(crate) mod word_map;

pub use part::{Circuit, Note, NoteKind, Part, Source};
