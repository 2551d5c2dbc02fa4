//! Serving an event: the order of transfers that loses nothing, for every mode of a wheel.
//!
//! 1. `EVENT` and `EVENT_TICK` are read; nothing changes in the chip.
//! 2. The host visits the slot's queue: it takes out what is due, and moves timers to lower wheels, arming their slots.
//! 3. If the chip has cleared the slot's bit as it reported it (`AUTO_CLEAR`) and the queue is not empty, the slot is
//!    armed again, for its first visit after the event. If that has passed meanwhile, the chip makes it late; so that the chip
//!    sees this after any number of laps, the cursor is read. A late event leaves the bit, so there is nothing to do.
//! 4. The acknowledgement pops the event and, if the queue is empty, clears the bit.
//!
//! With `HOLD` the cursor stands until step 4. All transfers reach the chip in order, so what step 2 has armed is in the
//! memory before the cursor goes on: wheel 0's slot of the event's own tick included, and every tick stays exact (Scheme 7).
//!
//! If a transfer fails before step 4, the event is still the FIFO's head and is served again; the second visit of the queue
//! finds what the first has left. If the acknowledgement's answer is lost, the next event is shown, or the same one again:
//! its sequence number makes sure that no event is popped that was not served.

use super::event_clock::{EventClock, EventTick};
use super::{Chip, ChipError, Event};
use crate::bus::RegisterBus;

/// What a visit has left of a slot's queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remaining {
    /// Nothing: the busy bit is to be cleared.
    Nothing,
    /// Timers that are not due yet: the slot is to be visited again.
    Timers,
}

/// What [`Chip::serve`] has served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Served {
    /// The event. If it is not `valid`, there was none, and only `attention` means anything.
    pub event: Event,
    /// Its tick, if there was an event.
    pub tick: Option<EventTick>,
}

impl<B: RegisterBus> Chip<B> {
    /// Serves the head of the FIFO: reads it, lets `visit` look through the queue of its slot, and acknowledges it. `visit`
    /// gets the chip, to arm what it moves, and the tick at which it visits.
    ///
    /// No event: one read. Otherwise two reads (five after a long sleep, see [`event_tick`](Self::event_tick)), what `visit`
    /// does, and one write; three more reads and one write for a slot of a wheel with `AUTO_CLEAR` that still has timers.
    ///
    /// `attention` in the answer asks for a look at [`interrupts`](Self::interrupts); the event has been served all the same.
    ///
    /// # Errors
    /// Those of `visit` and of the chip: [`ChipError::Bus`], [`ChipError::TimeUnsteady`], [`ChipError::TimeRanBack`]. The
    /// event has not been acknowledged, or it cannot be known; call again.
    pub fn serve<E, V>(&mut self, clock: &mut EventClock, visit: V) -> Result<Served, E>
    where
        E: From<ChipError<B::Error>>,
        V: FnOnce(&mut Self, Event, u64) -> Result<Remaining, E>,
    {
        let event = self.event()?;
        if !event.valid {
            return Ok(Served { event, tick: None });
        }
        let at = self.event_tick(clock)?;
        let remaining = visit(self, event, at.tick)?;
        self.finish(event, at.tick, remaining)?;
        Ok(Served {
            event,
            tick: Some(at),
        })
    }

    /// Steps 3 and 4 of serving (see the head of this file), for those who take the others themselves. One write; three reads and
    /// one write more for a slot of a wheel with `AUTO_CLEAR` that still has timers. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::Bus`], [`ChipError::TimeUnsteady`].
    pub fn finish(
        &mut self,
        event: Event,
        tick: u64,
        remaining: Remaining,
    ) -> Result<(), ChipError<B::Error>> {
        let cleared = !event.late
            && self
                .wheels
                .get(event.wheel)
                .is_some_and(|wheel| wheel.mode.auto_clear);
        if cleared
            && remaining == Remaining::Timers
            && let Some(visit) = self.wheels.visit_after(event.wheel, event.slot, tick)
        {
            let cursor = self.cursor()?;
            self.arm_visit(self.wheels.refreshed(visit, cursor))?;
        }
        self.acknowledge(event.sequence, remaining == Remaining::Nothing)
    }
}
