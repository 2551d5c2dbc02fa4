//! One-shot timers, and a periodic one that does not drift, at ticks of a microsecond.
#![no_std]
#![no_main]

use carillon_firmware::mmio::{self, irq};
use carillon_firmware::one_shot::{self, Plan};
use carillon_firmware::shared::Shared;
use carillon_firmware::timers::{OneWheel, SMALL, Timers};

/// Clocks a tick.
const PRESCALE: u32 = 100;
const PLAN: Plan = Plan {
    intervals: [0, 10, 100, 1_000, 5_000, 20_000],
    period: 500,
    periods: 40,
};

static MEMORY: Timers<u32, 16, { SMALL.records(16) }> = Timers::new();
static TIMERS: Shared<OneWheel<u32>> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    one_shot::run(&TIMERS, MEMORY.on_small_wheel(PRESCALE), irq::CHIP, PLAN)
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    one_shot::interrupt(&TIMERS, || mmio::pending_interrupts() & irq::CHIP != 0);
}
