//! # Characters from a serial line
//!
//! **Purpose.** Finds the characters on `uart_rx`: a start bit, eight data bits, the lowest first, and a stop bit.
//!
//! **Interface.** `arrived` for one clock with `character`. `broken` for one clock says that a stop bit was low;
//! `pause` with it that the eight data bits were low as well, which is a break. `quiet` is high from the moment that
//! the line has been high, without a start bit, for 2^14 bit times (142 ms at 115,200 baud) to the next start bit.
//!
//! **Timing.** The line passes two flip-flops. A bit is sampled once, in its middle: `clocks_a_bit` / 2 clocks (rounded
//! down) after the start bit was first seen, and every `clocks_a_bit` from there. A sender may be off by 4 % in all
//! where a bit is 16 clocks or more; at four clocks a bit by 2 %.
//!
//! **Invariants.** A start bit that is high in its middle is no start bit. After a stop bit that is low nothing is a
//! start bit before the line has been high. From any state ten bit times of a high line end what was under way.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// How long the line is silent before `quiet`, in bit times, as a power of two.
pub const SILENCE_BITS: u32 = 14;

/// The receiver; see the module's header.
#[derive(Circuit)]
pub struct Receiver {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the character under way.
    pub reset: Signal<In, Bit>,
    /// The line; high when idle.
    pub uart_rx: Signal<In, Bit>,
    /// A character has come.
    pub arrived: Signal<Out, Bit>,
    /// Which.
    pub character: Signal<Out, Bits<8>>,
    /// A stop bit was low.
    pub broken: Signal<Out, Bit>,
    /// With `broken`: so was all before it.
    pub pause: Signal<Out, Bit>,
    /// The line has been silent for 2^14 bit times.
    pub quiet: Signal<Out, Bit>,
    // Inverted, so that the value before the first clock is that of an idle line.
    /// The line is low, after one flip-flop: may be metastable.
    first_low: DFF<Bit>,
    /// The line is low, after two flip-flops: safe to use.
    low: DFF<Bit>,
    /// A character is under way, from its start bit on.
    receiving: DFF<Bit>,
    /// A stop bit was low, and the line has been low ever since.
    stuck: DFF<Bit>,
    /// Clocks left to the next sample, or of a bit time of silence.
    timer: DFF<Bits<16>>,
    /// Bits of the character sampled so far, the start bit first.
    samples: DFF<Bits<4>>,
    /// The data bits that have come, the latest one highest.
    data_bits: DFF<Bits<8>>,
    /// A character ended one clock ago, with a stop bit.
    complete: DFF<Bit>,
    /// A character ended one clock ago, without a stop bit.
    incomplete: DFF<Bit>,
    /// Bit times for which the line has been silent, up to 2^14.
    silence: DFF<Bits<15>>,
    #[formula("CLOCKS_A_BIT[15:0] / 16'd2 - 16'd1")]
    half_a_bit: Constant<Bits<16>>,
    #[formula("CLOCKS_A_BIT[15:0] - 16'd1")]
    whole_bit: Constant<Bits<16>>,
    stop_bit: Constant<Bits<4>>,
    bit_end: Signal<Local, Bit>,
    full_silence: Signal<Local, Bit>,
}

impl Receiver {
    /// A receiver for bits of `clocks_a_bit` clocks, 4 to 65,535.
    pub fn new(clocks_a_bit: u32) -> Self {
        ReceiverParts {
            half_a_bit: Constant::new(u64::from(clocks_a_bit / 2 - 1).into()),
            whole_bit: Constant::new(u64::from(clocks_a_bit - 1).into()),
            stop_bit: Constant::new(9.into()),
        }
        .assemble()
    }
}

impl Logic for Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_low.d.next = !self.uart_rx.val();
        self.low.d.next = self.first_low.q.val();
        self.complete.d.next = false;
        self.incomplete.d.next = false;
        self.full_silence.next = self.silence.q.val().get_bit(14);

        // One timer: to the next sample, or, between characters, over the bit times of silence.
        self.bit_end.next = !self.timer.q.val().any();
        self.timer.d.next = self.timer.q.val() - 1;
        if self.bit_end.val() {
            self.timer.d.next = self.whole_bit.val();
        }

        if self.receiving.q.val() {
            if self.bit_end.val() {
                self.samples.d.next = self.samples.q.val() + 1;
                if self.samples.q.val() == self.stop_bit.val() {
                    self.receiving.d.next = false;
                    self.complete.d.next = !self.low.q.val();
                    self.incomplete.d.next = self.low.q.val();
                    self.stuck.d.next = self.low.q.val();
                } else if self.samples.q.val().any() {
                    self.data_bits.d.next =
                        (self.data_bits.q.val() >> 1) | (bit_cast::<8, 1>((!self.low.q.val()).into()) << 7);
                } else if !self.low.q.val() {
                    self.receiving.d.next = false;
                }
            }
        } else if self.stuck.q.val() {
            self.stuck.d.next = self.low.q.val();
        } else if self.low.q.val() {
            self.receiving.d.next = true;
            self.samples.d.next = 0.into();
            self.timer.d.next = self.half_a_bit.val();
        }

        if self.receiving.q.val() | self.low.q.val() {
            self.silence.d.next = 0.into();
        } else if self.bit_end.val() & !self.full_silence.val() {
            self.silence.d.next = self.silence.q.val() + 1;
        }

        if self.reset.val() {
            self.receiving.d.next = false;
            self.stuck.d.next = false;
            self.complete.d.next = false;
            self.incomplete.d.next = false;
            self.timer.d.next = 0.into();
            self.silence.d.next = 0.into();
        }
        self.arrived.next = self.complete.q.val();
        self.character.next = self.data_bits.q.val();
        self.broken.next = self.incomplete.q.val();
        self.pause.next = !self.data_bits.q.val().any();
        self.quiet.next = self.full_silence.val();
    }
}

#[cfg(test)]
mod tests;
