//! # One level of the hierarchical bit vector
//!
//! **Purpose.** Keeps the bits of one level, and tells the level above when a word of sixteen has become busy or empty.
//!
//! **Interface.** A write of one bit, `write_*`. `above_*` is the write that the level above must make of it. In a
//! clock that does not follow a write, `read_address` names a word to read.
//!
//! **Timing.** A word that is written is read back in the next clock, and in the one after that the bit above is
//! written: whether the word has a bit set. Words follow their address by one clock.
//!
//! **Invariants.** A word may be read back while another of its bits is written, and block RAM may then give anything
//! for that bit: what is wrongly handed on is put right by the write that comes behind. So two clocks after the last
//! write to a word the bit above is set if, and only if, the word is not empty.

use crate::circuit::Circuit;
use crate::shared::memory::BitMemory;
use rust_hdl::prelude::*;

/// One level; see the module's header.
#[derive(Circuit)]
pub struct VectorLevel {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Writes at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// Which bit to write.
    pub write_address: Signal<In, Bits<20>>,
    /// Its new value.
    pub write_data: Signal<In, Bit>,
    /// Which word to read, in a clock that does not follow a write.
    pub read_address: Signal<In, Bits<16>>,
    /// The word at last clock's address.
    pub read_data: Signal<Out, Bits<16>>,
    /// The level above must write.
    pub above_enable: Signal<Out, Bit>,
    /// Which of its bits.
    pub above_address: Signal<Out, Bits<20>>,
    /// The bit's new value.
    pub above_data: Signal<Out, Bit>,
    #[with("ADDRESS_BITS = MEMORY_BITS, ONE_PORT = 0")]
    bits: BitMemory,
    /// A bit was written one clock ago; its word is read back.
    written: DFF<Bit>,
    /// Word of the write address of one clock ago.
    written_word: DFF<Bits<16>>,
    /// A bit was written two clocks ago; its word is here.
    read_back: DFF<Bit>,
    /// Word of the write address of two clocks ago.
    read_back_word: DFF<Bits<16>>,
    #[formula("BITS < 5 ? 5 : BITS")]
    memory_bits: Constant<Bits<5>>,
    #[formula("BITS < 4 ? 15 : (1 << BITS) - 1")]
    place: Constant<Bits<20>>,
    #[formula("BITS < 4 ? 0 : (1 << (BITS - 4)) - 1")]
    word: Constant<Bits<16>>,
    #[formula("(1 << BITS) >> 4")]
    first_above: Constant<Bits<20>>,
    #[formula("BITS < 4 ? ((1 << (1 << BITS)) - 1) << (1 << BITS) : 65535")]
    used: Constant<Bits<16>>,
    read_word: Signal<Local, Bits<16>>,
    seen: Signal<Local, Bits<16>>,
}

impl VectorLevel {
    /// A level of 2^`slot_bits` bits.
    pub fn new(slot_bits: u32) -> Self {
        let words = (1u64 << slot_bits).div_ceil(16);
        // Of a single word some bits are written by nobody, and begin as anything.
        let used = match 1u64 << slot_bits {
            bits @ ..16 => ((1 << bits) - 1) << bits,
            _ => 0xffff,
        };
        VectorLevelParts {
            bits: BitMemory::new(slot_bits.max(5)),
            memory_bits: Constant::new(u64::from(slot_bits.max(5)).into()),
            place: Constant::new((16 * words - 1).into()),
            word: Constant::new((words - 1).into()),
            first_above: Constant::new(((1u64 << slot_bits) >> 4).into()),
            used: Constant::new(used.into()),
        }
        .assemble()
    }
}

impl Logic for VectorLevel {
    #[hdl_gen]
    fn update(&mut self) {
        self.bits.write_enable.next = self.write_enable.val();
        self.bits.write_address.next = self.write_address.val() & self.place.val();
        self.bits.write_data.next = self.write_data.val();
        self.bits.whole.next = false;
        self.written.d.next = self.write_enable.val();
        self.written_word.d.next = self.write_address.val().get_bits::<16>(4) & self.word.val();

        // A word that was written is read back, to see what is left of it.
        self.read_word.next = self.read_address.val();
        if self.written.q.val() {
            self.read_word.next = self.written_word.q.val();
        }
        self.bits.read_address.next = self.read_word.val() & self.word.val();
        self.read_back.d.next = self.written.q.val();
        self.read_back_word.d.next = self.written_word.q.val();

        self.seen.next = self.bits.read_data.val() & self.used.val();
        self.read_data.next = self.seen.val();
        self.above_enable.next = self.read_back.q.val();
        self.above_address.next = self.first_above.val() | bit_cast::<20, 16>(self.read_back_word.q.val());
        self.above_data.next = self.seen.val().any();
    }
}
