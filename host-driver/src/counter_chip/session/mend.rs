//! Checking and repairing the chip's settings over a cable.

use carillon_regmap::counter_chip::field::{event, intr_state, prescale, status, wheel_mode, wheel_size};
use carillon_regmap::counter_chip::offset;

use super::{Result, Session};
use crate::bus::RegisterBus;
use crate::counter_chip::{CounterChipError, Wheel};

impl<B: RegisterBus> Session<B> {
    /// Compares the chip's settings with those that it was started with, writes those that differ, ends an interrupt
    /// that was forced, and reads now in full. Returns the number of settings that differed. About twelve reads.
    ///
    /// # Errors
    /// [`CounterChipError::NotRunning`] if a setting differs that only a reset can change.
    pub(crate) fn mend(&mut self) -> Result<u32, B> {
        self.expect_as_started()?;
        let mended = self.mend_settings()?;
        self.end_forced_interrupt()?;
        self.read_whole_now()?;
        Ok(mended)
    }

    /// Checks the settings that cannot change without a reset: that the chip runs, the length of its ticks, and its
    /// wheels.
    fn expect_as_started(&mut self) -> Result<(), B> {
        let mut as_started = status::RUNNING.is_set(self.look(offset::STATUS)?)
            && prescale::CLOCKS.get(self.look(offset::PRESCALE)?) == self.prescale;
        for wheel in 0..self.chip.parameters().wheels {
            let size = self.look(offset::element(offset::WHEEL_SIZE, wheel))?;
            as_started &= wheel_size::SLOTS.get(size) == self.wheel(wheel).slots;
        }
        if as_started { Ok(()) } else { Err(CounterChipError::NotRunning) }
    }

    /// The wheel as it was started; without slots if it was not.
    fn wheel(&self, wheel: u32) -> Wheel {
        self.chip.wheels().get(wheel).unwrap_or(Wheel::of(0))
    }

    /// Repairs the settings that can be changed at any time; returns the number that was wrong.
    fn mend_settings(&mut self) -> Result<u32, B> {
        let parameters = self.chip.parameters();
        let running = u32::from(!self.paused);
        let mut mended = self.mend_word(offset::CTRL, running)?;
        if mended > 0 {
            // That has started a chip that was reset since it was checked.
            self.expect_as_started()?;
        }
        mended += self.mend_word(offset::INTR_ENABLE, self.interrupts.word())?;
        if parameters.coalescing {
            mended += self.mend_word(offset::INTR_COALESCE, self.coalescing.word())?;
        }
        if parameters.wheel_modes {
            for wheel in 0..parameters.wheels {
                let mode = self.wheel(wheel).mode;
                let word =
                    wheel_mode::HOLD.put(u32::from(mode.hold)) | wheel_mode::AUTO_CLEAR.put(u32::from(mode.auto_clear));
                let at = offset::element(offset::WHEEL_MODE, wheel);
                mended += self.mend_word(at, word)?;
            }
        }
        Ok(mended)
    }

    /// Ends an interrupt that `INTR_TEST` has forced and nothing else would end: that of an event, without one.
    fn end_forced_interrupt(&mut self) -> Result<(), B> {
        let forced = intr_state::EVENT;
        if event::VALID.is_set(self.look(offset::EVENT)?) || !forced.is_set(self.look(offset::INTR_STATE)?) {
            return Ok(());
        }
        self.chip.bus_mut().write(offset::INTR_STATE, forced.mask())?;
        Ok(())
    }

    fn mend_word(&mut self, byte: u32, meant: u32) -> Result<u32, B> {
        if self.look(byte)? == meant {
            return Ok(0);
        }
        self.chip.bus_mut().write(byte, meant)?;
        Ok(1)
    }

    fn look(&mut self, byte: u32) -> Result<u32, B> {
        Ok(self.chip.bus_mut().read(byte)?)
    }
}
