//! # Which slot is busy next?
//!
//! **Purpose.** The hierarchical bit vector of FlexQueue over the busy bits of all wheels: a bit of one level says whether a
//! word of sixteen of the level below has a bit set. The lowest level is a copy of the busy bits, so that a search never takes
//! a read from the cursor.
//!
//! **Interface.** `write_*` follow the write port of the busy bits. `ask`, with a wheel's numbers and the slot to start from,
//! is answered by `done`, with `found` and `distance`, the slots from that one to the next busy one; 0 is the slot itself.
//! From `ask` on and while `searching` is high, nobody may write.
//!
//! **Timing.** A search climbs from the slot's own word, one level a clock, until a word has a bit set further on; then it
//! descends to the first slot below that bit, two clocks a level. When the wheel's end comes first, a second search starts
//! where the wheel does. The hit of a search comes three clocks after its start, and three more for each level climbed; the
//! second search starts one clock after the first has failed, with its first level already climbed. `done` comes two clocks
//! after the last: at most 31 after `ask`, with 2^20 slots, and 2 after it if the wheel is absent.
//!
//! **Invariants.** No write comes while a search is under way, and one that came in the clock before `ask` climbs ahead
//! of it: so the answer is that of the busy bits as they stood with `ask`. Wheels begin at a word; so the wheel's end is passed
//! only between words.

use crate::assemble::assemble;
use crate::find_first::FindFirst;
use crate::vector_level::VectorLevel;
use rust_hdl::prelude::*;

/// The hierarchical bit vector; see the module's header.
#[derive(LogicBlock)]
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
    /// Its size in slots, modulo 2^20.
    pub wheel_size: Signal<In, Bits<20>>,
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
    level_0: VectorLevel,
    level_1: VectorLevel,
    level_2: VectorLevel,
    level_3: VectorLevel,
    summary: DFF<Bits<16>>,
    find_first: FindFirst,
    // The question.
    active: DFF<Bit>,
    again: DFF<Bit>,
    base: DFF<Bits<16>>,
    last_word: DFF<Bits<16>>,
    size: DFF<Bits<20>>,
    origin: DFF<Bits<20>>,
    // The climb: the bit of its level, from which on (or beyond which) to look.
    climbing: DFF<Bit>,
    climb_begins: DFF<Bit>,
    climb_level: DFF<Bits<3>>,
    climb_bit: DFF<Bits<20>>,
    // A word is being read.
    reading: DFF<Bit>,
    read_highest: DFF<Bit>,
    read_level: DFF<Bits<3>>,
    read_word: DFF<Bits<16>>,
    read_mask: DFF<Bits<16>>,
    // A word has been read.
    judging: DFF<Bit>,
    judged_highest: DFF<Bit>,
    judged_beyond: DFF<Bit>,
    judged_level: DFF<Bits<3>>,
    judged_word: DFF<Bits<16>>,
    judged_bits: DFF<Bits<16>>,
    // The answer.
    concluding: DFF<Bit>,
    hit_slot: DFF<Bits<20>>,
    hit_before: DFF<Bit>,
    answer_done: DFF<Bit>,
    answer_found: DFF<Bit>,
    answer_distance: DFF<Bits<20>>,
    present: Constant<Bit>,
    multi_wheel: Constant<Bit>,
    three_levels: Constant<Bit>,
    four_levels: Constant<Bit>,
    highest: Constant<Bits<3>>,
    all_bits: Constant<Bits<16>>,
    bits_beyond: Constant<Bits<16>>,
    one_bit: Constant<Bits<16>>,
    level_one: Constant<Bits<3>>,
    level_two: Constant<Bits<3>>,
    level_three: Constant<Bits<3>>,
    wheel_word: Signal<Local, Bits<16>>,
    position: Signal<Local, Bits<20>>,
    end_slot: Signal<Local, Bits<20>>,
    word: Signal<Local, Bits<16>>,
    read_address: Signal<Local, Bits<16>>,
    first_bit: Signal<Local, Bits<20>>,
    hit: Signal<Local, Bit>,
    miss: Signal<Local, Bit>,
    summary_enable: Signal<Local, Bit>,
    summary_data: Signal<Local, Bit>,
    summary_bit: Signal<Local, Bits<16>>,
}

impl LookAhead {
    /// A bit vector over 2^`slot_bits` busy bits, 10 to 20, of one wheel, or several if `multi_wheel`. Without `present` it has no register.
    pub fn new(slot_bits: u32, multi_wheel: bool, present: bool) -> Self {
        // A summary of at most sixteen bits stands above so many levels, two to four.
        let levels = slot_bits.div_ceil(4) - 1;
        // What is left out has the smallest memories: tools read their contents before they drop them.
        let bits = if present { slot_bits } else { 0 };
        let level = |number: u32| VectorLevel::new(bits.saturating_sub(4 * number).max(5));
        assemble! {
            level_0: level(0),
            level_1: level(1),
            level_2: level(2),
            level_3: level(3),
            present: Constant::new(present),
            multi_wheel: Constant::new(multi_wheel),
            three_levels: Constant::new(levels >= 3),
            four_levels: Constant::new(levels >= 4),
            highest: Constant::new(u64::from(levels).into()),
            all_bits: Constant::new(0xffff.into()),
            bits_beyond: Constant::new(0xfffe.into()),
            one_bit: Constant::new(1.into()),
            level_one: Constant::new(1.into()),
            level_two: Constant::new(2.into()),
            level_three: Constant::new(3.into());
            clock, clear, write_enable, write_address, write_data, ask, wheel_present, wheel_base, wheel_size,
            slot, searching, done, found, distance, summary, find_first, active, again, base, last_word, size,
            origin, climbing, climb_begins, climb_level, climb_bit, reading, read_highest, read_level, read_word,
            read_mask, judging, judged_highest, judged_beyond, judged_level, judged_word, judged_bits,
            concluding, hit_slot, hit_before, answer_done, answer_found, answer_distance, wheel_word, position, end_slot, word,
            read_address, first_bit, hit, miss, summary_enable, summary_data, summary_bit,
        }
    }
}

impl Logic for LookAhead {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            summary,
            active,
            again,
            base,
            last_word,
            size,
            origin,
            climbing,
            climb_begins,
            climb_level,
            climb_bit,
            reading,
            read_highest,
            read_level,
            read_word,
            read_mask,
            judging,
            judged_highest,
            judged_beyond,
            judged_level,
            judged_word,
            judged_bits,
            concluding,
            hit_slot,
            hit_before,
            answer_done,
            answer_found,
            answer_distance
        );
        clock!(self, clock, level_0, level_1, level_2, level_3);

        // A write climbs one level a clock.
        self.level_0.write_enable.next = self.write_enable.val() & self.present.val();
        self.level_0.write_address.next = self.write_address.val();
        self.level_0.write_data.next = self.write_data.val();
        self.level_1.write_enable.next = self.level_0.above_enable.val();
        self.level_1.write_address.next = self.level_0.above_address.val();
        self.level_1.write_data.next = self.level_0.above_data.val();
        self.level_2.write_enable.next = self.level_1.above_enable.val() & self.three_levels.val();
        self.level_2.write_address.next = self.level_1.above_address.val();
        self.level_2.write_data.next = self.level_1.above_data.val();
        self.level_3.write_enable.next = self.level_2.above_enable.val() & self.four_levels.val();
        self.level_3.write_address.next = self.level_2.above_address.val();
        self.level_3.write_data.next = self.level_2.above_data.val();
        if self.four_levels.val() {
            self.summary_enable.next = self.level_3.above_enable.val();
            self.summary_data.next = self.level_3.above_data.val();
            self.summary_bit.next =
                self.one_bit.val() << self.level_3.above_address.val().get_bits::<4>(0);
        } else if self.three_levels.val() {
            self.summary_enable.next = self.level_2.above_enable.val();
            self.summary_data.next = self.level_2.above_data.val();
            self.summary_bit.next =
                self.one_bit.val() << self.level_2.above_address.val().get_bits::<4>(0);
        } else {
            self.summary_enable.next = self.level_1.above_enable.val();
            self.summary_data.next = self.level_1.above_data.val();
            self.summary_bit.next =
                self.one_bit.val() << self.level_1.above_address.val().get_bits::<4>(0);
        }
        if self.summary_enable.val() {
            self.summary.d.next = self.summary.q.val() & !self.summary_bit.val();
            if self.summary_data.val() {
                self.summary.d.next = self.summary.q.val() | self.summary_bit.val();
            }
        }

        // The word that has been read two clocks ago.
        self.find_first.word.next = self.judged_bits.q.val();
        self.first_bit.next = (bit_cast::<20, 16>(self.judged_word.q.val()) << 4)
            | bit_cast::<20, 4>(self.find_first.position.val());
        self.hit.next =
            self.judging.q.val() & self.find_first.found.val() & !self.judged_beyond.q.val();
        self.miss.next = self.judging.q.val()
            & (self.judged_beyond.q.val()
                | (!self.find_first.found.val() & self.judged_highest.q.val()));

        // The word that has been read one clock ago.
        self.word.next = self.level_0.read_data.val();
        if self.read_level.q.val() == self.level_one.val() {
            self.word.next = self.level_1.read_data.val();
        }
        if self.three_levels.val() & (self.read_level.q.val() == self.level_two.val()) {
            self.word.next = self.level_2.read_data.val();
        }
        if self.four_levels.val() & (self.read_level.q.val() == self.level_three.val()) {
            self.word.next = self.level_3.read_data.val();
        }
        if self.read_level.q.val() == self.highest.val() {
            self.word.next = self.summary.q.val();
        }
        self.judging.d.next = self.reading.q.val();
        self.judged_highest.d.next = self.read_highest.q.val();
        self.judged_beyond.d.next =
            !self.read_level.q.val().any() & (self.read_word.q.val() > self.last_word.q.val());
        self.judged_level.d.next = self.read_level.q.val();
        self.judged_word.d.next = self.read_word.q.val();
        self.judged_bits.d.next = self.word.val() & self.read_mask.q.val();

        // The word to read now: the next one of the climb, unless a bit is found.
        self.reading.d.next = self.climbing.q.val();
        self.read_highest.d.next = self.climb_level.q.val() == self.highest.val();
        self.read_level.d.next = self.climb_level.q.val();
        self.read_address.next = self.climb_bit.q.val().get_bits::<16>(4);
        self.read_mask.d.next = self.bits_beyond.val() << self.climb_bit.q.val().get_bits::<4>(0);
        if self.climb_begins.q.val() {
            self.read_mask.d.next = self.all_bits.val() << self.climb_bit.q.val().get_bits::<4>(0);
        }
        self.climb_begins.d.next = false;
        self.climb_level.d.next = self.climb_level.q.val() + 1;
        self.climb_bit.d.next = self.climb_bit.q.val() >> 4;
        if self.climb_level.q.val() == self.highest.val() {
            self.climbing.d.next = false;
        }
        self.concluding.d.next = false;
        self.hit_before.d.next = self.hit.val();
        if self.hit.val() {
            self.hit_slot.d.next = self.first_bit.val();
            self.climbing.d.next = false;
            self.judging.d.next = false;
            self.reading.d.next = self.judged_level.q.val().any();
            self.read_highest.d.next = false;
            self.read_level.d.next = self.judged_level.q.val() - 1;
            self.read_address.next = self.first_bit.val().get_bits::<16>(0);
            self.read_mask.d.next = self.all_bits.val();
            self.concluding.d.next = !self.judged_level.q.val().any();
        }
        self.read_word.d.next = self.read_address.val();
        self.level_0.read_address.next = self.read_address.val();
        self.level_1.read_address.next = self.read_address.val();
        self.level_2.read_address.next = self.read_address.val();
        self.level_3.read_address.next = self.read_address.val();

        // Nothing up to the wheel's end: once more from its beginning.
        if self.miss.val() {
            self.again.d.next = true;
            self.climbing.d.next = !self.again.q.val();
            self.climb_begins.d.next = true;
            self.climb_level.d.next = self.level_one.val();
            self.climb_bit.d.next = bit_cast::<20, 16>(self.base.q.val());
            self.origin.d.next = self.origin.q.val() - self.size.q.val();
            self.concluding.d.next = self.again.q.val();
        }

        // The question.
        self.wheel_word.next = 0.into();
        if self.multi_wheel.val() {
            self.wheel_word.next = self.wheel_base.val();
        }
        self.position.next = (bit_cast::<20, 16>(self.wheel_word.val()) << 4) + self.slot.val();
        self.end_slot.next = self.wheel_size.val() - 1;
        if self.ask.val() & self.present.val() {
            self.active.d.next = true;
            self.again.d.next = false;
            self.base.d.next = self.wheel_word.val();
            self.last_word.d.next = self.wheel_word.val() + self.end_slot.val().get_bits::<16>(4);
            self.size.d.next = self.wheel_size.val();
            self.origin.d.next = self.position.val();
            self.climbing.d.next = self.wheel_present.val();
            self.climb_begins.d.next = true;
            self.climb_level.d.next = 0.into();
            self.climb_bit.d.next = self.position.val();
            self.concluding.d.next = !self.wheel_present.val();
        }

        // The answer.
        if self.concluding.q.val() {
            self.active.d.next = false;
        }
        self.answer_done.d.next = self.concluding.q.val();
        self.answer_found.d.next = self.hit_before.q.val();
        self.answer_distance.d.next = self.hit_slot.q.val() - self.origin.q.val();
        if self.clear.val() {
            self.active.d.next = false;
            self.climbing.d.next = false;
            self.reading.d.next = false;
            self.judging.d.next = false;
            self.concluding.d.next = false;
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
