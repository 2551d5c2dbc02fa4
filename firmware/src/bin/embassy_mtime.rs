//! The tasks of `embassy` that sleep by the processor's own timer: a heap, ticks of a microsecond.
#![no_std]
#![no_main]

use core::task::Waker;

use carillon_firmware::sleepers::{self, Driver, PRESCALE, TASKS};
use carillon_firmware::timers::{self, HEAP, HeapOn, Mtime, Timers};

static MEMORY: Timers<Waker, TASKS, { HEAP.records(TASKS) }> = Timers::new();
embassy_time_driver::time_driver_impl!(static DRIVER: Driver<HeapOn<Mtime, Waker>> = Driver::new());

#[riscv_rt::entry]
fn main() -> ! {
    sleepers::run_on(&DRIVER, MEMORY.on_heap(timers::mtime(PRESCALE.get())))
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    sleepers::interrupt(&DRIVER);
}
