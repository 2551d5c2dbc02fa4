//! The application (`carillon_firmware::app`) on a chip at a serial line, with a pin for its interrupt: through
//! `embedded-io`.
#![no_std]
#![no_main]

use carillon_driver::bus::serial::EmbeddedIo;
use carillon_driver::bus::uart::{Timing, UartBus};
use carillon_firmware::app::{self, Plan, ROOM};
use carillon_firmware::mmio::{Line, Pin};
use carillon_firmware::shared::Shared;
use carillon_firmware::start::{or_finish, status};
use carillon_firmware::timers::{OneWheelOver, SMALL, Timers};
use carillon_firmware::wires::Clocks;

/// Of the line, and how long bytes wait in its buffers at most, in microseconds.
const BAUD: u32 = 5_000_000;
const LATENCY: u32 = 100;
/// An access takes some 7,000 clocks, and a START several accesses.
const PLAN: Plan = Plan { prescale: 1_000, unit: 100 };

static MEMORY: Timers<u32, ROOM, { SMALL.records(ROOM) }> = Timers::new();
static TIMERS: Shared<OneWheelOver<UartBus<EmbeddedIo<Line, Clocks>>, u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    let timing = Timing::baud(BAUD).with_latency(LATENCY);
    let mut bus = UartBus::new(EmbeddedIo::new(Line::Chip, Clocks), timing);
    or_finish(bus.resynchronise().ok(), status::DRIVER);
    let timers = MEMORY.on_one_wheel_over(bus, SMALL, PLAN.prescale);
    Pin::Line.listen();
    app::run(&TIMERS, timers, PLAN)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    app::interrupt_by(Pin::Line, &TIMERS);
}
