//! # The cursor that chases the clock
//!
//! **Purpose.** Visits the slots of every tick, in order, and reports each busy one. It follows now, never passes it, and
//! waits when the event FIFO has no room or the host has not yet acknowledged an event that is held; now goes on
//! meanwhile and nothing is lost.
//!
//! **Interface.** `fetch` issues tickets, each for one slot or the rest of a word; `word_address` goes to the busy bits,
//! `word_data` comes back. `next_slot` and `lap` name wheel 0's next visit. With `event_commit` the FIFO gives a place to
//! the event of `event_slot` (of wheel 0; the `cascade` knows the others'). In builds with several wheels the cursor
//! is `ready_for_cascade` for one clock at the end of wheel 0's lap and adds the tick; the cascade then asks for slots one
//! by one (`cascade_ask`, answered by `cascade_done` or, when the FIFO had no room, `cascade_again`).
//!
//! **Timing.** A ticket issued in clock *i* reads the memory in *i*, is masked in *i* + 1, searched in *i* + 2 and committed
//! in *i* + 3. A commit in clock *L* moves `next_slot` (seen in *L* + 1) and the ticks (seen in *L* + 2). One slot a clock at
//! any density of busy slots, 16 slots a clock where there are none. A busy slot before the end of a rest, a full FIFO,
//! or a slot of a wheel with `HOLD` or `AUTO_CLEAR` squashes the tickets under way; the first new one is issued in
//! *L* + 3.
//!
//! **Invariants.** A commit in clock *L* sees exactly the busy bits as written up to clock *L* - 3. `next_slot` in clock *w* + 3
//! therefore tells whether a bit written in *w* came in time. The ticks add up the slots that `next_slot` passes. An
//! event is committed only with `room`.

use crate::assemble::assemble;
use crate::backlog::Backlog;
use crate::fetch::Fetch;
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
    /// The chip has been enabled; the wheel's size is settled.
    pub running: Signal<In, Bit>,
    /// Bits 31 to 0 of now, in ticks.
    pub now_low: Signal<In, Bits<32>>,
    /// Bits 63 to 32 of now, in ticks.
    pub now_high: Signal<In, Bits<32>>,
    /// Wheel 0's highest slot: its size less one.
    pub last_slot: Signal<In, Bits<20>>,
    /// The word at last clock's `word_address`.
    pub word_data: Signal<In, Bits<16>>,
    /// Nothing may be asked for in the next clock: the memory is written.
    pub pause: Signal<In, Bit>,
    /// The FIFO has a place.
    pub room: Signal<In, Bit>,
    /// The wheel that is being visited has `HOLD`.
    pub hold: Signal<In, Bit>,
    /// The wheel that is being visited has `AUTO_CLEAR`.
    pub auto_clear: Signal<In, Bit>,
    /// The host has acknowledged the event that was held.
    pub acknowledged: Signal<In, Bit>,
    /// The busy bit of the event has been cleared.
    pub cleared: Signal<In, Bit>,
    /// The cascade is under way.
    pub cascading: Signal<In, Bit>,
    /// The slot asked for is of a wheel above 0.
    pub cascade_upper: Signal<In, Bit>,
    /// The cascade asks for a slot as soon as `may_ask`.
    pub cascade_ask: Signal<In, Bit>,
    /// The slot's word.
    pub cascade_word: Signal<In, Bits<16>>,
    /// The slot's place in it.
    pub cascade_offset: Signal<In, Bits<4>>,
    /// The word to read.
    pub word_address: Signal<Out, Bits<16>>,
    /// The slot of wheel 0's next visit.
    pub next_slot: Signal<Out, Bits<20>>,
    /// The lap of wheel 0's next visit, modulo 256.
    pub lap: Signal<Out, Bits<8>>,
    /// Bits 31 to 0 of the last tick visited, or under way in a cascade.
    pub ticks_low: Signal<Out, Bits<32>>,
    /// Bits 63 to 32 of it.
    pub ticks_high: Signal<Out, Bits<32>>,
    /// The last tick visited is not now.
    pub behind: Signal<Out, Bit>,
    /// All tickets of wheel 0's lap are committed and a tick is due.
    pub ready_for_cascade: Signal<Out, Bit>,
    /// The cascade's question is taken in this clock.
    pub cascade_taken: Signal<Out, Bit>,
    /// The cascade's slot has been visited.
    pub cascade_done: Signal<Out, Bit>,
    /// It has not, for want of room.
    pub cascade_again: Signal<Out, Bit>,
    /// A place in the FIFO is taken for an event.
    pub event_commit: Signal<Out, Bit>,
    /// Its address in the memory, as wheel 0 counts slots.
    pub event_slot: Signal<Out, Bits<20>>,
    /// The event's busy bit is to be cleared.
    pub clear_bit: Signal<Out, Bit>,
    ticks: WideCounter,
    backlog: Backlog,
    fetch: Fetch,
    first: FindFirst,
    before_last_word: DFF<Bits<16>>,
    single_word: DFF<Bit>,
    searched: DFF<Bit>,
    searched_word: DFF<Bits<16>>,
    searched_end: DFF<Bits<4>>,
    searched_ends_word: DFF<Bit>,
    searched_cascade: DFF<Bit>,
    valid: DFF<Bit>,
    found: DFF<Bit>,
    place: DFF<Bits<4>>,
    at_end: DFF<Bit>,
    completes_word: DFF<Bit>,
    cascade: DFF<Bit>,
    visit_word: DFF<Bits<16>>,
    visit_offset: DFF<Bits<4>>,
    visit_last: DFF<Bit>,
    visit_lap: DFF<Bits<8>>,
    visit_edge: DFF<Bit>,
    visit_left: DFF<Bits<5>>,
    step: DFF<Bits<5>>,
    flushing: DFF<Bit>,
    reloading: DFF<Bit>,
    holding: DFF<Bit>,
    clearing_bit: DFF<Bit>,
    edge_ready: DFF<Bit>,
    may_issue: DFF<Bit>,
    word_mask: Constant<Bits<16>>,
    modes: Constant<Bit>,
    one_slot: Constant<Bits<5>>,
    blocked: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    reaches_end: Signal<Local, Bit>,
    edge_due: Signal<Local, Bit>,
    word_done: Signal<Local, Bit>,
    of_wheel_0: Signal<Local, Bit>,
    redirect: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    will_hold: Signal<Local, Bit>,
    will_clear_bit: Signal<Local, Bit>,
    passed: Signal<Local, Bits<5>>,
    last_word: Signal<Local, Bits<16>>,
    stop: Signal<Local, Bits<5>>,
}

impl Cursor {
    /// A cursor over 2^`slot_bits` busy bits, of one wheel, or several if `multi_wheel`, with or without `modes`.
    pub fn new(slot_bits: u32, multi_wheel: bool, modes: bool) -> Self {
        assemble! {
            fetch: Fetch::new(slot_bits, multi_wheel),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into()),
            modes: Constant::new(modes),
            one_slot: Constant::new(1.into());
            clock, clear, running, now_low, now_high, last_slot, word_data, pause, room, hold, auto_clear, acknowledged,
            cleared, cascading, cascade_upper, cascade_ask, cascade_word, cascade_offset,
            word_address, next_slot, lap, ticks_low, ticks_high, behind, ready_for_cascade, cascade_taken,
            cascade_done, cascade_again, event_commit, event_slot, clear_bit, ticks, backlog, first,
            before_last_word, single_word, searched, searched_word, searched_end, searched_ends_word,
            searched_cascade, valid, found, place, at_end, completes_word, cascade, visit_word, visit_offset, visit_last,
            visit_lap, visit_edge, visit_left, step, flushing, reloading, holding, clearing_bit, edge_ready,
            blocked, taken, reaches_end, edge_due, word_done, of_wheel_0, redirect, may_issue, asks, will_hold, will_clear_bit, passed, last_word, stop,
        }
    }
}

impl Logic for Cursor {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            before_last_word,
            single_word,
            searched,
            searched_word,
            searched_end,
            searched_ends_word,
            searched_cascade,
            valid,
            found,
            place,
            at_end,
            completes_word,
            cascade,
            visit_word,
            visit_offset,
            visit_last,
            visit_lap,
            visit_edge,
            visit_left,
            step,
            flushing,
            reloading,
            holding,
            clearing_bit,
            edge_ready,
            may_issue
        );
        clock!(self, clock, ticks, backlog, fetch);

        // The wheel's shape, settled long before the first visit.
        self.last_word.next = self.last_slot.val().get_bits::<16>(4);
        self.before_last_word.d.next = (self.last_word.val() - 1) & self.word_mask.val();
        self.single_word.d.next = !self.last_word.val().any();

        // Issue.
        self.asks.next = self.cascade_ask.val() & self.may_issue.q.val();
        self.fetch.clear.next = self.clear.val();
        self.fetch.allowed.next = self.may_issue.q.val();
        self.fetch.one.next = self.backlog.one.val();
        self.fetch.two.next = self.backlog.two.val();
        self.fetch.far.next = self.backlog.far.val();
        self.fetch.last_place.next = self.last_slot.val().get_bits::<4>(0);
        self.fetch.before_last_word.next = self.before_last_word.q.val();
        self.fetch.single_word.next = self.single_word.q.val();
        self.fetch.reload.next =
            self.reloading.q.val() | self.cascading.val() | !self.running.val();
        self.fetch.visit_word.next = self.visit_word.q.val();
        self.fetch.visit_offset.next = self.visit_offset.q.val();
        self.fetch.visit_left.next = self.visit_left.q.val();
        self.fetch.visit_last.next = self.visit_last.q.val();
        self.fetch.visit_edge.next = self.visit_edge.q.val();
        self.fetch.visited.next = self.ticks.low.val().get_bits::<11>(0);
        self.fetch.cascade_ask.next = self.asks.val();
        self.fetch.cascade_word.next = self.cascade_word.val();
        self.fetch.cascade_offset.next = self.cascade_offset.val();
        self.word_address.next = self.fetch.word_address.val();
        self.cascade_taken.next = self.asks.val();

        // Mask.
        self.searched.d.next = self.fetch.ticket.val();
        self.searched_word.d.next = self.word_data.val() & self.fetch.ticket_mask.val();
        self.searched_end.d.next = self.fetch.ticket_end.val();
        self.searched_ends_word.d.next = self.fetch.ticket_ends_word.val();
        self.searched_cascade.d.next = self.fetch.ticket_cascade.val();

        // Search.
        self.first.word.next = self.searched_word.q.val();
        self.valid.d.next = self.searched.q.val();
        self.found.d.next = self.first.found.val();
        self.place.d.next = self.searched_end.q.val();
        if self.first.found.val() {
            self.place.d.next = self.first.position.val();
        }
        self.reaches_end.next =
            !self.first.found.val() | (self.first.position.val() == self.searched_end.q.val());
        self.at_end.d.next = self.reaches_end.val();
        self.completes_word.d.next =
            self.searched.q.val() & self.searched_ends_word.q.val() & self.reaches_end.val();
        self.cascade.d.next = self.searched_cascade.q.val();

        // Commit.
        self.taken.next = self.valid.q.val() & self.found.q.val() & self.room.val();
        self.blocked.next = self.found.q.val() & !self.room.val();
        self.word_done.next = self.completes_word.q.val() & !self.blocked.val();
        self.of_wheel_0.next =
            self.valid.q.val() & !(self.cascade.q.val() & self.cascade_upper.val());
        self.redirect.next = self.valid.q.val()
            & (self.blocked.val()
                | !self.at_end.q.val()
                | self.cascade.q.val()
                | (self.found.q.val() & (self.hold.val() | self.auto_clear.val())));
        self.passed.next =
            bit_cast::<5, 4>(self.place.q.val()) - bit_cast::<5, 4>(self.visit_offset.q.val());
        self.step.d.next = 0.into();
        if self.valid.q.val() & !self.cascade.q.val() {
            self.step.d.next = self.passed.val() + self.one_slot.val();
            if self.blocked.val() {
                self.step.d.next = self.passed.val();
            }
        }
        if self.of_wheel_0.val() {
            self.visit_offset.d.next = self.place.q.val() + 1;
            self.visit_edge.d.next = false;
            if self.blocked.val() {
                self.visit_offset.d.next = self.place.q.val();
                self.visit_edge.d.next = self.visit_edge.q.val();
            }
        }
        if self.word_done.val() {
            self.visit_offset.d.next = 0.into();
            self.visit_word.d.next = (self.visit_word.q.val() + 1) & self.word_mask.val();
            self.visit_last.d.next = self.visit_word.q.val() == self.before_last_word.q.val();
            if self.visit_last.q.val() {
                self.visit_word.d.next = 0.into();
                self.visit_last.d.next = self.single_word.q.val();
                self.visit_lap.d.next = self.visit_lap.q.val() + 1;
                self.visit_edge.d.next = true;
            }
        }
        self.stop.next = 16.into();
        if self.visit_last.q.val() {
            self.stop.next =
                bit_cast::<5, 4>(self.last_slot.val().get_bits::<4>(0)) + self.one_slot.val();
        }
        self.visit_left.d.next = self.stop.val() - bit_cast::<5, 4>(self.visit_offset.q.val());
        self.fetch.squash.next = self.redirect.val();
        self.flushing.d.next = self.redirect.val();
        self.reloading.d.next = self.flushing.q.val();
        if self.redirect.val() {
            self.searched.d.next = false;
            self.valid.d.next = false;
            self.completes_word.d.next = false;
        }
        self.will_hold.next = self.modes.val()
            & ((self.holding.q.val() & !self.acknowledged.val())
                | (self.taken.val() & self.hold.val()));
        self.will_clear_bit.next = self.modes.val()
            & ((self.clearing_bit.q.val() & !self.cleared.val())
                | (self.taken.val() & self.auto_clear.val()));
        self.holding.d.next = self.will_hold.val();
        self.clearing_bit.d.next = self.will_clear_bit.val();
        self.may_issue.d.next = self.running.val()
            & !self.pause.val()
            & !self.redirect.val()
            & !self.flushing.q.val()
            & !self.will_hold.val()
            & !self.will_clear_bit.val();
        self.event_commit.next = self.taken.val();
        self.event_slot.next = (bit_cast::<20, 16>(self.visit_word.q.val()) << 4)
            | bit_cast::<20, 4>(self.place.q.val());
        self.clear_bit.next = self.clearing_bit.q.val();
        self.cascade_done.next = self.valid.q.val() & self.cascade.q.val() & !self.blocked.val();
        self.cascade_again.next = self.valid.q.val() & self.cascade.q.val() & self.blocked.val();
        self.edge_due.next = self.fetch.at_edge.val()
            & !self.fetch.ticket.val()
            & !self.searched.q.val()
            & !self.valid.q.val()
            & !self.cascading.val()
            & !self.edge_ready.q.val()
            & self.may_issue.q.val()
            & (self.backlog.one.val() | self.backlog.far.val());
        self.edge_ready.d.next = self.edge_due.val();
        if self.edge_due.val() {
            self.step.d.next = self.one_slot.val();
        }
        self.ready_for_cascade.next = self.edge_ready.q.val();

        // Ticks.
        self.ticks.clear.next = self.clear.val();
        self.ticks.advance.next = self.step.q.val();
        self.backlog.clear.next = self.clear.val();
        self.backlog.now_low.next = self.now_low.val();
        self.backlog.now_high.next = self.now_high.val();
        self.backlog.cursor_low.next = self.ticks.low.val();
        self.backlog.cursor_high.next = self.ticks.high.val();
        self.backlog.issued.next = self.fetch.issued.val();
        self.behind.next = self.backlog.behind.val();
        self.next_slot.next = (bit_cast::<20, 16>(self.visit_word.q.val()) << 4)
            | bit_cast::<20, 4>(self.visit_offset.q.val());
        self.lap.next = self.visit_lap.q.val();
        self.ticks_low.next = self.ticks.low.val();
        self.ticks_high.next = self.ticks.high.val();

        if self.clear.val() {
            self.searched.d.next = false;
            self.valid.d.next = false;
            self.completes_word.d.next = false;
            self.visit_word.d.next = 0.into();
            self.visit_offset.d.next = 1.into();
            self.visit_lap.d.next = 0.into();
            self.visit_edge.d.next = false;
            self.step.d.next = 0.into();
            self.flushing.d.next = false;
            self.reloading.d.next = false;
            self.holding.d.next = false;
            self.clearing_bit.d.next = false;
            self.edge_ready.d.next = false;
            self.may_issue.d.next = false;
        }
        if !self.running.val() {
            self.visit_last.d.next = self.single_word.q.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};

    clocked!(Cursor);

    /// A cursor of one wheel with its memory and now, driven at random and checked in every clock.
    struct Bench {
        cursor: Cursor,
        size: u64,
        words: Vec<u16>,
        /// The busy bits as written up to three clocks ago, and the writes since.
        seen: Vec<bool>,
        written: Vec<Option<(usize, bool)>>,
        now: u64,
        position: u64,
        events: u64,
    }

    impl Bench {
        fn new(size: u64) -> Self {
            let mut cursor = Cursor::new(10, false, false);
            cursor.connect_all();
            cursor.last_slot.next = (size - 1).into();
            cursor.clear.next = true;
            cursor.tick();
            cursor.clear.next = false;
            for _ in 0..4 {
                cursor.tick();
            }
            cursor.running.next = true;
            Self {
                cursor,
                size,
                words: vec![0; 64],
                seen: vec![false; 1024],
                written: Vec::new(),
                now: 0,
                position: 0,
                events: 0,
            }
        }

        /// One clock; `write` sets or clears a busy bit at its edge.
        fn clock(&mut self, ticks: bool, room: bool, write: Option<(usize, bool)>) {
            let cursor = &mut self.cursor;
            cursor.now_low.next = (self.now & 0xffff_ffff).into();
            cursor.now_high.next = (self.now >> 32).into();
            cursor.room.next = room;
            cursor.clock.next = Clock { clk: false };
            cursor.settle();
            let read = cursor.word_address.val().index();
            let slot: u64 = cursor.next_slot.val().into();
            let commits = cursor.event_commit.val();
            let event_slot: u64 = cursor.event_slot.val().into();
            cursor.tick();
            let reached: u64 = cursor.next_slot.val().into();

            // What this clock's commit passed, and whether it told the truth.
            let passed: u64 = cursor.step.q.val().into();
            assert!(passed <= 16, "{passed} slots in one clock");
            for ahead in 0..passed {
                let place = (slot + ahead) % self.size;
                let reported = commits && place == event_slot;
                assert_eq!(
                    self.seen[place as usize], reported,
                    "slot {place} at now {}",
                    self.now
                );
            }
            if commits {
                assert!(room, "an event without room");
                assert_eq!(
                    (event_slot + 1) % self.size,
                    reached,
                    "an event that is not the last slot passed"
                );
                self.events += 1;
            }
            self.position += passed;
            assert!(
                self.position <= self.now,
                "visited {} at now {}",
                self.position,
                self.now
            );
            assert_eq!((self.position + 1) % self.size, reached);

            // The edge.
            if let Some((slot, busy)) = write {
                let bit = 1 << (slot % 16);
                let word = &mut self.words[slot / 16];
                *word = if busy { *word | bit } else { *word & !bit };
            }
            self.cursor.word_data.next = u64::from(self.words[read]).into();
            self.written.push(write);
            if self.written.len() > 2
                && let Some((slot, busy)) = self.written.remove(0)
            {
                self.seen[slot] = busy;
            }
            self.now += u64::from(ticks);
        }
    }

    #[test]
    fn cursor_random_bits_each_busy_slot_once_and_in_time() {
        for seed in 0..24 {
            let mut random = fastrand::Rng::with_seed(seed);
            let size = [2, 3, 15, 16, 17, 31, 33, 100, 1023, 1024][random.usize(0..10)];
            let mut bench = Bench::new(size);
            let (rate, density, generous) = (
                [1, 1, 2, 5][random.usize(0..4)],
                [0, 1, 30, 100][random.usize(0..4)],
                random.u32(30..=100),
            );
            let mut sleeps = 0u32;
            for clock in 0..6000u32 {
                if random.u32(0..700) == 0 {
                    sleeps = random.u32(0..300);
                }
                let room = sleeps == 0 && random.u32(0..100) < generous;
                sleeps = sleeps.saturating_sub(1);
                let write = (random.u32(0..3) == 0)
                    .then(|| (random.usize(0..size as usize), random.u32(0..100) < density));
                bench.clock(clock % rate == 0, room, write);
            }
            // With room and no more ticks it comes to now.
            for _ in 0..60_000 {
                bench.clock(false, true, None);
                if bench.position == bench.now {
                    break;
                }
            }
            assert_eq!(bench.position, bench.now, "seed {seed}");
            let ticks: u64 = bench.cursor.ticks_low.val().into();
            assert!(bench.now - ticks <= 16, "seed {seed}");
            assert!(
                density < 2 || bench.events > 10,
                "seed {seed}: {} events",
                bench.events
            );
        }
    }

    #[test]
    fn cursor_every_slot_busy_keeps_up_with_one_tick_a_clock() {
        let mut bench = Bench::new(1000);
        bench.words = vec![0xffff; 64];
        bench.seen = vec![true; 1024];
        for _ in 0..5000 {
            bench.clock(true, true, None);
            assert!(bench.now - bench.position <= 6);
        }
    }

    #[test]
    fn cursor_nothing_busy_catches_up_by_a_word_a_clock() {
        let ahead = 1 << 18;
        let mut bench = Bench::new(1024);
        for _ in 0..100 {
            bench.clock(false, true, None);
        }
        bench.now = ahead;
        let mut clocks = 0;
        while bench.position < bench.now && clocks < ahead {
            bench.clock(false, true, None);
            clocks += 1;
        }
        // Now a multiple of 1024 ahead is the worst case: some clocks are lost once in 2^14 ticks.
        assert!(
            clocks < ahead / 16 + ahead / 1024 + 100,
            "{clocks} clocks for {ahead} ticks"
        );
    }
}
