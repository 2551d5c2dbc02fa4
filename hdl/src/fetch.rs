//! # Asking for slots, ahead of the cursor
//!
//! **Purpose.** Runs ahead of the cursor through wheel 0 and issues *tickets*: each reads one word of busy bits and asks for
//! one slot of it (*single*) or for all from the position to the end of the word or wheel (*rest*). So the memory is read
//! in every clock although the answer takes three.
//!
//! **Interface.** A ticket leaves on `word_address`, and one clock later on `ticket_*` together with its word. It is issued
//! while `allowed`, as far as `one`, `two` and `far` permit. `reload` puts the position back to the cursor's (`visit_*`).
//! In builds with several wheels the position stops at the end of the wheel (`at_edge`) and `cascade_ask` issues a ticket
//! for one slot anywhere, which must not come in a clock in which `allowed` is high.
//!
//! **Timing.** One ticket a clock. `ticket_*` are registers. `squash` takes back the ticket of this clock and of the one
//! before.
//!
//! **Invariants.** Tickets follow each other without a gap. `issued` is the tick of the last slot asked for and never
//! passes now: a rest has at most 16 slots and is issued with `far` (32 ticks, of which the clock before may have taken
//! 16); a single is issued with `two` after a single and with `one` after none. `left` is the number of slots from the
//! position to the end of the word or wheel, 1 to 16.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// The issue of tickets; see the module's header.
#[derive(LogicBlock)]
pub struct Fetch {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// No ticket is under way.
    pub clear: Signal<In, Bit>,
    /// Tickets may be issued.
    pub allowed: Signal<In, Bit>,
    /// One tick more may be visited.
    pub one: Signal<In, Bit>,
    /// Two ticks more may be visited.
    pub two: Signal<In, Bit>,
    /// Thirty-two ticks more may be visited.
    pub far: Signal<In, Bit>,
    /// The place of wheel 0's last slot in its word.
    pub last_place: Signal<In, Bits<4>>,
    /// The word before wheel 0's last.
    pub before_last_word: Signal<In, Bits<16>>,
    /// Wheel 0 has one word only.
    pub single_word: Signal<In, Bit>,
    /// Takes back what is under way.
    pub squash: Signal<In, Bit>,
    /// Goes back to the cursor's position.
    pub reload: Signal<In, Bit>,
    /// The cursor's word.
    pub visit_word: Signal<In, Bits<16>>,
    /// The cursor's place in it.
    pub visit_offset: Signal<In, Bits<4>>,
    /// Slots from there to the end of the word or wheel.
    pub visit_left: Signal<In, Bits<5>>,
    /// It is the wheel's last word.
    pub visit_last: Signal<In, Bit>,
    /// The cursor stands at the end of wheel 0.
    pub visit_edge: Signal<In, Bit>,
    /// Bits 10 to 0 of the last tick visited.
    pub visited: Signal<In, Bits<11>>,
    /// The cascade asks for a slot.
    pub cascade_ask: Signal<In, Bit>,
    /// The slot's word.
    pub cascade_word: Signal<In, Bits<16>>,
    /// The slot's place in it.
    pub cascade_offset: Signal<In, Bits<4>>,
    /// The word to read.
    pub word_address: Signal<Out, Bits<16>>,
    /// A ticket has been issued in the clock before.
    pub ticket: Signal<Out, Bit>,
    /// The slots that it asks for, one a bit.
    pub ticket_mask: Signal<Out, Bits<16>>,
    /// The last of them.
    pub ticket_end: Signal<Out, Bits<4>>,
    /// It is also the last of its word or wheel.
    pub ticket_ends_word: Signal<Out, Bit>,
    /// The ticket is the cascade's.
    pub ticket_cascade: Signal<Out, Bit>,
    /// Bits 10 to 0 of the last tick asked for.
    pub issued: Signal<Out, Bits<11>>,
    /// The position is the end of wheel 0: the cascade comes next.
    pub at_edge: Signal<Out, Bit>,
    word: DFF<Bits<16>>,
    offset: DFF<Bits<4>>,
    left: DFF<Bits<5>>,
    last: DFF<Bit>,
    stopped: DFF<Bit>,
    ticks: DFF<Bits<11>>,
    single_before: DFF<Bit>,
    none_before: DFF<Bit>,
    valid: DFF<Bit>,
    mask: DFF<Bits<16>>,
    end_place: DFF<Bits<4>>,
    ends_word: DFF<Bit>,
    cascade: DFF<Bit>,
    stops_at_edge: Constant<Bit>,
    word_mask: Constant<Bits<16>>,
    all_ones: Constant<Bits<16>>,
    one_bit: Constant<Bits<16>>,
    one_slot: Constant<Bits<5>>,
    whole_word: Constant<Bits<5>>,
    may: Signal<Local, Bit>,
    issues_rest: Signal<Local, Bit>,
    issues_single: Signal<Local, Bit>,
    wraps: Signal<Local, Bit>,
    count: Signal<Local, Bits<5>>,
    last_end: Signal<Local, Bits<4>>,
    asked_offset: Signal<Local, Bits<4>>,
    last_size: Signal<Local, Bits<5>>,
    is_before_last: Signal<Local, Bit>,
}

impl Fetch {
    /// The issue of tickets for 2^`slot_bits` busy bits, of one wheel, or several if `multi_wheel`.
    pub fn new(slot_bits: u32, multi_wheel: bool) -> Self {
        assemble! {
            stops_at_edge: Constant::new(multi_wheel),
            word_mask: Constant::new(((1u64 << (slot_bits - 4)) - 1).into()),
            all_ones: Constant::new(0xffff.into()),
            one_bit: Constant::new(1.into()),
            one_slot: Constant::new(1.into()),
            whole_word: Constant::new(16.into());
            clock, clear, allowed, one, two, far, last_place, before_last_word, single_word, squash, reload,
            visit_word, visit_offset, visit_left, visit_last, visit_edge, visited, cascade_ask, cascade_word,
            cascade_offset, word_address, ticket, ticket_mask, ticket_end, ticket_ends_word, ticket_cascade,
            issued, at_edge, word, offset, left, last, stopped, ticks, single_before, none_before, valid, mask, end_place,
            ends_word, cascade, may, issues_rest, issues_single, wraps, count, last_end, last_size, asked_offset,
            is_before_last,
        }
    }
}

impl Logic for Fetch {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            word,
            offset,
            left,
            last,
            stopped,
            ticks,
            single_before,
            none_before,
            valid,
            mask,
            end_place,
            ends_word,
            cascade
        );

        // What may be issued.
        self.may.next = self.allowed.val() & !self.stopped.q.val();
        self.issues_rest.next = self.may.val() & self.far.val();
        self.issues_single.next = self.may.val()
            & !self.far.val()
            & ((self.two.val() & self.single_before.q.val())
                | (self.one.val() & self.none_before.q.val()));
        self.single_before.d.next = self.issues_single.val();
        self.none_before.d.next = !self.issues_single.val() & !self.issues_rest.val();

        // How far it goes.
        self.last_end.next = 15.into();
        self.last_size.next = self.whole_word.val();
        if self.last.q.val() {
            self.last_end.next = self.last_place.val();
        }
        self.wraps.next = self.left.q.val() == self.one_slot.val();
        self.count.next = 1.into();
        if self.issues_rest.val() {
            self.wraps.next = true;
            self.count.next = self.left.q.val();
        }
        self.is_before_last.next = self.word.q.val() == self.before_last_word.val();
        if self.is_before_last.val() | self.single_word.val() {
            self.last_size.next = bit_cast::<5, 4>(self.last_place.val()) + self.one_slot.val();
        }
        if self.issues_rest.val() | self.issues_single.val() {
            self.ticks.d.next = self.ticks.q.val() + bit_cast::<11, 5>(self.count.val());
            self.offset.d.next = self.offset.q.val() + 1;
            self.left.d.next = self.left.q.val() - self.one_slot.val();
            if self.wraps.val() {
                self.offset.d.next = 0.into();
                self.left.d.next = self.last_size.val();
                self.word.d.next = (self.word.q.val() + 1) & self.word_mask.val();
                self.last.d.next = self.is_before_last.val();
                if self.last.q.val() {
                    self.word.d.next = 0.into();
                    self.last.d.next = self.single_word.val();
                    self.stopped.d.next = self.stops_at_edge.val();
                }
            }
        }
        if self.reload.val() {
            self.word.d.next = self.visit_word.val();
            self.offset.d.next = self.visit_offset.val();
            self.left.d.next = self.visit_left.val();
            self.last.d.next = self.visit_last.val();
            self.stopped.d.next = self.visit_edge.val() & self.stops_at_edge.val();
            self.ticks.d.next = self.visited.val();
        }

        // The ticket.
        self.word_address.next = self.word.q.val();
        self.asked_offset.next = self.offset.q.val();
        self.ends_word.d.next = self.wraps.val();
        self.cascade.d.next = false;
        self.valid.d.next = self.issues_rest.val() | self.issues_single.val();
        if self.cascade_ask.val() & self.stops_at_edge.val() {
            self.word_address.next = self.cascade_word.val();
            self.asked_offset.next = self.cascade_offset.val();
            self.ends_word.d.next = false;
            self.cascade.d.next = true;
            self.valid.d.next = true;
        }
        self.mask.d.next = self.one_bit.val() << self.asked_offset.val();
        self.end_place.d.next = self.asked_offset.val();
        if self.issues_rest.val() {
            self.mask.d.next = self.all_ones.val() << self.asked_offset.val();
            self.end_place.d.next = self.last_end.val();
        }
        if self.squash.val() | self.clear.val() {
            self.valid.d.next = false;
        }
        if self.clear.val() {
            self.single_before.d.next = false;
            self.none_before.d.next = false;
        }
        self.ticket.next = self.valid.q.val();
        self.ticket_mask.next = self.mask.q.val();
        self.ticket_end.next = self.end_place.q.val();
        self.ticket_ends_word.next = self.ends_word.q.val();
        self.ticket_cascade.next = self.cascade.q.val();
        self.issued.next = self.ticks.q.val();
        self.at_edge.next = self.stopped.q.val();
    }
}
