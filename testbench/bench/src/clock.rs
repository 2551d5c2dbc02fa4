//! The time that this thread has run, without the time that the machine gave to others.

use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds that this thread has been running. Costs a system call.
pub fn thread_nanoseconds() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}

/// The middle one; of an even number, the lower of both in the middle. 0 if there are none.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}
