//! Checking and repairing the chip's state over a cable.
//!
//! A serial line without a checksum can change a write into another one: of another slot, or of another register
//! ([`uart`](crate::bus::uart) lists which of these are detected at once). The host has all state in its own memory and
//! can write it again: an audit reads and repairs the settings, arms every slot that has timers again (or the alarm),
//! and makes the next service search the whole queue for due timers that were not reported. Whatever damage a corrupted
//! write has done, every timer is reported, with the tick at which it was due, after the next audit at the latest.

use carillon_regmap::counter_chip::field::{prescale, status, wheel_mode, wheel_size};
use carillon_regmap::counter_chip::offset;

use super::on_chip::{OnChip, Result};
use super::{Facility, FacilityError};
use crate::bus::RegisterBus;
use crate::counter_chip::{ChipError, Wheel};

/// The result of an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audit {
    /// Settings of the chip that differed from the facility's.
    pub mended: u32,
    /// Slots that have timers, and were armed again; of a queue driven by the alarm, 1 if that was set.
    pub armed: u32,
}

impl<B: RegisterBus, Q: OnChip> Facility<B, Q> {
    /// Checks and repairs the chip's state, and makes the next [`service`](super::TimerFacility::service) search the
    /// whole queue; call that next, with or without an interrupt. For a bus that may corrupt writes: call it once after
    /// [`new`](Self::new) and [`recover`](super::TimerFacility::recover), after every bus error, and periodically. A
    /// timer whose arm was lost or cleared is reported late by up to that period.
    ///
    /// About ten reads, and one write for each slot that has timers. Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`] if settings that only a reset can change differ; [`FacilityError::Chip`].
    /// Nothing is lost: call it again, after [`recover`](super::TimerFacility::recover) in the first case.
    pub fn audit(&mut self) -> Result<Audit, B> {
        self.expect_as_started()?;
        let mended = self.mend_settings()?;
        self.host.want_search();
        self.host.read_whole_now()?;
        let armed = self.queue.arm_all(&mut self.host)?;
        Ok(Audit { mended, armed })
    }

    /// Checks the settings that cannot change without a reset: that the chip runs, the length of its ticks, and its
    /// wheels.
    fn expect_as_started(&mut self) -> Result<(), B> {
        let mut as_started = status::RUNNING.is_set(self.look(offset::STATUS)?)
            && prescale::CLOCKS.get(self.look(offset::PRESCALE)?) == self.settings.prescale;
        for wheel in 0..self.host.chip.parameters().wheels {
            let size = self.look(offset::element(offset::WHEEL_SIZE, wheel))?;
            as_started &= wheel_size::SLOTS.get(size) == self.wheel(wheel).slots;
        }
        if as_started {
            Ok(())
        } else {
            Err(FacilityError::ChipWasReset)
        }
    }

    /// The wheel as it was started; without slots if it was not.
    fn wheel(&self, wheel: u32) -> Wheel {
        let wheels = self.host.chip.wheels();
        wheels.get(wheel).unwrap_or(Wheel::of(0))
    }

    /// Repairs the settings that can be changed at any time; returns the number that was wrong.
    fn mend_settings(&mut self) -> Result<u32, B> {
        let parameters = self.host.chip.parameters();
        let running = u32::from(!self.paused);
        let mut mended = self.mend(offset::CTRL, running)?;
        mended += self.mend(offset::INTR_ENABLE, Q::INTERRUPTS.word())?;
        if parameters.coalescing {
            let word = self.settings.coalescing.word();
            mended += self.mend(offset::INTR_COALESCE, word)?;
        }
        if parameters.wheel_modes {
            for wheel in 0..parameters.wheels {
                let mode = self.wheel(wheel).mode;
                let word = wheel_mode::HOLD.put(u32::from(mode.hold))
                    | wheel_mode::AUTO_CLEAR.put(u32::from(mode.auto_clear));
                let at = offset::element(offset::WHEEL_MODE, wheel);
                mended += self.mend(at, word)?;
            }
        }
        Ok(mended)
    }

    fn mend(&mut self, byte: u32, meant: u32) -> Result<u32, B> {
        if self.look(byte)? == meant {
            return Ok(0);
        }
        let bus = self.host.chip.bus_mut();
        bus.write(byte, meant).map_err(ChipError::Bus)?;
        Ok(1)
    }

    fn look(&mut self, byte: u32) -> Result<u32, B> {
        let bus = self.host.chip.bus_mut();
        Ok(bus.read(byte).map_err(ChipError::Bus)?)
    }
}
