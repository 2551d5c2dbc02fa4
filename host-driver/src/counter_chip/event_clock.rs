//! The 64-bit tick of an event, of which the bus returns 32 bits.
//!
//! Let *e* be the tick of the event at the head of the FIFO, *l* a lower bound of it, and *c* the cursor, read after
//! the event. Then
//!
//! * *l* <= *e*: ticks never decrease from one event to the next; *l* may therefore be the tick of the previous event.
//!   It may also be a cursor that was read before `EVENT` showed an empty FIFO: all events up to that cursor had been
//!   popped by then.
//! * *e* <= *c* + 1: the cursor is the last tick whose slots have *all* been visited. While some wheel still has a
//!   visit at a tick, an event of that tick is one ahead of the cursor. It stays one ahead while a wheel with `HOLD`
//!   stops the cursor there, or while the FIFO is full.
//! * *e* <= now.
//!
//! None of this depends on the number or the sizes of the wheels; it also holds if their product exceeds 2^32. How far
//! the cursor may run ahead of a waiting event does depend on them, and has no bound: if one slot is busy in a wheel
//! that wraps every 2^40 ticks and its event is not served, the FIFO does not fill for a long time. The rule is
//! therefore:
//!
//! 1. If now is known to be less than 2^32 ahead of *l*, only one tick fits, and no further transfer is needed. This is
//!    the normal case: `half_period` wakes the host every 2^31 ticks, and *l* then advances to the cursor or to the
//!    last event. Between two of them, now is less than 2^31 ahead of the last known now; the condition is therefore
//!    that the last known now is less than 2^31 ahead of *l*, and the tick less than 2^31 ahead of the last known now.
//! 2. Otherwise, after a long sleep, the cursor is read. The result is the latest tick that fits, at most *c* + 1. If
//!    it is also the earliest one that fits, from *l* on, it is exact. It is exact for an event of a wheel with `HOLD`,
//!    at which the cursor stops, and with a backlog, where the cursor waits at most a FIFO's worth of laps ahead. Then
//!    `STATUS` and now are read, and show a reset before all this.
//! 3. If not, the event may be older by a multiple of 2^32 ticks: it has waited that long. The result is then never
//!    before the true tick and never after now. A visit of the queue at that tick finds every timer that was due at the
//!    true tick, and none early.
//!
//! A chip that is reset between the reads of `EVENT` and `EVENT_TICK` reads 0 in the latter; one that another host has
//! started since reads less than *l*, unless as much time has passed. So 0, and a low half below that of *l*, which a
//! running chip reads once in 2^32 ticks, are verified by rule 2 as well.

use super::{CounterChip, CounterChipError};
use crate::bus::RegisterBus;
use crate::chip::{first_from, is_doubtful, last_up_to, low_half, with_low_half};
use carillon_regmap::counter_chip::offset;

/// Half the range of a 32-bit reading, in ticks.
const HALF_SPAN: u32 = 1 << 31;

/// Bounds of the ticks of future events.
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
    /// Whether the tick is certain. If not, the event's tick is this one or earlier by a multiple of 2^32.
    pub exact: bool,
}

impl EventClock {
    /// For a chip that has just been started: no event is before tick 0.
    pub const fn new() -> Self {
        Self { now: 0, not_before: 0 }
    }

    /// The last known now: the latest value read of now, of an event's tick, or of the cursor.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// A lower bound of the tick of every event that is still to be popped.
    pub const fn not_before(&self) -> u64 {
        self.not_before
    }

    /// Records a tick that is not ahead of now.
    pub const fn saw(&mut self, tick: u64) {
        if tick > self.now {
            self.now = tick;
        }
    }

    /// Records a reading of `NOW_LO`, and returns the tick. `None`, and nothing recorded, if it is suspicious: 0, as
    /// after a reset, or all ones, or less than it was, as where another host has started the chip again, or 2^31 ticks
    /// or more ahead.
    #[inline]
    pub(crate) fn follow(&mut self, low: u32) -> Option<u64> {
        let ahead = low.checked_sub(low_half(self.now))?;
        if is_doubtful(low) || ahead >= HALF_SPAN {
            return None;
        }
        self.now = with_low_half(self.now, low);
        Some(self.now)
    }

    /// By how many ticks, less than 2^31, the tick whose low 32 bits are `low` is ahead of the last known now.
    #[inline]
    pub(crate) fn ahead(&self, low: u32) -> Option<u64> {
        let ahead = low.wrapping_sub(low_half(self.now));
        (ahead < HALF_SPAN).then_some(ahead.into())
    }

    /// Records a cursor after which `EVENT` showed an empty FIFO.
    pub const fn saw_empty(&mut self, cursor: u64) {
        self.saw(cursor);
        if cursor > self.not_before {
            self.not_before = cursor;
        }
    }

    /// The event's tick, which is recorded, if it is certain without the cursor. Requires that now is less than 2^31
    /// ahead of [`now`](Self::now).
    #[inline(always)]
    fn without_cursor(&mut self, low: u32) -> Option<u64> {
        let ahead = low.checked_sub(low_half(self.not_before))?;
        // Now is not before the bound; if it were, this would be no short time.
        let known = self.now.wrapping_sub(self.not_before);
        let beyond = ahead.saturating_sub(low_half(known));
        if is_doubtful(low) || known >= HALF_SPAN.into() || beyond >= HALF_SPAN {
            return None;
        }
        self.not_before = with_low_half(self.not_before, low);
        if beyond > 0 {
            self.now = self.not_before;
        }
        Some(self.not_before)
    }

    /// The event's tick, given a cursor that was read after the event. `None` if no tick fits: the chip's time has gone
    /// back.
    fn with_cursor(&self, low: u32, cursor: u64) -> Option<EventTick> {
        let earliest = first_from(self.not_before, low)?;
        let tick = last_up_to(cursor.saturating_add(1), low)?;
        (earliest <= tick).then_some(EventTick { tick, exact: earliest == tick })
    }

    /// Records that the event with the low half `low` was placed at `placed`.
    fn accept(&mut self, low: u32, placed: EventTick) {
        self.saw(placed.tick);
        let earliest = if placed.exact { Some(placed.tick) } else { first_from(self.not_before, low) };
        if let Some(earliest) = earliest {
            self.not_before = earliest;
        }
    }
}

impl<B: RegisterBus> CounterChip<B> {
    /// The tick of the event that [`event`](Self::event) has just shown. One read; eight after a long sleep (see
    /// [`EventTick::exact`]), and where the chip looks as if it had been reset since, which it does once in 2^32 ticks.
    ///
    /// The caller MUST have passed `clock` a reading of now (or the cursor) within the last 2^31 ticks. Enable
    /// [`HALF_PERIOD`](crate::chip::Interrupts::HALF_PERIOD) and read now in full at each such interrupt to ensure
    /// this. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::Bus`], [`CounterChipError::TimeUnsteady`], [`CounterChipError::ImpossibleAnswer`];
    /// [`CounterChipError::NotRunning`] and [`CounterChipError::TimeRanBack`] if the chip was reset.
    #[inline]
    pub fn event_tick(&mut self, clock: &mut EventClock) -> Result<EventTick, CounterChipError<B::Error>> {
        let low = self.read(offset::EVENT_TICK)?;
        match clock.without_cursor(low) {
            Some(tick) => Ok(EventTick { tick, exact: true }),
            None => self.event_tick_by_cursor(clock, low),
        }
    }

    #[cold]
    #[inline(never)]
    fn event_tick_by_cursor(
        &mut self,
        clock: &mut EventClock,
        low: u32,
    ) -> Result<EventTick, CounterChipError<B::Error>> {
        let (cursor, now) = self.cursor_and_now(clock.now)?;
        let placed = clock
            .with_cursor(low, cursor)
            .filter(|placed| placed.tick <= now)
            .ok_or(CounterChipError::TimeRanBack { known: clock.not_before, found: cursor })?;
        clock.saw(now);
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

    /// Ticks around every multiple of half a span, up to three spans.
    fn edges() -> impl Iterator<Item = u64> + Clone {
        (0..=6_u64).flat_map(|halves| {
            let edge = halves << 31;
            edge.saturating_sub(2)..=edge + 2
        })
    }

    /// Every bound, event, known now and now in their order, around every wrap.
    #[test]
    fn without_cursor_at_every_edge_is_the_event_or_none() {
        let mut certain = 0;
        for not_before in edges() {
            for event in edges().filter(|&event| event >= not_before) {
                for known in edges().filter(|&known| known >= not_before) {
                    // Now is not before the event, and less than half a span ahead of what is known.
                    if event.saturating_sub(known) >= 1 << 31 {
                        continue;
                    }
                    let mut clock = clock(not_before, known);
                    let placed = clock.without_cursor(event as u32);
                    assert!(placed.is_none_or(|tick| tick == event), "{not_before} {event} {known}: {placed:?}");
                    if placed.is_some() {
                        assert_eq!(clock.not_before, event);
                        assert_eq!(clock.now, known.max(event));
                        certain += 1;
                    }
                    // Only what may be a reset's, or is far from what is known, is left to the cursor.
                    let near = known - not_before < 1 << 31;
                    let wraps = not_before >> 32 != event >> 32;
                    let expected = near && !wraps && !is_doubtful(event as u32);
                    assert_eq!(placed.is_some(), expected, "{not_before} {event} {known}");
                }
            }
        }
        assert!(certain > 100, "{certain}");
    }

    /// Every bound, event and cursor in their order, around every wrap.
    #[test]
    fn with_cursor_at_every_edge_is_the_event_or_marked_and_never_before_it() {
        let mut inexact = 0;
        for not_before in edges() {
            for event in edges().filter(|&event| event >= not_before) {
                for cursor in edges().filter(|&cursor| cursor + 1 >= event) {
                    let mut clock = clock(not_before, not_before);
                    let low = event as u32;
                    let placed = clock.with_cursor(low, cursor);
                    let at = (not_before, event, cursor, placed);
                    assert!(placed.is_some(), "it fits: {at:?}");
                    let Some(placed) = placed else { continue };
                    assert_eq!(placed.tick as u32, low, "{at:?}");
                    assert!((event..=cursor + 1).contains(&placed.tick), "{at:?}");
                    assert!(placed.tick + (1 << 32) > cursor + 1, "the latest: {at:?}");
                    let fits = placed.tick.checked_sub(1 << 32);
                    let only = fits.is_none_or(|before| before < not_before);
                    assert_eq!(placed.exact, only, "{at:?}");
                    inexact += u32::from(!placed.exact);
                    // The bound of the next event is never after one that may still come.
                    clock.accept(low, placed);
                    assert!((not_before..=event).contains(&clock.not_before), "{at:?}");
                }
            }
        }
        assert!(inexact > 1_000, "{inexact}");
    }

    #[test]
    fn without_cursor_certain_only_below_half_a_span() {
        for edge in [1_u64 << 31, 1 << 32, 1 << 33, 1 << 40] {
            for known in [edge - 1, edge, edge + 1] {
                for ahead in [0, 1, (1 << 31) - 1, (1 << 32) - 3] {
                    let event = known + ahead;
                    let placed = clock(known, known + (1 << 31) - 1).without_cursor(event as u32);
                    let wraps = event >> 32 != known >> 32 || is_doubtful(event as u32);
                    assert_eq!(placed, Some(event).filter(|_| !wraps), "{known} + {ahead}");
                    assert_eq!(clock(known, known + (1 << 31)).without_cursor(event as u32), None);
                }
            }
        }
    }

    #[test]
    fn without_cursor_a_tick_that_a_reset_may_have_left_is_not_certain() {
        for known in [1_000_000_u64, 0xF000_0000, (1 << 32) + 1_000_000] {
            // After the reset; as another host started the chip again; without a chip; farther ahead than now can be.
            let ahead = (known as u32).wrapping_add(1 << 31);
            for low in [0, 5, known as u32 - 1, u32::MAX, ahead] {
                assert_eq!(clock(known, known).without_cursor(low), None, "{known} {low}");
            }
            for low in [known as u32, known as u32 + 1] {
                let tick = Some((known >> 32 << 32) + u64::from(low));
                assert_eq!(clock(known, known).without_cursor(low), tick);
            }
        }
    }

    #[test]
    fn follow_a_reading_that_a_reset_may_have_left_is_suspicious() {
        for known in [1_000_000_u64, 0xF000_0000, (1 << 32) + 1_000_000] {
            for low in [0, 5, known as u32 - 1, u32::MAX] {
                assert_eq!(clock(0, known).follow(low), None, "{known} {low}");
            }
            assert_eq!(clock(0, known).follow(known as u32 + 7), Some(known + 7));
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
