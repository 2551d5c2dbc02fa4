//! What an interrupt at every tick, with Scheme 6 in software, costs the processor. See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::cost;
use carillon_firmware::shared::Shared;
use carillon_firmware::ways::{self, ByTicks};

static WAY: Shared<ByTicks> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    cost::run(&WAY, ways::ticks)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    cost::interrupt(&WAY);
}
