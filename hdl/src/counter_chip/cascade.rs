//! # The cascade: the tick in which wheel 0 begins a new lap
//!
//! **Purpose.** Wheel *k* + 1 steps when wheel *k* comes to slot 0. In that tick the cascade visits the wheels that
//! step, highest first, and wheel 0's slot 0 last.
//!
//! **Interface.** `start` when the cursor has visited wheel 0's last slot and the next tick is due. `wheel` asks for a
//! wheel's data; when `granted`, they are on `selected_*` in the next clock. `ask` asks the cursor for the slot at
//! `word` and `offset`; it is `taken`, and later `done` or to be asked `again`. After `done` the wheel's new position
//! leaves with `step`. `slot` and `wheel` name the visit for the event. Until the first start after `clear`,
//! `step_slot` and `step_lap` say slot 1 of lap 0, where every wheel begins.
//!
//! **Timing.** From the clock after `start` to the one in which wheel 0's slot is done, `cascading` is high. Three
//! clocks to look at a wheel, four for its visit.
//!
//! **Invariants.** A wheel steps once for each `done`, and only when all below it are about to come to slot 0. Nothing
//! else is visited meanwhile.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// What the cascade is doing.
#[derive(LogicState, Debug, Copy, Clone, PartialEq)]
enum State {
    Idle,
    Pick,
    Look,
    Ask,
    Wait,
}

/// The cascade; see the module's header.
#[derive(Circuit)]
pub struct Cascade {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to rest.
    pub clear: Signal<In, Bit>,
    /// Wheel 0 is about to begin a new lap.
    pub start: Signal<In, Bit>,
    /// How many wheels there are.
    pub count: Signal<In, Bits<4>>,
    /// The data of `wheel` will be there in the next clock.
    pub granted: Signal<In, Bit>,
    /// The wheel's highest slot, inverted.
    pub selected_last: Signal<In, Bits<20>>,
    /// The first word of its busy bits.
    pub selected_base: Signal<In, Bits<16>>,
    /// The slot of its next visit.
    pub selected_slot: Signal<In, Bits<20>>,
    /// The lap of its next visit, modulo 256.
    pub selected_lap: Signal<In, Bits<8>>,
    /// The cursor takes the question.
    pub taken: Signal<In, Bit>,
    /// The slot has been visited.
    pub done: Signal<In, Bit>,
    /// It has not, for want of room.
    pub again: Signal<In, Bit>,
    /// A cascade is under way.
    pub cascading: Signal<Out, Bit>,
    /// The wheel that is looked at or visited.
    pub wheel: Signal<Out, Bits<3>>,
    /// It is not wheel 0.
    pub upper: Signal<Out, Bit>,
    /// The slot visited.
    pub slot: Signal<Out, Bits<20>>,
    /// Asks for a visit.
    pub ask: Signal<Out, Bit>,
    /// The slot's word.
    pub word: Signal<Out, Bits<16>>,
    /// The slot's place in it.
    pub offset: Signal<Out, Bits<4>>,
    /// The wheel takes its new position.
    pub step: Signal<Out, Bit>,
    /// The slot of its next visit.
    pub step_slot: Signal<Out, Bits<20>>,
    /// The lap of its next visit, modulo 256.
    pub step_lap: Signal<Out, Bits<8>>,
    /// What the cascade is doing.
    state: DFF<State>,
    /// Wheel at hand: up to the highest that steps, then down to 0.
    level: DFF<Bits<3>>,
    /// In a look: the highest wheel that steps is still looked for.
    climbing: DFF<Bit>,
    /// The wheel's data were granted one clock ago: they are here.
    picked: DFF<Bit>,
    /// Memory word of the slot to visit.
    visit_word: DFF<Bits<16>>,
    /// Number of the slot to visit, on its wheel.
    visit_slot: DFF<Bits<20>>,
    /// Lap of this visit of an upper wheel, modulo 256.
    next_lap: DFF<Bits<8>>,
    /// The wheel looked at comes to slot 0: the one above it steps.
    at_zero: DFF<Bit>,
    /// The wheel looked at comes to its highest slot.
    at_last: DFF<Bit>,
    /// The wheel looked at is the highest there is.
    highest: DFF<Bit>,
    multi_wheel: Constant<Bit>,
    #[formula("(1 << SLOT_BITS) - 1")]
    slot_mask: Constant<Bits<20>>,
    #[formula("~((1 << SLOT_BITS) - 1)")]
    slot_rest: Constant<Bits<20>>,
    lowest: Constant<Bits<3>>,
    one_wheel: Constant<Bits<4>>,
    picking: Signal<Local, Bit>,
    to_last: Signal<Local, Bits<20>>,
    is_upper: Signal<Local, Bit>,
}

impl Cascade {
    /// The cascade of a chip with 2^`slot_bits` busy bits, of one wheel, or several if `multi_wheel`.
    pub fn new(slot_bits: u32, multi_wheel: bool) -> Self {
        let slot_mask = (1u64 << slot_bits) - 1;
        CascadeParts {
            slot_mask: Constant::new(slot_mask.into()),
            slot_rest: Constant::new((0xf_ffff & !slot_mask).into()),
            multi_wheel: Constant::new(multi_wheel),
            lowest: Constant::new(0.into()),
            one_wheel: Constant::new(1.into()),
        }
        .assemble()
    }
}

impl Logic for Cascade {
    #[hdl_gen]
    fn update(&mut self) {
        // All ones at the wheel's highest slot.
        self.to_last.next = (self.selected_slot.val() ^ self.selected_last.val()) | self.slot_rest.val();
        // What stands on `selected_*` is kept for the look, and for the visit.
        self.picking.next = self.state.q.val() == State::Pick;
        if self.picking.val() {
            self.at_zero.d.next = !self.selected_slot.val().any();
            self.highest.d.next = bit_cast::<4, 3>(self.level.q.val()) + self.one_wheel.val() == self.count.val();
            self.visit_word.d.next = self.selected_base.val() + self.selected_slot.val().get_bits::<16>(4);
            self.visit_slot.d.next = self.selected_slot.val();
            self.at_last.d.next = self.to_last.val().all();
            self.next_lap.d.next = self.selected_lap.val();
        }
        self.is_upper.next = self.level.q.val() != self.lowest.val();
        self.ask.next = false;
        self.step.next = false;
        self.picked.d.next = self.granted.val();

        match self.state.q.val() {
            State::Idle => {
                self.picked.d.next = false;
                if self.start.val() {
                    self.climbing.d.next = true;
                    self.level.d.next = 1.into();
                    self.state.d.next = State::Pick;
                    if self.count.val() == self.one_wheel.val() {
                        self.level.d.next = 0.into();
                        self.visit_word.d.next = 0.into();
                        self.visit_slot.d.next = 0.into();
                        self.state.d.next = State::Ask;
                    }
                }
            }
            State::Pick => {
                if self.picked.q.val() {
                    self.picked.d.next = false;
                    self.state.d.next = State::Look;
                }
            }
            State::Look => {
                self.picked.d.next = false;
                if self.climbing.q.val() & self.at_zero.q.val() & !self.highest.q.val() {
                    self.level.d.next = self.level.q.val() + 1;
                    self.state.d.next = State::Pick;
                } else {
                    self.climbing.d.next = false;
                    self.state.d.next = State::Ask;
                }
            }
            State::Ask => {
                self.ask.next = true;
                if self.taken.val() {
                    self.state.d.next = State::Wait;
                }
            }
            State::Wait => {
                if self.again.val() {
                    self.state.d.next = State::Ask;
                }
                if self.done.val() {
                    self.step.next = self.is_upper.val();
                    self.level.d.next = self.level.q.val() - 1;
                    self.picked.d.next = false;
                    self.state.d.next = State::Pick;
                    if !self.level.q.val().get_bits::<2>(1).any() {
                        // Wheel 1 is done, so wheel 0 is next; or wheel 0 is done.
                        self.level.d.next = 0.into();
                        self.visit_word.d.next = 0.into();
                        self.visit_slot.d.next = 0.into();
                        self.state.d.next = State::Ask;
                        if !self.is_upper.val() {
                            self.state.d.next = State::Idle;
                        }
                    }
                }
            }
        }
        if self.clear.val() | !self.multi_wheel.val() {
            self.state.d.next = State::Idle;
            self.level.d.next = 0.into();
            self.picked.d.next = false;
            self.visit_slot.d.next = 0.into();
            self.next_lap.d.next = 0.into();
            self.at_last.d.next = false;
        }

        self.cascading.next = self.state.q.val() != State::Idle;
        self.wheel.next = self.level.q.val();
        self.upper.next = self.is_upper.val();
        self.slot.next = self.visit_slot.q.val();
        self.word.next = self.visit_word.q.val();
        self.offset.next = self.visit_slot.q.val().get_bits::<4>(0);
        self.step_slot.next = (self.visit_slot.q.val() + 1) & self.slot_mask.val();
        self.step_lap.next = self.next_lap.q.val();
        if self.at_last.q.val() {
            self.step_slot.next = 0.into();
            self.step_lap.next = self.next_lap.q.val() + 1;
        }
    }
}

#[cfg(test)]
mod tests;
