//! Taking over a running chip: after a restart of the host's program, or from a second hart.

use carillon_regmap::counter_chip::field::{wheel_mode, wheel_size};
use carillon_regmap::counter_chip::{MAX_WHEELS, offset};

use super::{CounterChip, CounterChipError, Wheel, Wheels};
use crate::bus::RegisterBus;

impl<B: RegisterBus> CounterChip<B> {
    /// Reads the wheels of a running chip without changing it. One read, one for each wheel of the build, and in builds
    /// with wheel modes one more for each wheel that is present. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::NotRunning`]; [`CounterChipError::ImpossibleAnswer`] if no chip accepts these sizes;
    /// [`CounterChipError::Bus`]. After an error the chip has no wheels.
    pub fn adopt(&mut self) -> Result<Wheels, CounterChipError<B::Error>> {
        self.wheels = Wheels::NONE;
        if !self.status()?.running {
            return Err(CounterChipError::NotRunning);
        }
        let mut found = [Wheel::of(0); MAX_WHEELS as usize];
        let mut count: usize = 0;
        let mut last_word = 0;
        for (index, wheel) in (0..self.parameters.wheels).zip(&mut found) {
            last_word = self.read(offset::element(offset::WHEEL_SIZE, index))?;
            let slots = wheel_size::SLOTS.get(last_word);
            if slots == 0 {
                // Absent; those above must be absent too.
                continue;
            }
            if self.parameters.wheel_modes {
                let mode = self.read(offset::element(offset::WHEEL_MODE, index))?;
                wheel.mode.hold = wheel_mode::HOLD.is_set(mode);
                wheel.mode.auto_clear = wheel_mode::AUTO_CLEAR.is_set(mode);
            }
            wheel.slots = slots;
            count = usize::try_from(index).map_or(0, |index| index + 1);
        }
        let present = found.get(..count).unwrap_or(&[]);
        self.wheels = self.fit(present).map_err(|error| match error {
            CounterChipError::WheelSizeOutOfRange { wheel, size, .. } => {
                CounterChipError::ImpossibleAnswer { offset: offset::element(offset::WHEEL_SIZE, wheel), found: size }
            }
            _ => CounterChipError::ImpossibleAnswer { offset: offset::WHEEL_SIZE, found: last_word },
        })?;
        Ok(self.wheels)
    }
}
