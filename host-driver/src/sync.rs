//! What a sleeping thread and those that wake it share. The model check of `tests/wake_up_model.rs` compiles the same
//! source with loom's instead.

pub(crate) use core::sync::atomic::{AtomicU64, Ordering};
