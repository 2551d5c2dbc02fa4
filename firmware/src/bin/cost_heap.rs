//! What a timer that is set to the earliest expiry of a heap costs the processor. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::cost;
use carillon_firmware::shared::Shared;
use carillon_firmware::ways::{self, Heap};

static WAY: Shared<Heap> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    cost::run(&WAY, ways::heap)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    cost::interrupt(&WAY);
}
