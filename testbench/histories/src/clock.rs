//! Clocks on the world: one with an alarm, and that of a host beside a chip.

use core::num::NonZeroU32;

use carillon_driver::device::{AlarmClock, Clock};
use carillon_driver::rate::TickRate;

use crate::line::BusError;
use crate::world::Shared;

/// Clocks of the chip in a second, as if.
const HERTZ: u32 = 1_000_000;

const fn hertz(rate: u32) -> TickRate {
    match NonZeroU32::new(rate) {
        Some(rate) => TickRate::hertz(rate),
        None => TickRate::hertz(NonZeroU32::MIN),
    }
}

/// The ticks of a chip with this many clocks a tick, which divide a million.
pub const fn chip_ticks(prescale: u32) -> TickRate {
    hertz(HERTZ / prescale)
}

/// A clock with an alarm that may fail, and that is held or steps back as the world says.
pub struct AlarmOf(pub Shared, pub u32);

impl Clock for AlarmOf {
    fn rate(&self) -> TickRate {
        chip_ticks(self.1)
    }

    fn now(&self) -> u64 {
        let mut world = self.0.get();
        world.begin_access(None);
        world.run(1);
        world.shown()
    }
}

impl AlarmOf {
    fn set(&self, alarm: Option<u64>) -> Result<(), BusError> {
        let mut world = self.0.get();
        world.begin_access(None);
        if world.line_fails(true) {
            return Err(BusError::Failed);
        }
        world.alarm = alarm;
        if world.line_fails(false) {
            return Err(BusError::Failed);
        }
        Ok(())
    }
}

impl AlarmClock for AlarmOf {
    type Error = BusError;

    fn set_alarm(&mut self, tick: u64) -> Result<(), BusError> {
        self.set(Some(tick))
    }

    fn clear_alarm(&mut self) -> Result<(), BusError> {
        self.set(None)
    }
}

/// The clock of a host that has a chip besides: a count for each of the chip's clocks, but for its drift.
pub struct HostsClock {
    world: Shared,
    /// Millionths by which it is fast.
    drift: i32,
}

impl HostsClock {
    pub const fn new(world: Shared, drift: i32) -> Self {
        Self { world, drift }
    }
}

impl Clock for HostsClock {
    fn rate(&self) -> TickRate {
        hertz(HERTZ)
    }

    fn now(&self) -> u64 {
        let clocks = self.world.get().clocks();
        let fast = i64::from(HERTZ.cast_signed() + self.drift);
        clocks * fast.cast_unsigned() / u64::from(HERTZ)
    }
}
