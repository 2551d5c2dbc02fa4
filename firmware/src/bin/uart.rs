//! One-shot timers, and a periodic one, on a chip at a serial line, with a pin for its interrupt: through
//! `embedded-io`.
#![no_std]
#![no_main]

use carillon_driver::bus::interrupt::InterruptPin;
use carillon_driver::bus::serial::EmbeddedIo;
use carillon_driver::bus::uart::{Timing, UartBus};
use carillon_driver::queue::HashedWheel;
use carillon_firmware::mmio::{Line, Pin, irq};
use carillon_firmware::one_shot::{self, Plan};
use carillon_firmware::shared::Shared;
use carillon_firmware::start::{or_finish, status};
use carillon_firmware::timers::{OneWheelOver, Timers};
use carillon_firmware::wires::Clocks;

/// Of the line, and how long bytes wait in its buffers at most, in microseconds.
const BAUD: u32 = 5_000_000;
const LATENCY: u32 = 100;
/// Clocks of the chip a tick, and its wheel.
const PRESCALE: u32 = 100;
const WHEEL: HashedWheel = HashedWheel::new(1024);
/// An access takes some 100 ticks.
const PLAN: Plan = Plan {
    intervals: [0, 1_000, 2_000, 3_000, 5_000, 20_000],
    period: 2_500,
    periods: 8,
};

static MEMORY: Timers<u32, 16, { WHEEL.records(16) }> = Timers::new();
static TIMERS: Shared<OneWheelOver<UartBus<EmbeddedIo<Line, Clocks>>, u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    let timing = Timing::baud(BAUD).with_latency(LATENCY);
    let mut bus = UartBus::new(EmbeddedIo::new(Line::Chip, Clocks), timing);
    or_finish(bus.resynchronise().ok(), status::DRIVER);
    let timers = MEMORY.on_one_wheel_over(bus, WHEEL, PRESCALE);
    Pin::Line.listen();
    one_shot::run(&TIMERS, timers, irq::LINE_CHIP, PLAN)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    let mut pin = InterruptPin::new(Pin::Line);
    one_shot::interrupt(&TIMERS, || or_finish(pin.is_pending().ok(), status::DRIVER));
}
