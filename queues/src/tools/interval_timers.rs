//! `setitimer` with several timers for each process over one timer below.

use alloc::vec;
use alloc::vec::Vec;

use crate::{NumberedQueue, NumberedTimers, QueueError, StartError};

/// What an interval timer is set to: the fields of `struct itimerval`, in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IntervalValue {
    /// `it_value`: until it expires; 0 if it does not run.
    pub remaining: u64,
    /// `it_interval`: from then on between two expiries; 0 if it expires once.
    pub interval: u64,
}

/// Interval timers of processes, so many for each, where UNIX has one of a kind: the `setitimer` of A. Costello's
/// callouts (section VII of the paper).
///
/// Whoever has the one timer below, which is the hardware's or the operating system's, sets it to [`next`](Self::next)
/// after each call, and calls [`interrupt`](Self::interrupt) when it expires.
///
/// ```
/// use carillon_queues::tools::{IntervalTimers, IntervalValue};
///
/// let mut timers = IntervalTimers::new(2, 3)?;
/// timers.set((1, 2), IntervalValue { remaining: 10, interval: 25 }, 0)?;
/// let mut signals = Vec::new();
/// while let Some(now) = timers.next().filter(|now| *now <= 100) {
///     timers.interrupt(now, |process, timer| signals.push((now, process, timer)))?;
/// }
/// assert_eq!(signals, [(10, 1, 2), (35, 1, 2), (60, 1, 2), (85, 1, 2)]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct IntervalTimers {
    queue: NumberedTimers,
    intervals: Vec<u64>,
    each: u32,
}

impl IntervalTimers {
    /// For so many processes with so many timers `each`. None runs.
    ///
    /// # Errors
    /// [`QueueError`]: more timers than a queue can have, or no memory for them.
    pub fn new(processes: u32, each: u32) -> Result<Self, QueueError> {
        let timers = processes.saturating_mul(each) as usize;
        Ok(Self { queue: NumberedTimers::with_capacity(timers)?, intervals: vec![0; timers], each })
    }

    /// `setitimer` at tick `now`: sets a timer, given by process and number, and returns its value before. Constant
    /// time.
    ///
    /// # Errors
    /// [`StartError::NoSuchNumber`]: there is no such timer, and nothing is changed.
    pub fn set(
        &mut self,
        (process, timer): (u32, u32),
        value: IntervalValue,
        now: u64,
    ) -> Result<IntervalValue, StartError> {
        let number = self.number(process, timer)?;
        let before = self.value(number, now);
        if value.remaining == 0 {
            // It may not run.
            self.queue.stop(number);
        } else {
            let due = now.saturating_add(value.remaining);
            NumberedQueue::start_at(&mut self.queue, number, due)?;
            if let Some(interval) = self.intervals.get_mut(number as usize) {
                *interval = value.interval;
            }
        }
        Ok(before)
    }

    /// `getitimer` at tick `now`. Constant time.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn get(&self, (process, timer): (u32, u32), now: u64) -> Result<IntervalValue, StartError> {
        Ok(self.value(self.number(process, timer)?, now))
    }

    /// The tick that the timer below is to be set to; `None` if no timer runs.
    pub fn next(&self) -> Option<u64> {
        self.queue.next_expiry()
    }

    /// The interrupt of the timer below at tick `now`. `signal` is told the process and the timer of each expiry, one
    /// for all that a timer has missed. Periods are counted from the ticks at which a timer was due, without drift.
    ///
    /// # Errors
    /// [`StartError`]: the queue cannot hold a timer's next tick. It does not run then; the others come with the next
    /// call.
    pub fn interrupt(&mut self, now: u64, mut signal: impl FnMut(u32, u32)) -> Result<(), StartError> {
        let each = self.each.max(1);
        self.queue.advance(now);
        while let Some(expired) = self.queue.next_expired() {
            let number = expired.number;
            signal(number / each, number % each);
            let interval = self.intervals.get(number as usize).copied().unwrap_or(0);
            if let Some(missed) = now.saturating_sub(expired.due).checked_div(interval) {
                let periods = missed.saturating_add(1);
                let next = expired.due.saturating_add(periods.saturating_mul(interval));
                NumberedQueue::start_at(&mut self.queue, number, next)?;
            }
        }
        Ok(())
    }

    fn number(&self, process: u32, timer: u32) -> Result<u32, StartError> {
        let numbers = self.intervals.len() as u32;
        let number = process.saturating_mul(self.each).saturating_add(timer);
        if timer >= self.each || number >= numbers {
            return Err(StartError::NoSuchNumber { number, numbers });
        }
        Ok(number)
    }

    fn value(&self, number: u32, now: u64) -> IntervalValue {
        match self.queue.expiry(number) {
            None => IntervalValue::default(),
            Some(due) => IntervalValue {
                remaining: due.saturating_sub(now).max(1),
                interval: self.intervals.get(number as usize).copied().unwrap_or(0),
            },
        }
    }
}
