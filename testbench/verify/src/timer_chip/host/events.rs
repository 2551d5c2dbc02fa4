//! Events, and the interrupts that say that they wait.

use super::{Done, Host};
use crate::timer_chip::now::Now;
use carillon_regmap::timer_chip::{field, offset};
use carillon_sim::TimerPins;
use carillon_spec::timer_chip::Event;

/// Clocks between two looks at a cursor that may stand.
const PAUSE: u64 = 100;

impl<P: TimerPins> Host<P> {
    /// Takes some events, not always all.
    pub(super) fn take_events(&mut self) -> Done {
        for _ in 0..self.random.u32(1..12) {
            let cursor = if self.random.u32(0..4) == 0 { Some(self.cursor()?) } else { None };
            if !self.take_event(cursor)? {
                break;
            }
        }
        Ok(())
    }

    /// Takes all events until each timer that is due by now has had its own, or for a while: a chip with a slow memory
    /// may be far behind. But its cursor never stands for longer than the visit of a list with all timers takes.
    pub(super) fn settle(&mut self) -> Done {
        let due = self.now(0);
        let most = self.longest_visit();
        let mut cursor = self.cursor()?;
        let mut stood = 0;
        for _ in 0..2 * most / PAUSE {
            if self.contract.outstanding(due) == 0 {
                self.reached.settled += 1;
                return Ok(());
            }
            if self.take_event(None)? {
                stood = 0;
                continue;
            }
            self.system.clock(PAUSE);
            stood += PAUSE;
            let next = self.cursor()?;
            if next != cursor {
                (cursor, stood) = (next, 0);
            }
            if stood > most {
                let waiting = self.contract.outstanding(due);
                return Err(format!(
                    "{waiting} timers are due and have no event, and the cursor stands at tick {cursor}"
                ));
            }
        }
        Ok(())
    }

    /// More clocks than a visit of a list with all timers takes without an event: for each two transfers, or ten if it
    /// goes to another wheel, some of them repeated.
    fn longest_visit(&self) -> u64 {
        let memory = self.plan.memory;
        let transfers = if self.build.wheels > 1 { 12 } else { 3 };
        let repeated = if memory.errors > 0 { 4 } else { 1 };
        500 + transfers * repeated * u64::from((memory.most + 8) * (self.plan.timers + 2))
    }

    /// The next tick to visit.
    pub(super) fn cursor(&mut self) -> Done<u64> {
        let low = u64::from(self.read(offset::CURSOR_LO)?);
        let now = self.now(2);
        // It is never more than a tick ahead of now.
        let bits = (now + 1).wrapping_sub(low) & 0xFFFF_FFFF;
        Ok(now + 1 - bits)
    }

    /// Takes the head of the FIFO; `cursor` was read just before.
    pub(super) fn take_event(&mut self, cursor: Option<u64>) -> Done<bool> {
        let word = self.read(offset::EVENT)?;
        if !field::event::VALID.is_set(word) {
            if let Some(cursor) = cursor {
                self.reached.complete += 1;
                let lost = self.contract.outstanding(cursor.saturating_sub(1));
                if lost > 0 {
                    return Err(format!(
                        "{lost} timers due before tick {cursor} have no event, and the cursor is there"
                    ));
                }
            }
            return Ok(false);
        }
        self.expect_interrupt()?;
        if self.random.u32(0..8) == 0 {
            let status = self.read(offset::STATUS)?;
            self.reached.full += u64::from(field::status::FIFO_FULL.is_set(status));
        }
        let tick = u64::from(self.read(offset::EVENT_TICK)?);
        let sequence = field::event::SEQUENCE.get(word);
        if sequence != self.popped % 16 {
            let popped = self.popped;
            return Err(format!("EVENT.sequence is {sequence} after {popped} events"));
        }
        self.popped += 1;
        self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence))?;
        let event =
            Event { timer: field::event::TIMER.get(word), generation: field::event::GENERATION.get(word), tick };
        let (now, due) = (self.now(1), self.contract.due(event.timer));
        self.contract.event(event, now).map_err(|broken| format!("event {broken}"))?;
        self.reached.events += 1;
        self.reached.stale += u64::from(self.contract.due(event.timer) == due);
        Ok(true)
    }

    /// An event waits: the interrupt line is high, or will be when the event has waited for as long as it may.
    fn expect_interrupt(&mut self) -> Done {
        if self.enables & field::intr_enable::EVENT.mask() == 0 || self.system.irq() {
            return Ok(());
        }
        let (count, age) = self.coalescing;
        if count < 2 || age == 0 {
            return Err("an event waits and the interrupt line is low".to_owned());
        }
        self.reached.held += 1;
        if matches!(self.now, Now::Stands(_)) {
            return Ok(());
        }
        // From the tick that makes the age full to the line: see `carillon_hdl::shared::coalescing`, and the
        // interrupt's clock.
        self.system.clock(u64::from(age * self.plan.prescale) + 5);
        if self.system.irq() {
            Ok(())
        } else {
            Err(format!("an event has waited for more than {age} ticks, and the interrupt line is low"))
        }
    }
}
