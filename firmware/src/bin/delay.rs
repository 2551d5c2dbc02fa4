//! Delays as drivers of other parts ask for them (`embedded_hal`'s `DelayNs`), by the chip's clock at ticks of a
//! microsecond.
#![no_std]
#![no_main]

use core::num::NonZeroU32;

use carillon_driver::delay::Delay;
use carillon_driver::rate::TickRate;
use carillon_firmware::timers::{SMALL, Timers};
use carillon_firmware::{mmio, print, tell};
use embedded_hal::delay::DelayNs;

/// A tick a microsecond, at a clock of 100 MHz.
const PRESCALE: u32 = 100;
const RATE: TickRate = TickRate::hertz(NonZeroU32::new(1_000_000).unwrap());

static MEMORY: Timers<u32, 1, { SMALL.records(1) }> = Timers::new();

#[riscv_rt::entry]
fn main() -> ! {
    let mut timers = MEMORY.on_small_wheel(PRESCALE);
    let mut delay = Delay::new(&mut timers, RATE);
    print::text("delays of 0 ns, 1500 ns, 20 us and 2 ms\n");
    // The simulator measures from one message to the next.
    tell::reached(0);
    delay.delay_ns(0);
    tell::reached(1);
    delay.delay_ns(1_500);
    tell::reached(2);
    delay.delay_us(20);
    tell::reached(3);
    delay.delay_ms(2);
    tell::reached(4);
    mmio::finish(u32::from(delay.take_error().is_some()))
}
