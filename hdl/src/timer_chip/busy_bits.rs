//! # The timer chip's busy bits
//!
//! **Purpose.** One bit for each slot, for a cursor that wants whole words. (The counter chip's cursor looks at a slot
//! or asks whether a word is empty.)
//!
//! **Interface.** Written one bit at a time, read sixteen at a time.
//!
//! **Timing.** Data follow their address by one clock and show every write up to the clock of the address (write
//! first).
//!
//! **Invariants.** Block RAM may give anything for a bit that is written while it is read; so the bit written is kept
//! for a clock and put in its place.

use crate::circuit::Circuit;
use crate::shared::memory::BitMemory;
use rust_hdl::prelude::*;

/// The bits; see the module's header.
#[derive(Circuit)]
pub struct BusyBits {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Which bit to write.
    pub write_address: Signal<In, Bits<20>>,
    /// Its new value.
    pub write_data: Signal<In, Bit>,
    /// Writes at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// Which word of sixteen bits to read.
    pub read_address: Signal<In, Bits<16>>,
    /// The word at last clock's `read_address`; bit 0 is its lowest slot.
    pub read_data: Signal<Out, Bits<16>>,
    #[with("ADDRESS_BITS = SLOT_BITS, ONE_PORT = 0")]
    bits: BitMemory,
    /// Has a 1 at the bit written in the clock of the read, if any.
    written: DFF<Bits<16>>,
    /// The write port's value one clock ago.
    written_data: DFF<Bit>,
    #[formula("(1 << (SLOT_BITS - 4)) - 1")]
    word_mask: Constant<Bits<16>>,
    one_bit: Constant<Bits<16>>,
    written_word: Signal<Local, Bits<16>>,
}

impl BusyBits {
    /// 2^`slot_bits` busy bits.
    pub fn new(slot_bits: u32) -> Self {
        BusyBitsParts {
            bits: BitMemory::new(slot_bits),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into()),
            one_bit: Constant::new(1.into()),
        }
        .assemble()
    }
}

impl Logic for BusyBits {
    #[hdl_gen]
    fn update(&mut self) {
        self.bits.write_address.next = self.write_address.val();
        self.bits.write_data.next = self.write_data.val();
        self.bits.write_enable.next = self.write_enable.val();
        self.bits.whole.next = false;
        self.bits.read_address.next = self.read_address.val();

        self.written_word.next =
            (self.write_address.val().get_bits::<16>(4) ^ self.read_address.val()) & self.word_mask.val();
        self.written.d.next = 0.into();
        if self.write_enable.val() & !self.written_word.val().any() {
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
    use crate::circuit::clocked::Clocked;

    #[test]
    fn busy_bits_random_reads_and_writes_are_write_first() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut part = BusyBits::new(10);
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
}
