//! The host without a chip: an interrupt every tick.

use std::collections::HashMap;

use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::{Handle, HashedWheel, QueueError, StartError, TimerQueue, Timers};

use carillon_replay::{Cost, Expiry, Host};

/// Scheme 6, advanced by one slot at every tick. An interrupt takes one write, to the timer that ticks.
pub struct Ticked {
    queue: Timers<HashedWheel, u32, Bounded<u32>>,
    handles: HashMap<u32, Handle>,
    now: u64,
    interrupts: u64,
}

impl Ticked {
    /// With a wheel of `slots` slots and room for `timers` timers.
    ///
    /// # Errors
    /// As [`Timers::bounded`].
    pub fn new(slots: u32, timers: usize) -> Result<Self, QueueError> {
        Ok(Self {
            queue: Timers::bounded(HashedWheel::new(slots), timers)?,
            handles: HashMap::new(),
            now: 0,
            interrupts: 0,
        })
    }
}

impl Host for Ticked {
    type Error = StartError;

    fn now(&self) -> u64 {
        self.now
    }

    fn run_to(&mut self, tick: u64) -> Result<(), StartError> {
        self.now = self.now.max(tick);
        Ok(())
    }

    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, StartError> {
        let ticks = self.now < tick;
        self.now += u64::from(ticks);
        Ok(ticks)
    }

    fn is_interrupted(&self) -> bool {
        self.queue.now() < self.now
    }

    fn is_behind(&mut self) -> Result<bool, StartError> {
        Ok(self.is_interrupted())
    }

    fn start(&mut self, timer: u32, due: u64) -> Result<(), StartError> {
        let handle = self.queue.start_at(due, timer);
        let handle = handle.map_err(|refused| refused.error)?;
        self.handles.insert(timer, handle);
        Ok(())
    }

    fn stop(&mut self, timer: u32) -> Result<bool, StartError> {
        let handle = self.handles.remove(&timer);
        Ok(handle.is_some_and(|handle| self.queue.stop(handle).is_some()))
    }

    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), StartError> {
        self.interrupts += 1;
        for expiry in self.queue.advance(self.now) {
            self.handles.remove(&expiry.item);
            expired.push(Expiry {
                timer: expiry.item,
                due: expiry.due,
                visited: expiry.reported,
                by_search: false,
                reported: self.now,
            });
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<bool, StartError> {
        Ok(self.is_interrupted())
    }

    fn outstanding(&self) -> u64 {
        self.queue.outstanding().into()
    }

    fn cost(&self) -> Cost {
        Cost { bus_writes: self.interrupts, examined: self.queue.examined(), ..Cost::default() }
    }
}
