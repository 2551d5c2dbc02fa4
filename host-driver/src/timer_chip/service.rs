//! Events, interrupts and errors.

use carillon_regmap::timer_chip::field::{event, event_ack};
use carillon_regmap::timer_chip::offset;

use super::{Result, TimerChip};
use crate::bus::RegisterBus;
use crate::counter_chip::{Interrupts, TimerErrors};

/// A timer that has expired, as the head of the FIFO shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimerEvent {
    /// The timer.
    pub timer: u32,
    /// The generation of its start, 0 to 127. Where [`TimerWord::generation`](super::TimerWord::generation)
    /// is another one, the timer was stopped or started again after it had expired.
    pub generation: u32,
    sequence: u32,
}

impl<B: RegisterBus> TimerChip<B> {
    /// The head of the event FIFO, where it stays until it is acknowledged; `None` if the FIFO is empty. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`](crate::counter_chip::ChipError::Bus).
    pub fn event(&mut self) -> Result<Option<TimerEvent>, B> {
        let word = self.read(offset::EVENT)?;
        Ok(event::VALID.is_set(word).then_some(TimerEvent {
            timer: event::TIMER.get(word),
            generation: event::GENERATION.get(word),
            sequence: event::SEQUENCE.get(word),
        }))
    }

    /// The low 32 bits of the tick at which the timer of that event was due. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`](crate::counter_chip::ChipError::Bus).
    pub fn event_tick_low(&mut self) -> Result<u32, B> {
        self.read(offset::EVENT_TICK)
    }

    /// Takes that event from the FIFO. Repeated, it takes nothing more. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`](crate::counter_chip::ChipError::Bus).
    pub fn acknowledge(&mut self, event: TimerEvent) -> Result<(), B> {
        self.write(offset::EVENT_ACK, event_ack::SEQUENCE.put(event.sequence))
    }

    /// The pending interrupts, enabled or not. One read.
    ///
    /// # Errors
    /// [`ChipError::Bus`](crate::counter_chip::ChipError::Bus).
    pub fn interrupts(&mut self) -> Result<Interrupts, B> {
        Ok(Interrupts::from_word(self.read(offset::INTR_STATE)?))
    }

    /// Clears sticky and forced interrupts. One write.
    ///
    /// # Errors
    /// [`ChipError::Bus`](crate::counter_chip::ChipError::Bus).
    pub fn clear_interrupts(&mut self, interrupts: Interrupts) -> Result<(), B> {
        self.write(offset::INTR_STATE, interrupts.word())
    }

    /// Reads what the chip has refused or what has failed, and clears it. One read, and one write if there is anything.
    ///
    /// # Errors
    /// [`ChipError::Bus`](crate::counter_chip::ChipError::Bus); the errors are then still in the chip.
    pub fn take_errors(&mut self) -> Result<TimerErrors, B> {
        let errors = TimerErrors::from_word(self.read(offset::ERROR)?);
        if !errors.is_empty() {
            self.write(offset::ERROR, errors.word())?;
        }
        Ok(errors)
    }
}
