//! # A comparison of sixteen bits, in two clocks
//!
//! **Purpose.** Compares one chunk of a long number with that of another, so that a comparison of 64 bits is not the
//! slowest path of the chip.
//!
//! **Interface.** `value` is compared with `other`; `at_least` and `equal` answer.
//!
//! **Timing.** Inputs of clock *c* are answered in clock *c* + 2, from registers. In between, each half of eight bits
//! has been compared by itself. After `clear` in *c*, the outputs are 0 in *c* + 1 and *c* + 2.
//!
//! **Invariants.** `equal` is never high without `at_least`.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The comparison; see the module's header.
#[derive(Circuit)]
pub struct Compare {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets what is on its way.
    pub clear: Signal<In, Bit>,
    /// A number.
    pub value: Signal<In, Bits<16>>,
    /// The number that it is compared with.
    pub other: Signal<In, Bits<16>>,
    /// The value was the greater one, or both were equal, two clocks ago.
    pub at_least: Signal<Out, Bit>,
    /// Both were equal two clocks ago.
    pub equal: Signal<Out, Bit>,
    /// Bits 15 to 8: the value was not the smaller one a clock ago.
    at_least_high: DFF<Bit>,
    /// Bits 15 to 8: both were equal one clock ago.
    equal_high: DFF<Bit>,
    /// Bits 7 to 0: the value was not the smaller one a clock ago.
    at_least_low: DFF<Bit>,
    /// Bits 7 to 0: both were equal one clock ago.
    equal_low: DFF<Bit>,
    /// All bits: the value was not the smaller one two clocks ago.
    at_least_both: DFF<Bit>,
    /// All bits: both were equal two clocks ago.
    equal_both: DFF<Bit>,
    present: Constant<Bit>,
    value_high: Signal<Local, Bits<8>>,
    value_low: Signal<Local, Bits<8>>,
    other_high: Signal<Local, Bits<8>>,
    other_low: Signal<Local, Bits<8>>,
}

impl Compare {
    /// The comparison, or nothing at all.
    pub fn new(present: bool) -> Self {
        CompareParts { present: Constant::new(present) }.assemble()
    }
}

impl Logic for Compare {
    #[hdl_gen]
    fn update(&mut self) {
        self.value_high.next = self.value.val().get_bits::<8>(8);
        self.value_low.next = self.value.val().get_bits::<8>(0);
        self.other_high.next = self.other.val().get_bits::<8>(8);
        self.other_low.next = self.other.val().get_bits::<8>(0);
        self.at_least_high.d.next = self.value_high.val() >= self.other_high.val();
        self.at_least_low.d.next = self.value_low.val() >= self.other_low.val();
        self.equal_high.d.next = self.value_high.val() == self.other_high.val();
        self.equal_low.d.next = self.value_low.val() == self.other_low.val();
        self.at_least_both.d.next = self.at_least_high.q.val() & (!self.equal_high.q.val() | self.at_least_low.q.val());
        self.equal_both.d.next = self.equal_high.q.val() & self.equal_low.q.val();
        if self.clear.val() | !self.present.val() {
            self.at_least_high.d.next = false;
            self.at_least_low.d.next = false;
            self.equal_high.d.next = false;
            self.equal_low.d.next = false;
            self.at_least_both.d.next = false;
            self.equal_both.d.next = false;
        }
        self.at_least.next = self.at_least_both.q.val();
        self.equal.next = self.equal_both.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// Every pair of numbers whose halves are near an edge.
    #[test]
    fn compare_every_pair_of_edges_answers_after_two_clocks() {
        let halves = [0x00u64, 0x01, 0x7f, 0x80, 0xfe, 0xff];
        let numbers: Vec<u64> = halves.iter().flat_map(|high| halves.iter().map(move |low| high << 8 | low)).collect();
        let mut compare = Compare::new(true);
        compare.connect_all();
        let mut given = Vec::new();
        for &value in &numbers {
            for &other in &numbers {
                compare.value.next = value.into();
                compare.other.next = other.into();
                compare.tick();
                given.push((value, other));
                // The next edge takes the halves; what was given one clock earlier is answered now.
                if let [.., (value, other), _] = given[..] {
                    assert_eq!(compare.at_least.val(), value >= other, "{value} and {other}");
                    assert_eq!(compare.equal.val(), value == other, "{value} and {other}");
                }
            }
        }
    }
}
