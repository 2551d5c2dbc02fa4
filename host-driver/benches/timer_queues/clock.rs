//! The time that this thread has had a processor for: what else the machine does counts less than on a clock on the wall.

use std::time::Instant;

/// How far the kernel's count may be behind, in nanoseconds. Where the wall's clock is no further ahead, nobody else has had the
/// processor, and the wall's is the finer one.
const LAG: f64 = 10_000_000.0;

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
        let wall = self.wall.elapsed().as_nanos() as f64;
        match (self.processor, processor()) {
            (Some(before), Some(after)) if wall - (after - before) as f64 > LAG => {
                (after - before) as f64
            }
            _ => wall,
        }
    }
}
