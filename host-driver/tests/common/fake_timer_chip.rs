//! The timer chip by the tick as a device, in a world whose time no reset stops.

use std::ops::{Deref, DerefMut};

use carillon_driver::bus::RegisterBus;
use carillon_spec::timer_chip::TimerChipByTick;

use super::bus_fault::BusFault;

/// The chip and its bus.
#[derive(Debug, Default)]
pub struct FakeTimerChip {
    /// Ticks that have passed for the world around it.
    pub world: u64,
    chip: TimerChipByTick,
}

impl FakeTimerChip {
    /// Lets time pass.
    pub fn pass(&mut self, ticks: u64) {
        self.world += ticks;
        self.chip.pass(ticks);
    }

    /// What the reset pin does.
    pub fn reset(&mut self) {
        self.chip.reset();
    }
}

impl Deref for FakeTimerChip {
    type Target = TimerChipByTick;

    fn deref(&self) -> &TimerChipByTick {
        &self.chip
    }
}

impl DerefMut for FakeTimerChip {
    fn deref_mut(&mut self) -> &mut TimerChipByTick {
        &mut self.chip
    }
}

impl RegisterBus for FakeTimerChip {
    type Error = BusFault;

    fn read(&mut self, offset: u32) -> Result<u32, BusFault> {
        Ok(self.chip.read(offset))
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), BusFault> {
        self.chip.write(offset, word);
        Ok(())
    }
}
