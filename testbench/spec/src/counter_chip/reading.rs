//! What a read of each register answers.

use super::ReferenceChip;
use super::next;
use super::registers::Address;
use carillon_regmap::VERSION_VALUE;
use carillon_regmap::counter_chip::{ID_VALUE, field, offset};

impl ReferenceChip {
    /// The word that the host would read in this clock; 0 where a register can only be written.
    pub(super) fn read(&self, address: Address) -> u32 {
        let registers = &self.registers;
        let high = |tick: u64| (tick >> 32) as u32;
        match address.offset {
            offset::ID => ID_VALUE,
            offset::VERSION => VERSION_VALUE,
            offset::PARAMS => self.build.params(),
            offset::SCRATCH => registers.scratch,
            offset::CTRL => field::ctrl::ENABLE.put(registers.enabled.into()),
            offset::STATUS => self.status(),
            offset::PRESCALE => registers.prescale,
            offset::NOW_LO => self.counts.now as u32,
            offset::NOW_HI => high(self.counts.now),
            offset::CURSOR_LO => self.counts.shown as u32,
            offset::CURSOR_HI => high(self.counts.shown),
            offset::EVENT => self.event(),
            offset::EVENT_TICK => self.events.head().map_or(0, |head| head.tick as u32),
            offset::INTR_STATE => self.interrupt.state(&self.causes()),
            offset::INTR_ENABLE => self.interrupt.enable,
            offset::INTR_COALESCE => self.coalescing.word,
            offset::ERROR => registers.errors,
            offset::ALARM_LO => self.alarm.tick as u32,
            offset::ALARM_HI => high(self.alarm.tick),
            offset::NEXT => next::word(self.wheels[address.index].distance()),
            offset::WHEEL_SIZE => self.wheels[address.index].size(),
            offset::WHEEL_MODE => {
                let mode = self.wheels[address.index].mode;
                field::wheel_mode::HOLD.put(mode.hold.into())
                    | field::wheel_mode::AUTO_CLEAR.put(mode.auto_clear.into())
            }
            _ => 0,
        }
    }

    fn status(&self) -> u32 {
        field::status::READY.put(self.arming.is_ready().into())
            | field::status::RUNNING.put(self.registers.running.into())
            | field::status::EVENT_PENDING.put(self.events.is_valid().into())
            | field::status::FIFO_FULL.put(self.events.is_full().into())
            | field::status::BEHIND.put(self.cursor.behind().into())
    }

    fn event(&self) -> u32 {
        let attention = field::event::ATTENTION.put(self.interrupt.attention.into());
        self.events.head().map_or(attention, |head| {
            attention
                | field::event::SLOT.put(head.slot)
                | field::event::WHEEL.put(head.wheel)
                | field::event::SEQUENCE.put(self.registers.pops)
                | field::event::MORE.put(self.events.has_more().into())
                | field::event::LATE.put(head.late.into())
                | field::event::VALID.mask()
        })
    }
}
