//! # A comparison of sixteen bits, in two clocks
//!
//! **Purpose.** Compares one chunk of a long number with that of another, so that a comparison of 64 bits is not the
//! slowest path of the chip.
//!
//! **Interface.** `value`, and `complement`: the inverse of what it is compared with, so that "above" is the carry of one
//! addition. `above` and `equal` answer.
//!
//! **Timing.** Inputs of clock *c* are answered in clock *c* + 2, from registers. In between, each half of eight bits has been
//! compared by itself. After `clear` in *c*, the outputs are 0 in *c* + 1 and *c* + 2.
//!
//! **Invariants.** `above` and `equal` are never both high. Without `present` there is no register here and both are 0.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// The comparison; see the module's header.
#[derive(LogicBlock)]
pub struct Compare {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets what is on its way.
    pub clear: Signal<In, Bit>,
    /// A number.
    pub value: Signal<In, Bits<16>>,
    /// The inverse of the number that it is compared with.
    pub complement: Signal<In, Bits<16>>,
    /// The value was the greater one two clocks ago.
    pub above: Signal<Out, Bit>,
    /// Both were equal two clocks ago.
    pub equal: Signal<Out, Bit>,
    above_high: DFF<Bit>,
    equal_high: DFF<Bit>,
    above_low: DFF<Bit>,
    equal_low: DFF<Bit>,
    above_both: DFF<Bit>,
    equal_both: DFF<Bit>,
    present: Constant<Bit>,
    sum_high: Signal<Local, Bits<9>>,
    sum_low: Signal<Local, Bits<9>>,
    same: Signal<Local, Bits<16>>,
}

impl Compare {
    /// The comparison, or nothing at all.
    pub fn new(present: bool) -> Self {
        assemble! {
            present: Constant::new(present);
            clock, clear, value, complement, above, equal, above_high, equal_high, above_low, equal_low,
            above_both, equal_both, sum_high, sum_low, same
        }
    }
}

impl Logic for Compare {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, above_high, equal_high, above_low, equal_low, above_both, equal_both
        );
        self.sum_high.next = bit_cast::<9, 8>(self.value.val().get_bits::<8>(8))
            + bit_cast::<9, 8>(self.complement.val().get_bits::<8>(8));
        self.sum_low.next = bit_cast::<9, 8>(self.value.val().get_bits::<8>(0))
            + bit_cast::<9, 8>(self.complement.val().get_bits::<8>(0));
        self.same.next = self.value.val() ^ self.complement.val();
        self.above_high.d.next = self.sum_high.val().get_bit(8);
        self.above_low.d.next = self.sum_low.val().get_bit(8);
        self.equal_high.d.next = self.same.val().get_bits::<8>(8).all();
        self.equal_low.d.next = self.same.val().get_bits::<8>(0).all();
        self.above_both.d.next =
            self.above_high.q.val() | (self.equal_high.q.val() & self.above_low.q.val());
        self.equal_both.d.next = self.equal_high.q.val() & self.equal_low.q.val();
        if self.clear.val() | !self.present.val() {
            self.above_high.d.next = false;
            self.above_low.d.next = false;
            self.equal_high.d.next = false;
            self.equal_low.d.next = false;
            self.above_both.d.next = false;
            self.equal_both.d.next = false;
        }
        self.above.next = self.above_both.q.val();
        self.equal.next = self.equal_both.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};

    clocked!(Compare);

    #[test]
    fn compare_cleared_forgets_what_was_on_its_way() {
        let mut compare = Compare::new(true);
        compare.connect_all();
        compare.value.next = 5.into();
        compare.complement.next = (!4u64 & 0xffff).into();
        for _ in 0..3 {
            compare.tick();
        }
        assert!(compare.above.val());
        compare.clear.next = true;
        compare.tick();
        compare.clear.next = false;
        assert!(!compare.above.val() & !compare.equal.val());
        compare.value.next = 4.into();
        compare.tick();
        assert!(!compare.above.val() & !compare.equal.val());
        compare.tick();
        assert!(compare.equal.val());
    }

    #[test]
    fn compare_absent_never_answers() {
        let mut compare = Compare::new(false);
        compare.connect_all();
        for value in [0u64, 1, 0xffff] {
            compare.value.next = value.into();
            for complement in [0u64, 1, 0xffff] {
                compare.complement.next = complement.into();
                for _ in 0..3 {
                    compare.tick();
                    assert!(!compare.above.val() & !compare.equal.val());
                }
            }
        }
    }

    /// Every pair of numbers whose halves are near an edge.
    #[test]
    fn compare_every_pair_of_edges_answers_after_two_clocks() {
        let halves = [0x00u64, 0x01, 0x7f, 0x80, 0xfe, 0xff];
        let numbers: Vec<u64> = halves
            .iter()
            .flat_map(|high| halves.iter().map(move |low| high << 8 | low))
            .collect();
        let mut compare = Compare::new(true);
        compare.connect_all();
        let mut given = Vec::new();
        for &value in &numbers {
            for &other in &numbers {
                compare.value.next = value.into();
                compare.complement.next = (!other & 0xffff).into();
                compare.tick();
                given.push((value, other));
                // The next edge takes the halves; what was given one clock earlier is answered now.
                if let [.., (value, other), _] = given[..] {
                    assert_eq!(compare.above.val(), value > other, "{value} and {other}");
                    assert_eq!(compare.equal.val(), value == other, "{value} and {other}");
                }
            }
        }
    }
}
