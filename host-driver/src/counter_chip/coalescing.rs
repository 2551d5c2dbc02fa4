//! Changing the coalescing of the counter chip's interrupts.

use carillon_regmap::Feature;
use carillon_regmap::counter_chip::offset;

use super::{CounterChip, CounterChipError};
use crate::bus::RegisterBus;
use crate::chip::Coalescing;

impl<B: RegisterBus> CounterChip<B> {
    /// Changes the coalescing, at any time. One write. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`]: nothing was written. [`CounterChipError::Bus`].
    pub fn set_coalescing(&mut self, coalescing: Coalescing) -> Result<(), CounterChipError<B::Error>> {
        self.expect(Feature::Coalescing)?;
        self.write(offset::INTR_COALESCE, coalescing.word())
    }

    /// The present coalescing. One read. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`]: nothing was read. [`CounterChipError::Bus`].
    pub fn coalescing(&mut self) -> Result<Coalescing, CounterChipError<B::Error>> {
        self.expect(Feature::Coalescing)?;
        Ok(Coalescing::from_word(self.read(offset::INTR_COALESCE)?))
    }
}
