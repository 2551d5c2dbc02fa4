//! Making sure, over a cable, that the chip is as the host has left it.
//!
//! A serial line without a checksum can change a write into another write: of another slot, or of another register
//! ([`uart`](crate::bus::uart) tells which of these are noticed at once). What the host knows is all in its own memory, so it can
//! say it again: settings are read and mended, every slot that has timers is armed once more, and all slots are looked through
//! for timers that are due and were not reported. So, whatever a changed write has done, every timer is handed out, with the
//! tick at which it was due, after the next audit at the latest.

use carillon_regmap::field::{prescale, status, wheel_mode, wheel_size};
use carillon_regmap::offset;

use super::{Facility, FacilityError, INTERRUPTS, WHEEL};
use crate::bus::RegisterBus;
use crate::chip::{ChipError, Parameters, WheelMode};
use crate::queue::{Entry, List};

/// What an audit has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audit {
    /// Settings of the chip that were not as the facility had left them.
    pub mended: u32,
    /// Slots that have timers, and were armed again.
    pub armed: u32,
}

impl<B, T, Slots, Entries> Facility<B, T, Slots, Entries>
where
    B: RegisterBus,
    Slots: AsRef<[List]> + AsMut<[List]>,
    Entries: AsRef<[Entry<T>]> + AsMut<[Entry<T>]>,
{
    /// Makes sure that the chip is as this facility has left it, and has the next [`service`](Self::service) look through
    /// all slots; call that next, interrupt or not. For a bus that may change what is written: once after
    /// [`new`](Self::new) and [`recover`](Self::recover), after every error of the bus, and every so often. Timers that the chip was never told of,
    /// or was told to forget, are handed out that much late.
    ///
    /// Some ten reads, and one write for each slot that has timers. Takes time in proportion to slots and timers.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`] if the chip is not such as it was started; [`FacilityError::Chip`]. Nothing is lost:
    /// call it again, after [`recover`](Self::recover) in the first case.
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

    /// Stops the chip's time; what has been passed is still reported. One write.
    ///
    /// # Errors
    /// [`FacilityError::Chip`].
    pub fn pause(&mut self) -> Result<(), FacilityError<B::Error>> {
        self.paused = true;
        Ok(self.host.chip.pause()?)
    }

    /// Lets the chip's time go on. One write.
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

    /// What the chip was built with.
    pub const fn parameters(&self) -> Parameters {
        self.host.chip.parameters()
    }

    /// What cannot change without a reset: that the chip runs, the length of its ticks, and its wheels.
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

    /// Puts right what can be changed at any time; returns how much of it was wrong.
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
