//! What the processor's own timer that is set to the earliest expiry of Scheme 7 costs it.
//! See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_driver::device::MachineTimer;
use carillon_firmware::cost;
use carillon_firmware::shared::Shared;
use carillon_firmware::timers;
use carillon_firmware::ways::{self, ByWheels};

static WAY: Shared<ByWheels<MachineTimer>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    cost::run(&WAY, |prescale| {
        ways::hierarchy(timers::machine_timer(), prescale)
    })
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    cost::interrupt(&WAY);
}
