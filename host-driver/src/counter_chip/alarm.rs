//! The alarm: one 64-bit comparison with now, the hardware timer for any priority queue.
//!
//! The alarm fires while now is at or past it. The host writes its two halves in separate transfers. This order gives
//! no false alarm: first the highest value into the high half, which makes the alarm unreachable; then the low half;
//! then the high half. Only then is the pending alarm cleared. If now has reached the new tick by then, it fires again
//! at once.

use carillon_regmap::Feature;
use carillon_regmap::counter_chip::offset;

use super::{CounterChip, CounterChipError};
use crate::bus::RegisterBus;
use crate::chip::Interrupts;

/// The tick that is never reached: no alarm.
const NEVER: u64 = u64::MAX;

/// The high half of an unreachable alarm.
const OUT_OF_REACH: u32 = u32::MAX;

impl<B: RegisterBus> CounterChip<B> {
    /// Sets the alarm to `tick` and clears a pending alarm. A tick at or before now fires at once; tick 2^64 - 1 means
    /// no alarm. Four writes.
    ///
    /// If the bus fails in between, the alarm is the old one, the new one, or unreachable, never a mixture that fires
    /// falsely. May be repeated, and MUST be after a failure.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`]: nothing was written. [`CounterChipError::Bus`].
    pub fn set_alarm(&mut self, tick: u64) -> Result<(), CounterChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        let (high, low) = ((tick >> 32) as u32, (tick & u64::from(u32::MAX)) as u32);
        self.write(offset::ALARM_HI, OUT_OF_REACH)?;
        self.write(offset::ALARM_LO, low)?;
        self.write(offset::ALARM_HI, high)?;
        self.clear_interrupts(Interrupts::ALARM)
    }

    /// As [`set_alarm`](Self::set_alarm), if the present setting `before` is known: two writes if both ticks have the
    /// same high half, because one write then moves the alarm. May be repeated.
    ///
    /// # Errors
    /// As [`set_alarm`](Self::set_alarm).
    pub fn move_alarm(&mut self, before: Option<u64>, tick: u64) -> Result<(), CounterChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        if before.is_none_or(|before| before >> 32 != tick >> 32) {
            return self.set_alarm(tick);
        }
        self.write(offset::ALARM_LO, (tick & u64::from(u32::MAX)) as u32)?;
        self.clear_interrupts(Interrupts::ALARM)
    }

    /// Switches the alarm off and clears a pending one. Four writes. May be repeated.
    ///
    /// # Errors
    /// As [`set_alarm`](Self::set_alarm).
    pub fn clear_alarm(&mut self) -> Result<(), CounterChipError<B::Error>> {
        self.set_alarm(NEVER)
    }

    /// The tick that the alarm is set to, `None` if there is no alarm. Two reads. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`]: nothing was read. [`CounterChipError::Bus`].
    pub fn alarm(&mut self) -> Result<Option<u64>, CounterChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        let high = self.read(offset::ALARM_HI)?;
        let low = self.read(offset::ALARM_LO)?;
        let tick = (u64::from(high) << 32) | u64::from(low);
        Ok(Some(tick).filter(|&tick| tick != NEVER))
    }

    /// Whether now has reached the alarm since it was set. One read. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`]: nothing was read. [`CounterChipError::Bus`].
    pub fn alarm_rings(&mut self) -> Result<bool, CounterChipError<B::Error>> {
        self.expect(Feature::Alarm)?;
        Ok(self.interrupts()?.contains(Interrupts::ALARM))
    }
}
