//! What a facility on the counter chip does with timers.

use super::queue::{due_after, due_between, refused};
use super::slots::Result;
use super::{Facility, Started, Statistics, StopError, TimerFacility};
use crate::bus::RegisterBus;
use crate::counter_chip::Wake;
use crate::queue::chip::SlotQueue;
use crate::queue::diagnostics::{Diagnostics, InvariantError};
use crate::queue::{Expired, Handle, StartError};

impl<B: RegisterBus, Q: SlotQueue + Diagnostics> Facility<B, Q> {
    /// Checks that there is room for another timer, before any transfer.
    #[inline(always)]
    fn expect_room(&self) -> core::result::Result<(), StartError> {
        let queue = self.slots.queue();
        if queue.is_full() {
            let capacity = queue.outstanding();
            return Err(StartError::Full { capacity });
        }
        Ok(())
    }

    #[inline(always)]
    fn expect_short(&self, interval: u64) -> core::result::Result<(), StartError> {
        let longest = self.slots.queue().longest_interval();
        if interval > longest {
            return Err(StartError::BeyondTheWheel { interval, longest });
        }
        Ok(())
    }

    /// Now, which is read, if a timer of this interval may start.
    #[inline(always)]
    fn now_for(&mut self, interval: u64) -> Result<u64, B> {
        self.expect_short(interval)?;
        self.expect_room()?;
        Ok(self.slots.session_mut().now()?)
    }

    /// The chip's tick `interval` after its tick `now`, if the host can count so far.
    #[inline(always)]
    fn due_after(&self, now: u64, interval: u64) -> core::result::Result<u64, StartError> {
        due_after(self.to_host(now), interval)?;
        Ok(now.wrapping_add(interval))
    }

    /// The chip's tick of the host's tick `expiry`, and whether that is not after now, which is read, if a timer may
    /// start that is due then.
    #[inline(always)]
    fn due_at(&mut self, expiry: u64) -> Result<(u64, bool), B> {
        self.expect_room()?;
        let now = self.slots.session_mut().now()?;
        let now = self.to_host(now);
        self.expect_short(expiry.saturating_sub(now))?;
        Ok((self.to_chip(expiry), expiry <= now))
    }

    /// The chip's tick from `least` to `most` after now, which is read, that costs the queue least, and whether that is
    /// now.
    fn due_between(&mut self, least: u64, most: u64) -> Result<(u64, bool), B> {
        let now = self.now_for(least)?;
        let due = due_between(self.slots.queue(), now, least, most)?;
        Ok((self.due_after(now, due - now)?, due == now))
    }

    /// The host's tick for one of the chip.
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
impl<B: RegisterBus, Q: SlotQueue + Diagnostics> TimerFacility for Facility<B, Q> {
    type Item = Q::Item;
    type BusError = B::Error;

    /// One read, and one write if no other timer waits in the slot; constant time, unless a queue that is advanced is
    /// so far behind that the interval does not fit.
    fn start(&mut self, interval: u64, item: Q::Item) -> Started<Q::Item, B::Error> {
        let now = self.now_for(interval);
        match now.and_then(|now| Ok(self.due_after(now, interval)?)) {
            Ok(due) => self.slots.start(due, interval == 0, item),
            Err(error) => Err(refused(error, item)),
        }
    }

    fn start_at(&mut self, expiry: u64, item: Q::Item) -> Started<Q::Item, B::Error> {
        match self.due_at(expiry) {
            Ok((due, is_late)) => self.slots.start(due, is_late, item),
            Err(error) => Err(refused(error, item)),
        }
    }

    /// As [`TimerQueue::start_between`](crate::queue::TimerQueue::start_between). Costs as [`start`](Self::start).
    fn start_between(
        &mut self,
        least: u64,
        most: u64,
        item: Q::Item,
    ) -> Started<Q::Item, B::Error> {
        match self.due_between(least, most) {
            Ok((due, is_late)) => self.slots.start(due, is_late, item),
            Err(error) => Err(refused(error, item)),
        }
    }

    /// One read, and one write each if no other timer waits in the new slot and none is left in the old one. After a
    /// bus error the timer is due when it was before.
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), B> {
        if self.slots.queue().expiry(handle).is_none() {
            return Err(StopError::StaleHandle.into());
        }
        self.expect_short(interval)?;
        let now = self.slots.session_mut().now()?;
        let due = self.due_after(now, interval)?;
        self.slots.restart(handle, due, interval == 0)
    }

    /// One write if the timer was the last of its slot, otherwise none. A busy bit that stays set costs one empty event
    /// (counted in [`Statistics::disarm_failures`]).
    fn stop(&mut self, handle: Handle) -> Result<Q::Item, B> {
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
    /// write if the wheel has `AUTO_CLEAR` and timers of later laps are left. After as many events as the FIFO holds, a
    /// call ends with `None` even if there are more. This bounds an interrupt however fast ticks are; the interrupt is
    /// a level and fires again.
    fn next_expired(&mut self) -> Result<Option<Expired<Q::Item>>, B> {
        let Some(expired) = self.service.next(&mut self.slots)? else {
            return Ok(None);
        };
        let due = self.to_host(expired.due);
        let expired = Expired {
            due,
            reported: self.to_host(self.slots.queue().reached()).max(due),
            ..expired
        };
        self.slots.counters_mut().report(&expired);
        Ok(Some(expired))
    }

    /// The time that the chip was stopped is unknown, and every timer keeps its remaining interval. Overdue timers
    /// interrupt at once. Takes time in proportion to slots and timers.
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
        Ok(self.to_host(now))
    }

    /// The latest tick read of now, of an event, or of the cursor.
    fn last_known_now(&self) -> u64 {
        self.to_host(self.slots.session().last_known_now())
    }

    /// It needs a build with look-ahead, and the tick is that of the next slot with a timer, which may belong to a
    /// later lap. Reads as [`CounterChip::wake`](crate::counter_chip::CounterChip::wake); none if a timer waits.
    fn wake(&mut self) -> Result<Wake, B> {
        if self.service.is_pending() {
            return Ok(Wake::Now);
        }
        Ok(match self.slots.wake()? {
            Wake::At(tick) => Wake::At(self.to_host(tick)),
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
        self.slots
            .counters()
            .with_queue(transfers, self.slots.queue())
    }

    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.slots.queue().check_invariants()
    }
}
