//! Bringing the chip from any state to a running one.

use carillon_regmap::field::{ctrl, prescale, status, wheel_size};
use carillon_regmap::offset;

use super::{Chip, ChipError, Interrupts};
use crate::bus::RegisterBus;

/// The longest tick, in clocks: 2^24 - 1.
pub const MAX_PRESCALE: u32 = prescale::CLOCKS.max();

/// Readings of `STATUS` allowed beyond one for each clock that clearing the memory takes.
const SPARE_POLLS: u32 = 64;

/// How the chip is to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Configuration<'a> {
    /// Clocks a tick, 1 to [`MAX_PRESCALE`].
    pub prescale: u32,
    /// Slots of each wheel from wheel 0 up, each at least 2; wheels beyond are absent.
    pub wheel_sizes: &'a [u32],
    /// The interrupts to enable.
    pub interrupts: Interrupts,
}

impl<B: RegisterBus> Chip<B> {
    /// Resets the chip, waits until its memory is clear, sets it up and starts it: tick 0 is now.
    ///
    /// Whatever the chip was doing is forgotten. The configuration is checked before the chip is touched. Takes up to
    /// 2^`slot_bits` clocks, and no more readings of `STATUS` than that and a few.
    ///
    /// # Errors
    /// [`ChipError::PrescaleOutOfRange`], [`ChipError::WheelCountOutOfRange`], [`ChipError::WheelSizeOutOfRange`] for
    /// what does not fit this chip; [`ChipError::NotReady`] and [`ChipError::NotAccepted`] if it does not behave;
    /// [`ChipError::Bus`].
    pub fn initialise(
        &mut self,
        configuration: &Configuration<'_>,
    ) -> Result<(), ChipError<B::Error>> {
        self.check(configuration)?;
        self.write(offset::CTRL, ctrl::RESET.mask())?;
        self.wait_until_ready()?;
        for (wheel, &size) in (0..).zip(configuration.wheel_sizes) {
            self.write_checked(
                offset::element(offset::WHEEL_SIZE, wheel),
                wheel_size::SLOTS.put(size),
            )?;
        }
        self.write_checked(
            offset::PRESCALE,
            prescale::CLOCKS.put(configuration.prescale),
        )?;
        self.write(offset::ERROR, super::HostErrors::ALL.word())?;
        self.clear_interrupts(Interrupts::ALL)?;
        self.enable_interrupts(configuration.interrupts)?;
        self.resume()
    }

    fn check(&self, configuration: &Configuration<'_>) -> Result<(), ChipError<B::Error>> {
        let clocks = configuration.prescale;
        if !(1..=MAX_PRESCALE).contains(&clocks) {
            return Err(ChipError::PrescaleOutOfRange { clocks });
        }
        let (wheels, built) = (configuration.wheel_sizes.len(), self.parameters.wheels);
        if wheels == 0 || u32::try_from(wheels).is_ok_and(|wheels| wheels > built) {
            return Err(ChipError::WheelCountOutOfRange { wheels, built });
        }
        let mut capacity = self.parameters.capacity();
        for (wheel, &size) in (0..).zip(configuration.wheel_sizes) {
            let left = capacity.checked_sub(size).filter(|_| size >= 2);
            capacity = left.ok_or(ChipError::WheelSizeOutOfRange {
                wheel,
                size,
                capacity,
            })?;
        }
        Ok(())
    }

    /// Clearing the memory takes 2^`slot_bits` clocks, and a reading takes at least one.
    fn wait_until_ready(&mut self) -> Result<(), ChipError<B::Error>> {
        let polls = self.parameters.capacity().saturating_add(SPARE_POLLS);
        for _ in 0..polls {
            if status::READY.is_set(self.read(offset::STATUS)?) {
                return Ok(());
            }
        }
        Err(ChipError::NotReady { polls })
    }

    fn write_checked(&mut self, offset: u32, wrote: u32) -> Result<(), ChipError<B::Error>> {
        self.write(offset, wrote)?;
        let found = self.read(offset)?;
        if found == wrote {
            Ok(())
        } else {
            Err(ChipError::NotAccepted {
                offset,
                wrote,
                found,
            })
        }
    }
}
