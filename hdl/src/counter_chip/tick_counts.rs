//! # The tick counts: now, the cursor's tick, and the ticks set aside
//!
//! **Purpose.** Three numbers of 64 bits that only ever change by one carry at a time: now, the cursor's tick, and the
//! blocks of 1024 ticks that the backlog has set aside. Their upper seven bytes lie in one block RAM and are walked by
//! one adder of eight bits, lowest first, when a carry comes; only the lowest bytes are counters.
//!
//! **Interface.** `tick` adds 1 to now; `walked` and `skipped` add 1 or 16 (15 with `fewer`) to the cursor's tick.
//! `cursor_tick`: its 32 low bits. `wants_aside` and `wants_back`, levels, change the blocks by one; `exchanged` for
//! one clock when that is done. `half_period` for one clock when bit 31 of now has changed. In builds with several
//! wheels the cascade counts its tick with `walked` and `starts_cascade`; the host sees the tick before until
//! `cascading` has fallen. The host asks for a word with `ask`, `of_cursor` and `high`; `word` is there with
//! `answered`, and 0 from the next `forget` on, which comes before the next `ask`.
//!
//! **Timing.** Counts of ticks are seen in the next clock. A carry takes three clocks, and one more for each byte that
//! it goes on through; eight at most. Nothing is begun in the clock of `ask`: a word comes 5 clocks after it (high
//! half: 9), or, for what is under way, at most 7 clocks later than that. After `clear` the memory is zeroed in 24
//! clocks. Outside of a cascade a carry of the cursor's tick waits for 33 clocks at most. `half_period` comes 4 to 20
//! clocks after its bit has changed.
//!
//! **Invariants.** All of a word is of the clock in which its reading began: nothing else is walked meanwhile, and a
//! carry that still waits then is added on the way. The memory is read for the next clock's byte and written with the
//! last clock's: no two walks of one number follow each other so soon that this matters. It holds the *next*
//! value of the cursor's upper bytes, three bytes of which wait in registers: so `cursor_tick` is right in the clock
//! of the carry itself, if that is not before the fourth clock without `carry_waits`. The blocks are held negative:
//! the carry out of the highest byte tells that none is left.

use crate::circuit::Circuit;
use crate::shared::memory::EntryMemory;
use rust_hdl::prelude::*;

/// The tick counts; see the module's header.
#[derive(Circuit)]
pub struct TickCounts {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// All counts are zero.
    pub clear: Signal<In, Bit>,
    /// Now goes on by one.
    pub tick: Signal<In, Bit>,
    /// The cursor goes on by one tick.
    pub walked: Signal<In, Bit>,
    /// The cursor goes on by 16 ticks.
    pub skipped: Signal<In, Bit>,
    /// With `skipped`: only by 15.
    pub fewer: Signal<In, Bit>,
    /// With `walked`: the tick is a cascade's, which begins.
    pub starts_cascade: Signal<In, Bit>,
    /// The cascade is under way.
    pub cascading: Signal<In, Bit>,
    /// A block of 1024 ticks is to be set aside.
    pub wants_aside: Signal<In, Bit>,
    /// A block of 1024 ticks is to be taken back.
    pub wants_back: Signal<In, Bit>,
    /// The host asks for a word.
    pub ask: Signal<In, Bit>,
    /// It is the cursor's; otherwise now's. Stays until `answered`.
    pub of_cursor: Signal<In, Bit>,
    /// It is the high half; otherwise the low one. Stays until `answered`.
    pub high: Signal<In, Bit>,
    /// The word is no longer wanted.
    pub forget: Signal<In, Bit>,
    /// Bits 31 to 0 of the cursor's tick, or of the tick of the cascade under way.
    pub cursor_tick: Signal<Out, Bits<32>>,
    /// A carry of the cursor's tick waits.
    pub carry_waits: Signal<Out, Bit>,
    /// It has waited for 128 ticks of the cursor, which must stop.
    pub carry_urgent: Signal<Out, Bit>,
    /// The block has been set aside or taken back.
    pub exchanged: Signal<Out, Bit>,
    /// Blocks are set aside.
    pub any_aside: Signal<Out, Bit>,
    /// Bit 31 of now has changed.
    pub half_period: Signal<Out, Bit>,
    /// The word asked for is on `word`.
    pub answered: Signal<Out, Bit>,
    /// The word asked for, or 0.
    pub word: Signal<Out, Bits<32>>,
    bytes: EntryMemory<8>,
    /// Bits 7 to 0 of now.
    now_low: DFF<Bits<8>>,
    /// A carry into the upper bytes of now waits.
    now_carry: DFF<Bit>,
    /// Bits 7 to 0 of the cursor's tick.
    cursor_low: DFF<Bits<8>>,
    /// A carry into the upper bytes of the cursor's tick waits.
    cursor_carry: DFF<Bit>,
    /// Bits 7 to 0 of the cursor's tick as the host sees it.
    finished_low: DFF<Bits<8>>,
    /// A cascade began, or was under way, one clock ago.
    finishing: DFF<Bit>,
    /// Bits 31 to 8 of the cursor's tick.
    upper: DFF<Bits<24>>,
    /// Bits 15 to 8 of the cursor's tick after its next carry.
    next_1: DFF<Bits<8>>,
    /// Bits 23 to 16 of the cursor's tick after its next carry.
    next_2: DFF<Bits<8>>,
    /// Bits 31 to 24 of the cursor's tick after its next carry.
    next_3: DFF<Bits<8>>,
    /// The host has asked for a word, and its reading has not begun.
    asked: DFF<Bit>,
    /// A walk is under way, one byte a clock.
    adding: DFF<Bit>,
    /// The walk zeroes the memory, as after a reset.
    zeroing: DFF<Bit>,
    /// The walk is for the host and writes nothing.
    reading: DFF<Bit>,
    /// Which number is walked: 0 now, 1 the cursor's, 2 the blocks.
    number: DFF<Bits<2>>,
    /// Which of its bytes is added to, 0 the lowest.
    place: DFF<Bits<3>>,
    /// The byte to write: the sum of one clock ago, or 0.
    result: DFF<Bits<8>>,
    /// The number and the byte that it is written to.
    result_address: DFF<Bits<5>>,
    /// The byte is written at the next edge.
    has_result: DFF<Bit>,
    /// The walk takes one off: 255 is added to each byte.
    minus: DFF<Bit>,
    /// The carry into the byte that is added to.
    carry: DFF<Bit>,
    /// At least one block of 1024 ticks is set aside.
    some_aside: DFF<Bit>,
    /// The walk of the blocks ended one clock ago.
    block_done: DFF<Bit>,
    /// The byte that is added to is the last the walk may come to.
    at_end: DFF<Bit>,
    /// One clock ago the walk was at the last byte it may come to.
    through_all: DFF<Bit>,
    /// A carry changed bit 31 of now one clock ago.
    half: DFF<Bit>,
    /// The last byte of the host's word came one clock ago.
    answering: DFF<Bit>,
    /// The word read for the host, or 0; bytes come in at the top.
    given: DFF<Bits<32>>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    of_now: Constant<Bits<2>>,
    the_cursor: Constant<Bits<2>>,
    aside: Constant<Bits<2>>,
    byte_1: Constant<Bits<3>>,
    fifteen: Constant<Bits<9>>,
    byte_2: Constant<Bits<3>>,
    byte_3: Constant<Bits<3>>,
    now_sum: Signal<Local, Bits<9>>,
    cursor_step: Signal<Local, Bits<9>>,
    cursor_sum: Signal<Local, Bits<9>>,
    carries: Signal<Local, Bit>,
    idle: Signal<Local, Bit>,
    may_begin: Signal<Local, Bit>,
    reads: Signal<Local, Bit>,
    counts_now: Signal<Local, Bit>,
    counts_cursor: Signal<Local, Bit>,
    exchanges: Signal<Local, Bit>,
    carry_due: Signal<Local, Bit>,
    read_place: Signal<Local, Bits<3>>,
    read_number: Signal<Local, Bits<2>>,
    addend: Signal<Local, Bits<9>>,
    sum: Signal<Local, Bits<9>>,
    total: Signal<Local, Bits<8>>,
    shown: Signal<Local, Bits<8>>,
    writes: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

impl TickCounts {
    /// The tick counts of a chip with one wheel, or several if `multi_wheel`.
    pub fn new(multi_wheel: bool) -> Self {
        TickCountsParts {
            bytes: EntryMemory::new(5),
            multi_wheel: Constant::new(multi_wheel),
            of_now: Constant::new(0.into()),
            the_cursor: Constant::new(1.into()),
            aside: Constant::new(2.into()),
            byte_1: Constant::new(1.into()),
            fifteen: Constant::new(15.into()),
            byte_2: Constant::new(2.into()),
            byte_3: Constant::new(3.into()),
        }
        .assemble()
    }
}

impl Logic for TickCounts {
    #[hdl_gen]
    fn update(&mut self) {
        // The lowest bytes.
        self.now_sum.next = bit_cast::<9, 8>(self.now_low.q.val()) + bit_cast::<9, 1>(self.tick.val().into());
        self.now_low.d.next = self.now_sum.val().get_bits::<8>(0);
        self.cursor_step.next =
            bit_cast::<9, 1>(self.walked.val().into()) | (bit_cast::<9, 1>(self.skipped.val().into()) << 4);
        if self.skipped.val() & self.fewer.val() {
            self.cursor_step.next = self.fifteen.val();
        }
        self.cursor_sum.next = bit_cast::<9, 8>(self.cursor_low.q.val()) + self.cursor_step.val();
        self.cursor_low.d.next = self.cursor_sum.val().get_bits::<8>(0);
        self.carries.next = self.cursor_sum.val().get_bit(8);
        if self.carries.val() {
            self.upper.d.next = bit_cast::<24, 8>(self.next_1.q.val())
                | (bit_cast::<24, 8>(self.next_2.q.val()) << 8)
                | (bit_cast::<24, 8>(self.next_3.q.val()) << 16);
        }

        // In a cascade the host sees the tick before, and so a carry of the cascade's tick waits for its end.
        self.finishing.d.next = (self.starts_cascade.val() | self.cascading.val()) & self.multi_wheel.val();
        if !self.starts_cascade.val() & !self.cascading.val() {
            self.finished_low.d.next = self.cursor_sum.val().get_bits::<8>(0);
        }
        self.carry_due.next = self.cursor_carry.q.val() & !self.finishing.q.val();

        // What comes next: a word for the host, a carry, a block.
        self.idle.next = !self.adding.q.val();
        self.may_begin.next = self.idle.val() & !self.asked.q.val() & !self.ask.val();
        self.reads.next = self.idle.val() & self.asked.q.val() & !self.has_result.q.val();
        self.counts_now.next = self.may_begin.val() & self.now_carry.q.val();
        self.counts_cursor.next = self.may_begin.val() & !self.now_carry.q.val() & self.carry_due.val();
        self.exchanges.next = self.may_begin.val()
            & !self.now_carry.q.val()
            & !self.carry_due.val()
            & !self.block_done.q.val()
            & (self.wants_aside.val() | self.wants_back.val());
        self.asked.d.next = (self.asked.q.val() & !self.reads.val()) | self.ask.val();
        self.now_carry.d.next = self.now_sum.val().get_bit(8) | (self.now_carry.q.val() & !self.counts_now.val());
        self.cursor_carry.d.next = self.carries.val() | (self.cursor_carry.q.val() & !self.counts_cursor.val());

        // The walk: a byte is read in one clock, added to in the next, and written in the one after that.
        self.addend.next = 0.into();
        if self.minus.q.val() {
            self.addend.next = 0xff.into();
        }
        self.sum.next = bit_cast::<9, 8>(self.bytes.read_data.val())
            + self.addend.val()
            + bit_cast::<9, 1>(self.carry.q.val().into());
        self.total.next = self.sum.val().get_bits::<8>(0);
        self.shown.next = self.now_low.q.val();
        if self.of_cursor.val() {
            self.shown.next = self.cursor_low.q.val();
            if self.multi_wheel.val() {
                self.shown.next = self.finished_low.q.val();
            }
        }
        if self.adding.q.val() {
            self.shown.next = self.total.val();
        }
        self.writes.next = self.adding.q.val() & !self.reading.q.val();
        self.has_result.d.next = self.writes.val();
        self.result.d.next = self.total.val();
        if self.zeroing.q.val() {
            self.result.d.next = 0.into();
        }
        self.result_address.d.next =
            bit_cast::<5, 3>(self.place.q.val()) | (bit_cast::<5, 2>(self.number.q.val()) << 3);
        self.bytes.write_enable.next = self.has_result.q.val();
        self.bytes.write_address.next = bit_cast::<10, 5>(self.result_address.q.val());
        self.bytes.write_data.next = self.result.q.val();
        self.last.next = self.place.q.val().all();
        // The next byte is the last: of a word that of its half, else the highest, and of the zeroing that of the
        // blocks, the only number with bit 1.
        self.at_end.d.next = self.adding.q.val()
            & (self.place.q.val().get_bits::<2>(0) == 2)
            & (self.place.q.val().get_bit(2) | (self.reading.q.val() & !self.high.val()))
            & (self.number.q.val().get_bit(1) | !self.zeroing.q.val());
        self.ends.next = self.at_end.q.val();
        if !self.zeroing.q.val() & !self.reading.q.val() & (self.carry.q.val() == self.minus.q.val()) {
            // The byte before has left nothing to add; to this one 0 is added.
            self.ends.next = true;
        }
        self.read_place.next = self.place.q.val() + 1;
        self.read_number.next = self.number.q.val();
        if self.adding.q.val() {
            self.adding.d.next = !self.ends.val();
            self.carry.d.next = self.sum.val().get_bit(8);
            if self.zeroing.q.val() & self.last.val() {
                self.read_number.next = self.number.q.val() + 1;
            }
        } else {
            self.adding.d.next =
                self.reads.val() | self.counts_now.val() | self.counts_cursor.val() | self.exchanges.val();
            self.reading.d.next = self.asked.q.val();
            self.read_place.next = self.byte_1.val();
            self.read_number.next = self.aside.val();
            self.minus.d.next = self.wants_aside.val();
            self.carry.d.next = self.wants_back.val();
            if self.carry_due.val() {
                self.read_number.next = self.the_cursor.val();
                self.minus.d.next = false;
                self.carry.d.next = true;
            }
            if self.now_carry.q.val() {
                self.read_number.next = self.of_now.val();
                self.minus.d.next = false;
                self.carry.d.next = true;
            }
            if self.asked.q.val() {
                self.read_number.next = self.of_now.val();
                self.minus.d.next = false;
                self.carry.d.next = self.now_carry.q.val();
                if self.of_cursor.val() {
                    self.read_number.next = self.the_cursor.val();
                    self.minus.d.next = !self.carry_due.val();
                    self.carry.d.next = false;
                }
            }
        }
        if self.at_end.q.val() {
            self.zeroing.d.next = false;
        }
        self.place.d.next = self.read_place.val();
        self.number.d.next = self.read_number.val();
        self.bytes.read_address.next =
            bit_cast::<10, 3>(self.read_place.val()) | (bit_cast::<10, 2>(self.read_number.val()) << 3);
        // The carry out of the highest byte is known a clock after the walk.
        self.block_done.d.next =
            self.writes.val() & self.ends.val() & (self.number.q.val() == self.aside.val()) & !self.zeroing.q.val();
        self.through_all.d.next = self.at_end.q.val();
        if self.block_done.q.val() {
            self.some_aside.d.next = self.minus.q.val() | !(self.through_all.q.val() & self.carry.q.val());
        }

        // What comes of it.
        if self.writes.val() & (self.number.q.val() == self.the_cursor.val()) & !self.zeroing.q.val() {
            if self.place.q.val() == self.byte_1.val() {
                self.next_1.d.next = self.total.val();
            }
            if self.place.q.val() == self.byte_2.val() {
                self.next_2.d.next = self.total.val();
            }
            if self.place.q.val() == self.byte_3.val() {
                self.next_3.d.next = self.total.val();
            }
        }
        self.half.d.next = self.writes.val()
            & (self.number.q.val() == self.of_now.val())
            & !self.zeroing.q.val()
            & (self.place.q.val() == self.byte_3.val())
            & (self.sum.val().get_bit(7) ^ self.bytes.read_data.val().get_bit(7));
        self.answering.d.next = self.adding.q.val() & self.reading.q.val() & self.ends.val();
        if self.reads.val() | (self.adding.q.val() & self.reading.q.val()) {
            self.given.d.next = (self.given.q.val() >> 8) | (bit_cast::<32, 8>(self.shown.val()) << 24);
        }
        if self.forget.val() {
            self.given.d.next = 0.into();
        }

        if self.clear.val() {
            self.now_low.d.next = 0.into();
            self.now_carry.d.next = false;
            self.cursor_low.d.next = 0.into();
            self.finished_low.d.next = 0.into();
            self.upper.d.next = 0.into();
            self.next_1.d.next = 0.into();
            self.next_2.d.next = 0.into();
            self.next_3.d.next = 0.into();
            self.some_aside.d.next = false;
            self.block_done.d.next = false;
            self.half.d.next = false;
            self.reading.d.next = false;
            self.asked.d.next = false;
            self.answering.d.next = false;
            // The memory is zeroed, and then the cursor's next upper bytes become 1.
            self.adding.d.next = true;
            self.zeroing.d.next = true;
            self.at_end.d.next = false;
            self.number.d.next = 0.into();
            self.place.d.next = 0.into();
            self.cursor_carry.d.next = true;
        }

        self.cursor_tick.next =
            bit_cast::<32, 8>(self.cursor_low.q.val()) | (bit_cast::<32, 24>(self.upper.q.val()) << 8);
        self.carry_waits.next = self.cursor_carry.q.val();
        self.carry_urgent.next = self.cursor_carry.q.val() & self.cursor_low.q.val().get_bit(7);
        self.exchanged.next = self.block_done.q.val();
        self.any_aside.next = self.some_aside.q.val();
        self.half_period.next = self.half.q.val();
        self.answered.next = self.answering.q.val();
        self.word.next = self.given.q.val();
    }
}

#[cfg(test)]
mod tests;
