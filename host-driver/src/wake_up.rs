//! A thread that sleeps until a tick, and others that wake it if something earlier comes.
//!
//! The sleeper says until when it will sleep, looks once more at what others may have left for it, and sleeps. Another
//! thread leaves something, and then asks whether the sleeper must be woken for it. Both do so by a read and write of
//! one word in one step, and such steps have one order for all threads: either the sleeper's comes later, and it finds
//! what was left when it looks; or it comes earlier, and the other one reads until when it sleeps.

use super::sync::{AtomicU64, Ordering};

/// The tick that never comes.
pub(crate) const NEVER: u64 = u64::MAX;

/// Until when a thread sleeps, in ticks; 0 while it is awake.
#[derive(Debug)]
pub(crate) struct SleepsUntil(AtomicU64);

impl SleepsUntil {
    /// The thread is awake.
    pub(crate) fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// The sleeper: it will sleep until `tick`. What was left for it before can be seen when this returns, and must be
    /// looked for then; who leaves something for an earlier tick from now on will wake it.
    pub(crate) fn set(&self, tick: u64) {
        self.0.swap(tick, Ordering::AcqRel);
    }

    /// The sleeper: it is awake, and will look at what is left for it before it sleeps.
    pub(crate) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Another thread, which has left something for `tick`: whether it must wake the sleeper. Of those that come for
    /// the same tick or a later one, only the first must.
    pub(crate) fn must_wake_for(&self, tick: u64) -> bool {
        self.0.fetch_min(tick, Ordering::AcqRel) > tick
    }
}
