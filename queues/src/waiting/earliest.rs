//! The earliest expiry, remembered from one question to the next, so that asking after every operation costs a search
//! only where the answer may have changed.

#[cfg(not(all(target_has_atomic = "64", target_pointer_width = "64")))]
use core::cell::Cell;
#[cfg(all(target_has_atomic = "64", target_pointer_width = "64"))]
use core::sync::atomic::{AtomicU64, Ordering};

/// A tick that also a shared reference may set. With it a queue is `Sync` where a store of 64 bits is one instruction;
/// elsewhere that would cost, and a queue is not.
#[cfg(all(target_has_atomic = "64", target_pointer_width = "64"))]
#[derive(Debug)]
struct TickCell(AtomicU64);

#[cfg(all(target_has_atomic = "64", target_pointer_width = "64"))]
impl TickCell {
    const fn new(tick: u64) -> Self {
        Self(AtomicU64::new(tick))
    }

    /// Two threads that ask the same queue find the same answer: there is no order to keep.
    #[inline(always)]
    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    #[inline(always)]
    fn set(&self, tick: u64) {
        self.0.store(tick, Ordering::Relaxed);
    }
}

#[cfg(not(all(target_has_atomic = "64", target_pointer_width = "64")))]
type TickCell = Cell<u64>;

/// What the answer was, for structures whose answer is exact.
#[derive(Debug)]
pub(crate) struct Earliest {
    /// A tick, or 0 for none: no timer waits for tick 0.
    remembered: TickCell,
}

impl Clone for Earliest {
    fn clone(&self) -> Self {
        Self { remembered: TickCell::new(self.remembered.get()) }
    }
}

impl Earliest {
    /// Nothing is remembered.
    pub(crate) const fn unknown() -> Self {
        Self { remembered: TickCell::new(0) }
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
