//! Carillon for C and C++: a timer queue that a program advances, and timers on the operating system's clock. The
//! header `carillon_queues.h` is written by cbindgen from these files; `tests/header.rs` compares it.
//!
//! Timers and queues are opaque. A timer is a number that is never 0 and never used again in its queue. A timer carries
//! a pointer of the user's, which is only handed back. There are no callbacks: expired timers are fetched one by one,
//! so a program may start and stop timers in between. A queue is for one thread at a time. No function panics: a null
//! pointer or a timer that is over does nothing, and what it returns says so. Nor does one end the program when memory
//! runs out: what makes a queue returns null, a start returns 0, and the timers that are there stay.
#![deny(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable, clippy::unwrap_used)]
#![allow(unsafe_code, reason = "pointers from C")]
#![allow(non_camel_case_types, reason = "the names that C has")]

mod clock;
mod queue;

use core::alloc::Layout;
use core::ffi::c_void;
use core::num::NonZeroU32;

use carillon_driver::queue::Handle;

/// A timer, until it is stopped or has expired. 0 is none.
pub type carillon_id = u64;

/// A timer that has expired.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct carillon_expired {
    /// Which one it was.
    pub id: carillon_id,
    /// The tick at which it was due.
    pub due: u64,
    /// What it was started with.
    pub user: *mut c_void,
}

/// The number that C has for a handle.
fn id_of(handle: Handle) -> carillon_id {
    u64::from(handle.generation().get()) << 32 | u64::from(handle.index())
}

/// The handle that C has this number for; `None` for numbers that no timer has.
fn handle_of(id: carillon_id) -> Option<Handle> {
    let generation = u32::try_from(id >> 32).ok().and_then(NonZeroU32::new)?;
    let index = u32::try_from(id & u64::from(u32::MAX)).ok()?;
    Some(Handle::new(index, generation))
}

/// `value` in memory of its own, for `Box::from_raw`; null if there is none, where `Box::new` would end the program.
fn boxed<T>(value: T) -> *mut T {
    const { assert!(size_of::<T>() > 0, "nothing is not allocated") };
    // SAFETY: the layout's size is not 0.
    let place = unsafe { std::alloc::alloc(Layout::new::<T>()) }.cast::<T>();
    // SAFETY: it is null, or memory for a `T`.
    unsafe { give(place, value) };
    place
}

/// Writes `value` where C wants it, if it does.
///
/// # Safety
/// `place` is null, or may be written.
unsafe fn give<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: it may be written, as the caller promises.
        unsafe { place.write(value) };
    }
}
