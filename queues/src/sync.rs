//! What the shared queue takes from `core` to be used by several threads. The model check of `tests/shared_model.rs`
//! compiles the same source with loom's instead.

pub(super) use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// What a thread does while it waits for another one to leave a lock.
#[inline]
pub(super) fn relax() {
    core::hint::spin_loop();
}
