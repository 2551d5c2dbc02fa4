//! # Bits that are written one at a time and read sixteen at a time, write first
//!
//! **Purpose.** One bit for each slot, of all wheels: is the slot's queue worth a look?
//!
//! **Interface.** Written one bit at a time by `arming`, read sixteen at a time by the cursor.
//!
//! **Timing.** Data follow their address by one clock and show every write up to the clock of the address (write first).
//! With one port, what is read in the clock of a write and in the next is anything, and no write follows another in the next
//! clock, but for a `whole` one after a `whole` one.
//!
//! **Invariants.** Block RAM may give anything for a bit that is written while it is read; so the bit written is kept for a
//! clock and put in its place. Memory with one port needs none of that: nobody reads then.

use crate::assemble::assemble;
use crate::memory::BitMemory;
use rust_hdl::prelude::*;

/// The bits; see the module's header.
#[derive(LogicBlock)]
pub struct WriteFirst {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Which bit to write.
    pub write_address: Signal<In, Bits<20>>,
    /// Its new value.
    pub write_data: Signal<In, Bit>,
    /// Writes at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// With `write_enable`: the other bits of its word are written too, with the same value, one after the other.
    pub whole: Signal<In, Bit>,
    /// Which word of sixteen bits to read.
    pub read_address: Signal<In, Bits<16>>,
    /// The word at last clock's `read_address`; bit 0 is its lowest slot.
    pub read_data: Signal<Out, Bits<16>>,
    bits: BitMemory,
    written: DFF<Bits<16>>,
    written_data: DFF<Bit>,
    word_mask: Constant<Bits<16>>,
    one_bit: Constant<Bits<16>>,
    keeps: Constant<Bit>,
    written_word: Signal<Local, Bits<16>>,
}

impl WriteFirst {
    /// 2^`slot_bits` busy bits, in memory with a `single_port` or with two.
    pub fn new(slot_bits: u32, single_port: bool) -> Self {
        assemble! {
            bits: if single_port { BitMemory::single_port(slot_bits) } else { BitMemory::new(slot_bits) },
            keeps: Constant::new(!single_port),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into()),
            one_bit: Constant::new(1.into());
            clock, write_address, write_data, write_enable, whole, read_address, read_data, written, written_data,
            written_word,
        }
    }
}

impl Logic for WriteFirst {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, written, written_data);
        clock!(self, clock, bits);
        self.bits.write_address.next = self.write_address.val();
        self.bits.write_data.next = self.write_data.val();
        self.bits.write_enable.next = self.write_enable.val();
        self.bits.whole.next = self.whole.val();
        self.bits.read_address.next = self.read_address.val();

        self.written_word.next = (self.write_address.val().get_bits::<16>(4)
            ^ self.read_address.val())
            & self.word_mask.val();
        self.written.d.next = 0.into();
        if self.write_enable.val() & !self.written_word.val().any() & self.keeps.val() {
            self.written.d.next = self.one_bit.val() << self.write_address.val().get_bits::<4>(0);
        }
        self.written_data.d.next = self.write_data.val();
        self.read_data.next = self.bits.read_data.val() & !self.written.q.val();
        if self.written_data.q.val() {
            self.read_data.next = self.bits.read_data.val() | self.written.q.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};

    clocked!(WriteFirst);

    #[test]
    fn write_first_random_reads_and_writes_are_write_first() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut part = WriteFirst::new(10, false);
        part.connect_all();
        let mut model = [0u16; 64];
        let mut met = 0;
        for _ in 0..20_000 {
            // Few words, so that reads and writes meet.
            let (slot, read) = (random.usize(0..48), random.usize(0..3));
            let (enable, data) = (random.bool(), random.bool());
            part.write_enable.next = enable;
            part.write_address.next = (slot as u64).into();
            part.write_data.next = data;
            part.read_address.next = (read as u64).into();
            if enable {
                let (word, bit) = (&mut model[slot / 16], 1 << (slot % 16));
                *word = if data { *word | bit } else { *word & !bit };
                met += u32::from(slot / 16 == read);
            }
            part.tick();
            assert_eq!(part.read_data.val(), u64::from(model[read]));
        }
        assert!(met > 1000);
    }

    #[test]
    fn write_first_with_one_port_are_write_first_but_for_two_clocks_after_each_write() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut part = WriteFirst::new(10, true);
        part.connect_all();
        let mut model = [0u16; 64];
        let (mut written, mut compared, mut before) = (0, 0, None);
        for _ in 0..20_000 {
            let (slot, read) = (random.usize(0..48), random.usize(0..3));
            let whole = random.u8(0..8) == 0;
            let enable = random.bool() && before.is_none_or(|before_whole| before_whole && whole);
            let data = random.bool();
            part.write_enable.next = enable;
            part.write_address.next = (slot as u64).into();
            part.write_data.next = data;
            part.whole.next = whole;
            part.read_address.next = (read as u64).into();
            if enable {
                let (word, bit) = (&mut model[slot / 16], 1 << (slot % 16));
                let bits = if whole { 0xffff } else { bit };
                *word = if data { *word | bits } else { *word & !bits };
                written += 1;
            }
            let hidden = enable || before.is_some();
            before = enable.then_some(whole);
            part.tick();
            if !hidden {
                assert_eq!(part.read_data.val(), u64::from(model[read]));
                compared += 1;
            }
        }
        assert!(written > 4000 && compared > 4000, "{written} {compared}");
    }
}
