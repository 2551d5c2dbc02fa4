//! `nexus-timer`: a wheel of 64 slots a level, each level 8 times as coarse as the one below.

use std::time::{Duration, Instant};

use nexus_timer::{BoundedWheel, TimerHandle, WheelBuilder};

use crate::Contender;

/// Its bounded wheel. A tick is a nanosecond. With 8 levels, the most there can be, the wheel reaches 2^27 ticks; what
/// is later waits in the coarsest one.
pub struct NexusWheel {
    wheel: BoundedWheel<u32>,
    handles: Vec<Option<TimerHandle<u32>>>,
    epoch: Instant,
    now: u64,
}

impl core::fmt::Debug for NexusWheel {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("NexusWheel").field("now", &self.now).finish_non_exhaustive()
    }
}

impl NexusWheel {
    /// For `capacity` timers.
    ///
    /// # Panics
    /// Where the crate refuses the sizes.
    pub fn new(capacity: usize) -> Self {
        let epoch = Instant::now();
        let wheel = WheelBuilder::default()
            .tick_duration(Duration::from_nanos(1))
            .num_levels(8)
            .bounded(capacity)
            .build(epoch)
            .expect("sizes that the crate takes");
        Self { wheel, handles: (0..capacity).map(|_| None).collect(), epoch, now: 0 }
    }

    fn instant(&self, tick: u64) -> Instant {
        self.epoch + Duration::from_nanos(tick)
    }
}

impl Contender for NexusWheel {
    fn start(&mut self, number: u32, expiry: u64) {
        let handle = self.wheel.try_schedule(self.instant(expiry), number).ok();
        self.handles[number as usize] = handle;
    }

    fn stop(&mut self, number: u32) {
        if let Some(handle) = self.handles[number as usize].take() {
            self.wheel.cancel(handle);
        }
    }

    /// The entry of a timer that has run out stays in use until its handle is given back.
    fn advance(&mut self, to: u64, expired: &mut Vec<u32>) {
        self.now = to;
        let before = expired.len();
        self.wheel.poll_and_rebalance(self.instant(to), expired);
        for &number in &expired[before..] {
            if let Some(handle) = self.handles[number as usize].take() {
                self.wheel.free(handle);
            }
        }
    }

    fn next_expiry(&mut self) -> Option<u64> {
        let tick = self.wheel.next_deadline()?.duration_since(self.epoch).as_nanos();
        Some((tick as u64).max(self.now + 1))
    }
}

impl Drop for NexusWheel {
    /// A handle may not be dropped while its timer is outstanding.
    fn drop(&mut self) {
        for handle in self.handles.iter_mut().filter_map(Option::take) {
            self.wheel.cancel(handle);
        }
    }
}
