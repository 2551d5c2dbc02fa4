//! Interrupts that wait for several events.

use carillon_regmap::Feature;
use carillon_regmap::timer_chip::offset;

use super::{Result, TimerChip};
use crate::bus::RegisterBus;
use crate::chip::Coalescing;

impl<B: RegisterBus> TimerChip<B> {
    /// Changes the coalescing, at any time: how many events the interrupt waits for, and how long. [`initialise`]
    /// switches it off. One write.
    ///
    /// [`initialise`]: Self::initialise
    ///
    /// # Errors
    /// [`TimerChipError::MissingFeature`](super::TimerChipError::MissingFeature): nothing was written.
    /// [`TimerChipError::Bus`](super::TimerChipError::Bus).
    pub fn set_coalescing(&mut self, coalescing: Coalescing) -> Result<(), B> {
        self.expect(Feature::Coalescing)?;
        self.write(offset::INTR_COALESCE, coalescing.word())
    }

    /// The present coalescing. One read.
    ///
    /// # Errors
    /// [`TimerChipError::MissingFeature`](super::TimerChipError::MissingFeature): nothing was read.
    /// [`TimerChipError::Bus`](super::TimerChipError::Bus).
    pub fn coalescing(&mut self) -> Result<Coalescing, B> {
        self.expect(Feature::Coalescing)?;
        Ok(Coalescing::from_word(self.read(offset::INTR_COALESCE)?))
    }
}
