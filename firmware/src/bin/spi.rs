//! The application (`carillon_firmware::app`) on a chip beyond SPI wires, with a pin for its interrupt: through
//! `embedded-hal`.
#![no_std]
#![no_main]

use carillon_driver::bus::spi::SpiBus;
use carillon_firmware::app::{self, Plan, ROOM};
use carillon_firmware::mmio::Pin;
use carillon_firmware::shared::Shared;
use carillon_firmware::timers::{OneWheelOver, SMALL, Timers};
use carillon_firmware::wires::Spi;

/// An access takes some 700 clocks, and a START several accesses.
const PLAN: Plan = Plan { prescale: 1_000, unit: 50 };

static MEMORY: Timers<u32, ROOM, { SMALL.records(ROOM) }> = Timers::new();
static TIMERS: Shared<OneWheelOver<SpiBus<Spi>, u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    let timers = MEMORY.on_one_wheel_over(SpiBus::new(Spi), SMALL, PLAN.prescale);
    Pin::Spi.listen();
    app::run(&TIMERS, timers, PLAN)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    app::interrupt_by(Pin::Spi, &TIMERS);
}
