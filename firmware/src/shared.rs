//! What the interrupt routine and the program share.

use core::cell::RefCell;

use critical_section::Mutex;

/// A value that begins as nothing, and is only reached with interrupts masked.
pub struct Shared<T>(Mutex<RefCell<Option<T>>>);

impl<T> Shared<T> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self(Mutex::new(RefCell::new(None)))
    }

    /// From now on this value.
    pub fn put(&self, value: T) {
        critical_section::with(|section| {
            if let Ok(mut place) = self.0.borrow(section).try_borrow_mut() {
                *place = Some(value);
            }
        });
    }

    /// Does something with the value, interrupts masked; `None` where there is nothing yet, or `work` itself calls
    /// this.
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        critical_section::with(|section| {
            let mut place = self.0.borrow(section).try_borrow_mut().ok()?;
            place.as_mut().map(work)
        })
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self::new()
    }
}
