//! `tm-wheel`: overlapping wheels of 64 slots.

use tm_wheel::{TimerDriver, TimerHandle};

use crate::Contender;

/// Its driver with 6 wheels of 64, for intervals below 2^36.
#[derive(Debug)]
pub struct TmWheel {
    driver: TimerDriver<u32, 6, 64>,
    handles: Vec<Option<TimerHandle>>,
}

impl TmWheel {
    /// For `capacity` timers.
    pub fn new(capacity: usize) -> Self {
        let mut driver = TimerDriver::default();
        driver.reserve(capacity);
        Self { driver, handles: (0..capacity).map(|_| None).collect() }
    }
}

impl Contender for TmWheel {
    fn start(&mut self, number: u32, expiry: u64) {
        self.handles[number as usize] = Some(self.driver.insert(number, expiry));
    }

    fn stop(&mut self, number: u32) {
        if let Some(handle) = self.handles[number as usize].take() {
            self.driver.remove(handle);
        }
    }

    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        expired.extend(self.driver.advance_to(to));
    }

    fn next_expiry(&mut self) -> Option<u64> {
        let now = self.driver.now();
        self.driver.nearest_wakeup().map(|tick| tick.get().max(now + 1))
    }
}
