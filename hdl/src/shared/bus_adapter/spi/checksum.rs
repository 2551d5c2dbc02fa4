//! # The checksum of an SPI frame
//!
//! **Purpose.** CRC-8/AUTOSAR, bit by bit: polynomial 2F, initial value FF, highest bit first, inverted at the end (of
//! the digits "123456789": DF). It finds any three wrong bits in a frame, and any run of wrong bits up to eight long.
//!
//! **Interface.** `clear` begins anew; `step` takes in `step_bit`. `value` is the checksum of what was taken in, which
//! a sender appends; `right` says that what was taken in ends with its own checksum.
//!
//! **Timing.** `value` and `right` follow in the clock after `step`.
//!
//! **Invariants.** `clear` wins over `step`.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The checksum; see the module's header.
#[derive(Circuit)]
pub struct Checksum {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Begins anew.
    pub clear: Signal<In, Bit>,
    /// Takes in a bit.
    pub step: Signal<In, Bit>,
    /// Which.
    pub step_bit: Signal<In, Bit>,
    /// The checksum.
    pub value: Signal<Out, Bits<8>>,
    /// The last eight bits were the checksum of those before.
    pub right: Signal<Out, Bit>,
    // The remainder, inverted: cleared it is the initial value, and inverted it is the checksum.
    /// The remainder of the bits taken in, inverted.
    inverted: DFF<Bits<8>>,
    remainder: Signal<Local, Bits<8>>,
    shifted: Signal<Local, Bits<8>>,
    polynomial: Constant<Bits<8>>,
    residue: Constant<Bits<8>>,
}

impl Default for Checksum {
    fn default() -> Self {
        ChecksumParts { polynomial: Constant::new(0x2f.into()), residue: Constant::new(0x42.into()) }.assemble()
    }
}

impl Logic for Checksum {
    #[hdl_gen]
    fn update(&mut self) {
        self.remainder.next = !self.inverted.q.val();
        self.shifted.next = self.remainder.val() << 1;
        if self.remainder.val().get_bit(7) ^ self.step_bit.val() {
            self.shifted.next = (self.remainder.val() << 1) ^ self.polynomial.val();
        }
        if self.step.val() {
            self.inverted.d.next = !self.shifted.val();
        }
        if self.clear.val() {
            self.inverted.d.next = 0.into();
        }
        self.value.next = self.inverted.q.val();
        self.right.next = self.remainder.val() == self.residue.val();
    }
}
