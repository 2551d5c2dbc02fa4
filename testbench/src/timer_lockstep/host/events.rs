//! Events, and the interrupts that say that they wait.

use super::{Done, Host};
use crate::timer_lockstep::now::Now;
use crate::timer_model::Event;
use carillon_regmap::timer::{field, offset};
use carillon_sim::TimerPins;

impl<P: TimerPins> Host<P> {
    /// Takes some events, not always all.
    pub(super) fn take_events(&mut self) -> Done {
        for _ in 0..self.random.u32(1..12) {
            let cursor = if self.random.u32(0..4) == 0 {
                Some(self.cursor()?)
            } else {
                None
            };
            if !self.take_event(cursor)? {
                break;
            }
        }
        Ok(())
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
        self.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence))?;
        let event = Event {
            timer: field::event::TIMER.get(word),
            generation: field::event::GENERATION.get(word),
            tick,
        };
        let (now, due) = (self.now(1), self.contract.due(event.timer));
        self.contract
            .event(event, now)
            .map_err(|broken| format!("event {broken}"))?;
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
        // From the tick that makes the age full to the line: see `carillon_hdl::coalescing`, and the interrupt's clock.
        self.system.clock(u64::from(age * self.plan.prescale) + 5);
        if self.system.irq() {
            Ok(())
        } else {
            Err(format!(
                "an event has waited for more than {age} ticks, and the interrupt line is low"
            ))
        }
    }

    /// How many events an interrupt waits for, and how long; often no more than one.
    pub(super) fn coalesce(&mut self) -> Done {
        if !self.build.coalescing {
            return Ok(());
        }
        self.coalescing = (self.random.u32(0..6), self.random.u32(0..40));
        let (count, age) = self.coalescing;
        let word = field::intr_coalesce::COUNT.put(count) | field::intr_coalesce::AGE.put(age);
        self.write(offset::INTR_COALESCE, word)?;
        if self.read(offset::INTR_COALESCE)? != word {
            return Err("INTR_COALESCE does not read as written".to_owned());
        }
        Ok(())
    }

    pub(super) fn enable_interrupts(&mut self) -> Done {
        self.enables = self.random.u32(0..8) & 0b101;
        self.write(offset::INTR_ENABLE, self.enables)?;
        self.system.clock(4);
        Ok(())
    }
}
