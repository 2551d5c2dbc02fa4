//! The 64-bit tick of an event, of which the bus gives 32 bits.
//!
//! Let *e* be the tick of the event at the head of the FIFO, *l* a tick before which it cannot be, and *c* the cursor, read
//! after the event. Then
//!
//! * *l* <= *e*: ticks never decrease from one event to the next, so *l* may be the tick of the event before. It may also be
//!   a cursor that was read before `EVENT` showed an empty FIFO: what that cursor had passed had been popped by then.
//! * *e* <= *c* + 1: the cursor names the last tick whose slots have *all* been visited. An event of a tick of which some
//!   wheel has still to be visited is one ahead of it; it stays so while a wheel with `HOLD` keeps the cursor there, or
//!   while the FIFO is full.
//! * *e* <= now.
//!
//! None of this depends on the number or the sizes of the wheels, so it holds where their product exceeds 2^32 as well.
//! What does depend on them is how far the cursor may run ahead of an event that waits, and that has no bound: a wheel that
//! wraps every 2^40 ticks has one busy slot, the event is not served, and the FIFO will not be full for a long time. The
//! rule is therefore:
//!
//! 1. If now is known to be less than 2^32 ahead of *l*, only one tick fits, and it costs nothing more. This is so in all
//!    normal use: `half_period` wakes the host every 2^31 ticks, and then *l* moves up to the cursor or to the last event.
//!    Between two of them, now is less than 2^31 ahead of the last known now; so what is asked is that the last known now
//!    is less than 2^31 ahead of *l*.
//! 2. Otherwise, after a long sleep, the cursor is read. The latest tick that fits, at most *c* + 1, is taken. If it is also
//!    the earliest one that fits, from *l* on, it is certain: so it is for an event of a wheel with `HOLD`, at which the
//!    cursor stands, and with a backlog, where the cursor waits at most a FIFO's worth of laps ahead.
//! 3. If not, the event may be older by a multiple of 2^32 ticks: it was left waiting that long. The tick given is then never
//!    before the true one and never after now. A queue that is visited at it finds everything that was due at the
//!    true tick, and nothing early.

use super::ticks::{first_from, last_up_to};
use super::{Chip, ChipError};
use crate::bus::RegisterBus;
use carillon_regmap::offset;

/// Half of the span of a 32-bit reading, in ticks.
const HALF_SPAN: u64 = 1 << 31;

/// What the host knows about the ticks of the events to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EventClock {
    now: u64,
    not_before: u64,
}

/// The tick of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventTick {
    /// The tick at which to visit the event's slot.
    pub tick: u64,
    /// Whether it is certainly the event's own. If not, the event's is this one or earlier by a multiple of 2^32.
    pub exact: bool,
}

impl EventClock {
    /// For a chip that has just been started: nothing happened before tick 0.
    pub const fn new() -> Self {
        Self {
            now: 0,
            not_before: 0,
        }
    }

    /// The last known now: the latest tick seen of now, of an event, or of the cursor.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// No event that is still to be popped has an earlier tick.
    pub const fn not_before(&self) -> u64 {
        self.not_before
    }

    /// Now, or something that is not ahead of it, has been seen.
    pub const fn saw(&mut self, tick: u64) {
        if tick > self.now {
            self.now = tick;
        }
    }

    /// The cursor was read, and `EVENT` after it showed an empty FIFO.
    pub const fn saw_empty(&mut self, cursor: u64) {
        self.saw(cursor);
        if cursor > self.not_before {
            self.not_before = cursor;
        }
    }

    /// The event's tick, if it is certain without the cursor. Requires that now is less than 2^31 ahead of
    /// [`now`](Self::now).
    fn without_cursor(&self, low: u32) -> Option<EventTick> {
        if self.now.saturating_sub(self.not_before) >= HALF_SPAN {
            return None;
        }
        let tick = first_from(self.not_before, low)?;
        Some(EventTick { tick, exact: true })
    }

    /// The event's tick in view of a cursor that was read after the event. `None` if no tick fits: the chip's time has
    /// gone back.
    fn with_cursor(&self, low: u32, cursor: u64) -> Option<EventTick> {
        let earliest = first_from(self.not_before, low)?;
        let tick = last_up_to(cursor.saturating_add(1), low)?;
        (earliest <= tick).then_some(EventTick {
            tick,
            exact: earliest == tick,
        })
    }

    /// The event whose low half is `low` has been placed at `placed`.
    fn accept(&mut self, low: u32, placed: EventTick) {
        self.saw(placed.tick);
        if let Some(earliest) = first_from(self.not_before, low) {
            self.not_before = earliest;
        }
    }
}

impl<B: RegisterBus> Chip<B> {
    /// The tick of the event that [`event`](Self::event) has just shown. One read; four after a long sleep (see
    /// [`EventTick::exact`]).
    ///
    /// The caller MUST have told `clock` a reading of now (or the cursor) in the last 2^31 ticks. Whoever has
    /// [`HALF_PERIOD`](super::Interrupts::HALF_PERIOD) enabled and reads now in full when it comes, does so. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::Bus`], [`ChipError::TimeUnsteady`]; [`ChipError::TimeRanBack`] if the chip was reset underneath.
    pub fn event_tick(&mut self, clock: &mut EventClock) -> Result<EventTick, ChipError<B::Error>> {
        let low = self.read(offset::EVENT_TICK)?;
        let placed = match clock.without_cursor(low) {
            Some(placed) => placed,
            None => {
                let cursor = self.cursor()?;
                clock.saw(cursor);
                clock
                    .with_cursor(low, cursor)
                    .ok_or(ChipError::TimeRanBack {
                        known: clock.not_before,
                        found: cursor,
                    })?
            }
        };
        clock.accept(low, placed);
        Ok(placed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(not_before: u64, now: u64) -> EventClock {
        let mut clock = EventClock::new();
        clock.saw_empty(not_before);
        clock.saw(now);
        clock
    }

    #[test]
    fn without_cursor_certain_only_below_half_a_span() {
        for edge in [1_u64 << 31, 1 << 32, 1 << 33, 1 << 40] {
            for known in [edge - 1, edge, edge + 1] {
                for ahead in [0, 1, (1 << 31) - 1, (1 << 32) - 1] {
                    let event = known + ahead;
                    let placed = clock(known, known + (1 << 31) - 1).without_cursor(event as u32);
                    let tick = event;
                    assert_eq!(placed, Some(EventTick { tick, exact: true }));
                    assert_eq!(
                        clock(known, known + (1 << 31)).without_cursor(event as u32),
                        None
                    );
                }
            }
        }
    }

    #[test]
    fn with_cursor_event_one_ahead_of_the_cursor_is_placed_there() {
        for edge in [1_u64 << 31, 1 << 32, 1 << 33] {
            for event in [edge - 1, edge, edge + 1] {
                let placed = clock(0, event).with_cursor(event as u32, event - 1);
                assert_eq!(placed.map(|placed| placed.tick), Some(event));
            }
        }
    }

    #[test]
    fn with_cursor_two_ticks_fit_the_later_is_taken_and_marked() {
        let event = 5_u64;
        let inexact = |tick| Some(EventTick { tick, exact: false });
        let exact = |tick| Some(EventTick { tick, exact: true });
        let span = 1_u64 << 32;
        assert_eq!(clock(5, 0).with_cursor(5, span + 3), exact(event));
        assert_eq!(clock(5, 0).with_cursor(5, span + 4), inexact(event + span));
        assert_eq!(clock(6, 0).with_cursor(5, span + 4), exact(event + span));
    }

    #[test]
    fn with_cursor_behind_what_is_known_nothing_fits() {
        assert_eq!(clock(1_000, 1_000).with_cursor(1_000, 998), None);
        assert_eq!(clock(0, 0).with_cursor(7, 5), None);
        assert_eq!(clock(u64::MAX, 0).with_cursor(0, u64::MAX), None);
    }
}
