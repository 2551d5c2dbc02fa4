//! One-shot timers, and a periodic one, on a chip beyond SPI wires and a pin for its interrupt: through `embedded-hal`.
#![no_std]
#![no_main]

use carillon_driver::bus::interrupt::InterruptPin;
use carillon_driver::bus::spi::SpiBus;
use carillon_driver::queue::HashedWheel;
use carillon_firmware::mmio::{Pin, irq};
use carillon_firmware::one_shot::{self, Plan};
use carillon_firmware::shared::Shared;
use carillon_firmware::start::{or_finish, status};
use carillon_firmware::timers::{OneWheelOver, Timers};
use carillon_firmware::wires::Spi;

/// Clocks of the chip a tick, and its wheel.
const PRESCALE: u32 = 100;
const WHEEL: HashedWheel = HashedWheel::new(1024);
const PLAN: Plan = Plan {
    intervals: [0, 200, 500, 1_000, 5_000, 15_000],
    period: 1_000,
    periods: 15,
};

static MEMORY: Timers<u32, 16, { WHEEL.records(16) }> = Timers::new();
static TIMERS: Shared<OneWheelOver<SpiBus<Spi>, u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    let timers = MEMORY.on_one_wheel_over(SpiBus::new(Spi), WHEEL, PRESCALE);
    Pin::Spi.listen();
    one_shot::run(&TIMERS, timers, irq::SPI_CHIP, PLAN)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    let mut pin = InterruptPin::new(Pin::Spi);
    one_shot::interrupt(&TIMERS, || or_finish(pin.is_pending().ok(), status::DRIVER));
}
