//! # Find the first set bit of a word
//!
//! **Purpose.** Tells the cursor which slot of a memory word is the first busy one.
//!
//! **Interface.** `word` in, `found` and `position` (0 to 15, the lowest set bit; 15 when none is set) out.
//!
//! **Timing.** Combinational: four halvings, each choosing the lower half unless it is empty. The highest bit of
//! a half need not be looked at: it is the answer when no other is.
//!
//! **Invariants.** `found` is the or of all bits; with `found`, bit `position` is set and none below it.

use rust_hdl::prelude::*;

/// The priority encoder; see the module's header.
#[derive(LogicBlock, Default)]
pub struct FindFirst {
    /// Sixteen candidates, one a bit.
    pub word: Signal<In, Bits<16>>,
    /// At least one candidate is set.
    pub found: Signal<Out, Bit>,
    /// The lowest set candidate.
    pub position: Signal<Out, Bits<4>>,
    eight: Signal<Local, Bits<7>>,
    four: Signal<Local, Bits<3>>,
    one: Signal<Local, Bit>,
    low_eight: Signal<Local, Bits<8>>,
    low_four: Signal<Local, Bits<4>>,
    low_two: Signal<Local, Bits<2>>,
    in_upper_eight: Signal<Local, Bit>,
    in_upper_four: Signal<Local, Bit>,
    in_upper_two: Signal<Local, Bit>,
    in_upper_one: Signal<Local, Bit>,
}

impl Logic for FindFirst {
    #[hdl_gen]
    fn update(&mut self) {
        self.low_eight.next = self.word.val().get_bits::<8>(0);
        self.in_upper_eight.next = !self.low_eight.val().any();
        self.eight.next = self.low_eight.val().get_bits::<7>(0);
        if self.in_upper_eight.val() {
            self.eight.next = self.word.val().get_bits::<7>(8);
        }
        self.low_four.next = self.eight.val().get_bits::<4>(0);
        self.in_upper_four.next = !self.low_four.val().any();
        self.four.next = self.low_four.val().get_bits::<3>(0);
        if self.in_upper_four.val() {
            self.four.next = self.eight.val().get_bits::<3>(4);
        }
        self.low_two.next = self.four.val().get_bits::<2>(0);
        self.in_upper_two.next = !self.low_two.val().any();
        self.one.next = self.low_two.val().get_bit(0);
        if self.in_upper_two.val() {
            self.one.next = self.four.val().get_bit(2);
        }
        self.in_upper_one.next = !self.one.val();
        self.found.next = self.word.val().any();
        self.position.next = (bit_cast::<4, 1>(self.in_upper_eight.val().into()) << 3)
            | (bit_cast::<4, 1>(self.in_upper_four.val().into()) << 2)
            | (bit_cast::<4, 1>(self.in_upper_two.val().into()) << 1)
            | bit_cast::<4, 1>(self.in_upper_one.val().into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_first_every_word_gives_its_lowest_bit() {
        let mut first = FindFirst::default();
        first.connect_all();
        for word in 0..=u16::MAX {
            first.word.next = u64::from(word).into();
            assert!(simulate(&mut first, 100));
            assert_eq!(first.found.val(), word != 0);
            let expected = if word == 0 { 15 } else { word.trailing_zeros() };
            assert_eq!(first.position.val(), u64::from(expected), "{word:#06x}");
        }
    }
}
