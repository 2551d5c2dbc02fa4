//! # Find the first set bit of a word
//!
//! **Purpose.** Tells the cursor which slot of a memory word is the first busy one.
//!
//! **Interface.** `word` in, `found` and `position` (0 to 15, the lowest set bit; 15 when none is set) out.
//!
//! **Timing.** Combinational: four groups of four bits side by side, then the first group that is not empty. The
//! highest bit of a group need not be looked at: it is the answer when no other is.
//!
//! **Invariants.** `found` is the or of all bits; with `found`, bit `position` is set and none below it.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The priority encoder; see the module's header.
#[derive(Circuit, Default)]
pub struct FindFirst {
    /// Sixteen candidates, one a bit.
    pub word: Signal<In, Bits<16>>,
    /// At least one candidate is set.
    pub found: Signal<Out, Bit>,
    /// The lowest set candidate.
    pub position: Signal<Out, Bits<4>>,
    any_0: Signal<Local, Bit>,
    any_1: Signal<Local, Bit>,
    any_2: Signal<Local, Bit>,
    any_3: Signal<Local, Bit>,
    first_0: Signal<Local, Bits<4>>,
    first_1: Signal<Local, Bits<4>>,
    first_2: Signal<Local, Bits<4>>,
    first_3: Signal<Local, Bits<4>>,
}

impl Logic for FindFirst {
    #[hdl_gen]
    fn update(&mut self) {
        self.any_0.next = self.word.val().get_bits::<4>(0).any();
        self.any_1.next = self.word.val().get_bits::<4>(4).any();
        self.any_2.next = self.word.val().get_bits::<4>(8).any();
        self.any_3.next = self.word.val().get_bits::<4>(12).any();
        self.found.next = self.any_0.val() | self.any_1.val() | self.any_2.val() | self.any_3.val();

        self.first_0.next = 3.into();
        if self.word.val().get_bit(0) {
            self.first_0.next = 0.into();
        } else if self.word.val().get_bit(1) {
            self.first_0.next = 1.into();
        } else if self.word.val().get_bit(2) {
            self.first_0.next = 2.into();
        }
        self.first_1.next = 7.into();
        if self.word.val().get_bit(4) {
            self.first_1.next = 4.into();
        } else if self.word.val().get_bit(5) {
            self.first_1.next = 5.into();
        } else if self.word.val().get_bit(6) {
            self.first_1.next = 6.into();
        }
        self.first_2.next = 11.into();
        if self.word.val().get_bit(8) {
            self.first_2.next = 8.into();
        } else if self.word.val().get_bit(9) {
            self.first_2.next = 9.into();
        } else if self.word.val().get_bit(10) {
            self.first_2.next = 10.into();
        }
        self.first_3.next = 15.into();
        if self.word.val().get_bit(12) {
            self.first_3.next = 12.into();
        } else if self.word.val().get_bit(13) {
            self.first_3.next = 13.into();
        } else if self.word.val().get_bit(14) {
            self.first_3.next = 14.into();
        }

        self.position.next = self.first_3.val();
        if self.any_0.val() {
            self.position.next = self.first_0.val();
        } else if self.any_1.val() {
            self.position.next = self.first_1.val();
        } else if self.any_2.val() {
            self.position.next = self.first_2.val();
        }
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
