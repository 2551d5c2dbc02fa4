//! What the timer chip costs the processor. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::cost;
use carillon_firmware::shared::Shared;
use carillon_firmware::timers::InChip;
use carillon_firmware::ways::{self, ByChip};

static WAY: Shared<ByChip<InChip<u32>>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    cost::run(&WAY, ways::timer_chip)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    cost::interrupt(&WAY);
}
