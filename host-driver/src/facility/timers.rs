//! What a facility does with timers, whatever its queue.

use super::on_chip::{Look, OnChip, Result};
use super::service::Unfinished;
use super::{Facility, Started, Statistics, StopError, TimerFacility};
use crate::bus::RegisterBus;
use crate::counter_chip::Wake;
use crate::queue::advance::Advance;
use crate::queue::diagnostics::{Diagnostics, InvariantError};
use crate::queue::{Expired, Handle, Refused, StartError, TimerQueue};

impl<B: RegisterBus, Q: OnChip> Facility<B, Q> {
    /// Checks that there is room for another timer, before any transfer.
    #[inline(always)]
    fn expect_room(&self) -> core::result::Result<(), StartError> {
        let queue = self.queue.queue();
        if queue.is_full() {
            let capacity = queue.outstanding();
            return Err(StartError::Full { capacity });
        }
        Ok(())
    }

    #[inline(always)]
    fn expect_short(&self, interval: u64) -> core::result::Result<(), StartError> {
        let longest = self.queue.queue().longest_interval();
        if interval > longest {
            return Err(StartError::BeyondTheWheel { interval, longest });
        }
        Ok(())
    }

    /// The host's tick at the queue's tick 0.
    #[inline(always)]
    fn origin(&self) -> u64 {
        Q::origin(self.host.clock.epoch())
    }

    /// The host's tick `interval` after now, which is read, if a timer may start that is due then.
    #[inline(always)]
    fn due_after(&mut self, interval: u64) -> Result<u64, B> {
        self.expect_short(interval)?;
        self.expect_room()?;
        match self.host.now()?.checked_add(interval) {
            Some(due) => Ok(due),
            None => Err(beyond_the_end_of_time().into()),
        }
    }

    /// Whether tick `expiry` is not after now, which is read, if a timer may start that is due then.
    #[inline(always)]
    fn is_late(&mut self, expiry: u64) -> Result<bool, B> {
        self.expect_room()?;
        let now = self.host.now()?;
        self.expect_short(expiry.saturating_sub(now))?;
        Ok(expiry <= now)
    }

    /// A timer that the queue has handed out, in the host's ticks.
    #[inline(always)]
    fn report(&mut self, expired: Expired<Q::Item>) -> Expired<Q::Item> {
        self.host.counters.expired.one();
        let origin = self.origin();
        let due = origin.wrapping_add(expired.due);
        Expired {
            due,
            reported: origin.wrapping_add(self.queue.reached()).max(due),
            ..expired
        }
    }

    /// The tick of those from `from` to `to` that costs the queue least, in the host's ticks.
    fn cheapest(&self, from: u64, to: u64) -> u64 {
        let origin = self.origin();
        let queue = self.queue.queue();
        let own = queue.cheapest(from.wrapping_sub(origin), to.wrapping_sub(origin));
        origin.wrapping_add(own)
    }

    /// Starts a timer that is due at the host's tick `due`, just after a read of now.
    #[inline(always)]
    fn start_due(&mut self, due: u64, is_late: bool, item: Q::Item) -> Started<Q::Item, B::Error> {
        let own = due.wrapping_sub(self.origin());
        self.queue.start(&mut self.host, own, is_late, item)
    }
}

/// The error of a start whose tick does not fit 64 bits.
#[cold]
const fn beyond_the_end_of_time() -> StartError {
    StartError::BeyondTheEndOfTime
}

impl<B: RegisterBus, Q: OnChip> TimerFacility for Facility<B, Q> {
    type Item = Q::Item;
    type BusError = B::Error;

    /// By slots one read, and one write if no other timer waits in the slot; constant time, unless a queue that is
    /// advanced is so far behind that the interval does not fit. By the alarm as [`ByAlarm`](super::ByAlarm) says, and
    /// the queue's own cost.
    fn start(&mut self, interval: u64, item: Q::Item) -> Started<Q::Item, B::Error> {
        match self.due_after(interval) {
            Ok(due) => self.start_due(due, interval == 0, item),
            Err(error) => Err(Refused { error, item }),
        }
    }

    fn start_at(&mut self, expiry: u64, item: Q::Item) -> Started<Q::Item, B::Error> {
        match self.is_late(expiry) {
            Ok(is_late) => self.start_due(expiry, is_late, item),
            Err(error) => Err(Refused { error, item }),
        }
    }

    /// As [`TimerQueue::start_between`]. Costs as [`start`](Self::start).
    fn start_between(
        &mut self,
        least: u64,
        most: u64,
        item: Q::Item,
    ) -> Started<Q::Item, B::Error> {
        match self.due_after(least) {
            Ok(from) => {
                let reach = most.min(self.queue.queue().longest_interval());
                let to = from.saturating_add(reach.saturating_sub(least));
                let due = self.cheapest(from, to);
                let is_late = least == 0 && due == from;
                self.start_due(due, is_late, item)
            }
            Err(error) => Err(Refused { error, item }),
        }
    }

    /// By slots one read, and one write each if no other timer waits in the new slot and none is left in the old one.
    /// By the alarm as a start. After a bus error the timer is due when it was before.
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), B> {
        if self.queue.queue().expiry(handle).is_none() {
            return Err(StopError::StaleHandle.into());
        }
        self.expect_short(interval)?;
        let due = self.host.now()?.checked_add(interval);
        let own = due
            .ok_or(StartError::BeyondTheEndOfTime)?
            .wrapping_sub(self.origin());
        let is_late = interval == 0;
        self.queue
            .restart_timer(&mut self.host, (handle, own), is_late)
    }

    /// By slots one write if the timer was the last of its slot, otherwise none; by the alarm none. A busy bit that
    /// stays set costs one empty event (counted in [`Statistics::disarm_failures`]).
    fn stop(&mut self, handle: Handle) -> Result<Q::Item, B> {
        let item = self.queue.stop(&mut self.host, handle)?;
        self.host.counters.stopped.one();
        Ok(item)
    }

    fn interrupt(&mut self) {
        self.host.counters.interrupts.one();
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
        self.host.unfinished.serving = true;
        loop {
            if let Some(expired) = self.queue.next_expired() {
                return Ok(Some(self.report(expired)));
            }
            if !self.host.unfinished.drained {
                match self.queue.look(&mut self.host)? {
                    Look::Expired(expired) => return Ok(Some(self.report(expired))),
                    Look::Event => continue,
                    Look::Nothing => {}
                }
            }
            if !self.host.unfinished.scan {
                break;
            }
            if self.host.unfinished.left.is_some() {
                self.queue.interrupt_again(&mut self.host)?;
                self.host.next_interrupt();
                return Ok(None);
            }
            self.queue.search(&mut self.host)?;
        }
        self.queue.rest(&mut self.host)?;
        self.host.unfinished = Unfinished::default();
        Ok(None)
    }

    /// The time that the chip was stopped is unknown, and every timer keeps its remaining interval. Overdue timers
    /// interrupt at once. Takes time in proportion to slots and timers.
    #[cold]
    #[inline(never)]
    fn recover(&mut self) -> Result<(), B> {
        self.initialise_chip()?;
        self.queue.restart(self.host.restart());
        self.queue.arm_all(&mut self.host).map(drop)
    }

    /// One read; four more if the value is suspicious.
    fn now(&mut self) -> Result<u64, B> {
        self.host.now()
    }

    /// The latest tick read of now, of an event, or of the cursor.
    fn last_known_now(&self) -> u64 {
        self.host.last_known_now()
    }

    /// By slots it needs a build with look-ahead, and the tick is that of the next slot with a timer, which may belong
    /// to a later lap. Reads as [`CounterChip::wake`](crate::counter_chip::CounterChip::wake), or one of now for the
    /// alarm; none if a timer waits.
    fn wake(&mut self) -> Result<Wake, B> {
        if self.host.unfinished.is_pending() {
            return Ok(Wake::Now);
        }
        self.queue.wake(&mut self.host)
    }

    fn expiry(&self, handle: Handle) -> Option<u64> {
        let own = self.queue.queue().expiry(handle)?;
        Some(self.origin().wrapping_add(own))
    }

    fn outstanding(&self) -> u32 {
        self.queue.queue().outstanding()
    }

    fn statistics(&self) -> Statistics {
        let queue = self.queue.queue();
        Statistics {
            examined: queue.examined(),
            migrated: queue.migrated(),
            ..self.host.statistics(queue.outstanding())
        }
    }

    fn check_invariants(&self) -> core::result::Result<(), InvariantError> {
        self.queue.queue().check_invariants()
    }
}
