//! The time that this thread has had a processor for: what else the machine does counts less than on a clock on the wall.

use std::time::Instant;

/// A moment.
pub struct Moment {
    wall: Instant,
    /// Nanoseconds on a processor, where the kernel tells.
    processor: Option<u64>,
}

/// The kernel's count for this thread; it is brought up to date at least every few milliseconds.
fn processor() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

impl Moment {
    pub fn now() -> Self {
        Self {
            wall: Instant::now(),
            processor: processor(),
        }
    }

    /// Nanoseconds since.
    pub fn elapsed(&self) -> f64 {
        match (self.processor, processor()) {
            (Some(before), Some(after)) => (after - before) as f64,
            _ => self.wall.elapsed().as_nanos() as f64,
        }
    }
}
