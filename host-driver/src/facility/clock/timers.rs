//! What a facility on a clock does with timers.

use super::{ClockFacility, Result, Serving, failed};
use crate::chip::Wake;
use crate::device::Device;
use crate::facility::queue::{due_after, due_between, is_between};
use crate::facility::{Started, Statistics, StopError, TimerFacility};
use crate::queue::diagnostics::{Diagnostics, InvariantError};
use crate::queue::{Expired, Handle, TimerQueue};

impl<C: Device, Q: TimerQueue + Diagnostics> ClockFacility<C, Q> {
    /// The tick `interval` after the clock's now.
    fn due_after(&mut self, interval: u64) -> Result<u64, C> {
        let now = self.read()?;
        Ok(due_after(now, interval, u64::MAX)?)
    }

    /// The tick `expiry`; the clock's now is read as well.
    fn due_at(&mut self, expiry: u64) -> Result<u64, C> {
        self.read()?;
        Ok(expiry)
    }

    /// The tick from the least to the most ticks after the clock's now that costs the queue least.
    fn due_between(&mut self, range: (u64, u64)) -> Result<u64, C> {
        let now = self.read()?;
        Ok(due_between(&self.queue, now, range, u64::MAX)?)
    }
}

impl<C: Device, Q: TimerQueue + Diagnostics> TimerFacility for ClockFacility<C, Q> {
    type Item = Q::Item;
    type DeviceError = C::Error;

    /// One read of the clock; the alarm is set once if the timer comes before all others, otherwise not. Takes the
    /// queue's own time, and that of an advance if the timer would not fit otherwise.
    fn start(&mut self, interval: u64, item: Q::Item) -> Started<Q::Item, Self::DeviceError> {
        let due = self.due_after(interval);
        self.start_due(due, item)
    }

    /// Costs as [`start`](Self::start).
    fn start_at(&mut self, expiry: u64, item: Q::Item) -> Started<Q::Item, Self::DeviceError> {
        let due = self.due_at(expiry);
        self.start_due(due, item)
    }

    /// As [`TimerQueue::start_between`]. Costs as [`start`](Self::start).
    fn start_between(&mut self, least: u64, most: u64, item: Q::Item) -> Started<Q::Item, Self::DeviceError> {
        let due = self.due_between((least, most));
        self.start_due(due, item)
    }

    /// Costs as [`start`](Self::start). After a failure of the clock the timer is due when it was before.
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), C> {
        let due = self.due_after(interval);
        self.restart_due(handle, due)
    }

    /// Costs as [`restart`](Self::restart).
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), C> {
        let due = self.due_at(expiry);
        self.restart_due(handle, due)
    }

    /// As [`TimerQueue::restart_between`]. Costs as [`restart`](Self::restart).
    fn restart_between(&mut self, handle: Handle, least: u64, most: u64) -> Result<(), C> {
        let before = self.queue.expiry(handle).ok_or(StopError::StaleHandle)?;
        let (now, range) = (self.read()?, (least, most));
        if is_between(before, now, range) {
            return Ok(());
        }
        let due = due_between(&self.queue, now, range, u64::MAX)?;
        self.restart_due(handle, Ok(due))
    }

    /// Neither a read nor a write.
    fn stop(&mut self, handle: Handle) -> Result<Q::Item, C> {
        self.batch.take_out(&self.queue, handle);
        let item = self.queue.stop(handle).ok_or(StopError::StaleHandle)?;
        self.counters.stopped.one();
        Ok(item)
    }

    fn interrupt(&mut self) {
        self.counters.interrupts.one();
    }

    /// One read and one setting of the alarm for all timers that are due by then.
    fn next_expired(&mut self) -> Result<Option<Expired<Q::Item>>, C> {
        if self.serving < Serving::HandingOut {
            self.begin()?;
        }
        if let Some(expired) = self.batch.next(&mut self.queue) {
            let expired = Expired { reported: self.queue.now().max(expired.due), ..expired };
            self.counters.report(&expired);
            self.serving = Serving::HandedOut;
            return Ok(Some(expired));
        }
        // What has become due meanwhile is left for the next service.
        if self.every_tick {
            self.overdue |= self.queue.last_due(None).is_some();
        }
        self.set_alarm(self.next())?;
        let is_empty = self.serving == Serving::HandingOut && !self.overdue;
        self.counters.empty_events.one_if(is_empty);
        self.serving = Serving::No;
        Ok(None)
    }

    /// Starts the chip again, of which the time that it was stopped is unknown, and sets the alarm. A clock is not
    /// reset.
    fn recover(&mut self) -> Result<(), C> {
        self.clock.recover(self.now).map_err(failed::<C>)?;
        self.set_alarm_again().map(drop)
    }

    fn now(&mut self) -> Result<u64, C> {
        self.read()
    }

    fn last_known_now(&self) -> u64 {
        self.now
    }

    /// One read.
    fn wake(&mut self) -> Result<Wake, C> {
        self.sleep()
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        self.queue.expiry(handle)
    }

    fn outstanding(&self) -> u32 {
        self.queue.outstanding()
    }

    fn statistics(&self) -> Statistics {
        let counted = (self.reads.get(), self.writes.get());
        let transfers = self.clock.transfers().unwrap_or(counted);
        self.counters.with_queue(transfers, &self.queue)
    }

    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.queue.check_invariants()
    }
}
