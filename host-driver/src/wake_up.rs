//! A thread that sleeps until a tick, and others that wake it if something earlier comes.
//!
//! The sleeper says until when it will sleep, looks once more at what others may have left for it, and sleeps. Another
//! thread leaves something, and then asks whether the sleeper must be woken for it. All do so by a read and write of
//! one word in one step, and such steps have one order for all threads. Either the sleeper's comes later: then it finds
//! what was left, when it looks. Or it comes earlier: then the other one reads until when it sleeps.

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

    /// The sleeper: it will sleep until `tick`. It must look after this for what was left before, and then sleep.
    pub(crate) fn set(&self, tick: u64) {
        self.0.swap(tick, Ordering::AcqRel);
    }

    /// The sleeper: runs `sleep`, which ends at the tick that `next` gives or when it is woken, unless `next` gives an
    /// earlier tick by then.
    #[cfg(feature = "future")]
    pub(crate) fn sleep(&self, next: impl Fn() -> u64, sleep: impl FnOnce(u64)) {
        let tick = next();
        self.set(tick);
        if next() >= tick {
            sleep(tick);
        }
    }

    /// The sleeper: it is awake, and will look for what is left before it sleeps again.
    pub(crate) fn clear(&self) {
        // A store would hide what another thread has left that did not have to wake this one.
        self.set(0);
    }

    /// Another thread, which has left something for `tick`: whether it must wake the sleeper. Of those that come for
    /// the same tick or a later one, only the first must.
    pub(crate) fn must_wake_for(&self, tick: u64) -> bool {
        self.0.fetch_min(tick, Ordering::AcqRel) > tick
    }
}
