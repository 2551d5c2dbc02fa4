//! What a facility on the counter chip does with timers.

use super::queue::{due_after, due_between, is_between, refused};
use super::slots::{Due, Result};
use super::{CounterChipFacility, Started, Statistics, StopError, TimerFacility};
use crate::bus::RegisterBus;
use crate::chip::Wake;
use crate::counter_chip::CounterChipError;
use crate::queue::chip::SlotQueue;
use crate::queue::diagnostics::{Diagnostics, InvariantError};
use crate::queue::{Expired, Handle, StartError};

impl<B: RegisterBus, Q: SlotQueue + Diagnostics> CounterChipFacility<B, Q> {
    /// Checks that there is room for another timer, before any transfer.
    #[inline(always)]
    fn expect_room(&self) -> Result<(), B> {
        let queue = self.slots.queue();
        if queue.is_full() {
            let capacity = queue.outstanding();
            return Err(StartError::Full { capacity }.into());
        }
        Ok(())
    }

    /// Checks that the timer is outstanding, before any transfer.
    #[inline(always)]
    fn expect_outstanding(&self, handle: Handle) -> Result<(), B> {
        match self.slots.queue().expiry(handle) {
            Some(_) => Ok(()),
            None => Err(StopError::StaleHandle.into()),
        }
    }

    #[inline(always)]
    fn expect_short(&self, interval: u64) -> core::result::Result<(), StartError> {
        let longest = self.slots.queue().longest_interval();
        if interval > longest {
            return Err(StartError::BeyondTheWheel { interval, longest });
        }
        Ok(())
    }

    /// When a timer is due that starts or restarts now, if the host can count so far. By the host's clock, if the bus
    /// has one and the wheels span that; otherwise now is read, as for an interval of 0.
    #[inline(always)]
    fn due_after(&mut self, interval: u64) -> Result<Due, B> {
        self.expect_short(interval)?;
        let is_late = interval == 0;
        let most = match is_late {
            true => 0,
            false => self.slots.queue().longest_interval() - interval,
        };
        let now = self.slots.session_mut().now_within(most)?;
        let tick = due_after(now, interval, self.end_of_time())?;
        Ok(Due { tick, now, is_late })
    }

    /// When a timer for the host's tick `expiry` is due: by the host's clock, if the bus has one and that is before
    /// `expiry`; otherwise now is read.
    #[inline(always)]
    fn due_at(&mut self, expiry: u64) -> Result<Due, B> {
        let tick = self.to_chip(expiry);
        let ahead = expiry.saturating_sub(self.last_known_now());
        let is_short = self.expect_short(ahead).is_ok();
        let most = if is_short { ahead.saturating_sub(1) } else { 0 };
        let now = self.slots.session_mut().now_within(most)?;
        let host_now = self.host_time(now);
        self.expect_short(expiry.saturating_sub(host_now))?;
        let is_late = expiry <= host_now;
        Ok(Due { tick, now, is_late })
    }

    /// When a timer is due from the least to the most ticks after now, which is read: where it costs the queue least.
    fn due_between(&mut self, (least, most): (u64, u64)) -> Result<Due, B> {
        self.expect_short(least)?;
        let now = self.slots.session_mut().now()?;
        let end = self.end_of_time();
        let tick = due_between(self.slots.queue(), now.min(end), (least, most), end)?;
        Ok(Due { tick, now, is_late: tick <= now })
    }

    /// Starts a timer when it is due by the chip's now, if that could be read and there is such a tick: the queue gets
    /// the timer, and the chip is told if its slot was empty.
    #[inline(always)]
    fn start_due(&mut self, due: Result<Due, B>, item: Q::Item) -> Started<Q::Item, CounterChipError<B::Error>> {
        match due {
            Ok(due) => self.slots.start(due, item),
            Err(error) => Err(refused(error, item)),
        }
    }

    /// Gives an outstanding timer another tick: the queue moves it, and the chip is told which slots that changes.
    #[inline(always)]
    fn restart_due(&mut self, handle: Handle, due: Due) -> Result<(), B> {
        self.service.forget(&self.slots, handle);
        self.slots.restart(handle, due)
    }

    /// The chip's tick at the host's last one, 2^64 - 1.
    #[inline(always)]
    fn end_of_time(&self) -> u64 {
        self.to_chip(u64::MAX)
    }

    /// The host's tick for one to which the chip's time has come, or will come. Nothing comes after the end of time.
    #[inline(always)]
    fn host_time(&self, tick: u64) -> u64 {
        self.slots.session().epoch().saturating_add(tick)
    }

    /// The host's tick for that of a timer, which [`to_chip`](Self::to_chip) has given.
    #[inline(always)]
    fn to_host(&self, tick: u64) -> u64 {
        self.slots.session().epoch().wrapping_add(tick)
    }

    /// The chip's tick for one of the host. One before the chip's tick 0 wraps, which only timers that are due have.
    #[inline(always)]
    fn to_chip(&self, tick: u64) -> u64 {
        tick.wrapping_sub(self.slots.session().epoch())
    }
}

/// Ticks are the host's: each is turned from or to the chip's once, here.
impl<B: RegisterBus, Q: SlotQueue + Diagnostics> TimerFacility for CounterChipFacility<B, Q> {
    type Item = Q::Item;
    type DeviceError = CounterChipError<B::Error>;

    /// One read, none with a [`HostClock`](crate::device::HostClock), and one write if no other timer waits in the
    /// slot; constant time, unless a queue that is advanced is so far behind that the interval does not fit.
    fn start(&mut self, interval: u64, item: Q::Item) -> Started<Q::Item, Self::DeviceError> {
        let due = self.expect_room().and_then(|()| self.due_after(interval));
        self.start_due(due, item)
    }

    fn start_at(&mut self, expiry: u64, item: Q::Item) -> Started<Q::Item, Self::DeviceError> {
        let due = self.expect_room().and_then(|()| self.due_at(expiry));
        self.start_due(due, item)
    }

    /// As [`TimerQueue::start_between`](crate::queue::TimerQueue::start_between). One read, and one write if no other
    /// timer waits in the slot.
    fn start_between(&mut self, least: u64, most: u64, item: Q::Item) -> Started<Q::Item, Self::DeviceError> {
        let due = self.expect_room().and_then(|()| self.due_between((least, most)));
        self.start_due(due, item)
    }

    /// One read, none with a [`HostClock`](crate::device::HostClock), and one write each if no other timer waits in the
    /// new slot and none is left in the old one. After a bus error the timer is due when it was before.
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), B> {
        self.expect_outstanding(handle)?;
        let due = self.due_after(interval)?;
        self.restart_due(handle, due)
    }

    /// Costs as [`restart`](Self::restart).
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), B> {
        self.expect_outstanding(handle)?;
        let due = self.due_at(expiry)?;
        self.restart_due(handle, due)
    }

    /// One read; and writes as a [`restart`](Self::restart), unless the timer is due within the range already.
    fn restart_between(&mut self, handle: Handle, least: u64, most: u64) -> Result<(), B> {
        let before = self.expiry(handle).ok_or(StopError::StaleHandle)?;
        let range = (least, most);
        let due = self.due_between(range)?;
        if is_between(before, self.host_time(due.now), range) {
            return Ok(());
        }
        self.restart_due(handle, due)
    }

    /// One write if the timer was the last of its slot, otherwise none. A busy bit that stays set costs one empty event
    /// (counted in [`Statistics::disarm_failures`]).
    fn stop(&mut self, handle: Handle) -> Result<Q::Item, B> {
        self.service.forget(&self.slots, handle);
        self.slots.stop(handle)
    }

    fn interrupt(&mut self) {
        self.slots.counters_mut().interrupts.one();
    }

    /// Timers come in the order of the ticks at which the chip visited their slots; one stopped before it is reported
    /// is not reported.
    ///
    /// Every event costs two reads and one write for all timers of its slot and tick together, and one write for each
    /// slot that migrating timers make busy; without `hold` one more read for each of those. Three more reads and one
    /// write if the wheel has `AUTO_CLEAR` and timers of later laps are left. An interrupt without an event costs two
    /// reads. After as many events as the FIFO holds, a
    /// call ends with `None` even if there are more. This bounds an interrupt however fast ticks are; the interrupt is
    /// a level and fires again.
    fn next_expired(&mut self) -> Result<Option<Expired<Q::Item>>, B> {
        let Some(expired) = self.service.next(&mut self.slots)? else {
            return Ok(None);
        };
        let due = self.to_host(expired.due);
        let expired = Expired { due, reported: self.to_host(self.slots.queue().reached()).max(due), ..expired };
        self.slots.counters_mut().report(&expired);
        Ok(Some(expired))
    }

    /// The time that the chip was stopped is unknown, and every timer keeps its remaining interval. Overdue timers
    /// interrupt at once. A `RoundedHierarchy` rounds the ticks of its timers again, to steps of its wheels from now
    /// on. Takes time in proportion to slots and timers.
    #[cold]
    #[inline(never)]
    fn recover(&mut self) -> Result<(), B> {
        let stood_at = self.start_chip(true)?;
        self.service.reset();
        self.slots.restart_at_0(stood_at)
    }

    /// One read; four more if the value is suspicious.
    fn now(&mut self) -> Result<u64, B> {
        let now = self.slots.session_mut().now()?;
        Ok(self.host_time(now))
    }

    /// The latest tick read of now, of an event, or of the cursor.
    fn last_known_now(&self) -> u64 {
        self.host_time(self.slots.session().last_known_now())
    }

    /// It needs a build with look-ahead, and the tick is that of the next slot with a timer, which may belong to a
    /// later lap. Reads as [`CounterChip::wake`](crate::counter_chip::CounterChip::wake), and one of now, unless that
    /// is
    /// [`Wake::Now`]; none if a timer waits.
    fn wake(&mut self) -> Result<Wake, B> {
        if self.service.is_pending() {
            return Ok(Wake::Now);
        }
        Ok(match self.slots.wake()? {
            Wake::At(tick) => Wake::At(self.host_time(tick)),
            other => other,
        })
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        let due = self.slots.queue().expiry(handle)?;
        Some(self.to_host(due))
    }

    fn outstanding(&self) -> u32 {
        self.slots.queue().outstanding()
    }

    fn statistics(&self) -> Statistics {
        let transfers = self.slots.session().transfers();
        self.slots.counters().with_queue(transfers, self.slots.queue())
    }

    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.slots.queue().check_invariants()
    }
}
