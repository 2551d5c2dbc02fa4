//! What the timer chip costs the processor where the program itself numbers its timers. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::cost;
use carillon_firmware::shared::Shared;
use carillon_firmware::ways::{self, ByNumber};

static WAY: Shared<ByNumber> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    cost::run(&WAY, ways::by_number)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    cost::interrupt(&WAY);
}
