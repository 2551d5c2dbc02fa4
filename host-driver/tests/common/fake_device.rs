//! What a test does with a fake device, be it a chip or a clock.

use carillon_driver::counter_chip::ChipAlarm;

use super::fake_chip::{FakeChip, Fate};

/// A device that a test moves, and that fails when told to.
pub trait FakeDevice {
    /// Whether anybody hears it ring. If not, the host has to ask the facility.
    const IS_HEARD: bool = true;

    /// Whether it rings at the tick of the first timer.
    const IS_CLOCK: bool = true;

    /// Ticks since it was started.
    fn ticks(&self) -> u64;

    /// Lets time pass.
    fn pass(&mut self, ticks: u64);

    /// Lets so many ticks pass before each transfer, if transfers of this device take time.
    fn slow(&mut self, ticks: u64) {
        let _ = ticks;
    }

    /// What happens to the next transfers, if those of this device can fail.
    fn fail(&mut self, fates: Vec<Fate>) {
        let _ = fates;
    }

    /// Whether a transfer to come has a fate.
    fn may_fail(&self) -> bool {
        false
    }

    /// The interrupt.
    fn rings(&self) -> bool;

    /// Forgets all that it was told. Whether its time begins again at 0.
    fn reset(&mut self) -> bool;
}

impl FakeDevice for FakeChip {
    const IS_CLOCK: bool = false;

    /// Between two settlements nothing holds the cursor.
    fn ticks(&self) -> u64 {
        self.now()
    }

    fn pass(&mut self, ticks: u64) {
        FakeChip::pass(self, ticks);
    }

    fn slow(&mut self, ticks: u64) {
        self.ticks_a_transfer = ticks;
    }

    fn fail(&mut self, fates: Vec<Fate>) {
        self.fates = fates.into();
    }

    fn may_fail(&self) -> bool {
        !self.fates.is_empty()
    }

    fn rings(&self) -> bool {
        self.irq() || self.wheels().events() > 0
    }

    fn reset(&mut self) -> bool {
        FakeChip::reset(self);
        self.fates.clear();
        true
    }
}

/// The chip behind its alarm.
impl FakeDevice for ChipAlarm<FakeChip> {
    fn ticks(&self) -> u64 {
        self.bus().ticks()
    }

    fn pass(&mut self, ticks: u64) {
        FakeDevice::pass(self.bus_mut(), ticks);
    }

    fn slow(&mut self, ticks: u64) {
        self.bus_mut().slow(ticks);
    }

    fn fail(&mut self, fates: Vec<Fate>) {
        self.bus_mut().fail(fates);
    }

    fn may_fail(&self) -> bool {
        self.bus().may_fail()
    }

    fn rings(&self) -> bool {
        self.bus().irq()
    }

    fn reset(&mut self) -> bool {
        FakeDevice::reset(self.bus_mut())
    }
}
