//! Checking and repairing the chip's state over a cable.
//!
//! A serial line without a checksum can change a write into another one: of another slot, or of another register
//! ([`uart`](crate::bus::uart) lists which of these are detected at once). The host has all state in its own memory and
//! can write it again: an audit reads and repairs the settings, ends an interrupt that `INTR_TEST` has forced, arms
//! every slot that has timers again (or the alarm), and makes the next service search the whole queue for due timers
//! that were not reported. Whatever damage a corrupted write has done, every timer is reported, with the tick at which
//! it was due, after the next audit at the latest.

use super::slots::Result;
use super::{ClockFacility, CounterChipFacility};
use crate::bus::RegisterBus;
use crate::counter_chip::ChipAlarm;
use crate::queue::TimerQueue;
use crate::queue::chip::SlotQueue;

/// The result of an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audit {
    /// Settings of the chip that differed from the facility's.
    pub mended: u32,
    /// Slots that have timers, and were armed again; of a queue driven by the alarm, 1 if that was set.
    pub armed: u32,
}

impl<B: RegisterBus, Q: SlotQueue> CounterChipFacility<B, Q> {
    /// Checks and repairs the chip's state, and makes the next [`service`](super::TimerFacility::service) search the
    /// whole queue; call that next, with or without an interrupt. For a bus that may corrupt writes: call it once after
    /// [`new`](Self::new) and [`recover`](super::TimerFacility::recover), after every bus error, and periodically. A
    /// timer whose arm was lost or cleared is reported late by up to that period.
    ///
    /// About twelve reads, and one write for each slot that has timers. Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`](super::FacilityError::ChipWasReset) if settings that only a reset can change
    /// differ; [`FacilityError::Device`](super::FacilityError::Device). Nothing is lost: call it again, after
    /// [`recover`](super::TimerFacility::recover) in the first case.
    pub fn audit(&mut self) -> Result<Audit, B> {
        let mended = self.slots.session_mut().mend()?;
        self.service.want_search();
        let armed = self.slots.arm_all()?;
        Ok(Audit { mended, armed })
    }
}

impl<B: RegisterBus, Q: TimerQueue> ClockFacility<ChipAlarm<B>, Q> {
    /// As [`CounterChipFacility::audit`]. About twelve reads, and four writes.
    ///
    /// # Errors
    /// As [`CounterChipFacility::audit`].
    pub fn audit(&mut self) -> Result<Audit, B> {
        let mended = self.clock_mut().mend()?;
        let armed = u32::from(self.set_alarm_again()?);
        Ok(Audit { mended, armed })
    }
}
