//! A lock that guards a list made of atomics: so it needs no unsafe code, and protects only by agreement.

use super::super::sync::{AtomicBool, Ordering, relax};

/// A spin lock.
#[derive(Debug, Default)]
pub(super) struct Lock {
    taken: AtomicBool,
}

/// The lock is held as long as this lives.
#[derive(Debug)]
pub(super) struct Guard<'lock> {
    lock: &'lock Lock,
}

impl Lock {
    /// Waits for the lock.
    #[inline]
    pub(super) fn lock(&self) -> Guard<'_> {
        loop {
            if let Some(guard) = self.try_lock() {
                return guard;
            }
            relax();
        }
    }

    /// Takes the lock if it is free.
    #[inline]
    pub(super) fn try_lock(&self) -> Option<Guard<'_>> {
        self.taken
            .compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
            // Made only if the lock is ours: a guard that is dropped opens it.
            .then(|| Guard { lock: self })
    }
}

impl Drop for Guard<'_> {
    #[inline]
    fn drop(&mut self) {
        self.lock.taken.store(false, Ordering::Release);
    }
}
