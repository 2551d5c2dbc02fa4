//! What the processor's own timer that is set to the earliest expiry of a heap costs it.
//! See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_driver::device::MachineTimer;
use carillon_firmware::cost;
use carillon_firmware::shared::Shared;
use carillon_firmware::timers;
use carillon_firmware::ways::{self, ByHeap};

static WAY: Shared<ByHeap<MachineTimer>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    cost::run(&WAY, |prescale| {
        ways::heap(timers::machine_timer(), prescale)
    })
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    cost::interrupt(&WAY);
}
