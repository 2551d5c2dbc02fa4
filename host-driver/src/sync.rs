//! What threads share to wake each other. Tests compile the source that uses it with another one: `mailbox_model.rs`
//! with loom's, `shards_wakes.rs` with threads that lose wake-ups.

#[cfg(feature = "shards")]
pub(crate) use core::sync::atomic::AtomicBool;
pub(crate) use core::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "shards")]
pub(crate) use crossbeam_queue::SegQueue;
#[cfg(feature = "shards")]
pub(crate) use std::thread::{self, Thread};
