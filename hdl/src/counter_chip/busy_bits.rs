//! # The busy bits
//!
//! **Purpose.** One bit for each slot, of all wheels: is the slot's queue worth a look?
//!
//! **Interface.** Written one bit at a time by `arming`. The cursor names a word, and in the next clock a slot of it;
//! it learns whether that slot is busy and whether any of the word is.
//!
//! **Timing.** The word is read in the clock of `read_word`, a clock before `look_address`; a register lies behind the
//! memory, so that its data go through no logic before a flip-flop. Both answers follow `look_address` by one clock
//! and show every write up to the clock of `look_address` (write first). A write's address stands for another clock,
//! unless a `whole` write follows a `whole` one; in the clock of a `whole` write and in the next two no look is made.
//! With one port the same holds of every write, and none follows another in the next clock, but for a `whole` one after
//! a `whole` one.
//!
//! **Invariants.** Block RAM may give anything for a bit that is written while it is read, and does not show what is
//! written in the next clock. If that is the slot asked for, the bit written is told in its place; a word that is
//! written in one of the two clocks counts as busy, and then the cursor looks at its slots one by one. Memory with one
//! port needs none of that: nobody looks then.

use crate::circuit::Circuit;
use crate::shared::memory::BitMemory;
use rust_hdl::prelude::*;

/// The busy bits; see the module's header.
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
    /// With `write_enable`: the other bits of its word are written too, with the same value, one after the other.
    pub whole: Signal<In, Bit>,
    /// Which word to look at in the next clock.
    pub read_word: Signal<In, Bits<16>>,
    /// Which bit to look at, of last clock's `read_word`.
    pub look_address: Signal<In, Bits<20>>,
    /// The bit at last clock's `look_address`.
    pub slot_busy: Signal<Out, Bit>,
    /// One of the sixteen bits of its word is set, or has just been written.
    pub word_busy: Signal<Out, Bit>,
    #[with("ADDRESS_BITS = SLOT_BITS, ONE_PORT = SINGLE_PORT")]
    bits: BitMemory,
    /// The word of the look of one clock ago, as memory gave it.
    word: DFF<Bits<16>>,
    /// Which bit of that word was looked at one clock ago.
    place: DFF<Bits<4>>,
    /// A write met that word in the clock of the look or the one before.
    met_word: DFF<Bit>,
    /// The write that met the word was of the bit looked at.
    met_slot: DFF<Bit>,
    /// A busy bit was written one clock ago.
    has_written: DFF<Bit>,
    /// The value that was written last.
    written: DFF<Bit>,
    #[formula("(1 << (SLOT_BITS - 4)) - 1")]
    word_mask: Constant<Bits<16>>,
    #[formula("SINGLE_PORT == 0")]
    two_ports: Constant<Bit>,
    word_differs: Signal<Local, Bits<16>>,
    place_differs: Signal<Local, Bits<4>>,
    meets: Signal<Local, Bit>,
}

impl BusyBits {
    /// 2^`slot_bits` busy bits, in memory with a `single_port` or with two.
    pub fn new(slot_bits: u32, single_port: bool) -> Self {
        BusyBitsParts {
            bits: if single_port { BitMemory::single_port(slot_bits) } else { BitMemory::new(slot_bits) },
            two_ports: Constant::new(!single_port),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into()),
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
        self.bits.whole.next = self.whole.val();
        self.bits.read_address.next = self.read_word.val();
        self.word.d.next = self.bits.read_data.val();
        self.place.d.next = self.look_address.val().get_bits::<4>(0);

        // Is the word written now, or was it in the clock in which it was read? The address of that write still stands.
        self.word_differs.next = (self.write_address.val().get_bits::<16>(4)
            ^ self.look_address.val().get_bits::<16>(4))
            & self.word_mask.val();
        self.place_differs.next = self.write_address.val().get_bits::<4>(0) ^ self.look_address.val().get_bits::<4>(0);
        self.meets.next = (self.write_enable.val() | self.has_written.q.val())
            & !self.word_differs.val().any()
            & self.two_ports.val();
        self.met_word.d.next = self.meets.val();
        self.met_slot.d.next = self.meets.val() & !self.place_differs.val().any();
        self.has_written.d.next = self.write_enable.val();
        if self.write_enable.val() {
            self.written.d.next = self.write_data.val();
        }

        self.slot_busy.next = self.word.q.val().get_bit(self.place.q.val().index());
        if self.met_slot.q.val() {
            self.slot_busy.next = self.written.q.val();
        }
        self.word_busy.next = self.word.q.val().any() | self.met_word.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    /// An example; all else is proved: testbench/formal/busy_bits.sv. With one port, what is looked at in the clock of
    /// a write and in the next two is not told.
    #[test]
    fn busy_bits_show_a_slot_and_whether_its_word_is_empty_a_clock_after_its_address() {
        for single_port in [false, true] {
            let mut part = BusyBits::new(10, single_port);
            part.connect_all();
            for busy in [true, false] {
                part.write_enable.next = true;
                part.write_address.next = 37.into();
                part.write_data.next = busy;
                part.tick();
                part.write_enable.next = false;
                part.tick();
                part.tick();
                for (slot, word_busy) in [(36, busy), (37, busy), (48, false)] {
                    part.read_word.next = (slot / 16).into();
                    part.tick();
                    part.look_address.next = slot.into();
                    part.tick();
                    assert_eq!(part.slot_busy.val(), busy && slot == 37, "{slot}");
                    assert_eq!(part.word_busy.val(), word_busy, "{slot}");
                }
            }
        }
    }
}
