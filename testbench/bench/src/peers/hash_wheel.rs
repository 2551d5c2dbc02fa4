//! `hierarchical_hash_wheel_timer`: four wheels of 256 slots that are stepped tick by tick, and a hash of what is
//! outstanding.

use std::time::Duration;

use hierarchical_hash_wheel_timer::IdOnlyTimerEntry;
use hierarchical_hash_wheel_timer::wheels::Skip;
use hierarchical_hash_wheel_timer::wheels::cancellable::QuadWheelWithOverflow;

use crate::Contender;

/// Its cancellable wheel. A tick is a millisecond.
pub struct HashWheel {
    wheel: QuadWheelWithOverflow<IdOnlyTimerEntry<u32>>,
    outstanding: usize,
    now: u64,
}

impl core::fmt::Debug for HashWheel {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("HashWheel").field("outstanding", &self.outstanding).finish_non_exhaustive()
    }
}

impl HashWheel {
    /// For any number of timers.
    pub fn new() -> Self {
        Self { wheel: QuadWheelWithOverflow::new(), outstanding: 0, now: 0 }
    }
}

impl Default for HashWheel {
    fn default() -> Self {
        Self::new()
    }
}

impl Contender for HashWheel {
    fn start(&mut self, number: u32, expiry: u64) {
        let delay = Duration::from_millis(expiry - self.now);
        let started = self.wheel.insert(IdOnlyTimerEntry { id: number, delay });
        self.outstanding += usize::from(started.is_ok());
    }

    fn stop(&mut self, number: u32) {
        self.outstanding -= usize::from(self.wheel.cancel(&number).is_ok());
    }

    /// Steps, and skips what the wheel says can be skipped.
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        while self.now < to {
            let left = to - self.now;
            match self.wheel.can_skip() {
                Skip::Empty => {
                    let ticks = left.min(u64::from(u32::MAX));
                    self.wheel.skip(ticks as u32);
                    self.now += ticks;
                }
                Skip::Millis(ticks) if u64::from(ticks) <= left => {
                    self.wheel.skip(ticks);
                    self.now += u64::from(ticks);
                }
                Skip::Millis(_) if left > 1 => {
                    self.wheel.skip(left as u32);
                    self.now += left;
                }
                Skip::Millis(_) | Skip::None => {
                    let before = expired.len();
                    expired.extend(self.wheel.tick().iter().map(|entry| entry.id));
                    self.outstanding -= expired.len() - before;
                    self.now += 1;
                }
            }
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        if self.outstanding == 0 {
            return None;
        }
        Some(match self.wheel.can_skip() {
            Skip::Millis(ticks) => self.now + u64::from(ticks) + 1,
            Skip::Empty | Skip::None => self.now + 1,
        })
    }
}
