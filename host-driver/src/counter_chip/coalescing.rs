//! Changing the coalescing of the counter chip's interrupts.

use carillon_regmap::Feature;
use carillon_regmap::counter_chip::offset;

use super::CounterChip;
use crate::bus::RegisterBus;
use crate::chip::{ChipError, Coalescing};

impl<B: RegisterBus> CounterChip<B> {
    /// Changes the coalescing, at any time. One write. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was written. [`ChipError::Bus`].
    pub fn set_coalescing(&mut self, coalescing: Coalescing) -> Result<(), ChipError<B::Error>> {
        self.expect(Feature::Coalescing)?;
        self.write(offset::INTR_COALESCE, coalescing.word())
    }

    /// The present coalescing. One read. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was read. [`ChipError::Bus`].
    pub fn coalescing(&mut self) -> Result<Coalescing, ChipError<B::Error>> {
        self.expect(Feature::Coalescing)?;
        Ok(Coalescing::from_word(self.read(offset::INTR_COALESCE)?))
    }
}
