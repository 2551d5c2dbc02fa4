//! # A 64-bit counter whose carries are settled before they are needed
//!
//! **Purpose.** Now and the cursor are 64-bit tick counts. A plain 64-bit adder would be the slowest path of the chip.
//!
//! **Interface.** `advance` (0 to 16 ticks) is added at each rising edge; `clear` sets the count to zero and wins.
//! `crossing` is high in a clock whose edge carries out of the ten low bits.
//!
//! **Timing.** The outputs are registers. All 64 bits change at the same edge, so a reader never sees a torn value.
//!
//! **Invariants.** The count is cut into 10 + 22 + 32 bits. A carry leaves the low part at most once in 64 clocks
//! (1024 ticks at 16 a clock), so `middle_full`, which says one clock late whether the middle part is all ones, is
//! always settled when a carry arrives.

use rust_hdl::prelude::*;

/// The counter; see the module's header.
#[derive(LogicBlock, Default)]
pub struct WideCounter {
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
    /// The next edge carries into bit 10.
    pub crossing: Signal<Out, Bit>,
    low_part: DFF<Bits<10>>,
    middle_part: DFF<Bits<22>>,
    high_part: DFF<Bits<32>>,
    middle_full: DFF<Bit>,
    sum: Signal<Local, Bits<11>>,
    carry: Signal<Local, Bit>,
}

impl Logic for WideCounter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, low_part, middle_part, high_part, middle_full);
        self.sum.next =
            bit_cast::<11, 10>(self.low_part.q.val()) + bit_cast::<11, 5>(self.advance.val());
        self.carry.next = self.sum.val().get_bit(10);
        self.crossing.next = self.carry.val();
        self.low_part.d.next = self.sum.val().get_bits::<10>(0);
        if self.carry.val() {
            self.middle_part.d.next = self.middle_part.q.val() + 1;
            if self.middle_full.q.val() {
                self.high_part.d.next = self.high_part.q.val() + 1;
            }
        }
        self.middle_full.d.next = self.middle_part.q.val().all();
        if self.clear.val() {
            self.low_part.d.next = 0.into();
            self.middle_part.d.next = 0.into();
            self.high_part.d.next = 0.into();
            self.middle_full.d.next = false;
        }
        self.low.next = bit_cast::<32, 10>(self.low_part.q.val())
            | (bit_cast::<32, 22>(self.middle_part.q.val()) << 10);
        self.high.next = self.high_part.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};

    clocked!(WideCounter);

    /// A counter that stands at `count`, as if it had counted there.
    fn counter_at(count: u64) -> WideCounter {
        let mut counter = WideCounter::default();
        counter.connect_all();
        counter.tick();
        counter.low_part.q.next = (count & 0x3ff).into();
        counter.middle_part.q.next = ((count >> 10) & 0x3f_ffff).into();
        counter.high_part.q.next = (count >> 32).into();
        counter.advance.next = 0.into();
        // One clock at rest: the flag settles, as it does long before a carry comes.
        counter.tick();
        counter
    }

    fn count(counter: &WideCounter) -> u64 {
        let (low, high): (u64, u64) = (counter.low.val().into(), counter.high.val().into());
        high << 32 | low
    }

    #[test]
    fn wide_counter_at_every_carry_counts_on() {
        for edge in [
            1 << 10,
            1 << 32,
            3 << 32,
            1 << 63,
            (1 << 32) + (1 << 10),
            u64::MAX - 2000,
        ] {
            for step in 1..=16 {
                let start = edge - 40;
                let mut counter = counter_at(start);
                let mut expected = start;
                counter.advance.next = step.into();
                for _ in 0..100 {
                    counter.tick();
                    expected += step;
                    assert_eq!(count(&counter), expected, "from {start} by {step}");
                }
            }
        }
    }

    #[test]
    fn wide_counter_clear_wins() {
        let mut counter = counter_at(u64::MAX - 5);
        counter.advance.next = 16.into();
        counter.clear.next = true;
        counter.tick();
        assert_eq!(count(&counter), 0);
    }
}
