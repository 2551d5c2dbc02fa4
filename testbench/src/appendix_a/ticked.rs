//! The host without a chip: an interrupt every tick.

use core::fmt;
use std::collections::HashMap;

use carillon_driver::queue::{
    AdvanceError, Diagnostics, Handle, HashedUnordered, Keyed, QueueError, StartError, TimerQueue,
    Timers,
};

use crate::replay::{Cost, Expiry, Host};

/// Scheme 6, advanced by one slot at every tick. An interrupt takes one write, to the timer that ticks.
pub struct Ticked {
    queue: Timers<u32, HashedUnordered>,
    handles: HashMap<u32, Handle>,
    now: u64,
    interrupts: u64,
}

/// What the queue refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TickedError {
    /// A start.
    Start(StartError),
    /// A tick.
    Advance(AdvanceError),
}

impl fmt::Display for TickedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(formatter),
            Self::Advance(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for TickedError {}

impl Ticked {
    /// With a wheel of `slots` slots and room for `timers` timers.
    ///
    /// # Errors
    /// As [`Timers::with_capacity`].
    pub fn new(slots: u32, timers: usize) -> Result<Self, QueueError> {
        Ok(Self {
            queue: Timers::with_capacity(HashedUnordered::new(slots), timers)?,
            handles: HashMap::new(),
            now: 0,
            interrupts: 0,
        })
    }
}

impl Host for Ticked {
    type Error = TickedError;

    fn now(&self) -> u64 {
        self.now
    }

    fn run_to(&mut self, tick: u64) -> Result<(), TickedError> {
        self.now = self.now.max(tick);
        Ok(())
    }

    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, TickedError> {
        let ticks = self.now < tick;
        self.now += u64::from(ticks);
        Ok(ticks)
    }

    fn is_interrupted(&self) -> bool {
        self.queue.now() < self.now
    }

    fn is_behind(&mut self) -> Result<bool, TickedError> {
        Ok(self.is_interrupted())
    }

    fn start(&mut self, timer: u32, due: u64) -> Result<(), TickedError> {
        let handle = self.queue.start_at(due, timer);
        let handle = handle.map_err(|refused| TickedError::Start(refused.error))?;
        self.handles.insert(timer, handle);
        Ok(())
    }

    fn stop(&mut self, timer: u32) -> Result<bool, TickedError> {
        let handle = self.handles.remove(&timer);
        Ok(handle.is_some_and(|handle| self.queue.stop(handle).is_ok()))
    }

    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), TickedError> {
        self.interrupts += 1;
        self.queue.advance(self.now).map_err(TickedError::Advance)?;
        while let Some(expiry) = self.queue.next_expired() {
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

    fn finish(&mut self) -> Result<bool, TickedError> {
        Ok(self.is_interrupted())
    }

    fn outstanding(&self) -> u64 {
        self.queue.outstanding().into()
    }

    fn cost(&self) -> Cost {
        Cost {
            bus_writes: self.interrupts,
            examined: self.queue.examined(),
            ..Cost::default()
        }
    }
}
