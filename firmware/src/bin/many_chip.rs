//! 10,000 timers in the timer chip. See `carillon_firmware::many`.
#![no_std]
#![no_main]

use carillon_firmware::many::{self, TIMERS};
use carillon_firmware::shared::Shared;
use carillon_firmware::timers::{Entries, InChip};

static ENTRIES: Entries<u32, TIMERS> = Entries::new();
static FACILITY: Shared<InChip<u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    many::run(&FACILITY, |prescale| ENTRIES.on_timer_chip(prescale))
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    many::interrupt(&FACILITY);
}
