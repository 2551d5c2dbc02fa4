//! # A 64-bit counter whose carries are settled before they are needed
//!
//! **Purpose.** Counts now where all 64 bits are compared in every clock: for the alarm, and in the timer chip. A plain
//! 64-bit adder would be the slowest path of the chip.
//!
//! **Interface.** `advance` (0 to 16 ticks) is added at each rising edge; `clear` sets the count to zero and wins.
//!
//! **Timing.** The outputs are registers. All 64 bits change at the same edge, so a reader never sees a torn value.
//!
//! **Invariants.** The count is cut into 10 + 11 + 11 + 16 + 16 bits. A carry leaves the low part at most once in 64
//! clocks (1024 ticks at 16 a clock). `full_*` say which of the parts above it are all ones, up to three clocks late,
//! and are always settled when a carry arrives: so no carry is longer than one part.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The counter; see the module's header.
#[derive(Circuit, Default)]
pub struct Now {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Sets the count to zero.
    pub clear: Signal<In, Bit>,
    /// Ticks to add at the next edge, 0 to 16.
    pub advance: Signal<In, Bits<5>>,
    /// Bits 31 to 0 of the count.
    pub low: Signal<Out, Bits<32>>,
    /// Bits 63 to 32 of the count.
    pub high: Signal<Out, Bits<32>>,
    /// Bits 9 to 0 of the count.
    part_0: DFF<Bits<10>>,
    /// Bits 20 to 10 of the count.
    part_1: DFF<Bits<11>>,
    /// Bits 31 to 21 of the count.
    part_2: DFF<Bits<11>>,
    /// Bits 47 to 32 of the count.
    part_3: DFF<Bits<16>>,
    /// Bits 63 to 48 of the count.
    part_4: DFF<Bits<16>>,
    /// Bits 20 to 10 are all ones, as known one clock late.
    full_1: DFF<Bit>,
    /// Bits 31 to 10 are all ones, as known up to two clocks late.
    full_2: DFF<Bit>,
    /// Bits 47 to 10 are all ones, as known up to three clocks late.
    full_3: DFF<Bit>,
    sum: Signal<Local, Bits<11>>,
    carry: Signal<Local, Bit>,
}

impl Logic for Now {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = bit_cast::<11, 10>(self.part_0.q.val()) + bit_cast::<11, 5>(self.advance.val());
        self.carry.next = self.sum.val().get_bit(10);
        self.part_0.d.next = self.sum.val().get_bits::<10>(0);
        self.full_1.d.next = self.part_1.q.val().all();
        self.full_2.d.next = self.full_1.q.val() & self.part_2.q.val().all();
        self.full_3.d.next = self.full_2.q.val() & self.part_3.q.val().all();
        if self.carry.val() {
            self.part_1.d.next = self.part_1.q.val() + 1;
        }
        if self.carry.val() & self.full_1.q.val() {
            self.part_2.d.next = self.part_2.q.val() + 1;
        }
        if self.carry.val() & self.full_2.q.val() {
            self.part_3.d.next = self.part_3.q.val() + 1;
        }
        if self.carry.val() & self.full_3.q.val() {
            self.part_4.d.next = self.part_4.q.val() + 1;
        }
        if self.clear.val() {
            self.part_0.d.next = 0.into();
            self.part_1.d.next = 0.into();
            self.part_2.d.next = 0.into();
            self.part_3.d.next = 0.into();
            self.part_4.d.next = 0.into();
            self.full_1.d.next = false;
            self.full_2.d.next = false;
            self.full_3.d.next = false;
        }
        self.low.next = bit_cast::<32, 10>(self.part_0.q.val())
            | (bit_cast::<32, 11>(self.part_1.q.val()) << 10)
            | (bit_cast::<32, 11>(self.part_2.q.val()) << 21);
        self.high.next = bit_cast::<32, 16>(self.part_3.q.val()) | (bit_cast::<32, 16>(self.part_4.q.val()) << 16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved, for all counts: testbench/formal/wide_counter.sv. The lowest part has ten bits.
    #[test]
    fn now_by_any_step_counts_on_over_a_carry_until_a_clear() {
        for step in 1..=16 {
            let mut counter = Now::default();
            counter.connect_all();
            counter.clear.next = true;
            counter.tick();
            counter.clear.next = false;
            counter.advance.next = step.into();
            for clocks in 1..=1100 {
                counter.tick();
                assert_eq!(counter.low.val(), clocks * step, "by {step}");
            }
            counter.clear.next = true;
            counter.tick();
            assert_eq!((counter.low.val(), counter.high.val()), (0.into(), 0.into()));
        }
    }
}
