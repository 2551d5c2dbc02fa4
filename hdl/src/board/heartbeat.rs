//! # The light that says the clock runs
//!
//! **Purpose.** A light that goes on and off about once a second.
//!
//! **Interface.** `light`, high for on.
//!
//! **Timing.** A period is 2^26 clocks: 1.4 s at 48 MHz, 0.7 s at 100 MHz.
//!
//! **Invariants.** It needs no reset, and goes on while the chip is held in reset: it shows the clock, not the chip.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The light; see the module's header.
#[derive(Circuit, Default)]
pub struct Heartbeat {
    /// The chip's clock.
    pub clock: Signal<In, Clock>,
    /// The light is on.
    pub light: Signal<Out, Bit>,
    /// Count of clocks, modulo 2^13.
    low: DFF<Bits<13>>,
    /// The lower count was all ones one clock ago.
    low_full: DFF<Bit>,
    /// Turns of the lower count, modulo 2^13; bit 12 is the light.
    high: DFF<Bits<13>>,
}

impl Logic for Heartbeat {
    #[hdl_gen]
    fn update(&mut self) {
        // Two halves, so that the carry is short enough for any clock.
        self.low.d.next = self.low.q.val() + 1;
        self.low_full.d.next = self.low.q.val().all();
        if self.low_full.q.val() {
            self.high.d.next = self.high.q.val() + 1;
        }
        self.light.next = self.high.q.val().get_bit(12);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    #[test]
    fn heartbeat_upper_half_counts_the_turns_of_the_lower() {
        let mut part = Heartbeat::default();
        part.connect_all();
        for _ in 0..3 * 8192 + 2 {
            part.tick();
        }
        assert_eq!(part.high.q.val(), 3u64);
    }
}
