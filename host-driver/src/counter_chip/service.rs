//! Serving an event: the order of transfers that loses nothing, for every mode of a wheel.
//!
//! 1. The host reads `EVENT` and `EVENT_TICK`; the chip's state does not change.
//! 2. The host visits the slot's queue: it takes out due timers, and moves others to lower wheels, arming their slots.
//! 3. If the chip has cleared the slot's bit with the report (`AUTO_CLEAR`) and the queue is not empty, the host arms
//!    the slot again, for its first visit after the event. If that visit has passed meanwhile, the chip raises a late
//!    event. The host reads the cursor to make this work after any number of laps. A late event leaves the bit set and
//!    needs no arm.
//! 4. The acknowledgement pops the event and, if the queue is empty, clears the bit.
//!
//! With `HOLD` the cursor stops until step 4. All transfers reach the chip in order: the arms of step 2 are in the
//! memory before the cursor resumes, including wheel 0's slot of the event's own tick, and every tick stays exact
//! (Scheme 7).
//!
//! If a transfer fails before step 4, the event is still the FIFO's head and is served again; the second visit finds
//! the timers that the first one left in the queue. If the acknowledgement's answer is lost, the next read shows the
//! next event, or the same one again: its sequence number ensures that no event is popped unserved.

use super::event_clock::{EventClock, EventTick};
use super::{CounterChip, CounterChipError, Event};
use crate::bus::RegisterBus;

/// The contents of a slot's queue after a visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remaining {
    /// Empty: clears the busy bit.
    Nothing,
    /// Timers that are not due yet: the slot needs another visit.
    Timers,
}

/// The result of [`CounterChip::serve`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Served {
    /// The event. If it is not `valid`, there was none, and only `attention` is meaningful.
    pub event: Event,
    /// Its tick, if there was an event.
    pub tick: Option<EventTick>,
}

impl<B: RegisterBus> CounterChip<B> {
    /// Serves the head of the FIFO: reads it, calls `visit` to search the queue of its slot, and acknowledges it.
    /// `visit` gets the chip, to arm the slots of timers that it moves, the event, and the tick of the visit.
    ///
    /// No event: one read. Otherwise two reads (five after a long sleep, see [`event_tick`](Self::event_tick)), the
    /// transfers of `visit`, and one write; three more reads and one write for a slot of a wheel with `AUTO_CLEAR` that
    /// still has timers.
    ///
    /// If `attention` is set in the result, check [`interrupts`](Self::interrupts); the event has been served all the
    /// same.
    ///
    /// # Errors
    /// Those of `visit` and of the chip: [`CounterChipError::Bus`], [`CounterChipError::TimeUnsteady`],
    /// [`CounterChipError::TimeRanBack`]. The event has not been acknowledged, or the outcome is unknown; call again.
    pub fn serve<E, V>(&mut self, clock: &mut EventClock, visit: V) -> Result<Served, E>
    where
        E: From<CounterChipError<B::Error>>,
        V: FnOnce(&mut Self, Event, u64) -> Result<Remaining, E>,
    {
        let event = self.event()?;
        if !event.valid {
            return Ok(Served { event, tick: None });
        }
        let at = self.event_tick(clock)?;
        let remaining = visit(self, event, at.tick)?;
        self.finish(event, at.tick, remaining)?;
        Ok(Served { event, tick: Some(at) })
    }

    /// Steps 3 and 4 of serving (see the top of this file), for callers that perform the others themselves. One write;
    /// three reads and one write more for a slot of a wheel with `AUTO_CLEAR` that still has timers. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`], [`CounterChipError::TimeUnsteady`].
    pub fn finish(&mut self, event: Event, tick: u64, remaining: Remaining) -> Result<(), CounterChipError<B::Error>> {
        let cleared = || {
            let wheel = self.wheels.get(event.wheel);
            wheel.is_some_and(|wheel| wheel.mode.auto_clear)
        };
        if remaining == Remaining::Timers && !event.late && cleared() {
            self.arm_again(event, tick)?;
        }
        self.acknowledge(event.sequence, remaining == Remaining::Nothing)
    }

    /// Step 3.
    #[cold]
    #[inline(never)]
    fn arm_again(&mut self, event: Event, tick: u64) -> Result<(), CounterChipError<B::Error>> {
        match self.wheels.visit_after(event.wheel, event.slot, tick) {
            Some(visit) => {
                let cursor = self.cursor()?;
                self.arm_visit(self.wheels.refreshed(visit, cursor))
            }
            None => Ok(()),
        }
    }
}
