//! The earliest expiry, remembered from one question to the next, so that asking after every operation costs a search
//! only where the answer may have changed.

use core::cell::Cell;

/// What the answer was, for structures whose answer is exact.
#[derive(Debug, Clone)]
pub(crate) struct Earliest {
    /// A tick, or 0 for none: no timer waits for tick 0.
    remembered: Cell<u64>,
    exact: bool,
}

impl Earliest {
    pub(crate) const fn new(exact: bool) -> Self {
        Self {
            remembered: Cell::new(0),
            exact,
        }
    }

    /// Nothing is remembered.
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

    /// Time has come to `now`.
    #[inline]
    pub(crate) fn reached(&self, now: u64) {
        if self.remembered.get() <= now {
            self.remembered.set(0);
        }
    }

    /// The answer: remembered, or from `search`.
    #[inline]
    pub(crate) fn ask(&self, search: impl FnOnce() -> Option<u64>) -> Option<u64> {
        let remembered = self.remembered();
        if remembered.is_some() {
            return remembered;
        }
        let found = search();
        if self.exact {
            self.remembered.set(found.unwrap_or(0));
        }
        found
    }

    /// What is remembered, to be checked.
    #[inline]
    pub(crate) fn remembered(&self) -> Option<u64> {
        Some(self.remembered.get()).filter(|&tick| tick > 0)
    }
}
