//! What LiteX's timer that is set to the earliest expiry of Scheme 7 costs the processor.
//! See `carillon_firmware::cost`.
#![no_std]
#![no_main]

use carillon_firmware::cost;
use carillon_firmware::litex::{self, LitexClock};
use carillon_firmware::shared::Shared;
use carillon_firmware::ways::{self, ByWheels};

static WAY: Shared<ByWheels<LitexClock>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    cost::run(&WAY, |prescale| ways::hierarchy(litex::clock(), prescale))
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    cost::interrupt(&WAY);
}
