//! # A question about a wheel's next busy slot
//!
//! **Purpose.** Turns a read of `NEXT[k]` into a question to the look-ahead, which knows no wheels, only addresses.
//!
//! **Interface.** `ask` in the clock in which the wheel that is asked about stands on `selected_*`. The question leaves one clock
//! later on `question`, `position`, `base` and `last`; the answer is `answered` by the look-ahead. `done`, with `found` and
//! `distance`, answers the reader.
//!
//! **Timing.** One clock more than the look-ahead takes; two clocks for a wheel that is absent.
//!
//! **Invariants.** Each question has one answer. An absent wheel has no busy slot.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// The question; see the module's header.
#[derive(LogicBlock)]
pub struct NextRequest {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the question.
    pub clear: Signal<In, Bit>,
    /// The host asks.
    pub ask: Signal<In, Bit>,
    /// It asks about wheel 0.
    pub about_zero: Signal<In, Bit>,
    /// The slot of wheel 0's next visit.
    pub next_slot: Signal<In, Bits<20>>,
    /// The wheel exists.
    pub selected_present: Signal<In, Bit>,
    /// Its size in slots.
    pub selected_size: Signal<In, Bits<21>>,
    /// The first word of its busy bits.
    pub selected_base: Signal<In, Bits<16>>,
    /// The slot of its next visit, if it is not wheel 0.
    pub selected_slot: Signal<In, Bits<20>>,
    /// The look-ahead's answer is there.
    pub answered: Signal<In, Bit>,
    /// The look-ahead found a busy slot.
    pub answer_found: Signal<In, Bit>,
    /// The look-ahead is asked.
    pub question: Signal<Out, Bit>,
    /// Where the search starts.
    pub position: Signal<Out, Bits<20>>,
    /// Where the wheel begins.
    pub base: Signal<Out, Bits<20>>,
    /// Where the wheel ends.
    pub last: Signal<Out, Bits<20>>,
    /// The answer is there.
    pub done: Signal<Out, Bit>,
    /// There is a busy slot.
    pub found: Signal<Out, Bit>,
    asking: DFF<Bit>,
    refusing: DFF<Bit>,
    absent: DFF<Bit>,
    start: DFF<Bits<20>>,
    first: DFF<Bits<20>>,
    end_slot: DFF<Bits<20>>,
    several: Constant<Bit>,
    wheel_start: Signal<Local, Bits<20>>,
    slot: Signal<Local, Bits<20>>,
}

impl NextRequest {
    /// The questions of a chip with `several` wheels or one.
    pub fn new(several: bool) -> Self {
        assemble! {
            several: Constant::new(several);
            clock, clear, ask, about_zero, next_slot, selected_present, selected_size, selected_base,
            selected_slot, answered, answer_found, question, position, base, last, done, found, asking, refusing,
            absent, start, first, end_slot, wheel_start, slot,
        }
    }
}

impl Logic for NextRequest {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, asking, refusing, absent, start, first, end_slot
        );
        self.wheel_start.next = 0.into();
        self.slot.next = self.next_slot.val();
        if self.several.val() {
            self.wheel_start.next = bit_cast::<20, 16>(self.selected_base.val()) << 4;
            if !self.about_zero.val() {
                self.slot.next = self.selected_slot.val();
            }
        }
        self.first.d.next = self.wheel_start.val();
        self.start.d.next = self.wheel_start.val() + self.slot.val();
        self.end_slot.d.next =
            self.wheel_start.val() + self.selected_size.val().get_bits::<20>(0) - 1;
        self.asking.d.next = self.ask.val() & self.selected_present.val();
        self.refusing.d.next = self.ask.val() & !self.selected_present.val();
        if self.ask.val() {
            self.absent.d.next = !self.selected_present.val();
        }
        if self.clear.val() {
            self.asking.d.next = false;
            self.refusing.d.next = false;
        }
        self.question.next = self.asking.q.val();
        self.position.next = self.start.q.val();
        self.base.next = self.first.q.val();
        self.last.next = self.end_slot.q.val();
        self.done.next = self.answered.val() | self.refusing.q.val();
        self.found.next = self.answer_found.val() & !self.absent.q.val();
    }
}
