//! Which threads may use a wheel: what its state lies in.

use core::cell::RefCell;
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

/// Which threads may use a [`PinnedWheel`](super::PinnedWheel) and its timers. Other types cannot implement it.
pub trait Sharing: sealed::Sharing {}

/// Only the one that made it: access costs next to nothing.
#[derive(Debug, Clone, Copy)]
pub enum OneThread {}

/// All: each access takes a lock. For items that may be sent between threads.
#[cfg(feature = "std")]
#[derive(Debug, Clone, Copy)]
pub enum AnyThread {}

impl<S: sealed::Sharing> Sharing for S {}

impl sealed::Sharing for OneThread {
    type Cell<W> = RefCell<W>;
}

#[cfg(feature = "std")]
impl sealed::Sharing for AnyThread {
    type Cell<W> = Mutex<W>;
}

impl<W> sealed::Access<W> for RefCell<W> {
    fn new(wheel: W) -> Self {
        Self::new(wheel)
    }

    fn with<R>(&self, work: impl FnOnce(&mut W) -> R) -> R {
        work(&mut self.borrow_mut())
    }
}

#[cfg(feature = "std")]
impl<W> sealed::Access<W> for Mutex<W> {
    fn new(wheel: W) -> Self {
        Self::new(wheel)
    }

    fn with<R>(&self, work: impl FnOnce(&mut W) -> R) -> R {
        work(&mut self.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(super) mod sealed {
    pub trait Sharing {
        type Cell<W>: Access<W>;
    }

    pub trait Access<W> {
        fn new(wheel: W) -> Self;

        fn with<R>(&self, work: impl FnOnce(&mut W) -> R) -> R;
    }
}
