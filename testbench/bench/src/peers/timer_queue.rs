//! `timer-queue`: wheels of 64 slots for all of 64 bits, on a slab that grows.

use timer_queue::{Timer, TimerQueue};

use crate::Contender;

/// Its queue.
#[derive(Debug)]
pub struct TimerQueueCrate {
    queue: TimerQueue<u32>,
    timers: Vec<Option<Timer>>,
    now: u64,
}

impl TimerQueueCrate {
    /// For `capacity` timers.
    pub fn new(capacity: usize) -> Self {
        Self { queue: TimerQueue::with_capacity(capacity), timers: vec![None; capacity], now: 0 }
    }
}

impl Contender for TimerQueueCrate {
    fn start(&mut self, number: u32, expiry: u64) {
        self.timers[number as usize] = Some(self.queue.insert(expiry, number));
    }

    fn stop(&mut self, number: u32) {
        if let Some(timer) = self.timers[number as usize] {
            self.queue.remove(timer);
        }
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        self.now = to;
        while let Some(number) = self.queue.poll(to) {
            expired.push(number);
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        self.queue.next_timeout().map(|tick| tick.max(self.now + 1))
    }
}
