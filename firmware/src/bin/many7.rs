//! 10,000 timers under Scheme 7, on four wheels. See `carillon_firmware::many`.
#![no_std]
#![no_main]

use carillon_firmware::many::{self, TIMERS};
use carillon_firmware::shared::Shared;
use carillon_firmware::timers::{FourWheels, Timers, records};

static MEMORY: Timers<u32, TIMERS, { records(TIMERS) }> = Timers::new();
static FACILITY: Shared<FourWheels<u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    many::run(&FACILITY, |prescale| MEMORY.on_four_wheels(prescale))
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    many::interrupt(&FACILITY);
}
