//! # The cursor that chases the clock
//!
//! **Purpose.** Visits the slot of every tick, in order, and reports each busy one. It follows now, never passes it,
//! and waits when the event FIFO has no room; now goes on meanwhile and nothing is lost.
//!
//! **Interface.** It reads the busy bits a word (16 slots) at a time: `word_address` out, `word_data` one clock later.
//! It watches the write port of the busy bits (`write_*`) so that a bit written in the very clock in which its word was
//! fetched is seen all the same. `next_slot` and `lap` name the next visit; `event_strobe` is high for one clock with
//! `event_slot`, and the event's tick is `cursor_low` in that clock.
//!
//! **Timing.** A clock either *fetches* the word of `next_slot` or *looks* at it. A look passes every slot up to the
//! first busy one, the end of the word, the end of the wheel, or now, and takes the busy one with it; so an empty wheel
//! goes by at 16 slots a clock. While looking, the following word is fetched ahead whenever the look can reach the
//! end of its word; only when a busy slot cuts such a look short is a clock spent on fetching again.
//!
//! **Invariants.** A write of a busy bit in clock *w* is seen by every look after *w* and by none before: by the
//! memory (reads issued after *w*), or by the forwarding masks (the read issued in *w*). `next_slot` in clock *w* + 1
//! therefore tells exactly whether the bit came in time. `cursor` + 1 is the tick of `next_slot`. Each look adds the same number
//! to both. An event is decided only with `room`, so the FIFO is never asked for a place that it lacks.
//!
//! How far now is ahead is read off ten bits: their difference modulo 1024 is never more than the truth. When it is
//! small because now is a multiple of 1024 ahead, the upper bits differ; that comparison is registered, and not
//! believed in the clock after the cursor has crossed into another block of 1024.

use crate::assemble::assemble;
use crate::find_first::FindFirst;
use crate::wide_counter::WideCounter;
use rust_hdl::prelude::*;

/// The cursor; see the module's header.
#[derive(LogicBlock)]
pub struct Cursor {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Goes back to tick 0: the next visit is tick 1, slot 1.
    pub clear: Signal<In, Bit>,
    /// Bits 31 to 0 of now, in ticks.
    pub now_low: Signal<In, Bits<32>>,
    /// Bits 63 to 32 of now, in ticks.
    pub now_high: Signal<In, Bits<32>>,
    /// The wheel's highest slot: its size less one.
    pub last_slot: Signal<In, Bits<20>>,
    /// The word at last clock's `word_address`.
    pub word_data: Signal<In, Bits<16>>,
    /// The busy-bit memory is written at the next edge.
    pub write_enable: Signal<In, Bit>,
    /// The slot written.
    pub write_address: Signal<In, Bits<20>>,
    /// The bit written.
    pub write_data: Signal<In, Bit>,
    /// The FIFO takes an event in the next clock.
    pub room: Signal<In, Bit>,
    /// The word to read.
    pub word_address: Signal<Out, Bits<16>>,
    /// The slot of the next visit.
    pub next_slot: Signal<Out, Bits<20>>,
    /// The lap of the next visit, modulo 256.
    pub lap: Signal<Out, Bits<8>>,
    /// Bits 31 to 0 of the last tick visited.
    pub cursor_low: Signal<Out, Bits<32>>,
    /// Bits 63 to 32 of the last tick visited.
    pub cursor_high: Signal<Out, Bits<32>>,
    /// The slot of tick `cursor_low` was busy.
    pub event_strobe: Signal<Out, Bit>,
    /// Which slot it was.
    pub event_slot: Signal<Out, Bits<20>>,
    ticks: WideCounter,
    first: FindFirst,
    visit_word: DFF<Bits<16>>,
    visit_offset: DFF<Bits<4>>,
    visit_lap: DFF<Bits<8>>,
    looking: DFF<Bit>,
    upper_differs: DFF<Bit>,
    crossed: DFF<Bit>,
    forward_set: DFF<Bits<16>>,
    forward_clear: DFF<Bits<16>>,
    event_now: DFF<Bit>,
    event_word: DFF<Bits<16>>,
    event_offset: DFF<Bits<4>>,
    all_ones: Constant<Bits<16>>,
    one_bit: Constant<Bits<16>>,
    whole_word: Constant<Bits<10>>,
    word_mask: Constant<Bits<16>>,
    backlog: Signal<Local, Bits<10>>,
    borrow: Signal<Local, Bit>,
    available: Signal<Local, Bits<5>>,
    in_last_word: Signal<Local, Bit>,
    stop: Signal<Local, Bits<5>>,
    space: Signal<Local, Bits<5>>,
    reaches_stop: Signal<Local, Bit>,
    reach: Signal<Local, Bits<5>>,
    merged: Signal<Local, Bits<16>>,
    first_offset: Signal<Local, Bits<5>>,
    busy_in_reach: Signal<Local, Bit>,
    new_offset: Signal<Local, Bits<5>>,
    following_word: Signal<Local, Bits<16>>,
    fetch: Signal<Local, Bits<16>>,
    written_word: Signal<Local, Bits<16>>,
    written_bit: Signal<Local, Bits<16>>,
}

impl Cursor {
    /// A cursor over a memory of 2^`slot_bits` busy bits.
    pub fn new(slot_bits: u32) -> Self {
        assemble! {
            all_ones: Constant::new(0xffff.into()),
            one_bit: Constant::new(1.into()),
            whole_word: Constant::new(16.into()),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into());
            clock, clear, now_low, now_high, last_slot, word_data, write_enable, write_address, write_data,
            room, word_address, next_slot, lap, cursor_low, cursor_high, event_strobe, event_slot, ticks, first,
            visit_word, visit_offset, visit_lap, looking, upper_differs, crossed, forward_set, forward_clear,
            event_now, event_word, event_offset, backlog, borrow, available, in_last_word, stop, space,
            reaches_stop, reach, merged, first_offset, busy_in_reach, new_offset, following_word, fetch,
            written_word, written_bit
        }
    }
}

impl Logic for Cursor {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            visit_word,
            visit_offset,
            visit_lap,
            looking,
            upper_differs,
            crossed,
            forward_set,
            forward_clear,
            event_now,
            event_word,
            event_offset
        );
        clock!(self, clock, ticks);
        self.ticks.clear.next = self.clear.val();
        self.ticks.advance.next = 0.into();

        // How many ticks may be visited at once: never more than now is ahead.
        self.backlog.next =
            self.now_low.val().get_bits::<10>(0) - self.ticks.low.val().get_bits::<10>(0);
        self.borrow.next =
            self.now_low.val().get_bits::<10>(0) < self.ticks.low.val().get_bits::<10>(0);
        self.upper_differs.d.next = (self.now_low.val().get_bits::<22>(10)
            != self.ticks.low.val().get_bits::<22>(10))
            | (self.now_high.val() != self.ticks.high.val());
        self.crossed.d.next = self.ticks.crossing.val();
        self.available.next = self.backlog.val().get_bits::<5>(0);
        if (self.backlog.val() > self.whole_word.val())
            | (self.upper_differs.q.val() & !self.borrow.val() & !self.crossed.q.val())
        {
            self.available.next = 16.into();
        }

        // How far this word goes: to its end, or to the wheel's last slot.
        self.in_last_word.next = self.visit_word.q.val() == self.last_slot.val().get_bits::<16>(4);
        self.stop.next = 16.into();
        self.following_word.next = (self.visit_word.q.val() + 1) & self.word_mask.val();
        if self.in_last_word.val() {
            self.stop.next = bit_cast::<5, 4>(self.last_slot.val().get_bits::<4>(0)) + 1;
            self.following_word.next = 0.into();
        }
        self.space.next = self.stop.val() - bit_cast::<5, 4>(self.visit_offset.q.val());
        self.reaches_stop.next = self.available.val() >= self.space.val();
        self.reach.next = bit_cast::<5, 4>(self.visit_offset.q.val()) + self.available.val();
        if self.reaches_stop.val() {
            self.reach.next = self.stop.val();
        }

        // The first busy slot from the next visit on.
        self.merged.next =
            (self.word_data.val() & !self.forward_clear.q.val()) | self.forward_set.q.val();
        self.first.word.next =
            self.merged.val() & (self.all_ones.val() << self.visit_offset.q.val());
        self.first_offset.next = bit_cast::<5, 4>(self.first.position.val());
        self.busy_in_reach.next =
            self.first.found.val() & (self.first_offset.val() < self.reach.val());

        // One step: fetch, or look and advance.
        self.fetch.next = self.visit_word.q.val();
        self.new_offset.next = bit_cast::<5, 4>(self.visit_offset.q.val());
        self.event_now.d.next = false;
        self.event_word.d.next = self.visit_word.q.val();
        self.event_offset.d.next = self.first.position.val();
        self.looking.d.next = true;
        if self.looking.q.val() {
            self.new_offset.next = self.reach.val();
            if self.busy_in_reach.val() {
                self.new_offset.next = self.first_offset.val();
                if self.room.val() {
                    self.new_offset.next = self.first_offset.val() + 1;
                    self.event_now.d.next = true;
                }
            }
            if self.reaches_stop.val() {
                self.fetch.next = self.following_word.val();
            }
            self.looking.d.next = !self.reaches_stop.val();
        }
        self.ticks.advance.next =
            self.new_offset.val() - bit_cast::<5, 4>(self.visit_offset.q.val());
        self.visit_offset.d.next = self.new_offset.val().get_bits::<4>(0);
        if self.new_offset.val() == self.stop.val() {
            self.looking.d.next = true;
            self.visit_offset.d.next = 0.into();
            self.visit_word.d.next = self.following_word.val();
            if self.in_last_word.val() {
                self.visit_lap.d.next = self.visit_lap.q.val() + 1;
            }
        }

        // A bit written into the word that is being fetched would be missed: keep it for the next look.
        self.written_word.next = self.write_address.val().get_bits::<16>(4);
        self.written_bit.next = self.one_bit.val() << self.write_address.val().get_bits::<4>(0);
        self.forward_set.d.next = 0.into();
        self.forward_clear.d.next = 0.into();
        if self.write_enable.val() & (self.written_word.val() == self.fetch.val()) {
            if self.write_data.val() {
                self.forward_set.d.next = self.written_bit.val();
            } else {
                self.forward_clear.d.next = self.written_bit.val();
            }
        }

        if self.clear.val() {
            self.visit_word.d.next = 0.into();
            self.visit_offset.d.next = 1.into();
            self.visit_lap.d.next = 0.into();
            self.looking.d.next = false;
            self.upper_differs.d.next = false;
            self.crossed.d.next = false;
            self.event_now.d.next = false;
        }

        self.word_address.next = self.fetch.val();
        self.next_slot.next = (bit_cast::<20, 16>(self.visit_word.q.val()) << 4)
            | bit_cast::<20, 4>(self.visit_offset.q.val());
        self.lap.next = self.visit_lap.q.val();
        self.cursor_low.next = self.ticks.low.val();
        self.cursor_high.next = self.ticks.high.val();
        self.event_strobe.next = self.event_now.q.val();
        self.event_slot.next = (bit_cast::<20, 16>(self.event_word.q.val()) << 4)
            | bit_cast::<20, 4>(self.event_offset.q.val());
    }
}
