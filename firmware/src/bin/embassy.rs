//! Embassy's executor with 100 tasks that sleep by the chip: Scheme 6, ticks of a microsecond.
#![no_std]
#![no_main]

use core::task::Waker;

use carillon_firmware::sleepers::{self, Driver, PRESCALE, TASKS};
use carillon_firmware::timers::{OneWheel, Timers, records};

static MEMORY: Timers<Waker, TASKS, { records(TASKS) }> = Timers::new();
embassy_time_driver::time_driver_impl!(static DRIVER: Driver<OneWheel<Waker>> = Driver::new());

#[riscv_rt::entry]
fn main() -> ! {
    sleepers::run_on(&DRIVER, MEMORY.on_one_wheel(PRESCALE.get()))
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    sleepers::interrupt(&DRIVER);
}
