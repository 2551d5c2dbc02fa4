//! The earliest expiry, remembered from one question to the next, so that asking after every operation costs a search only where the
//! answer may have changed.

use core::cell::Cell;

/// What the answer was, for structures whose answer is exact.
#[derive(Debug, Clone)]
pub(super) struct Earliest {
    remembered: Cell<Option<u64>>,
    exact: bool,
}

impl Earliest {
    pub(super) const fn new(exact: bool) -> Self {
        Self {
            remembered: Cell::new(None),
            exact,
        }
    }

    /// A timer waits until `expiry` from now on.
    #[inline]
    pub(super) fn started(&self, expiry: u64) {
        if self
            .remembered
            .get()
            .is_some_and(|earliest| expiry < earliest)
        {
            self.remembered.set(Some(expiry));
        }
    }

    /// A timer no longer waits until `expiry`.
    #[inline]
    pub(super) fn stopped(&self, expiry: u64) {
        if self.remembered.get() == Some(expiry) {
            self.remembered.set(None);
        }
    }

    /// Time has come to `now`.
    #[inline]
    pub(super) fn reached(&self, now: u64) {
        if self
            .remembered
            .get()
            .is_some_and(|earliest| earliest <= now)
        {
            self.remembered.set(None);
        }
    }

    /// The answer: remembered, or from `search`.
    #[inline]
    pub(super) fn ask(&self, search: impl FnOnce() -> Option<u64>) -> Option<u64> {
        if let Some(earliest) = self.remembered.get() {
            return Some(earliest);
        }
        let found = search();
        if self.exact {
            self.remembered.set(found);
        }
        found
    }

    /// What is remembered, to be checked.
    pub(super) const fn remembered(&self) -> Option<u64> {
        self.remembered.get()
    }
}
