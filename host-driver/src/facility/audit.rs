//! Checking and repairing the chip's state over a cable.
//!
//! A serial line without a checksum can change a write into another one: of another slot, or of another register
//! ([`uart`](crate::bus::uart) lists which of these are detected at once). The host has all state in its own memory and
//! can write it again: an audit reads and repairs the settings, arms every slot that has timers again, and makes the
//! next service search all slots for due timers that were not reported. Whatever damage a corrupted write has done,
//! every timer is reported, with the tick at which it was due, after the next audit at the latest.

use carillon_regmap::field::{prescale, status, wheel_mode, wheel_size};
use carillon_regmap::offset;

use super::{Facility, FacilityError, INTERRUPTS, WHEEL};
use crate::bus::RegisterBus;
use crate::chip::{ChipError, Parameters, WheelMode};
use crate::queue::chip::Storage;

/// The result of an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audit {
    /// Settings of the chip that differed from the facility's.
    pub mended: u32,
    /// Slots that have timers, and were armed again.
    pub armed: u32,
}

impl<B: RegisterBus, T, M: Storage<T>> Facility<B, T, M> {
    /// Checks and repairs the chip's state, and makes the next [`service`](Self::service) search all slots; call that
    /// next, with or without an interrupt. For a bus that may corrupt writes: call it once after [`new`](Self::new) and
    /// [`recover`](Self::recover), after every bus error, and periodically. A timer whose arm was lost or cleared is
    /// reported late by up to that period.
    ///
    /// About ten reads, and one write for each slot that has timers. Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`] if settings that only a reset can change differ; [`FacilityError::Chip`].
    /// Nothing is lost: call it again, after [`recover`](Self::recover) in the first case.
    pub fn audit(&mut self) -> Result<Audit, FacilityError<B::Error>> {
        self.expect_as_started()?;
        let mut audit = Audit {
            mended: self.mend_settings()?,
            armed: 0,
        };
        self.unfinished.scan = true;
        self.host.read_whole_now()?;
        let now = self.host.clock.now();
        for slot in 0..self.queue.slot_count() {
            if self.queue.slot_is_empty(self.queue_slot(slot)) {
                continue;
            }
            if let Some(visit) = self.host.chip.wheels().visit_after(WHEEL, slot, now) {
                self.host.chip.arm_visit(visit)?;
                audit.armed = audit.armed.saturating_add(1);
            }
        }
        Ok(audit)
    }

    /// Stops the chip's time; ticks already passed are still reported. One write.
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    pub fn pause(&mut self) -> Result<(), FacilityError<B::Error>> {
        self.paused = true;
        Ok(self.host.chip.pause()?)
    }

    /// Resumes the chip's time. One write.
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    pub fn resume(&mut self) -> Result<(), FacilityError<B::Error>> {
        self.paused = false;
        Ok(self.host.chip.resume()?)
    }

    /// Whether the chip's time was stopped by [`pause`](Self::pause).
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The chip's build parameters.
    pub const fn parameters(&self) -> Parameters {
        self.host.chip.parameters()
    }

    /// Checks the settings that cannot change without a reset: that the chip runs, the length of its ticks, and its
    /// wheels.
    fn expect_as_started(&mut self) -> Result<(), FacilityError<B::Error>> {
        let mut as_started = status::RUNNING.is_set(self.look(offset::STATUS)?)
            && prescale::CLOCKS.get(self.look(offset::PRESCALE)?) == self.settings.prescale;
        for wheel in 0..self.host.chip.parameters().wheels {
            let size = self.look(offset::element(offset::WHEEL_SIZE, wheel))?;
            let meant = self
                .host
                .chip
                .wheels()
                .get(wheel)
                .map_or(0, |wheel| wheel.slots);
            as_started &= wheel_size::SLOTS.get(size) == meant;
        }
        if as_started {
            Ok(())
        } else {
            Err(FacilityError::ChipWasReset)
        }
    }

    /// Repairs the settings that can be changed at any time; returns the number that was wrong.
    fn mend_settings(&mut self) -> Result<u32, FacilityError<B::Error>> {
        let parameters = self.host.chip.parameters();
        let running = u32::from(!self.paused);
        let mut mended = self.mend(offset::CTRL, running)?;
        mended = mended.saturating_add(self.mend(offset::INTR_ENABLE, INTERRUPTS.word())?);
        if parameters.coalescing {
            let word = self.settings.coalescing.word();
            mended = mended.saturating_add(self.mend(offset::INTR_COALESCE, word)?);
        }
        if parameters.wheel_modes {
            for wheel in 0..parameters.wheels {
                let mode = if wheel == WHEEL {
                    self.settings.mode
                } else {
                    WheelMode::default()
                };
                let word = wheel_mode::HOLD.put(u32::from(mode.hold))
                    | wheel_mode::AUTO_CLEAR.put(u32::from(mode.auto_clear));
                let at = offset::element(offset::WHEEL_MODE, wheel);
                mended = mended.saturating_add(self.mend(at, word)?);
            }
        }
        Ok(mended)
    }

    fn mend(&mut self, byte: u32, meant: u32) -> Result<u32, FacilityError<B::Error>> {
        if self.look(byte)? == meant {
            return Ok(0);
        }
        let bus = self.host.chip.bus_mut();
        bus.write(byte, meant).map_err(ChipError::Bus)?;
        Ok(1)
    }

    fn look(&mut self, byte: u32) -> Result<u32, FacilityError<B::Error>> {
        Ok(self
            .host
            .chip
            .bus_mut()
            .read(byte)
            .map_err(ChipError::Bus)?)
    }
}
