//! Whether the process is still the one in which a thread was started: a forked one has only the thread that forked.
//!
//! To ask the operating system for the process's number would cost each sleep a system call. So the C library counts
//! the forks, by a function that it calls in the new process.
#![allow(unsafe_code, reason = "the C library is told what to call after a fork")]

use core::ffi::c_int;
use core::sync::atomic::{AtomicU32, Ordering};

/// Forks from the process in which this was zero to this one.
static FORKS: AtomicU32 = AtomicU32::new(0);

type Handler = Option<extern "C" fn()>;

// SAFETY: POSIX declares it so. It keeps the three functions and calls them around a fork; any may be missing, and ours
// only counts, which may be done in a process that has just been forked.
unsafe extern "C" {
    safe fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
}

extern "C" fn in_the_new_process() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Forks are counted from now on. Must be called once. Fails if there is no memory; forks are not noticed then.
pub(super) fn count_forks() {
    let _ = pthread_atfork(None, None, Some(in_the_new_process));
}

/// How often this process's ancestors have forked since forks are counted.
pub(super) fn forks() -> u32 {
    FORKS.load(Ordering::Relaxed)
}
