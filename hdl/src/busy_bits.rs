//! # The busy bits
//!
//! **Purpose.** One bit for each slot, of all wheels: is the slot's queue worth a look?
//!
//! **Interface.** Written one bit at a time by `arming`. The cursor names a word and a place in it, and learns whether that
//! slot is busy and whether any of the word is.
//!
//! **Timing.** Both answers follow their address by one clock and show every write up to the clock of the address (write
//! first). With one port, what is read in the clock of a write and in the next is anything, and no write follows another in
//! the next clock, but for a `whole` one after a `whole` one.
//!
//! **Invariants.** Block RAM may give anything for a bit that is written while it is read. If it is the slot asked for, the
//! bit written is told in its place; a word that is being written counts as busy, and then the cursor looks at its slots one
//! by one. Memory with one port needs none of that: nobody reads then.

use crate::assemble::assemble;
use crate::memory::BitMemory;
use rust_hdl::prelude::*;

/// The busy bits; see the module's header.
#[derive(LogicBlock)]
pub struct BusyBits {
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
    /// Which bit to look at.
    pub read_address: Signal<In, Bits<20>>,
    /// The bit at last clock's `read_address`.
    pub slot_busy: Signal<Out, Bit>,
    /// One of the sixteen bits of its word is set, or was being written.
    pub word_busy: Signal<Out, Bit>,
    bits: BitMemory,
    place: DFF<Bits<4>>,
    met_word: DFF<Bit>,
    met_slot: DFF<Bit>,
    written: DFF<Bit>,
    word_mask: Constant<Bits<16>>,
    keeps: Constant<Bit>,
    word_differs: Signal<Local, Bits<16>>,
    place_differs: Signal<Local, Bits<4>>,
    meets: Signal<Local, Bit>,
}

impl BusyBits {
    /// 2^`slot_bits` busy bits, in memory with a `single_port` or with two.
    pub fn new(slot_bits: u32, single_port: bool) -> Self {
        assemble! {
            bits: if single_port { BitMemory::single_port(slot_bits) } else { BitMemory::new(slot_bits) },
            keeps: Constant::new(!single_port),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into());
            clock, write_address, write_data, write_enable, whole, read_address, slot_busy, word_busy, place, met_word,
            met_slot, written, word_differs, place_differs, meets,
        }
    }
}

impl Logic for BusyBits {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, place, met_word, met_slot, written);
        clock!(self, clock, bits);
        self.bits.write_address.next = self.write_address.val();
        self.bits.write_data.next = self.write_data.val();
        self.bits.write_enable.next = self.write_enable.val();
        self.bits.whole.next = self.whole.val();
        self.bits.read_address.next = self.read_address.val().get_bits::<16>(4);
        self.place.d.next = self.read_address.val().get_bits::<4>(0);

        self.word_differs.next = (self.write_address.val().get_bits::<16>(4)
            ^ self.read_address.val().get_bits::<16>(4))
            & self.word_mask.val();
        self.place_differs.next =
            self.write_address.val().get_bits::<4>(0) ^ self.read_address.val().get_bits::<4>(0);
        self.meets.next =
            self.write_enable.val() & !self.word_differs.val().any() & self.keeps.val();
        self.met_word.d.next = self.meets.val();
        self.met_slot.d.next = self.meets.val() & !self.place_differs.val().any();
        self.written.d.next = self.write_data.val();

        self.slot_busy.next = self
            .bits
            .read_data
            .val()
            .get_bit(self.place.q.val().index());
        if self.met_slot.q.val() {
            self.slot_busy.next = self.written.q.val();
        }
        self.word_busy.next = self.bits.read_data.val().any() | self.met_word.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};

    clocked!(BusyBits);

    #[test]
    fn busy_bits_random_reads_and_writes_are_write_first() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut part = BusyBits::new(10, false);
        part.connect_all();
        let mut model = [0u16; 64];
        let (mut met, mut empty) = (0, 0);
        for _ in 0..30_000 {
            // Few words, so that reads and writes meet; few bits, so that words are empty.
            let (slot, read) = (random.usize(0..48), random.usize(0..48));
            let (enable, data) = (random.bool(), random.u8(0..16) == 0);
            part.write_enable.next = enable;
            part.write_address.next = (slot as u64).into();
            part.write_data.next = data;
            part.read_address.next = (read as u64).into();
            let meets = enable && slot / 16 == read / 16;
            if enable {
                let (word, bit) = (&mut model[slot / 16], 1 << (slot % 16));
                *word = if data { *word | bit } else { *word & !bit };
                met += u32::from(slot == read);
            }
            part.tick();
            let word = model[read / 16];
            assert_eq!(part.slot_busy.val(), word >> (read % 16) & 1 == 1);
            assert_eq!(part.word_busy.val(), word != 0 || meets);
            empty += u32::from(!part.word_busy.val());
        }
        assert!(met > 200 && empty > 1000, "{met} {empty}");
    }

    #[test]
    fn busy_bits_with_one_port_are_write_first_but_for_two_clocks_after_each_write() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut part = BusyBits::new(10, true);
        part.connect_all();
        let mut model = [0u16; 64];
        let (mut written, mut compared, mut before) = (0, 0, None);
        for _ in 0..20_000 {
            let (slot, read) = (random.usize(0..48), random.usize(0..48));
            let whole = random.u8(0..8) == 0;
            let enable = random.bool() && before.is_none_or(|before_whole| before_whole && whole);
            let data = random.u8(0..4) == 0;
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
                let word = model[read / 16];
                assert_eq!(part.slot_busy.val(), word >> (read % 16) & 1 == 1);
                assert_eq!(part.word_busy.val(), word != 0);
                compared += 1;
            }
        }
        assert!(written > 4000 && compared > 4000, "{written} {compared}");
    }
}
