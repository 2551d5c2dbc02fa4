//! The interrupt handler.
//!
//! The order within one event matters. First the handler visits the slot and moves its due timers to the due list, in
//! the host's memory. Then one write acknowledges the event and, if the slot's list is empty now, clears its busy bit.
//! (If the chip clears bits automatically and the list is not empty, the slot is armed again before that.) Only then
//! are timers reported. Whatever fails, nothing is lost and nothing duplicated: if the acknowledgement did not arrive,
//! the event is shown again and its visit finds nothing more; if it arrived and only the answer was lost, the next
//! event is shown. A timer that the caller starts between two timers of the same slot finds busy bit and list
//! consistent, whichever slot it falls into.

use super::host::Host;
use super::statistics::{count, count_if};
use super::{Facility, FacilityError};
use crate::bus::RegisterBus;
use crate::chip::{Event, Interrupts, Remaining};
use crate::queue::Expired;
use crate::queue::chip::Storage;
use crate::trace::warning;

/// The outstanding work of the interrupt handler, kept across a bus error.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Unfinished {
    /// A late event was dropped: search all slots after the FIFO.
    pub(super) scan: bool,
    /// Bit 31 of now has changed: read now in full.
    pub(super) read_now: bool,
    /// The last `EVENT` showed that there is no other: the next call ends without a read.
    pub(super) drained: bool,
    /// Events taken since the last call that ended.
    pub(super) taken: u32,
    /// There may be timers on the due list.
    pub(super) handing_out: bool,
}

impl Unfinished {
    /// The chip was started again. Timers that wait to be reported are in the host's memory, and stay.
    pub(super) const fn restart(&mut self) {
        *self = Self {
            scan: false,
            read_now: false,
            drained: false,
            taken: 0,
            handing_out: self.handing_out,
        };
    }

    /// Whether the next call of the interrupt handler has work for which the chip does not interrupt.
    pub(super) const fn is_pending(&self) -> bool {
        self.scan || self.read_now || self.handing_out
    }
}

/// What every facility with events does with one.
impl<B: RegisterBus> Host<B> {
    /// Takes the head of the FIFO, if there is one, and the chip's tick at which to visit its slot.
    #[inline(always)]
    pub(super) fn take_event(
        &mut self,
        unfinished: &mut Unfinished,
    ) -> Result<Option<(Event, u64)>, FacilityError<B::Error>> {
        let mut event = self.chip.event()?;
        if event.attention {
            self.take_requests(unfinished)?;
        }
        if unfinished.read_now {
            event = self.read_now_and_cursor()?;
            unfinished.read_now = false;
        }
        if !event.valid {
            unfinished.drained = true;
            return Ok(None);
        }
        Ok(Some((event, self.tick_of_event()?)))
    }

    #[cold]
    #[inline(never)]
    fn take_requests(
        &mut self,
        unfinished: &mut Unfinished,
    ) -> Result<(), FacilityError<B::Error>> {
        let pending = self.attend()?;
        unfinished.scan |= pending.contains(Interrupts::LATE_OVERFLOW);
        unfinished.read_now |= pending.contains(Interrupts::HALF_PERIOD);
        self.seen(pending)
    }

    /// Acknowledges the event, whose slot has been visited at `tick` and is empty now or not.
    pub(super) fn finish(
        &mut self,
        (event, tick): (Event, u64),
        is_empty: bool,
        unfinished: &mut Unfinished,
    ) -> Result<(), FacilityError<B::Error>> {
        let remaining = if is_empty {
            Remaining::Nothing
        } else {
            Remaining::Timers
        };
        self.chip.finish(event, tick, remaining)?;
        count(&mut self.counters.events);
        count_if(event.late, &mut self.counters.late_events);
        unfinished.drained = true;
        if event.more {
            unfinished.taken = unfinished.taken.wrapping_add(1);
            unfinished.drained = unfinished.taken >= self.chip.parameters().fifo_depth();
        }
        Ok(())
    }

    /// All slots have been searched up to the cursor, since late events were dropped.
    pub(super) fn searched(&mut self, cursor: u64, unfinished: &mut Unfinished) {
        count(&mut self.counters.late_overflows);
        unfinished.scan = false;
        warning!(
            "late events were dropped: the event FIFO is full; searched all timers up to tick {}",
            cursor
        );
    }
}

impl<B: RegisterBus, T, M: Storage<T>> Facility<B, T, M> {
    /// Counts one interrupt of the host: call it at the start of an interrupt handler that uses
    /// [`next_expired`](Self::next_expired) itself. [`service`](Self::service) does so.
    pub const fn interrupt(&mut self) {
        count(&mut self.host.counters.interrupts);
    }

    /// The next expired timer, or `None` at the end of this interrupt. Timers come in the order of the ticks at which
    /// the chip visited their slots. Timers may be started and stopped freely between two calls; a timer stopped before
    /// it is reported is not reported.
    ///
    /// Every event costs two reads and one write for all timers of its slot and tick together; three more reads and one
    /// write if the wheel has `AUTO_CLEAR` and timers of later laps are left. After as many events as the FIFO holds, a
    /// call ends with `None` even if there are more. This bounds an interrupt however fast ticks are; the interrupt is
    /// a level and fires again.
    ///
    /// # Errors
    /// [`FacilityError::Chip`] after a bus error, and [`FacilityError::ChipWasReset`]. Nothing is lost: call again
    /// after a bus error, even if the interrupt is gone, and [`recover`](Self::recover) after a reset.
    pub fn next_expired(&mut self) -> Result<Option<Expired<T>>, FacilityError<B::Error>> {
        loop {
            if self.unfinished.handing_out {
                if let Some(expired) = self.queue.pop_due() {
                    count(&mut self.host.counters.expired);
                    return Ok(Some(expired));
                }
                self.unfinished.handing_out = false;
            }
            if self.unfinished.drained {
                if self.ends()? {
                    return Ok(None);
                }
            } else if let Some((event, tick)) = self.host.take_event(&mut self.unfinished)? {
                self.visit(event, tick)?;
            }
        }
    }

    /// After the last event: whether the interrupt ends, or all slots had to be searched.
    #[inline]
    fn ends(&mut self) -> Result<bool, FacilityError<B::Error>> {
        if self.unfinished.scan {
            self.scan()?;
            return Ok(false);
        }
        self.unfinished.drained = false;
        self.unfinished.taken = 0;
        Ok(true)
    }

    /// The interrupt handler, with a closure for every expired timer; returns their number. The closure may start and
    /// stop timers.
    ///
    /// # Errors
    /// As [`next_expired`](Self::next_expired).
    pub fn service<F>(&mut self, mut expiry_processing: F) -> Result<u32, FacilityError<B::Error>>
    where
        F: FnMut(&mut Self, Expired<T>),
    {
        self.interrupt();
        let mut count: u32 = 0;
        while let Some(expired) = self.next_expired()? {
            expiry_processing(self, expired);
            count = count.saturating_add(1);
        }
        Ok(count)
    }

    #[inline(always)]
    fn visit(&mut self, event: Event, tick: u64) -> Result<(), FacilityError<B::Error>> {
        // The facility arms wheel 0 only; an event of another wheel is not the facility's and is only acknowledged.
        let slot = if event.wheel == 0 {
            self.queue_slot(event.slot)
        } else {
            u32::MAX
        };
        self.unfinished.handing_out = true;
        let (examined, kept) = self.queue.visit(slot, self.host.clock.host(tick));
        self.host
            .finish((event, tick), kept == 0, &mut self.unfinished)?;
        count_if(examined == 0, &mut self.host.counters.empty_events);
        Ok(())
    }

    /// A late event was dropped because the FIFO was full: everything due up to the cursor goes to the due list. The
    /// bits of slots that become empty stay set; each costs one empty event that clears it.
    #[cold]
    #[inline(never)]
    fn scan(&mut self) -> Result<(), FacilityError<B::Error>> {
        let cursor = self.host.read_cursor()?;
        self.unfinished.handing_out = true;
        self.queue.visit_all(self.host.clock.host(cursor));
        self.host.searched(cursor, &mut self.unfinished);
        Ok(())
    }
}
