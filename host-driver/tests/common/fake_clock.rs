//! A clock with an alarm that a test moves, and that fails when told to. A tick is a nanosecond.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::time::Duration;

use carillon_driver::device::{AlarmClock, Clock, ManualClock};
use carillon_driver::rate::TickRate;

use super::bus_fault::BusFault;
use super::fake_chip::Fate;
use super::fake_device::FakeDevice;

/// The rate of a clock that counts nanoseconds.
pub const NANOSECONDS: TickRate = TickRate::hertz(NonZeroU32::new(1_000_000_000).unwrap());

/// The clock.
#[derive(Debug)]
pub struct FakeClock {
    clock: ManualClock,
    ticks_a_transfer: u64,
    fates: VecDeque<Fate>,
    /// What the alarm is set to.
    pub alarm: Option<u64>,
    /// How often it was set or cleared.
    pub settings: u64,
}

impl FakeClock {
    /// A clock at tick `now`, which may be any: who uses it need not be there from the beginning.
    pub fn at(now: u64) -> Self {
        let clock = ManualClock::new(NANOSECONDS);
        clock.advance(Duration::from_nanos(now));
        Self { clock, ticks_a_transfer: 0, fates: VecDeque::new(), alarm: None, settings: 0 }
    }

    fn set(&mut self, alarm: Option<u64>) -> Result<(), BusFault> {
        self.clock.advance(Duration::from_nanos(self.ticks_a_transfer));
        self.settings += 1;
        let fate = self.fates.pop_front().unwrap_or(Fate::Succeeds);
        if fate != Fate::Lost {
            self.alarm = alarm;
        }
        if fate == Fate::Succeeds { Ok(()) } else { Err(BusFault) }
    }
}

impl Clock for FakeClock {
    fn rate(&self) -> TickRate {
        NANOSECONDS
    }

    fn now(&self) -> u64 {
        self.clock.advance(Duration::from_nanos(self.ticks_a_transfer));
        self.clock.now()
    }
}

impl AlarmClock for FakeClock {
    type Error = BusFault;

    fn set_alarm(&mut self, tick: u64) -> Result<(), BusFault> {
        self.set(Some(tick))
    }

    fn clear_alarm(&mut self) -> Result<(), BusFault> {
        self.set(None)
    }
}

impl FakeDevice for FakeClock {
    fn ticks(&self) -> u64 {
        self.clock.now()
    }

    fn pass(&mut self, ticks: u64) {
        self.clock.advance(Duration::from_nanos(ticks));
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
        self.alarm.is_some_and(|tick| tick <= self.clock.now())
    }

    fn reset(&mut self) -> bool {
        self.fates.clear();
        self.alarm = None;
        false
    }
}

/// The clock for tests that users have.
impl FakeDevice for ManualClock {
    const IS_HEARD: bool = false;

    fn ticks(&self) -> u64 {
        self.now()
    }

    fn pass(&mut self, ticks: u64) {
        self.advance(Duration::from_nanos(ticks));
    }

    fn rings(&self) -> bool {
        false
    }

    fn reset(&mut self) -> bool {
        false
    }
}
