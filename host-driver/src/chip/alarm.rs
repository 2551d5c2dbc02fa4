//! The alarm: one compare of 64 bits against now, the hardware timer of any priority queue.
//!
//! The alarm rings while now is at or past it, and the two halves are written one after the other. The order that gives
//! no false alarm: first the high half to its end, which puts the alarm out of reach; then the low half; then the high one.
//! Only then is a ring of the alarm before cleared. If the new tick has been reached by then, it rings again at once.

use carillon_regmap::{Feature, offset};

use super::{Chip, ChipError, Interrupts};
use crate::bus::RegisterBus;

/// The tick that is never reached: no alarm.
const NEVER: u64 = u64::MAX;

/// The high half of an alarm that is out of reach.
const OUT_OF_REACH: u32 = u32::MAX;

impl<B: RegisterBus> Chip<B> {
    /// Sets the alarm to `tick` and clears a ring of the one before. A tick that is now or has gone by rings at once;
    /// tick 2^64 - 1 is no alarm. Four writes.
    ///
    /// If the bus fails on the way, the alarm is the old one, the new one, or out of reach, and never a mixture that rings
    /// falsely. May be repeated, and MUST be after a failure.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was written. [`ChipError::Bus`].
    pub fn set_alarm(&mut self, tick: u64) -> Result<(), ChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        let (high, low) = ((tick >> 32) as u32, (tick & u64::from(u32::MAX)) as u32);
        self.write(offset::ALARM_HI, OUT_OF_REACH)?;
        self.write(offset::ALARM_LO, low)?;
        self.write(offset::ALARM_HI, high)?;
        self.clear_interrupts(Interrupts::ALARM)
    }

    /// As [`set_alarm`](Self::set_alarm) where the tick `before` that the alarm is set to is known: two writes if both have the
    /// same high half, for then one write moves the alarm. May be repeated.
    ///
    /// # Errors
    /// As [`set_alarm`](Self::set_alarm).
    pub fn move_alarm(
        &mut self,
        before: Option<u64>,
        tick: u64,
    ) -> Result<(), ChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        if before.is_none_or(|before| before >> 32 != tick >> 32) {
            return self.set_alarm(tick);
        }
        self.write(offset::ALARM_LO, (tick & u64::from(u32::MAX)) as u32)?;
        self.clear_interrupts(Interrupts::ALARM)
    }

    /// No alarm any more, and none that rings. Four writes. May be repeated.
    ///
    /// # Errors
    /// As [`set_alarm`](Self::set_alarm).
    pub fn clear_alarm(&mut self) -> Result<(), ChipError<B::Error>> {
        self.set_alarm(NEVER)
    }

    /// The tick that the alarm is set to, `None` if there is no alarm. Two reads. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was read. [`ChipError::Bus`].
    pub fn alarm(&mut self) -> Result<Option<u64>, ChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        let high = self.read(offset::ALARM_HI)?;
        let low = self.read(offset::ALARM_LO)?;
        let tick = (u64::from(high) << 32) | u64::from(low);
        Ok(Some(tick).filter(|&tick| tick != NEVER))
    }

    /// Whether now has reached the alarm since it was set. One read. May be repeated.
    ///
    /// # Errors
    /// [`ChipError::MissingFeature`]: nothing was read. [`ChipError::Bus`].
    pub fn alarm_rings(&mut self) -> Result<bool, ChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        Ok(self.interrupts()?.contains(Interrupts::ALARM))
    }
}
