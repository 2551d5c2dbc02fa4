//! What a facility on a clock does with timers.

use super::{ClockFacility, Result, beyond_the_end_of_time};
use crate::counter_chip::Wake;
use crate::device::AlarmClock;
use crate::facility::{Started, Statistics, StopError, TimerFacility};
use crate::queue::diagnostics::{Diagnostics, InvariantError};
use crate::queue::{Expired, Handle, TimerQueue};

impl<C: AlarmClock, Q: TimerQueue + Diagnostics> TimerFacility for ClockFacility<C, Q> {
    type Item = Q::Item;
    type BusError = C::Error;

    /// One read of the clock; the alarm is set once if the timer comes before all others, otherwise not. Takes the
    /// queue's own time, and that of an advance if the timer would not fit otherwise.
    fn start(&mut self, interval: u64, item: Q::Item) -> Started<Q::Item, C::Error> {
        match self.read().checked_add(interval) {
            Some(due) => self.start_due(due, item),
            None => Err(beyond_the_end_of_time(item)),
        }
    }

    /// Costs as [`start`](Self::start).
    fn start_at(&mut self, expiry: u64, item: Q::Item) -> Started<Q::Item, C::Error> {
        self.read();
        self.start_due(expiry, item)
    }

    /// As [`TimerQueue::start_between`]. Costs as [`start`](Self::start).
    fn start_between(
        &mut self,
        least: u64,
        most: u64,
        item: Q::Item,
    ) -> Started<Q::Item, C::Error> {
        let now = self.read();
        let Some(from) = now.checked_add(least) else {
            return Err(beyond_the_end_of_time(item));
        };
        let reach = most.min(self.queue.longest_interval());
        let to = now.saturating_add(reach).max(from);
        self.start_due(self.queue.cheapest(from, to), item)
    }

    /// Costs as [`start`](Self::start). After a failure of the clock the timer is due when it was before.
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), C> {
        let due = self.read().checked_add(interval);
        self.restart_due(handle, due)
    }

    /// Neither a read nor a write.
    fn stop(&mut self, handle: Handle) -> Result<Q::Item, C> {
        let item = self.queue.stop(handle).ok_or(StopError::StaleHandle)?;
        self.counters.stopped.one();
        Ok(item)
    }

    fn interrupt(&mut self) {
        self.counters.interrupts.one();
    }

    /// One read and one setting of the alarm for all timers that are due by then.
    fn next_expired(&mut self) -> Result<Option<Expired<Q::Item>>, C> {
        if !self.serving {
            self.serving = true;
            let now = self.read();
            self.queue.advance(now);
            self.counters.events.one();
            let empty = self.next() > now;
            self.counters.empty_events.one_if(empty);
        }
        if let Some(expired) = self.queue.next_expired() {
            self.counters.expired.one();
            let reported = self.queue.now().max(expired.due);
            return Ok(Some(Expired {
                reported,
                ..expired
            }));
        }
        self.set_alarm(self.next())?;
        self.serving = false;
        Ok(None)
    }

    /// A clock is not reset: sets the alarm.
    fn recover(&mut self) -> Result<(), C> {
        self.set_alarm(self.next())
    }

    fn now(&mut self) -> Result<u64, C> {
        Ok(self.read())
    }

    fn last_known_now(&self) -> u64 {
        self.now
    }

    /// One read.
    fn wake(&mut self) -> Result<Wake, C> {
        Ok(self.sleep())
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        self.queue.expiry(handle)
    }

    fn outstanding(&self) -> u32 {
        self.queue.outstanding()
    }

    fn statistics(&self) -> Statistics {
        let counted = self
            .counters
            .statistics(self.reads.get(), self.writes.get());
        Statistics {
            // Every timer that was started was stopped, was reported, or is outstanding.
            timers_started: counted.stopped + counted.expired + u64::from(self.outstanding()),
            examined: self.queue.examined(),
            migrated: self.queue.migrated(),
            ..counted
        }
    }

    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.queue.check_invariants()
    }
}
