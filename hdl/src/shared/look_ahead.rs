//! # Which slot is busy next?
//!
//! **Purpose.** The hierarchical bit vector of FlexQueue over the busy bits of all wheels: a bit of one level says
//! whether a word of sixteen of the level below has a bit set, up to a level of one word. The lowest level is a copy
//! of the busy bits, so that a search never takes a read from the cursor.
//!
//! **Interface.** `write_*` follow the write port of the busy bits. `ask`, with a wheel's numbers and the slot to
//! start from, is answered by `done`, with `found` and `distance`, the slots from that one to the next busy one; 0 is
//! the slot itself. From `ask` on and while `searching` is high, nobody may write.
//!
//! **Nodes.** The words of all levels are numbered as the nodes of a tree: bit *b* of word *n* stands for the node
//! 16*n* + *b*. That is a word of the level below or, with bit 2^`slot_bits` set, a slot. So the highest bit that is
//! set in a node tells its level, and one register holds all that a search must know of where it is.
//!
//! **Timing.** A search reads the slot's own word, goes up a level while no bit is set further on, then down to the
//! first slot below the bit found; each word takes two clocks. When the wheel's end comes first, a second search
//! starts where the wheel does. With *n* levels, `done` comes 8 *n* + 2 clocks after `ask` at the latest: 26 up to
//! 2^12 slots, 34 up to 2^16, 42 up to 2^20; 2 clocks after it if the wheel is absent.
//!
//! **Invariants.** No write comes while a search is under way, and one that came in the clock of `ask` climbs ahead
//! of it, two clocks a level: so the answer is that of the busy bits as they stood after `ask`. Wheels begin at a
//! word; so the wheel's end is passed only between words.

use crate::circuit::Circuit;
use crate::shared::find_first::FindFirst;
use crate::shared::vector_level::VectorLevel;
use rust_hdl::prelude::*;

/// The hierarchical bit vector; see the module's header.
#[derive(Circuit)]
pub struct LookAhead {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the question.
    pub clear: Signal<In, Bit>,
    /// A busy bit is written.
    pub write_enable: Signal<In, Bit>,
    /// Which one.
    pub write_address: Signal<In, Bits<20>>,
    /// Its new value.
    pub write_data: Signal<In, Bit>,
    /// Looks for the next busy slot of a wheel.
    pub ask: Signal<In, Bit>,
    /// The wheel exists.
    pub wheel_present: Signal<In, Bit>,
    /// The first word of its busy bits.
    pub wheel_base: Signal<In, Bits<16>>,
    /// Its size in slots.
    pub wheel_size: Signal<In, Bits<21>>,
    /// The slot to start from.
    pub slot: Signal<In, Bits<20>>,
    /// Nobody may write a busy bit.
    pub searching: Signal<Out, Bit>,
    /// The answer is there.
    pub done: Signal<Out, Bit>,
    /// The wheel has a busy slot.
    pub found: Signal<Out, Bit>,
    /// How many slots it is away, if there is one.
    pub distance: Signal<Out, Bits<20>>,
    #[with("BITS = SLOT_BITS")]
    level_0: VectorLevel,
    #[with("BITS = SLOT_BITS - 4")]
    level_1: VectorLevel,
    #[with("BITS = SLOT_BITS - 8")]
    level_2: VectorLevel,
    #[with("BITS = SLOT_BITS - 12")]
    #[only_if("FOUR_LEVELS")]
    level_3: VectorLevel,
    #[with("BITS = SLOT_BITS - 16")]
    #[only_if("FIVE_LEVELS")]
    level_4: VectorLevel,
    find_first: FindFirst,
    // The question, and where its search begins: a word of the wheel, and its lowest bit to look at.
    /// A question is not yet answered.
    active: DFF<Bit>,
    /// The last search: from the wheel's start, or of an absent wheel.
    again: DFF<Bit>,
    /// The wheel's first word in the memory.
    base: DFF<Bits<16>>,
    /// The search's first word, counted from the wheel's first.
    from_word: DFF<Bits<16>>,
    /// The lowest bit to look at in the next word.
    from_bit: DFF<Bits<4>>,
    /// The next word has no bit to look at.
    from_none: DFF<Bit>,
    /// Twice the word where the wheel ends, plus 1 if inside; inverted.
    limit_inverted: DFF<Bits<18>>,
    /// Slots of the wheel, modulo those of the memory.
    size: DFF<Bits<20>>,
    /// The slot of the memory that distances count from, inverted.
    origin_inverted: DFF<Bits<20>>,
    // A search, clock by clock.
    /// A question about a wheel that exists came one clock ago.
    asked: DFF<Bit>,
    /// A search begins in this clock: its first word is read.
    begins: DFF<Bit>,
    /// The node's word comes out of the memory in this clock.
    reading: DFF<Bit>,
    /// The node's word came one clock ago; the next node is chosen.
    judging: DFF<Bit>,
    /// The set bits of the word of one clock ago, those to look at.
    candidates: DFF<Bits<16>>,
    /// A search has ended, at a slot or at none.
    arrived: DFF<Bit>,
    /// Where the search is: a word or a slot, as a node of the tree.
    node: DFF<Bits<21>>,
    // The answer.
    /// The question was answered one clock ago.
    answer_done: DFF<Bit>,
    /// The node of one clock ago was a slot before the wheel's end.
    answer_found: DFF<Bit>,
    /// How many slots away the node of one clock ago was.
    answer_distance: DFF<Bits<20>>,
    present: Constant<Bit>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    #[formula("SLOT_BITS > 12")]
    four_levels: Constant<Bit>,
    #[formula("SLOT_BITS > 16")]
    five_levels: Constant<Bit>,
    #[formula("1 << SLOT_BITS")]
    first_slot: Constant<Bits<21>>,
    #[formula("1 << (SLOT_BITS - 4)")]
    first_word_0: Constant<Bits<21>>,
    #[formula("1 << (SLOT_BITS - 8)")]
    first_word_1: Constant<Bits<21>>,
    #[formula("(1 << SLOT_BITS) >> 12")]
    first_word_2: Constant<Bits<21>>,
    #[formula("(1 << SLOT_BITS) >> 16")]
    first_word_3: Constant<Bits<21>>,
    #[formula("(2 << SLOT_BITS) - 1")]
    node_mask: Constant<Bits<21>>,
    #[formula("(1 << SLOT_BITS) - 1")]
    slot_mask: Constant<Bits<20>>,
    #[formula("(1 << (SLOT_BITS - 4)) - 1")]
    word_mask: Constant<Bits<16>>,
    #[formula("(4 << (SLOT_BITS - 4)) - 1")]
    limit_mask: Constant<Bits<18>>,
    all_bits: Constant<Bits<16>>,
    wheel_word: Signal<Local, Bits<17>>,
    first_word: Signal<Local, Bits<16>>,
    word: Signal<Local, Bits<16>>,
    in_level_0: Signal<Local, Bit>,
    at_top: Signal<Local, Bit>,
    onward: Signal<Local, Bits<21>>,
    place: Signal<Local, Bits<21>>,
    in_wheel: Signal<Local, Bit>,
    origin: Signal<Local, Bits<20>>,
    limit: Signal<Local, Bits<18>>,
}

impl LookAhead {
    /// A bit vector over 2^`slot_bits` busy bits, 10 to 20, of one wheel, or several if `multi_wheel`. Without
    /// `present` it has no register.
    pub fn new(slot_bits: u32, multi_wheel: bool, present: bool) -> Self {
        // The highest level has one word; there are three to five.
        let levels = slot_bits.div_ceil(4);
        // The first node of a level: its bit is set in all nodes of the level and in none above.
        let first = |number: u32| (1u64 << slot_bits) >> (4 * (number + 1));
        // What is left out has the smallest memories: tools read their contents before they drop them.
        let bits = if present { slot_bits } else { 0 };
        let level = |number: u32| VectorLevel::new(bits.saturating_sub(4 * number));
        LookAheadParts {
            find_first: FindFirst::default(),
            level_0: level(0),
            level_1: level(1),
            level_2: level(2),
            level_3: level(3),
            level_4: level(4),
            present: Constant::new(present),
            multi_wheel: Constant::new(multi_wheel),
            four_levels: Constant::new(levels >= 4),
            five_levels: Constant::new(levels >= 5),
            first_slot: Constant::new((1u64 << slot_bits).into()),
            first_word_0: Constant::new(first(0).into()),
            first_word_1: Constant::new(first(1).into()),
            first_word_2: Constant::new(first(2).into()),
            first_word_3: Constant::new(first(3).into()),
            node_mask: Constant::new(((2u64 << slot_bits) - 1).into()),
            slot_mask: Constant::new(((1u64 << slot_bits) - 1).into()),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into()),
            limit_mask: Constant::new(((4u64 << (slot_bits - 4)) - 1).into()),
            all_bits: Constant::new(0xffff.into()),
        }
        .assemble()
    }
}

impl Logic for LookAhead {
    #[hdl_gen]
    fn update(&mut self) {
        // A write climbs from level to level.
        self.level_0.write_enable.next = self.write_enable.val() & self.present.val();
        self.level_0.write_address.next = self.write_address.val();
        self.level_0.write_data.next = self.write_data.val();
        self.level_1.write_enable.next = self.level_0.above_enable.val();
        self.level_1.write_address.next = self.level_0.above_address.val();
        self.level_1.write_data.next = self.level_0.above_data.val();
        self.level_2.write_enable.next = self.level_1.above_enable.val();
        self.level_2.write_address.next = self.level_1.above_address.val();
        self.level_2.write_data.next = self.level_1.above_data.val();
        self.level_3.write_enable.next = self.level_2.above_enable.val() & self.four_levels.val();
        self.level_3.write_address.next = self.level_2.above_address.val();
        self.level_3.write_data.next = self.level_2.above_data.val();
        self.level_4.write_enable.next = self.level_3.above_enable.val() & self.five_levels.val();
        self.level_4.write_address.next = self.level_3.above_address.val();
        self.level_4.write_data.next = self.level_3.above_data.val();

        // The word that is read: that of the node's level.
        self.in_level_0.next = (self.node.q.val() & self.first_word_0.val()).any();
        self.word.next = self.level_2.read_data.val();
        if self.five_levels.val() {
            self.word.next = self.level_4.read_data.val();
        } else if self.four_levels.val() {
            self.word.next = self.level_3.read_data.val();
        }
        if self.in_level_0.val() {
            self.word.next = self.level_0.read_data.val();
        } else if (self.node.q.val() & self.first_word_1.val()).any() {
            self.word.next = self.level_1.read_data.val();
        } else if self.four_levels.val() & (self.node.q.val() & self.first_word_2.val()).any() {
            self.word.next = self.level_2.read_data.val();
        } else if self.five_levels.val() & (self.node.q.val() & self.first_word_3.val()).any() {
            self.word.next = self.level_3.read_data.val();
        }
        self.at_top.next = !(self.node.q.val() >> 1).any();
        self.judging.d.next = self.reading.q.val();
        self.candidates.d.next = self.word.val() & (self.all_bits.val() << self.from_bit.q.val());
        if self.from_none.q.val() {
            self.candidates.d.next = 0.into();
        }

        // Where to go from there: down to the first bit, or up and on.
        self.find_first.word.next = self.candidates.q.val();
        self.first_word.next = (self.base.q.val() + self.from_word.q.val()) & self.word_mask.val();
        self.onward.next = self.node.q.val();
        self.reading.d.next = false;
        self.arrived.d.next = false;
        if self.judging.q.val() {
            self.from_none.d.next = false;
            if self.find_first.found.val() {
                self.onward.next = ((self.node.q.val() << 4) & self.node_mask.val())
                    | bit_cast::<21, 4>(self.find_first.position.val());
                self.from_bit.d.next = 0.into();
                self.arrived.d.next = self.in_level_0.val();
                self.reading.d.next = !self.in_level_0.val();
            } else {
                self.onward.next = self.node.q.val() >> 4;
                self.from_bit.d.next = self.node.q.val().get_bits::<4>(0) + 1;
                self.from_none.d.next = self.node.q.val().get_bits::<4>(0).all();
                self.arrived.d.next = self.at_top.val();
                self.reading.d.next = !self.at_top.val();
            }
        }
        self.begins.d.next = self.asked.q.val();
        if self.begins.q.val() {
            self.onward.next = self.first_word_0.val() | bit_cast::<21, 16>(self.first_word.val());
            self.reading.d.next = true;
            self.from_none.d.next = false;
        }
        self.node.d.next = self.onward.val();
        self.level_0.read_address.next = self.onward.val().get_bits::<16>(0);
        self.level_1.read_address.next = self.onward.val().get_bits::<16>(0);
        self.level_2.read_address.next = self.onward.val().get_bits::<16>(0);
        self.level_3.read_address.next = self.onward.val().get_bits::<16>(0);
        self.level_4.read_address.next = self.onward.val().get_bits::<16>(0);

        // At a slot, or at none: nothing up to the wheel's end means once more from its beginning. What is subtracted
        // is kept inverted.
        self.origin.next = !self.origin_inverted.q.val() & self.slot_mask.val();
        self.limit.next = !self.limit_inverted.q.val() & self.limit_mask.val();
        if self.begins.q.val() & !self.again.q.val() {
            self.origin_inverted.d.next = !((bit_cast::<20, 16>(self.first_word.val()) << 4)
                | bit_cast::<20, 4>(self.from_bit.q.val()))
                & self.slot_mask.val();
        }
        self.place.next = self.node.q.val() & bit_cast::<21, 20>(self.slot_mask.val());
        self.in_wheel.next = (self.node.q.val() & self.first_slot.val()).any()
            & ((bit_cast::<18, 17>(self.place.val().get_bits::<17>(4)) << 1) < self.limit.val());
        self.answer_done.d.next = false;
        self.answer_found.d.next = self.in_wheel.val();
        self.answer_distance.d.next = (self.place.val().get_bits::<20>(0) - self.origin.val()) & self.slot_mask.val();
        if self.arrived.q.val() {
            if self.in_wheel.val() | self.again.q.val() {
                self.answer_done.d.next = true;
                self.active.d.next = false;
            } else {
                self.again.d.next = true;
                self.begins.d.next = true;
                self.from_word.d.next = 0.into();
                self.from_bit.d.next = 0.into();
                self.origin_inverted.d.next = (self.origin_inverted.q.val() + self.size.q.val()) & self.slot_mask.val();
            }
        }

        // The question.
        self.wheel_word.next = 0.into();
        if self.multi_wheel.val() {
            self.wheel_word.next = bit_cast::<17, 16>(self.wheel_base.val());
        }
        self.asked.d.next = false;
        if self.ask.val() & self.present.val() {
            self.active.d.next = true;
            self.again.d.next = !self.wheel_present.val();
            self.asked.d.next = self.wheel_present.val();
            self.arrived.d.next = !self.wheel_present.val();
            self.node.d.next = 0.into();
            self.base.d.next = self.wheel_word.val().get_bits::<16>(0) & self.word_mask.val();
            self.from_word.d.next = self.slot.val().get_bits::<16>(4) & self.word_mask.val();
            self.from_bit.d.next = self.slot.val().get_bits::<4>(0);
            self.size.d.next = self.wheel_size.val().get_bits::<20>(0) & self.slot_mask.val();
            // Twice the last whole word's end, and one more for the rest.
            self.limit_inverted.d.next =
                !(((bit_cast::<18, 17>(self.wheel_word.val() + self.wheel_size.val().get_bits::<17>(4)) << 1)
                    & self.limit_mask.val())
                    | bit_cast::<18, 1>(self.wheel_size.val().get_bits::<4>(0).any().into()))
                    & self.limit_mask.val();
        }
        if self.clear.val() {
            self.active.d.next = false;
            self.asked.d.next = false;
            self.begins.d.next = false;
            self.reading.d.next = false;
            self.judging.d.next = false;
            self.arrived.d.next = false;
            self.answer_done.d.next = false;
        }
        self.searching.next = self.active.q.val();
        self.done.next = self.answer_done.q.val();
        self.found.next = self.answer_found.q.val();
        self.distance.next = self.answer_distance.q.val();
    }
}

#[cfg(test)]
mod tests;
