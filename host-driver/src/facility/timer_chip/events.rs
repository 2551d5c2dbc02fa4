//! Serving the timer chip's events.
//!
//! An event carries the timer's number and the generation of its start, modulo 128. The host counts generations as the
//! chip does: one for each start and each stop. So an event whose start has been ended meanwhile is told by its
//! generation, unless 128 starts and stops of the same number have come in between while the event waited. The host
//! prevents that: it counts the commands of each number since the FIFO was seen empty, and after 100 it looks. If the
//! FIFO is not empty then, deadlines are given in the place of intervals until it is, and the events' ticks are
//! compared as well: the tick of an old event is before that of every later start. Numbers that become free go behind
//! all other free ones, so that 100 commands of one number are rare.

use super::entries::when;
use super::{Due, HALF_SPAN, Result, TimerChipFacility, TimerEntry};
use crate::bus::RegisterBus;
use crate::chip::{Interrupts, first_from, is_doubtful, last_up_to, low_half};
use crate::facility::{FacilityError, TimerFacility};
use crate::queue::{Expired, Handle};
use crate::timer_chip::TimerEvent;

impl<B, T, Memory> TimerChipFacility<B, T, Memory>
where
    B: RegisterBus,
    Memory: AsRef<[TimerEntry<T>]> + AsMut<[TimerEntry<T>]>,
{
    /// The next expired timer; see [`TimerFacility::next_expired`](super::super::TimerFacility::next_expired).
    pub(super) fn next(&mut self) -> Result<Option<Expired<T>>, B> {
        loop {
            if let Some(due) = self.waiting.take_if(|_| self.unacknowledged.is_none())
                && let Some(expired) = self.hand_out(due)
            {
                self.counters.report(&expired);
                return Ok(Some(expired));
            }
            self.settle()?;
            if self.taken >= self.chip.parameters().fifo_depth() {
                self.taken = 0;
                return Ok(None);
            }
            let Some(event) = self.chip.event()? else {
                self.saw_empty();
                self.unacknowledged = None;
                if self.waiting.is_some() {
                    continue;
                }
                if self.taken == 0 {
                    self.attend()?;
                }
                self.taken = 0;
                return Ok(None);
            };
            if self.unacknowledged.is_some_and(|before| before != event) {
                // The acknowledgement has arrived, only its answer has not.
                self.unacknowledged = None;
                if self.waiting.is_some() {
                    continue;
                }
            }
            self.take(event)?;
        }
    }

    /// An interrupt without an event.
    fn attend(&mut self) -> Result<(), B> {
        let pending = self.chip.interrupts()?;
        if pending.contains(Interrupts::ERROR) {
            self.attend_to_errors()?;
        }
        if pending.contains(Interrupts::HALF_PERIOD) {
            let cursor = self.chip.cursor_low()?;
            // All events of ticks before the cursor are in the FIFO by now.
            let is_empty = self.chip.event()?.is_none();
            // The chip was not reset before this; the cursor was at most a tick ahead.
            self.read_whole_now()?;
            if is_empty && let Some(cursor) = last_up_to(self.now.saturating_add(1), cursor) {
                self.saw_empty();
                self.events_from = self.events_from.max(cursor);
            }
        }
        // What was forced for a test ends here as well.
        if !pending.is_empty() {
            self.chip.clear_interrupts(pending)?;
        }
        // A chip that was reset has no event either.
        TimerFacility::now(self).map(drop)
    }

    pub(super) fn read_whole_now(&mut self) -> Result<(), B> {
        self.expect_ready()?;
        let now = self.chip.now()?;
        if now < self.now {
            return Err(FacilityError::ChipWasReset);
        }
        self.now = now;
        Ok(())
    }

    /// The tick of the event at the FIFO's head. One read; four more if a chip that was reset since the event was read,
    /// or was started again, might have answered it: 0, or a low half below that of the last known tick.
    fn tick_of_event(&mut self) -> Result<u64, B> {
        let low = self.chip.event_tick_low()?;
        let tick = first_from(self.events_from, low).ok_or(FacilityError::ChipWasReset)?;
        let may_be_reset = is_doubtful(low) || low < low_half(self.events_from);
        if may_be_reset || tick >= self.now.saturating_add(HALF_SPAN) {
            self.read_whole_now()?;
            if tick > self.now {
                return Err(FacilityError::ChipWasReset);
            }
        }
        self.events_from = tick;
        self.now = self.now.max(tick);
        Ok(tick)
    }

    /// Whether the event is of the timer's last start.
    fn is_current(&mut self, event: TimerEvent) -> Result<bool, B> {
        let (epoch, crowded) = (self.epoch, self.crowded);
        let Ok(entry) = self.entries.entry(event.timer) else {
            return Ok(false);
        };
        if entry.item.is_none() || u32::from(entry.generation) != event.generation {
            return Ok(false);
        }
        let when = entry.when;
        if !crowded || when & (when::INTERVAL | when::HOP) != 0 {
            return Ok(true);
        }
        let due = (when & when::VALUE).saturating_sub(epoch);
        Ok(self.tick_of_event()? >= due)
    }

    /// Takes the head of the FIFO; `None` if it reports nothing. The host's memory comes first, then the
    /// acknowledgement: if that fails, what was found waits, and the event is only acknowledged when it is shown again.
    fn take(&mut self, event: TimerEvent) -> Result<(), B> {
        if self.unacknowledged != Some(event) {
            let mine = self.is_current(event)?;
            if mine {
                self.waiting = self.expire(event.timer)?;
            } else {
                // It may be the host that is wrong: the chip has not counted a command that it has refused, and counts
                // twice what the bus has repeated.
                let entry = self.entries.entry(event.timer);
                if entry.is_ok_and(|entry| entry.item.is_some()) {
                    self.attend_to_errors()?;
                    self.mend(event.timer)?;
                }
                self.counters.empty_events.one();
            }
            self.unacknowledged = Some(event);
        }
        self.chip.acknowledge(event)?;
        self.unacknowledged = None;
        self.counters.events.one();
        self.taken += 1;
        Ok(())
    }

    /// The timer has expired, or has come to the end of a hop.
    fn expire(&mut self, number: u32) -> Result<Option<Due>, B> {
        let epoch = self.epoch;
        let entry = self.entries.entry(number)?;
        let (when, generation) = (entry.when, entry.generation_of_start());
        if when & when::HOP != 0 {
            self.tick_of_event()?;
            self.command(number)?;
            return Ok(None);
        }
        let handle = Handle::new(number, generation);
        let (due, reported) = if when & when::INTERVAL != 0 {
            let tick = epoch.saturating_add(self.tick_of_event()?);
            (tick, tick)
        } else {
            let due = when & when::VALUE;
            let tick = due.saturating_sub(epoch);
            self.events_from = self.events_from.max(tick);
            self.now = self.now.max(tick);
            (due, due.max(epoch))
        };
        Ok(Some(Due { handle, due, reported }))
    }

    /// Takes the item of a timer that has expired from its entry, or a copy of a periodic one's.
    fn hand_out(&mut self, Due { handle, due, reported }: Due) -> Option<Expired<T>> {
        let (number, again) = (handle.index(), self.again);
        let entry = self.entries.entry(number).ok()?;
        let item = if entry.when & when::PERIODIC != 0 {
            entry.item.as_ref().zip(again).map(|(item, again)| again(item))
        } else {
            self.entries.give_back(number)
        };
        Some(Expired { handle, item: item?, due, reported })
    }
}
