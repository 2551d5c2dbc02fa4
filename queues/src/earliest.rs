//! The earliest expiry, remembered from one question to the next, so that asking after every operation costs a search
//! only where the answer may have changed.

use core::cell::Cell;

/// What the answer was, for structures whose answer is exact.
#[derive(Debug, Clone)]
pub(crate) struct Earliest {
    /// A tick, or 0 for none: no timer waits for tick 0.
    remembered: Cell<u64>,
}

impl Earliest {
    /// Nothing is remembered.
    pub(crate) const fn unknown() -> Self {
        Self {
            remembered: Cell::new(0),
        }
    }

    /// Nothing is remembered any more.
    #[cfg(feature = "chip")]
    #[inline]
    pub(crate) fn forget(&self) {
        self.remembered.set(0);
    }

    /// A timer waits until `expiry` from now on.
    #[inline]
    pub(crate) fn started(&self, expiry: u64) {
        if expiry < self.remembered.get() {
            self.remembered.set(expiry);
        }
    }

    /// A timer no longer waits until `expiry`.
    #[inline]
    pub(crate) fn stopped(&self, expiry: u64) {
        if expiry == self.remembered.get() {
            self.remembered.set(0);
        }
    }

    /// A timer that waited until `before` waits until `expiry` from now on.
    #[inline(always)]
    pub(crate) fn restarted(&self, before: u64, expiry: u64) {
        // Usually nothing is remembered, and nothing more is to be done.
        if self.remembered.get() > 0 {
            self.stopped(before);
            self.started(expiry);
        }
    }

    /// Time has come to `now`.
    #[inline]
    pub(crate) fn reached(&self, now: u64) {
        if self.remembered.get() <= now {
            self.remembered.set(0);
        }
    }

    /// The answer.
    #[inline]
    pub(crate) fn remember(&self, found: Option<u64>) {
        self.remembered.set(found.unwrap_or(0));
    }

    /// What is remembered.
    #[inline]
    pub(crate) fn remembered(&self) -> Option<u64> {
        Some(self.remembered.get()).filter(|&tick| tick > 0)
    }
}
