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

use core::num::NonZeroU32;

use super::batch::Batch;
use super::slots::{Result, Slots, UNLIMITED};
use crate::bus::RegisterBus;
use crate::counter_chip::Event;
use crate::queue::chip::{SlotQueue, Structure, Wheeled};
use crate::queue::{Expired, Handle};
use crate::trace::warning;

/// The state of the interrupt handler, kept across a bus error.
#[derive(Debug, Clone)]
pub struct Service {
    /// Timers that an interrupt examines or moves at most.
    most_steps: u32,
    /// The interrupt has begun and has not ended.
    serving: bool,
    /// What was due when the interrupt began, or after its last look; `None` before it begins.
    batch: Option<Batch>,
    /// Search the whole queue after the FIFO: a late event was dropped, or an audit asks for it.
    search: bool,
    /// The slot that the search has come to, and the tick up to which it searches.
    searching: Option<(u32, u64)>,
    /// The chip has nothing more to report: this interrupt ends without another read.
    drained: bool,
    /// What this interrupt does not finish, as its steps do not suffice: the next one goes on with it.
    unfinished: Option<Unfinished>,
    /// Events taken in this interrupt.
    taken: u32,
    /// Timers examined or moved in this interrupt.
    steps: u32,
}

/// What an interrupt has not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unfinished {
    /// The visit of an event, which stays in the FIFO.
    Visit,
    /// The search of the whole queue.
    Search,
}

/// What a look has found.
enum Look<T> {
    /// A timer that is due, to be handed out now.
    Expired(Expired<T>),
    /// Those that are due, if any, are on the due list.
    Event,
    /// No event.
    Nothing,
}

impl Service {
    /// No interrupt has begun. One examines or moves `most_steps` timers at most.
    pub(super) fn new(most_steps: Option<NonZeroU32>) -> Self {
        Self::limited(most_steps.map_or(UNLIMITED, NonZeroU32::get))
    }

    const fn limited(most_steps: u32) -> Self {
        Self {
            most_steps,
            serving: false,
            batch: None,
            search: false,
            searching: None,
            drained: false,
            unfinished: None,
            taken: 0,
            steps: 0,
        }
    }

    /// Forgets what was begun: the chip was started again.
    pub(super) const fn reset(&mut self) {
        *self = Self::limited(self.most_steps);
    }

    /// Whether the next call of the interrupt handler has work for which the chip does not interrupt.
    pub(super) const fn is_pending(&self) -> bool {
        self.serving || self.search
    }

    /// The whole queue is to be searched, from its beginning.
    pub(super) fn want_search(&mut self) {
        self.search = true;
        self.unfinished = self.unfinished.map(|_| Unfinished::Search);
        self.searching = None;
    }

    /// This timer is about to be stopped, or to be restarted.
    #[inline(always)]
    pub(super) fn forget<B: RegisterBus, Q: SlotQueue>(&mut self, slots: &Slots<B, Q>, handle: Handle) {
        if let Some(batch) = &mut self.batch {
            batch.take_out(slots.queue(), handle);
        }
    }

    /// The next timer that is due, in ticks of the chip, or `None` at the end of this interrupt.
    #[inline(always)]
    pub(super) fn next<B: RegisterBus, Q: SlotQueue>(
        &mut self,
        slots: &mut Slots<B, Q>,
    ) -> Result<Option<Expired<Q::Item>>, B> {
        self.serving = true;
        loop {
            if slots.queue().has_due()
                && let Some(expired) = self.next_of_batch(slots)
            {
                return Ok(Some(expired));
            }
            if !self.drained {
                self.batch = None;
                match self.look(slots)? {
                    Look::Expired(expired) => return Ok(Some(expired)),
                    Look::Event => continue,
                    Look::Nothing => {}
                }
            }
            if self.unfinished.is_some() {
                slots.interrupt_again()?;
                self.end_unfinished();
                return Ok(None);
            }
            self.search |= slots.session_mut().take_search();
            if !self.search {
                break;
            }
            self.batch = None;
            self.search(slots)?;
        }
        self.reset();
        Ok(None)
    }

    /// The next timer of those that were due. Few events have more than one, which is handed out at once.
    #[cold]
    #[inline(never)]
    fn next_of_batch<B: RegisterBus, Q: SlotQueue>(&mut self, slots: &mut Slots<B, Q>) -> Option<Expired<Q::Item>> {
        let batch = self.batch.get_or_insert_with(|| slots.due());
        slots.next_of(batch)
    }

    /// Serves one event, or finds that there is none. Everything found due before has been handed out.
    #[inline(always)]
    fn look<B: RegisterBus, Q: SlotQueue>(&mut self, slots: &mut Slots<B, Q>) -> Result<Look<Q::Item>, B> {
        let Some((event, tick)) = slots.session_mut().event()? else {
            self.drained = true;
            return Ok(Look::Nothing);
        };
        let mut found = Look::Event;
        if let Some(slot) = slots.slot_of(event) {
            // Nothing is due: all due timers were handed out before the event was read.
            if let Some(single) = slots.visit_single(slot, (event, tick)) {
                found = single?.map_or(Look::Event, Look::Expired);
            } else if !self.handle(slots, slot, (event, tick))? {
                return Ok(Look::Event);
            }
        } else {
            // An event of a slot that is not the queue's is only acknowledged.
            slots.finish((event, tick), true)?;
            slots.counters_mut().empty_events.one();
        }
        self.drained = true;
        if event.more {
            self.taken += 1;
            self.drained = self.taken >= slots.session().chip().parameters().fifo_depth();
        }
        Ok(found)
    }

    /// Moves what is due in the event's slot to the due list, and acknowledges the event. False if the steps of this
    /// interrupt did not suffice.
    #[inline(never)]
    fn handle<B: RegisterBus, Q: SlotQueue>(
        &mut self,
        slots: &mut Slots<B, Q>,
        slot: u32,
        (event, tick): (Event, u64),
    ) -> Result<bool, B> {
        let was_busy;
        if Q::Structure::VISITED {
            was_busy = self.visit(slots, slot, tick);
        } else {
            was_busy = slots.queue().is_busy(slot);
            let held = slots.is_held(event);
            self.advance(slots, tick, held)?;
        }
        if self.unfinished.is_some() {
            return Ok(false);
        }
        let is_empty = !slots.queue().is_busy(slot);
        slots.finish((event, tick), is_empty)?;
        slots.counters_mut().empty_events.one_if(!was_busy);
        Ok(true)
    }

    /// Searches the whole queue for what is due, as far as the steps of this interrupt go. The bits of slots that
    /// become empty stay set; each costs one empty event that clears it. If the steps are limited, Scheme 6 is searched
    /// slot by slot, and each slot is a step.
    #[cold]
    #[inline(never)]
    fn search<B: RegisterBus, Q: SlotQueue>(&mut self, slots: &mut Slots<B, Q>) -> Result<(), B> {
        let (mut slot, cursor) = match self.searching {
            Some(position) => {
                // This interrupt has read nothing yet, and the chip may have been reset since the one before.
                slots.session_mut().expect_running()?;
                position
            }
            None => (0, slots.session_mut().read_cursor()?),
        };
        if !Q::Structure::VISITED {
            self.advance(slots, cursor, false)?;
        } else if self.most_steps == UNLIMITED {
            slots.visit(None, cursor, u64::MAX);
        } else {
            while slot < slots.queue().structure().slots() && self.unfinished.is_none() {
                if self.steps_left() == 0 {
                    self.run_out_of_steps();
                    break;
                }
                self.visit(slots, slot, cursor);
                if self.unfinished.is_none() {
                    slot += 1;
                    self.steps += 1;
                }
            }
            self.searching = Some((slot, cursor));
        }
        if self.unfinished.is_none() {
            self.search = false;
            self.searching = None;
            slots.counters_mut().late_overflows.one();
            warning!("late events were dropped: the event FIFO is full; searched all timers up to tick {}", cursor);
        }
        Ok(())
    }

    /// Visits a slot of Scheme 6, as far as the steps of this interrupt go. Whether a timer was in it.
    #[inline(always)]
    fn visit<B: RegisterBus, Q: SlotQueue>(&mut self, slots: &mut Slots<B, Q>, slot: u32, tick: u64) -> bool {
        let visited = slots.visit(Some(slot), tick, self.steps_left().into());
        if !visited.finished {
            self.run_out_of_steps();
        }
        self.steps += visited.examined as u32;
        visited.examined > 0
    }

    /// Advances to `tick`, as far as the steps of this interrupt go.
    #[inline(always)]
    fn advance<B: RegisterBus, Q: SlotQueue>(
        &mut self,
        slots: &mut Slots<B, Q>,
        tick: u64,
        held: bool,
    ) -> Result<(), B> {
        match slots.advance(tick, held, self.steps_left())? {
            Some(steps) => self.steps += steps,
            None => self.run_out_of_steps(),
        }
        Ok(())
    }

    /// Timers that this interrupt may still examine or move.
    const fn steps_left(&self) -> u32 {
        self.most_steps.saturating_sub(self.steps)
    }

    /// The steps of this interrupt are used up in a search, or in the visit of an event, which stays in the FIFO.
    #[cold]
    const fn run_out_of_steps(&mut self) {
        self.unfinished = Some(match self.search {
            false => Unfinished::Visit,
            true => Unfinished::Search,
        });
        // Ends the loop of the interrupt handler where a search would begin.
        self.drained = true;
        self.search = true;
    }

    /// What the next interrupt has to do, after one that has [run out of steps](Self::run_out_of_steps). A search goes
    /// on before another event is looked at, which might need the slot that it stands in.
    const fn end_unfinished(&mut self) {
        let search = matches!(self.unfinished, Some(Unfinished::Search));
        let searching = self.searching;
        self.reset();
        self.serving = true;
        self.search = search;
        self.drained = search;
        self.searching = searching;
    }
}
