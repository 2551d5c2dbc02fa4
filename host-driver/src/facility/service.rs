//! The interrupt handler.
//!
//! The order within one event matters. First the handler visits the slot and moves its due timers to the due list, in
//! the host's memory. Then one write acknowledges the event and, if the slot's list is empty now, clears its busy bit.
//! (If the chip clears bits automatically and the list is not empty, the slot is armed again before that.) Only then
//! are timers reported. A timer that is alone in its slot comes to the due list only if the acknowledgement fails, and
//! is otherwise reported right after it. Whatever fails, nothing is lost and nothing duplicated: if the acknowledgement
//! did not arrive, the event is shown again and its visit finds nothing more; if it arrived and only the answer was
//! lost, the next event is shown. A timer that the caller starts between two timers of the same slot finds busy bit and
//! list consistent, whichever slot it falls into.
//!
//! With [`Settings::most_steps`](super::Settings::most_steps) an interrupt ends after so many timers, in the middle of
//! a visit or of a search if need be: the event has not been acknowledged, so the chip still interrupts, and the next
//! interrupt finds the same event and goes on with its visit.

use carillon_regmap::counter_chip::field::event;

use super::host::Host;
use super::on_chip::Result;
use crate::bus::RegisterBus;
use crate::counter_chip::{Event, Interrupts, Remaining};
use crate::trace::warning;

/// The outstanding work of the interrupt handler, kept across a bus error.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unfinished {
    /// The interrupt has begun and has not ended.
    pub(super) serving: bool,
    /// Search the whole queue after the FIFO: a late event was dropped, or an audit asks for it.
    pub(super) scan: bool,
    /// Bit 31 of now has changed: read now in full.
    pub(super) read_now: bool,
    /// The chip has nothing more to report: this interrupt ends without another read.
    pub(super) drained: bool,
    /// This interrupt ends before its work is done: the next one goes on, with the search if true.
    pub(super) left: Option<bool>,
    /// Events taken in this interrupt.
    taken: u32,
    /// Timers examined or moved in this interrupt.
    steps: u32,
}

impl Unfinished {
    /// Whether the next call of the interrupt handler has work for which the chip does not interrupt.
    pub(super) const fn is_pending(&self) -> bool {
        self.serving || self.scan
    }
}

impl<B: RegisterBus> Host<B> {
    /// Timers that this interrupt may still examine or move.
    pub(super) const fn steps_left(&self) -> u32 {
        self.most_steps.saturating_sub(self.unfinished.steps)
    }

    /// Counts them.
    #[inline(always)]
    pub(super) const fn spend(&mut self, steps: u64) {
        self.unfinished.steps += steps as u32;
    }

    /// The whole queue is to be searched, from its beginning.
    pub(super) fn want_search(&mut self) {
        self.unfinished.scan = true;
        self.unfinished.left = self.unfinished.left.map(|_| true);
        self.searching = None;
    }

    /// The steps of this interrupt are used up in a search, or in the visit of an event, which stays in the FIFO.
    #[cold]
    pub(super) fn leave(&mut self) {
        let unfinished = &mut self.unfinished;
        unfinished.left = Some(unfinished.scan);
        // Ends the loop of the interrupt handler where a search would begin.
        unfinished.drained = true;
        unfinished.scan = true;
    }

    /// What the next interrupt has to do, after one that was [left](Self::leave). A search goes on before another
    /// event is looked at, which might need the slot that it stands in.
    pub(super) fn next_interrupt(&mut self) {
        let search = self.unfinished.left == Some(true);
        self.unfinished = Unfinished {
            serving: true,
            scan: search,
            drained: search,
            read_now: self.unfinished.read_now,
            ..Unfinished::default()
        };
    }

    /// Takes the head of the FIFO, if there is one, and the chip's tick at which to visit its slot.
    #[inline(always)]
    pub(super) fn take_event(&mut self) -> Result<Option<(Event, u64)>, B> {
        let mut word = self.chip.event_word()?;
        if event::ATTENTION.is_set(word) || self.unfinished.read_now {
            word = self.attend(word)?;
        }
        let event = Event::from_word(word);
        if !event.valid {
            self.unfinished.drained = true;
            return Ok(None);
        }
        Ok(Some((event, self.tick_of_event()?)))
    }

    /// What comes before the event in `word`; returns the word that `EVENT` shows afterwards.
    #[cold]
    #[inline(never)]
    fn attend(&mut self, mut word: u32) -> Result<u32, B> {
        if event::ATTENTION.is_set(word) {
            self.take_requests()?;
        }
        if self.unfinished.read_now {
            word = self.read_now_and_cursor()?;
            self.unfinished.read_now = false;
        }
        Ok(word)
    }

    /// Takes what the chip asks for besides events. It is recorded before it is cleared, and handled after: a request
    /// that arrives in between sets its bit again. One read; for errors a read and a write; and one write.
    #[cold]
    #[inline(never)]
    pub(super) fn take_requests(&mut self) -> Result<(), B> {
        let pending = self.chip.interrupts()?;
        if pending.contains(Interrupts::ERROR) {
            self.errors = self.errors | self.chip.take_host_errors()?;
        }
        self.unfinished.scan |= pending.contains(Interrupts::LATE_OVERFLOW);
        self.unfinished.read_now |= pending.contains(Interrupts::HALF_PERIOD);
        let ours = Interrupts::ERROR | Interrupts::LATE_OVERFLOW | Interrupts::HALF_PERIOD;
        match pending.intersection(ours) {
            Interrupts::NONE => Ok(()),
            seen => Ok(self.chip.clear_interrupts(seen)?),
        }
    }

    /// Acknowledges the event, whose slot has been visited at `tick` and is empty now or not.
    #[inline]
    pub(super) fn finish(&mut self, (event, tick): (Event, u64), is_empty: bool) -> Result<(), B> {
        let remaining = if is_empty {
            Remaining::Nothing
        } else {
            Remaining::Timers
        };
        self.chip.finish(event, tick, remaining)?;
        self.counters.events.one();
        self.counters.late_events.one_if(event.late);
        let unfinished = &mut self.unfinished;
        unfinished.drained = true;
        if event.more {
            unfinished.taken += 1;
            unfinished.drained = unfinished.taken >= self.chip.parameters().fifo_depth();
        }
        Ok(())
    }

    /// All slots have been searched up to the cursor.
    pub(super) fn searched(&mut self, cursor: u64) {
        self.counters.late_overflows.one();
        self.unfinished.scan = false;
        self.searching = None;
        warning!(
            "late events were dropped: the event FIFO is full; searched all timers up to tick {}",
            cursor
        );
    }
}
