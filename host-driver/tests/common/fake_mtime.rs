//! RISC-V's timer with memory in place of its registers, which a test moves.
#![allow(unsafe_code, reason = "the driver's constructor is")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use carillon_driver::device::{AlarmClock, Clock, MachineTimer, Prescaled};
use carillon_driver::rate::TickRate;

use super::fake_clock::NANOSECONDS;
use super::fake_device::FakeDevice;

/// `mtime` and `mtimecmp`.
pub struct Registers {
    pub mtime: AtomicU64,
    pub mtimecmp: AtomicU64,
}

/// The timer, and the memory that it reads and writes.
pub struct FakeMtime {
    pub timer: MachineTimer,
    pub registers: &'static Registers,
}

impl FakeMtime {
    /// A timer at tick `now`, which the machine has been counting for a while. The halves are in the order of a
    /// little-endian machine.
    pub fn at(now: u64) -> Self {
        let registers: &'static Registers =
            Box::leak(Box::new(Registers { mtime: AtomicU64::new(now), mtimecmp: AtomicU64::new(0) }));
        let (mtime, mtimecmp) = (registers.mtime.as_ptr(), registers.mtimecmp.as_ptr());
        // SAFETY: both are memory of this size that is never freed, and only the driver writes to `mtimecmp`.
        let timer = unsafe { MachineTimer::new(mtime.cast(), mtimecmp.cast(), NANOSECONDS) };
        Self { timer: timer.expect("it is aligned"), registers }
    }
}

impl Clock for FakeMtime {
    fn rate(&self) -> TickRate {
        self.timer.rate()
    }

    fn now(&self) -> u64 {
        self.timer.now()
    }

    fn time_until(&self, tick: u64) -> Duration {
        self.timer.time_until(tick)
    }
}

impl AlarmClock for FakeMtime {
    type Error = <MachineTimer as AlarmClock>::Error;

    fn set_alarm(&mut self, tick: u64) -> Result<(), Self::Error> {
        self.timer.set_alarm(tick)
    }

    fn clear_alarm(&mut self) -> Result<(), Self::Error> {
        self.timer.clear_alarm()
    }
}

impl FakeDevice for FakeMtime {
    fn ticks(&self) -> u64 {
        self.registers.mtime.load(Ordering::SeqCst)
    }

    fn pass(&mut self, ticks: u64) {
        self.registers.mtime.fetch_add(ticks, Ordering::SeqCst);
    }

    /// As the privileged specification has it.
    fn rings(&self) -> bool {
        self.ticks() >= self.registers.mtimecmp.load(Ordering::SeqCst)
    }

    fn reset(&mut self) -> bool {
        self.registers.mtimecmp.store(u64::MAX, Ordering::SeqCst);
        false
    }
}

/// How many ticks of `mtime` a longer one has.
pub const PRESCALE: u32 = 100;

/// With longer ticks.
impl FakeDevice for Prescaled<FakeMtime> {
    fn ticks(&self) -> u64 {
        self.clock().ticks() / u64::from(PRESCALE)
    }

    fn pass(&mut self, ticks: u64) {
        let passed = ticks * u64::from(PRESCALE);
        let registers = self.clock().registers;
        registers.mtime.fetch_add(passed, Ordering::SeqCst);
    }

    fn rings(&self) -> bool {
        self.clock().rings()
    }

    fn reset(&mut self) -> bool {
        let registers = self.clock().registers;
        registers.mtimecmp.store(u64::MAX, Ordering::SeqCst);
        false
    }
}
