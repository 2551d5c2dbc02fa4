//! Events, interrupts and errors.

use carillon_regmap::timer_chip::field::{event, event_ack};
use carillon_regmap::timer_chip::{REGISTERS, offset};

use super::TimerErrors;
use super::{Result, TimerChip, TimerChipError};
use crate::bus::RegisterBus;
use crate::chip::{Interrupts, defined};

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
    /// [`TimerChipError::Bus`]; [`TimerChipError::ImpossibleAnswer`] for a timer that does not exist.
    #[inline]
    pub fn event(&mut self) -> Result<Option<TimerEvent>, B> {
        let word = self.read(offset::EVENT)?;
        if !event::VALID.is_set(word) {
            return Ok(None);
        }
        let timer = event::TIMER.get(word);
        if timer >= self.timers || word == u32::MAX {
            self.expect_event(word, timer)?;
        }
        Ok(Some(TimerEvent { timer, generation: event::GENERATION.get(word), sequence: event::SEQUENCE.get(word) }))
    }

    /// An event of no timer, and what a bus without a chip reads.
    #[cold]
    #[inline(never)]
    fn expect_event(&mut self, found: u32, timer: u32) -> Result<(), B> {
        let offset = offset::EVENT;
        if timer >= self.timers {
            return Err(TimerChipError::ImpossibleAnswer { offset, found });
        }
        self.status().map(drop)
    }

    /// The low 32 bits of the tick at which the timer of that event was due; 0 also if the chip was reset since the
    /// event was read. One read.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`].
    pub fn event_tick_low(&mut self) -> Result<u32, B> {
        self.read(offset::EVENT_TICK)
    }

    /// Takes that event from the FIFO. Repeated, it takes nothing more. One write.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`].
    pub fn acknowledge(&mut self, event: TimerEvent) -> Result<(), B> {
        self.write(offset::EVENT_ACK, event_ack::SEQUENCE.put(event.sequence))
    }

    /// The pending interrupts, enabled or not. One read.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`]; [`TimerChipError::ImpossibleAnswer`] if a reserved bit is set.
    pub fn interrupts(&mut self) -> Result<Interrupts, B> {
        const BITS: u32 = defined(REGISTERS, offset::INTR_STATE);
        let word = self.read_fields(offset::INTR_STATE, BITS)?;
        Ok(Interrupts::from_word(word))
    }

    /// Clears sticky and forced interrupts. One write.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`].
    pub fn clear_interrupts(&mut self, interrupts: Interrupts) -> Result<(), B> {
        self.write(offset::INTR_STATE, interrupts.word())
    }

    /// What the chip has refused or what has failed, and was not cleared. One read.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`]; [`TimerChipError::ImpossibleAnswer`] if a reserved bit is set.
    pub fn errors(&mut self) -> Result<TimerErrors, B> {
        const BITS: u32 = defined(REGISTERS, offset::ERROR);
        let word = self.read_fields(offset::ERROR, BITS)?;
        Ok(TimerErrors::from_word(word))
    }

    /// Clears these errors. One write.
    ///
    /// # Errors
    /// [`TimerChipError::Bus`]: they may be cleared all the same.
    pub fn clear_errors(&mut self, errors: TimerErrors) -> Result<(), B> {
        self.write(offset::ERROR, errors.word())
    }

    /// Reads what the chip has refused or what has failed, and clears it. One read, and one write if there is anything.
    ///
    /// # Errors
    /// As [`errors`](Self::errors) and [`clear_errors`](Self::clear_errors): whoever must not lose any when the answer
    /// to the write is lost calls those.
    pub fn take_errors(&mut self) -> Result<TimerErrors, B> {
        let errors = self.errors()?;
        if !errors.is_empty() {
            self.clear_errors(errors)?;
        }
        Ok(errors)
    }
}
