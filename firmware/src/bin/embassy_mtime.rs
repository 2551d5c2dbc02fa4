//! The tasks of `embassy` that sleep by the processor's own timer: a heap, ticks of a microsecond.
#![no_std]
#![no_main]

use core::num::NonZeroU32;
use core::task::Waker;

use carillon_driver::embassy::{EmbassyDriver, WakerLink, Wakers};
use carillon_driver::rate::TickRate;
use carillon_firmware::mmio::{CLOCK, irq};
use carillon_firmware::sleepers::{self, TASKS};
use carillon_firmware::start::{enable_interrupts, or_finish, status};
use carillon_firmware::timers::{self, HEAP, HeapOn, Mtime, Timers};

/// A tick a microsecond.
const PRESCALE: NonZeroU32 = NonZeroU32::new(100).unwrap();

type Driver = EmbassyDriver<HeapOn<Mtime, Waker>, [u32; 128], [WakerLink; TASKS]>;
embassy_time_driver::time_driver_impl!(static DRIVER: Driver = Driver::new());

static MEMORY: Timers<Waker, TASKS, { HEAP.records(TASKS) }> = Timers::new();

#[riscv_rt::entry]
fn main() -> ! {
    let timers = MEMORY.on_heap(timers::mtime(PRESCALE.get()));
    let wakers = Wakers::new([0; 128], [WakerLink::EMPTY; TASKS]);
    let initialised = DRIVER.initialise(timers, wakers, TickRate::new(CLOCK, PRESCALE));
    or_finish(initialised.ok(), status::DRIVER);
    enable_interrupts(irq::CHIPS);
    sleepers::run()
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    or_finish(DRIVER.on_interrupt().ok(), status::DRIVER);
}
