//! 10,000 timers under Scheme 6, on one wheel. See `carillon_firmware::many`.
#![no_std]
#![no_main]

use carillon_firmware::many::{self, TIMERS};
use carillon_firmware::shared::Shared;
use carillon_firmware::timers::{OneWheel, Timers, records};

static MEMORY: Timers<u32, TIMERS, { records(TIMERS) }> = Timers::new();
static FACILITY: Shared<OneWheel<u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    many::run(&FACILITY, |prescale| MEMORY.on_one_wheel(prescale))
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    many::interrupt(&FACILITY);
}
