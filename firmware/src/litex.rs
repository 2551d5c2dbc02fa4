//! LiteX's timer as a device of the driver: it counts down, so it is the compare register of a counter that counts up,
//! the processor's own count of clocks.

use carillon_driver::device::{CounterClock, CounterHardware};
use carillon_driver::rate::TickRate;
use riscv::register::mcycle;

use crate::mmio;

/// The low half of `mcycle`, and LiteX's timer.
#[derive(Debug)]
pub struct Litex;

impl CounterHardware for Litex {
    const BITS: u32 = 32;

    fn count(&self) -> u64 {
        mcycle::read() as u64
    }

    /// It is some clocks late: those that it takes to set the timer.
    fn set_compare(&mut self, count: u64) {
        let left = count.wrapping_sub(self.count());
        let [a, b, c, d, ..] = left.to_le_bytes();
        // A timer that is set to nothing never comes to it.
        mmio::tick_once(u32::from_le_bytes([a, b, c, d]).max(1));
    }

    fn pend(&mut self) {
        mmio::tick_once(1);
    }
}

/// The clock, in clocks.
pub type LitexClock = CounterClock<Litex>;

/// The clock, once: there is one timer.
pub const fn clock() -> LitexClock {
    CounterClock::new(Litex, TickRate::hertz(mmio::CLOCK))
}
