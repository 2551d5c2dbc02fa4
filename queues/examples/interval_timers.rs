//! Several interval timers for each process over one hardware timer: the `setitimer` of A. Costello's callouts
//! (section VII of the paper), where UNIX has one of a kind.
//!
//!     cargo run --example interval_timers

use carillon_queues::{NumberedTimers, QueueError, StartError};

/// A timer as `struct itimerval` says it: ticks until it expires, 0 if it does not run; and ticks from then on between
/// two expiries, 0 if it expires once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Value {
    /// `it_value`.
    pub remaining: u64,
    /// `it_interval`.
    pub interval: u64,
}

/// The timers of all processes, so many for each.
pub struct IntervalTimers {
    queue: NumberedTimers,
    intervals: Vec<u64>,
    each: u32,
}

impl IntervalTimers {
    /// For so many processes with so many timers `each`.
    pub fn new(processes: u32, each: u32) -> Result<Self, QueueError> {
        let timers = (processes * each) as usize;
        Ok(Self {
            queue: NumberedTimers::with_capacity(timers)?,
            intervals: vec![0; timers],
            each,
        })
    }

    /// `setitimer` at tick `now`: the timer's value before. It fails if there is no such timer.
    pub fn set(
        &mut self,
        (process, timer): (u32, u32),
        value: Value,
        now: u64,
    ) -> Result<Value, StartError> {
        if timer >= self.each {
            let (number, numbers) = (timer, self.each);
            return Err(StartError::NoSuchNumber { number, numbers });
        }
        let number = process * self.each + timer;
        let numbers = self.intervals.len() as u32;
        if number >= numbers {
            return Err(StartError::NoSuchNumber { number, numbers });
        }
        let before = self.get((process, timer), now);
        if value.remaining == 0 {
            // It may not run.
            self.queue.stop(number);
        } else {
            self.queue.start_at(number, now + value.remaining)?;
            self.intervals[number as usize] = value.interval;
        }
        Ok(before)
    }

    /// `getitimer` at tick `now`.
    pub fn get(&self, (process, timer): (u32, u32), now: u64) -> Value {
        let number = process * self.each + timer;
        let due = self.queue.expiry(number);
        due.map_or(Value::default(), |due| Value {
            remaining: due.saturating_sub(now).max(1),
            interval: self.intervals[number as usize],
        })
    }

    /// The tick that the one hardware timer is to be set to after each other call.
    pub fn next(&self) -> Option<u64> {
        self.queue.next_expiry()
    }

    /// The hardware timer's interrupt at tick `now`: `signal` is told the process and the timer.
    pub fn interrupt(
        &mut self,
        now: u64,
        mut signal: impl FnMut(u32, u32),
    ) -> Result<(), StartError> {
        self.queue.advance(now);
        while let Some(expired) = self.queue.next_expired() {
            let number = expired.number;
            let interval = self.intervals[number as usize];
            if interval > 0 {
                // From the tick at which it was due: it does not drift.
                let next = expired.due.saturating_add(interval);
                self.queue.start_at(number, next)?;
            }
            signal(number / self.each, number % self.each);
        }
        Ok(())
    }
}

/// Two processes, and what they are sent in the first hundred ticks.
pub fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut timers = IntervalTimers::new(2, 3)?;
    let every = |remaining, interval| Value {
        remaining,
        interval,
    };
    timers.set((0, 0), every(10, 25), 0)?;
    timers.set((0, 1), every(40, 0), 0)?;
    timers.set((1, 2), every(33, 33), 0)?;
    while let Some(now) = timers.next().filter(|&tick| tick <= 100) {
        timers.interrupt(now, |process, timer| {
            println!("tick {now}: timer {timer} of process {process}");
        })?;
    }
    Ok(())
}
