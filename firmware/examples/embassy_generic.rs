//! The tasks of `embassy` by Embassy's own generic queue on LiteX's timer, to compare. Among the examples, since the
//! queue can panic.
#![no_std]
#![no_main]

mod earliest;

use core::task::Waker;

use carillon_firmware::mmio::irq;
use carillon_firmware::sleepers::{self, TASKS};
use carillon_firmware::start::enable_interrupts;
use earliest::Earliest;

/// A tick a microsecond, at a clock of 100 MHz.
const TICK: u64 = 100;

struct Driver(Earliest<{ TASKS + 1 }, TICK>);

embassy_time_driver::time_driver_impl!(static DRIVER: Driver = Driver(Earliest::new()));

impl embassy_time_driver::Driver for Driver {
    fn now(&self) -> u64 {
        self.0.now()
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        self.0.schedule_wake(at, waker);
    }
}

#[riscv_rt::entry]
fn main() -> ! {
    enable_interrupts(irq::TIMER);
    sleepers::run()
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    DRIVER.0.interrupt();
}
