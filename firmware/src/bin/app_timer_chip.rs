//! The application on a device: see `carillon_firmware::app`.
#![no_std]
#![no_main]

use carillon_firmware::app::{self, PLAN};
use carillon_firmware::devices::timer_chip as device;
use carillon_firmware::shared::Shared;

static TIMERS: Shared<device::Facility> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    app::run(&TIMERS, device::make(PLAN.prescale), PLAN)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    app::interrupt(&TIMERS);
}
