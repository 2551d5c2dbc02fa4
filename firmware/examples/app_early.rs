//! The application with an alarm a tick early: see `faulty`.
#![no_std]
#![no_main]

mod faulty;

use carillon_firmware::app::{self, PLAN, ROOM};
use carillon_firmware::shared::Shared;
use carillon_firmware::timers::{HEAP, HeapOn, Timers};
use faulty::{Fault, Faulty};

static MEMORY: Timers<u32, ROOM, { HEAP.records(ROOM) }> = Timers::new();
static TIMERS: Shared<HeapOn<Faulty, u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    let device = Faulty::make(PLAN.prescale, Fault::Early);
    app::run(&TIMERS, MEMORY.on_heap(device), PLAN)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    app::interrupt(&TIMERS);
}
