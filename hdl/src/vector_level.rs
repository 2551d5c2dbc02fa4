//! # One level of the hierarchical bit vector
//!
//! **Purpose.** Keeps the bits of one level, and tells the level above when a word of sixteen has become busy or empty.
//!
//! **Interface.** A write of one bit, `write_*`. `above_*` is the write that the level above must make of it. In a clock
//! without a write, `read_address` names a word to read.
//!
//! **Timing.** A write is handed on one clock after it came. Words follow their address by one clock and show every write up to
//! the clock of the address.
//!
//! **Invariants.** A bit that is set is handed on as set; one that is cleared, as cleared if it was its word's last one.
//! So a bit of the level above is set if, and only if, its word here is not empty, as soon as every write is handed on.
//! While a sweep clears every bit in turn, whatever stood above is cleared with the last bit of each word.

use crate::assemble::assemble;
use crate::write_first::WriteFirst;
use rust_hdl::prelude::*;

/// One level; see the module's header.
#[derive(LogicBlock)]
pub struct VectorLevel {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Writes at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// Which bit to write.
    pub write_address: Signal<In, Bits<20>>,
    /// Its new value.
    pub write_data: Signal<In, Bit>,
    /// Which word to read, in a clock without a write.
    pub read_address: Signal<In, Bits<16>>,
    /// The word at last clock's address.
    pub read_data: Signal<Out, Bits<16>>,
    /// The level above must write.
    pub above_enable: Signal<Out, Bit>,
    /// Which of its bits.
    pub above_address: Signal<Out, Bits<20>>,
    /// The bit's new value.
    pub above_data: Signal<Out, Bit>,
    bits: WriteFirst,
    written: DFF<Bit>,
    written_data: DFF<Bit>,
    written_word: DFF<Bits<16>>,
}

impl VectorLevel {
    /// A level of 2^`slot_bits` bits, 5 or more.
    pub fn new(slot_bits: u32) -> Self {
        assemble! {
            bits: WriteFirst::new(slot_bits);
            clock, write_enable, write_address, write_data, read_address, read_data, above_enable, above_address,
            above_data, written, written_data, written_word,
        }
    }
}

impl Logic for VectorLevel {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, written, written_data, written_word);
        clock!(self, clock, bits);
        self.bits.write_enable.next = self.write_enable.val();
        self.bits.write_address.next = self.write_address.val();
        self.bits.write_data.next = self.write_data.val();
        // A word that is written is read back, to see what is left of it.
        self.bits.read_address.next = self.read_address.val();
        if self.write_enable.val() {
            self.bits.read_address.next = self.write_address.val().get_bits::<16>(4);
        }
        self.written.d.next = self.write_enable.val();
        self.written_data.d.next = self.write_data.val();
        self.written_word.d.next = self.write_address.val().get_bits::<16>(4);

        self.read_data.next = self.bits.read_data.val();
        self.above_enable.next =
            self.written.q.val() & (self.written_data.q.val() | !self.bits.read_data.val().any());
        self.above_address.next = bit_cast::<20, 16>(self.written_word.q.val());
        self.above_data.next = self.written_data.q.val();
    }
}
