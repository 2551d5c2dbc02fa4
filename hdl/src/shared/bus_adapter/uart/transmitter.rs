//! # Characters to a serial line
//!
//! **Purpose.** Puts characters on `uart_tx`: a start bit, eight data bits, the lowest first, and a stop bit.
//!
//! **Interface.** `send` for one clock with `character`; nobody sends unless `idle`.
//!
//! **Timing.** The start bit shows in the clock after `send`; each bit lasts `clocks_a_bit` clocks. `idle` again in the
//! clock after the stop bit, so characters are one clock apart at the least.
//!
//! **Invariants.** The line is a register, and high when idle.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The transmitter; see the module's header.
#[derive(Circuit)]
pub struct Transmitter {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Drops the character under way.
    pub reset: Signal<In, Bit>,
    /// Begins a character.
    pub send: Signal<In, Bit>,
    /// Which.
    pub character: Signal<In, Bits<8>>,
    /// The line is free.
    pub idle: Signal<Out, Bit>,
    /// The line.
    pub uart_tx: Signal<Out, Bit>,
    // Bits still to send, inverted, the one on the line lowest: an empty register is an idle line.
    /// Bits still to send, inverted; the lowest is on the line.
    low_bits: DFF<Bits<9>>,
    /// Bits of the character that have not ended, 10 to 0.
    bits_left: DFF<Bits<4>>,
    /// Clocks left of the bit on the line, without this one.
    timer: DFF<Bits<16>>,
    #[formula("CLOCKS_A_BIT[15:0] - 16'd1")]
    whole_bit: Constant<Bits<16>>,
    all_bits: Constant<Bits<4>>,
    inverted: Signal<Local, Bits<8>>,
}

impl Transmitter {
    /// A transmitter for bits of `clocks_a_bit` clocks, 4 to 65,535.
    pub fn new(clocks_a_bit: u32) -> Self {
        TransmitterParts {
            whole_bit: Constant::new(u64::from(clocks_a_bit - 1).into()),
            all_bits: Constant::new(10.into()),
        }
        .assemble()
    }
}

impl Logic for Transmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.inverted.next = !self.character.val();
        self.timer.d.next = self.timer.q.val() - 1;
        if self.send.val() {
            self.timer.d.next = self.whole_bit.val();
            self.low_bits.d.next = (bit_cast::<9, 8>(self.inverted.val()) << 1) | 1;
            self.bits_left.d.next = self.all_bits.val();
        } else if !self.timer.q.val().any() {
            self.timer.d.next = self.whole_bit.val();
            if self.bits_left.q.val().any() {
                self.low_bits.d.next = self.low_bits.q.val() >> 1;
                self.bits_left.d.next = self.bits_left.q.val() - 1;
            }
        }
        if self.reset.val() {
            self.low_bits.d.next = 0.into();
            self.bits_left.d.next = 0.into();
        }
        self.idle.next = !self.bits_left.q.val().any();
        self.uart_tx.next = !self.low_bits.q.val().get_bit(0);
    }
}

#[cfg(test)]
mod tests;
