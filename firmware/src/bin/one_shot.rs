//! One-shot timers, and a periodic one that does not drift, at ticks of a microsecond.
#![no_std]
#![no_main]

use carillon_firmware::mmio::{self, irq};
use carillon_firmware::shared::Shared;
use carillon_firmware::start::{enable_interrupts, or_finish, sleep_unless, status};
use carillon_firmware::timers::{OneWheel, Timers, records};
use carillon_firmware::{print, tell};

/// Clocks a tick.
const PRESCALE: u32 = 100;
/// Ticks that the one-shot timers run, by number.
const INTERVALS: [u64; 6] = [0, 10, 100, 1_000, 5_000, 20_000];
/// Number and period of the periodic timer, in ticks.
const PERIODIC: u32 = 100;
const PERIOD: u64 = 500;
/// Timers that expire before the program ends.
const EXPIRIES: u32 = 6 + 40;

static MEMORY: Timers<u32, 16, { records(16) }> = Timers::new();
static TIMERS: Shared<OneWheel<u32>> = Shared::new();
static LEFT: Shared<u32> = Shared::new();

#[riscv_rt::entry]
fn main() -> ! {
    TIMERS.put(MEMORY.on_one_wheel(PRESCALE));
    LEFT.put(EXPIRIES);
    enable_interrupts(irq::CHIP);
    print::text("one-shot timers, and one every 500 us\n");
    for (timer, interval) in (0..).zip(INTERVALS) {
        start(timer, interval);
    }
    start(PERIODIC, PERIOD);
    while !sleep_unless(|| LEFT.with(|left| *left == 0).unwrap_or(true)) {}
    print::text("all have run out\n");
    mmio::finish(0)
}

fn start(timer: u32, interval: u64) {
    // With interrupts masked, so that the timer does not expire before it is told of.
    let told = TIMERS.with(|timers| {
        let handle = timers.start(interval, timer).ok()?;
        tell::started(timer, timers.expiry(handle)?);
        Some(())
    });
    or_finish(told.flatten(), status::DRIVER);
}

#[riscv_rt::core_interrupt(riscv::interrupt::Interrupt::MachineExternal)]
fn interrupt() {
    let served = TIMERS.with(|timers| {
        timers.service(|timers, expired| {
            tell::expired(expired.item, expired.due, expired.reported);
            let left = LEFT.with(|left| {
                *left = left.saturating_sub(1);
                *left
            });
            if expired.item == PERIODIC && left.is_some_and(|left| left > 0) {
                let due = expired.due.saturating_add(PERIOD);
                or_finish(timers.start_at(due, PERIODIC).ok(), status::DRIVER);
                tell::started(PERIODIC, due);
            }
        })
    });
    or_finish(served.and_then(Result::ok), status::DRIVER);
}
