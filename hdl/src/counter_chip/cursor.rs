//! # The cursor that chases the clock
//!
//! **Purpose.** Visits the slots of every tick, in order, and reports each busy one. It follows now, never passes it,
//! and waits when the event FIFO has no room or the host has not yet acknowledged an event that is held; now goes on
//! meanwhile and nothing is lost.
//!
//! **Interface.** `read_word` and, a clock later, `look_address` go to the busy bits, `slot_busy` and `word_busy`
//! come back. `walked` and `skipped` tell the tick counts and the backlog of 1 or 16 ticks passed (15 with
//! `fewer`); `some`, `eight` and `far` say how many may be. With `commit` the event FIFO gives a place to an event,
//! of wheel 0's slot `visited` (inverted) or of the cascade's wheel. `visited` and `lap` (both inverted) are also
//! wheel 0's next visit as the late check must see it, while `settled`. In builds with several wheels the cursor is
//! `ready_for_cascade` for one clock at the end of wheel 0's lap and adds the tick; the cascade then asks for slots
//! one by one (`cascade_ask`, answered by `cascade_done` or, when the FIFO had no room, `cascade_again`). While
//! `sweeping` the position runs through all slots, one a clock, and `visited` follows it.
//!
//! **Timing.** The word of a look in clock *i* is read in *i* - 1; what the look finds is registered in *i* + 1 and
//! committed in *i* + 2. The cascade's word is read when it asks, so that it is looked at in the next clock.
//! There are two kinds. A *walk* looks at one slot: one a clock. A *skip* looks at a word of sixteen slots and passes
//! all if none is busy: one a clock, where at least 96 ticks may be passed. With several wheels it may begin at a
//! word's second slot and pass 15, since the cascade has visited slot 0. A skip that finds a busy slot and a walk that
//! finds the FIFO full take back the looks after them: the next one is in *i* + 4. An event of a wheel with `HOLD` or
//! `AUTO_CLEAR` does so too: the next look is in *i* + 5. After such a skip the word is walked through: 20 clocks in
//! all. The last word of a wheel whose size is no multiple of 16 is always walked.
//!
//! **Catching up.** While 96 ticks may be passed, an empty word costs one clock, one with a busy slot 20, and a last
//! word of *p* < 16 slots *p* + 4. Nearer to now a slot costs one clock, and with less than eight ticks five. So *n*
//! ticks take at most *n*/16 + 19*b* + (*p* + 4)*l* + 200 clocks, where *b* words are not empty and the wheel comes
//! round *l* times; besides those in which the FIFO is full, or the host, a carry or a cascade is waited for
//! (testbench/formal has the proof).
//!
//! **Invariants.** A commit in clock *c* sees exactly the busy bits as written up to clock *c* - 2. The position two
//! clocks old is that of the oldest look not yet committed, unless a look was taken back in the last three clocks (not
//! `settled`): so a bit written in *w* is seen by its visit exactly if that is not before `visited` in the first
//! settled clock from *w* + 2 on. A pass shows in `some`, `eight` and `far` five clocks after its look. So a walk
//! follows a walk only with `eight`, any other comes when no look of the last four clocks has passed a slot or still
//! may, and four skips and a fifth pass 80 ticks at most. Positions are kept inverted, for whoever subtracts them. An
//! event is committed only with `room`.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The cursor; see the module's header.
#[derive(Circuit)]
pub struct Cursor {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Goes back to slot 0; nothing is under way.
    pub clear: Signal<In, Bit>,
    /// The chip has been enabled; the wheel's size is settled.
    pub running: Signal<In, Bit>,
    /// The memory is being cleared.
    pub sweeping: Signal<In, Bit>,
    /// One tick may be passed.
    pub some: Signal<In, Bit>,
    /// Eight ticks may be passed.
    pub eight: Signal<In, Bit>,
    /// Ninety-six ticks may be passed.
    pub far: Signal<In, Bit>,
    /// A carry of the cursor's tick waits.
    pub carry_waits: Signal<In, Bit>,
    /// It has waited so long that the cursor must stop.
    pub carry_urgent: Signal<In, Bit>,
    /// Wheel 0's highest slot, inverted.
    pub last_slot: Signal<In, Bits<20>>,
    /// The slot at last clock's `look_address` is busy.
    pub slot_busy: Signal<In, Bit>,
    /// A slot of its word is.
    pub word_busy: Signal<In, Bit>,
    /// There must be no look in the next two clocks: the memory is written.
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
    /// The cascade asks for a slot.
    pub cascade_ask: Signal<In, Bit>,
    /// The slot's address in the memory, inverted.
    pub cascade_address: Signal<In, Bits<20>>,
    /// The word of the next clock's look, if there is one.
    pub read_word: Signal<Out, Bits<16>>,
    /// Which bit to look at.
    pub look_address: Signal<Out, Bits<20>>,
    /// One tick has been passed.
    pub walked: Signal<Out, Bit>,
    /// Sixteen ticks have been passed.
    pub skipped: Signal<Out, Bit>,
    /// With `skipped`: fifteen have been.
    pub fewer: Signal<Out, Bit>,
    /// The slot of wheel 0's next commit, inverted.
    pub visited: Signal<Out, Bits<20>>,
    /// The lap of it, modulo 256, inverted.
    pub lap: Signal<Out, Bits<8>>,
    /// Nothing was taken back of late.
    pub settled: Signal<Out, Bit>,
    /// With `walked`: the tick is that of a cascade, which begins.
    pub starts_cascade: Signal<Out, Bit>,
    /// All of wheel 0's lap is committed and a tick is due.
    pub ready_for_cascade: Signal<Out, Bit>,
    /// The cascade's question is taken in this clock.
    pub cascade_taken: Signal<Out, Bit>,
    /// The cascade's slot has been visited.
    pub cascade_done: Signal<Out, Bit>,
    /// It has not, for want of room.
    pub cascade_again: Signal<Out, Bit>,
    /// A place in the FIFO is taken for an event.
    pub commit: Signal<Out, Bit>,
    /// The event's busy bit is to be cleared.
    pub clear_bit: Signal<Out, Bit>,
    /// Memory word of the position, inverted.
    word: DFF<Bits<16>>,
    /// The position's place in its word, inverted.
    place: DFF<Bits<4>>,
    /// Wheel 0's lap is looked through: slot 0 is the cascade's.
    lap_end: DFF<Bit>,
    /// A skip may begin at this place of the word.
    may_skip: DFF<Bit>,
    /// The position is a word's second slot: a skip passes 15.
    at_second: DFF<Bit>,
    /// The position is the last slot of a word, 15.
    at_15: DFF<Bit>,
    /// The place is that of wheel 0's last slot in its word.
    at_last_place: DFF<Bit>,
    /// The position is in wheel 0's last word.
    in_last_word: DFF<Bit>,
    /// All 16 slots of the position's word are wheel 0's.
    in_whole_word: DFF<Bit>,
    /// Wheel 0 has 16 slots or fewer.
    single_word: DFF<Bit>,
    /// Wheel 0's size is a multiple of 16.
    whole_words: DFF<Bit>,
    /// Wheel 0 has one slot only in its last word.
    one_place: DFF<Bit>,
    /// The position one clock ago, inverted.
    position_1: DFF<Bits<20>>,
    /// The position two clocks ago, inverted.
    position_2: DFF<Bits<20>>,
    /// The position three clocks ago, inverted.
    position_3: DFF<Bits<20>>,
    /// Wheel 0's lap was looked through one clock ago.
    lap_end_1: DFF<Bit>,
    /// Wheel 0's lap was looked through two clocks ago.
    lap_end_2: DFF<Bit>,
    /// Wheel 0's lap was looked through three clocks ago.
    lap_end_3: DFF<Bit>,
    /// A look was made one clock ago and is not yet taken back.
    look_1: DFF<Bit>,
    /// A look was made two clocks ago and is not yet taken back.
    look_2: DFF<Bit>,
    /// A look was made three clocks ago and has passed.
    look_3: DFF<Bit>,
    /// A look was made four clocks ago and has passed.
    look_4: DFF<Bit>,
    /// One clock ago a walk passed, or a cascade was due.
    has_walked: DFF<Bit>,
    /// One clock ago a skip passed.
    has_skipped: DFF<Bit>,
    /// The look of one clock ago was a skip.
    skip_1: DFF<Bit>,
    /// The look of two clocks ago was a skip.
    skip_2: DFF<Bit>,
    /// One clock ago the position was a word's second slot.
    fewer_1: DFF<Bit>,
    /// Two clocks ago the position was a word's second slot.
    fewer_2: DFF<Bit>,
    /// Three clocks ago the position was a word's second slot.
    has_fewer: DFF<Bit>,
    /// A walk may begin: no look of the last four clocks stands.
    may_begin: DFF<Bit>,
    /// A walk may follow the one of one clock ago.
    may_go_on: DFF<Bit>,
    /// The look of one clock ago was at the end of wheel 0's lap.
    wraps_1: DFF<Bit>,
    /// The look of two clocks ago was at the end of wheel 0's lap.
    wraps_2: DFF<Bit>,
    /// The look of one clock ago was the cascade's.
    cascade_1: DFF<Bit>,
    /// The look of two clocks ago was the cascade's.
    cascade_2: DFF<Bit>,
    /// The look of two clocks ago found its slot or its word busy.
    found: DFF<Bit>,
    /// The position goes back to that of three clocks ago.
    taken_back: DFF<Bit>,
    /// An event that stops the cursor was committed one clock ago.
    stops: DFF<Bit>,
    /// The position went back one clock ago.
    taken_back_1: DFF<Bit>,
    /// The position went back two clocks ago.
    taken_back_2: DFF<Bit>,
    /// A skip found the position's word busy: it is walked through.
    word_is_busy: DFF<Bit>,
    /// Wheel 0's lap at its next commit, modulo 256, inverted.
    inverse_lap: DFF<Bits<8>>,
    /// The cursor waits for the acknowledgement of a held event.
    holding: DFF<Bit>,
    /// The cursor waits until the busy bit of an event is cleared.
    clearing_bit: DFF<Bit>,
    /// A cascade was due one clock ago: it starts now.
    edge_ready: DFF<Bit>,
    /// A look may be made in this clock.
    may_look: DFF<Bit>,
    /// The cascade asked for a slot one clock ago.
    has_asked: DFF<Bit>,
    /// Looks were told to pause one clock ago.
    paused: DFF<Bit>,
    #[formula("(1 << (SLOT_BITS - 4)) - 1")]
    word_mask: Constant<Bits<16>>,
    #[formula("(1 << SLOT_BITS) - 1")]
    slot_mask: Constant<Bits<20>>,
    #[formula("WHEELS > 1")]
    multi_wheel: Constant<Bit>,
    #[formula("WHEEL_MODES")]
    modes: Constant<Bit>,
    last_word: Signal<Local, Bits<16>>,
    last_place: Signal<Local, Bits<4>>,
    idle: Signal<Local, Bit>,
    asks: Signal<Local, Bit>,
    skips: Signal<Local, Bit>,
    may_walk: Signal<Local, Bit>,
    walks: Signal<Local, Bit>,
    advances: Signal<Local, Bit>,
    wraps: Signal<Local, Bit>,
    lap_ends: Signal<Local, Bit>,
    will_look: Signal<Local, Bit>,
    steps: Signal<Local, Bit>,
    place_after: Signal<Local, Bits<4>>,
    word_after: Signal<Local, Bits<16>>,
    passes: Signal<Local, Bit>,
    commits: Signal<Local, Bit>,
    repeats: Signal<Local, Bit>,
    stops_after: Signal<Local, Bit>,
    edge_due: Signal<Local, Bit>,
    will_hold: Signal<Local, Bit>,
    will_clear_bit: Signal<Local, Bit>,
}

impl Cursor {
    /// A cursor over 2^`slot_bits` busy bits, of one wheel, or several if `multi_wheel`, with or without `modes`.
    pub fn new(slot_bits: u32, multi_wheel: bool, modes: bool) -> Self {
        CursorParts {
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into()),
            slot_mask: Constant::new(((1u64 << slot_bits) - 1).into()),
            multi_wheel: Constant::new(multi_wheel),
            modes: Constant::new(modes),
        }
        .assemble()
    }
}

impl Logic for Cursor {
    #[hdl_gen]
    fn update(&mut self) {
        // The wheel's shape, settled long before the first visit.
        self.last_word.next = self.last_slot.val().get_bits::<16>(4) & self.word_mask.val();
        self.last_place.next = self.last_slot.val().get_bits::<4>(0);
        self.single_word.d.next = self.last_word.val() == self.word_mask.val();
        self.whole_words.d.next = !self.last_place.val().any();
        self.one_place.d.next = self.last_place.val().all();

        // Look.
        self.idle.next = !self.look_1.q.val() & !self.look_2.q.val() & !self.look_3.q.val() & !self.look_4.q.val();
        self.has_asked.d.next = self.cascade_ask.val();
        self.asks.next =
            self.cascade_ask.val() & self.has_asked.q.val() & self.may_look.q.val() & self.multi_wheel.val();
        self.skips.next = self.may_look.q.val() & self.far.val() & self.may_skip.q.val() & self.in_whole_word.q.val();
        self.may_walk.next = (self.some.val() & self.may_begin.q.val()) | (self.eight.val() & self.may_go_on.q.val());
        self.walks.next = (self.may_walk.val() & !self.skips.val()) | (self.asks.val() & !self.cascade_upper.val());
        // Neither a word's slot 15 nor the wheel's last slot is one of those where a skip begins.
        self.advances.next = self.skips.val() | (self.may_walk.val() & self.at_15.q.val()) | self.taken_back.q.val();
        self.wraps.next =
            self.in_last_word.q.val() & (self.skips.val() | (self.may_walk.val() & self.at_last_place.q.val()));
        self.look_1.d.next = self.skips.val() | self.walks.val() | self.asks.val();
        self.skip_1.d.next = self.skips.val();
        self.fewer_1.d.next = self.at_second.q.val();
        self.wraps_1.d.next = self.wraps.val();
        self.cascade_1.d.next = self.asks.val();
        self.look_address.next = bit_cast::<20, 4>(self.place.q.val()) | (bit_cast::<20, 16>(self.word.q.val()) << 4);
        if self.cascade_ask.val() & self.multi_wheel.val() {
            self.look_address.next = self.cascade_address.val();
        }

        // The position goes on, or back to where it was three clocks before.
        self.steps.next = self.walks.val() | self.sweeping.val();
        self.place_after.next = self.place.q.val() - 1;
        self.word_after.next = (self.word.q.val() - 1) & self.word_mask.val();
        if self.taken_back.q.val() {
            self.place_after.next = self.position_3.q.val().get_bits::<4>(0);
            self.word_after.next = self.position_3.q.val().get_bits::<16>(4) & self.word_mask.val();
        }
        self.read_word.next = self.word.q.val();
        if self.advances.val() {
            self.read_word.next = self.word_after.val();
        }
        if self.wraps.val() {
            self.read_word.next = self.word_mask.val();
        }
        if self.cascade_ask.val() & self.multi_wheel.val() {
            self.read_word.next = self.cascade_address.val().get_bits::<16>(4);
        }
        if self.steps.val() | self.taken_back.q.val() {
            self.place.d.next = self.place_after.val();
            // A word that a skip has found busy is walked through.
            self.may_skip.d.next = (self.place_after.val().all()
                & !(self.taken_back.q.val() & (self.word_is_busy.q.val() | self.lap_end_3.q.val())))
                | (self.multi_wheel.val() & (self.place_after.val() == 0xe) & !self.word_is_busy.q.val());
            self.at_second.d.next = self.multi_wheel.val() & (self.place_after.val() == 0xe);
            self.at_15.d.next = !self.place_after.val().any();
            self.at_last_place.d.next = self.place_after.val() == self.last_place.val();
        }
        if self.advances.val() | (self.sweeping.val() & self.at_15.q.val()) {
            self.word.d.next = self.word_after.val();
            self.in_last_word.d.next = self.word_after.val() == self.last_word.val();
            self.in_whole_word.d.next = self.whole_words.q.val() | (self.word_after.val() != self.last_word.val());
        }
        if self.wraps.val() {
            self.word.d.next = self.word_mask.val();
            self.in_last_word.d.next = self.single_word.q.val();
            self.in_whole_word.d.next = self.whole_words.q.val() | !self.single_word.q.val();
        }
        if self.wraps.val() | (self.skips.val() & self.multi_wheel.val()) {
            self.place.d.next = 0xf.into();
            self.may_skip.d.next = !self.multi_wheel.val() | !self.wraps.val();
            self.at_second.d.next = false;
            self.at_15.d.next = false;
            self.at_last_place.d.next = self.one_place.q.val();
        }
        self.lap_ends.next = self.multi_wheel.val() & (self.wraps.val() | (self.lap_end.q.val() & !self.walks.val()));
        if self.taken_back.q.val() {
            self.lap_ends.next = self.multi_wheel.val() & self.lap_end_3.q.val();
        }
        self.lap_end.d.next = self.lap_ends.val();
        if (self.walks.val() & self.at_15.q.val()) | self.wraps.val() {
            self.word_is_busy.d.next = false;
        }
        self.position_1.d.next = bit_cast::<20, 4>(self.place.q.val()) | (bit_cast::<20, 16>(self.word.q.val()) << 4);
        self.position_2.d.next = self.position_1.q.val();
        self.position_3.d.next = self.position_2.q.val();
        self.lap_end_1.d.next = self.lap_end.q.val();
        self.lap_end_2.d.next = self.lap_end_1.q.val();
        self.lap_end_3.d.next = self.lap_end_2.q.val();

        // What was found.
        self.look_2.d.next = self.look_1.q.val();
        self.skip_2.d.next = self.skip_1.q.val();
        self.fewer_2.d.next = self.fewer_1.q.val();
        self.has_fewer.d.next = self.fewer_2.q.val();
        self.wraps_2.d.next = self.wraps_1.q.val();
        self.cascade_2.d.next = self.cascade_1.q.val();
        self.found.d.next = self.slot_busy.val();
        if self.skip_1.q.val() {
            self.found.d.next = self.word_busy.val();
        }

        // Commit.
        self.repeats.next = self.look_2.q.val() & self.found.q.val() & (self.skip_2.q.val() | !self.room.val());
        self.passes.next = self.look_2.q.val() & !self.repeats.val();
        self.commits.next = self.passes.val() & self.found.q.val();
        self.stops_after.next = self.modes.val() & self.commits.val() & (self.hold.val() | self.auto_clear.val());
        self.stops.d.next = self.stops_after.val();
        self.taken_back.d.next = self.repeats.val() | self.stops.q.val();
        self.taken_back_1.d.next = self.taken_back.q.val();
        self.taken_back_2.d.next = self.taken_back_1.q.val();
        self.settled.next = !self.taken_back.q.val() & !self.taken_back_1.q.val() & !self.taken_back_2.q.val();
        self.look_3.d.next = self.passes.val();
        self.look_4.d.next = self.look_3.q.val();
        if self.repeats.val() | self.stops_after.val() | self.stops.q.val() {
            self.look_1.d.next = false;
            self.look_2.d.next = false;
        }
        if self.repeats.val() & self.skip_2.q.val() {
            self.word_is_busy.d.next = true;
        }
        if self.passes.val() & self.wraps_2.q.val() {
            self.inverse_lap.d.next = self.inverse_lap.q.val() - 1;
        }
        self.edge_due.next = self.multi_wheel.val()
            & self.lap_end.q.val()
            & self.idle.val()
            & !self.cascading.val()
            & !self.edge_ready.q.val()
            & !self.carry_waits.val()
            & self.may_look.q.val()
            & self.some.val();
        self.has_walked.d.next =
            (self.passes.val() & !self.skip_2.q.val() & !self.cascade_2.q.val()) | self.edge_due.val();
        self.has_skipped.d.next = self.passes.val() & self.skip_2.q.val();
        self.walked.next = self.has_walked.q.val();
        self.skipped.next = self.has_skipped.q.val();
        self.fewer.next = self.has_fewer.q.val();
        self.commit.next = self.commits.val();
        self.cascade_done.next = self.passes.val() & self.cascade_2.q.val();
        self.cascade_again.next = self.repeats.val() & self.cascade_2.q.val();
        self.cascade_taken.next = self.asks.val();
        self.starts_cascade.next = self.edge_ready.q.val();
        self.edge_ready.d.next = self.edge_due.val();
        self.ready_for_cascade.next = self.edge_ready.q.val();

        // Whether there may be a look in the next clock, and one that begins or goes on with a walk.
        self.will_hold.next = self.modes.val()
            & ((self.holding.q.val() & !self.acknowledged.val()) | (self.commits.val() & self.hold.val()));
        self.will_clear_bit.next = self.modes.val()
            & ((self.clearing_bit.q.val() & !self.cleared.val()) | (self.commits.val() & self.auto_clear.val()));
        self.holding.d.next = self.will_hold.val();
        self.clearing_bit.d.next = self.will_clear_bit.val();
        self.paused.d.next = self.pause.val();
        self.will_look.next = self.running.val()
            & !self.pause.val()
            & !self.paused.q.val()
            & !self.repeats.val()
            & !self.stops_after.val()
            & !self.stops.q.val()
            & !self.will_hold.val()
            & !self.will_clear_bit.val()
            & !self.carry_urgent.val();
        self.may_look.d.next = self.will_look.val();
        self.may_begin.d.next = self.will_look.val()
            & !self.look_1.q.val()
            & !self.look_2.q.val()
            & !self.look_3.q.val()
            & !self.skips.val()
            & !self.walks.val()
            & !self.asks.val()
            & !self.lap_ends.val();
        self.may_go_on.d.next = self.will_look.val() & self.walks.val() & !self.lap_ends.val();
        self.clear_bit.next = self.clearing_bit.q.val();

        self.visited.next = self.position_2.q.val();
        self.lap.next = self.inverse_lap.q.val();

        // Until the start the cursor stands at slot 1, but for the sweep.
        if !self.running.val() & !self.sweeping.val() {
            self.word.d.next = self.word_mask.val();
            self.in_last_word.d.next = self.single_word.q.val();
            self.in_whole_word.d.next = self.whole_words.q.val() | !self.single_word.q.val();
            self.place.d.next = 0xe.into();
            self.may_skip.d.next = self.multi_wheel.val();
            self.at_second.d.next = self.multi_wheel.val();
            self.at_15.d.next = false;
            self.at_last_place.d.next = self.last_place.val() == 0xe;
        }
        if self.clear.val() {
            self.word.d.next = self.word_mask.val();
            self.place.d.next = 0xf.into();
            self.at_15.d.next = false;
            self.lap_end.d.next = false;
            self.position_1.d.next = self.slot_mask.val();
            self.position_2.d.next = self.slot_mask.val();
            self.position_3.d.next = self.slot_mask.val();
            self.look_1.d.next = false;
            self.look_2.d.next = false;
            self.look_3.d.next = false;
            self.look_4.d.next = false;
            self.has_walked.d.next = false;
            self.has_skipped.d.next = false;
            self.may_begin.d.next = false;
            self.may_go_on.d.next = false;
            self.taken_back.d.next = false;
            self.taken_back_1.d.next = false;
            self.taken_back_2.d.next = false;
            self.stops.d.next = false;
            self.word_is_busy.d.next = false;
            self.inverse_lap.d.next = 0xff.into();
            self.holding.d.next = false;
            self.clearing_bit.d.next = false;
            self.edge_ready.d.next = false;
            self.may_look.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
