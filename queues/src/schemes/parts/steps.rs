//! Steps that a start or an advance takes, counted in this crate's own tests: the tests check promised costs by
//! counting, not by time.

#[cfg(test)]
extern crate std;

#[cfg(test)]
std::thread_local! {
    static STEPS: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// One timer of a list or one place of a heap has been looked at.
#[inline]
pub(crate) fn count() {
    #[cfg(test)]
    STEPS.set(STEPS.get().saturating_add(1));
}

/// The steps since this was last asked.
#[cfg(test)]
pub(crate) fn taken() -> u64 {
    STEPS.take()
}
