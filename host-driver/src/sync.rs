//! What threads share to wake each other. The model check of `tests/mailbox_model.rs` compiles the source that uses it
//! with loom's instead.

#[cfg(feature = "shards")]
pub(crate) use core::sync::atomic::AtomicBool;
pub(crate) use core::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "shards")]
pub(crate) use crossbeam_queue::SegQueue;
#[cfg(feature = "shards")]
pub(crate) use std::thread::Thread;
