//! # What the host sees
//!
//! **Purpose.** The word that a read of a register answers, and whether there is such a register.
//!
//! **Interface.** `execute` for one clock with `write`, `whole` (all four bytes) and `address` (a word address); in the
//! next clock `read_data` and `failed` answer. All else that comes in is what can be seen.
//!
//! **Timing.** `read_data` and `failed` are registers. `refused` says in the clock of `execute` that the access will fail.
//! `STATUS.behind` is one clock older than the rest.
//!
//! **Invariants.** Nothing that is read changes by being read. A write answers 0.

use crate::Build;
use crate::assemble::assemble;
use carillon_regmap::{ID_VALUE, VERSION_VALUE, offset};
use rust_hdl::prelude::*;

/// The read side of the registers; see the module's header.
#[derive(LogicBlock)]
pub struct ReadBack {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// An access is made in this clock.
    pub execute: Signal<In, Bit>,
    /// It is a write.
    pub write: Signal<In, Bit>,
    /// It writes all four bytes.
    pub whole: Signal<In, Bit>,
    /// Its word address.
    pub address: Signal<In, Bits<6>>,
    /// What `SCRATCH` holds.
    pub scratch: Signal<In, Bits<32>>,
    /// Time passes.
    pub enable: Signal<In, Bit>,
    /// The sizes are locked.
    pub running: Signal<In, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<In, Bits<24>>,
    /// The highest slot of wheel 0.
    pub last_slot: Signal<In, Bits<20>>,
    /// Events acknowledged, modulo 16.
    pub sequence_number: Signal<In, Bits<4>>,
    /// `ERROR`.
    pub errors: Signal<In, Bits<8>>,
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// Now, low half.
    pub now_low: Signal<In, Bits<32>>,
    /// Now, high half.
    pub now_high: Signal<In, Bits<32>>,
    /// Cursor, low half.
    pub cursor_low: Signal<In, Bits<32>>,
    /// Cursor, high half.
    pub cursor_high: Signal<In, Bits<32>>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Another stands behind it.
    pub event_more: Signal<In, Bit>,
    /// The head is late.
    pub event_late: Signal<In, Bit>,
    /// The head's wheel.
    pub event_wheel: Signal<In, Bits<3>>,
    /// The head's slot.
    pub event_slot: Signal<In, Bits<20>>,
    /// The head's tick.
    pub event_tick: Signal<In, Bits<32>>,
    /// The FIFO is full.
    pub fifo_full: Signal<In, Bit>,
    /// `INTR_STATE`.
    pub intr_state: Signal<In, Bits<5>>,
    /// `INTR_ENABLE`.
    pub intr_enable: Signal<In, Bits<5>>,
    /// Something other than an event asks for the host.
    pub attention: Signal<In, Bit>,
    /// The word read, one clock after `execute`.
    pub read_data: Signal<Out, Bits<32>>,
    /// The access found no register, or wrote part of a word; one clock after `execute`.
    pub failed: Signal<Out, Bit>,
    /// The access of this clock will fail.
    pub refused: Signal<Out, Bit>,
    answer: DFF<Bits<32>>,
    failing: DFF<Bit>,
    behind: DFF<Bit>,
    at_id: Constant<Bits<6>>,
    at_version: Constant<Bits<6>>,
    at_params: Constant<Bits<6>>,
    at_scratch: Constant<Bits<6>>,
    at_ctrl: Constant<Bits<6>>,
    at_status: Constant<Bits<6>>,
    at_prescale: Constant<Bits<6>>,
    at_now_lo: Constant<Bits<6>>,
    at_now_hi: Constant<Bits<6>>,
    at_cursor_lo: Constant<Bits<6>>,
    at_cursor_hi: Constant<Bits<6>>,
    at_arm: Constant<Bits<6>>,
    at_disarm: Constant<Bits<6>>,
    at_event: Constant<Bits<6>>,
    at_event_tick: Constant<Bits<6>>,
    at_event_ack: Constant<Bits<6>>,
    at_intr_state: Constant<Bits<6>>,
    at_intr_enable: Constant<Bits<6>>,
    at_intr_test: Constant<Bits<6>>,
    at_error: Constant<Bits<6>>,
    at_wheel_size: Constant<Bits<6>>,
    id_word: Constant<Bits<32>>,
    version_word: Constant<Bits<32>>,
    params_word: Constant<Bits<32>>,
    known: Signal<Local, Bit>,
    word: Signal<Local, Bits<32>>,
}

/// The word address of the register at a byte offset.
pub(crate) fn at(byte_offset: u32) -> Constant<Bits<6>> {
    Constant::new(u64::from(byte_offset / 4).into())
}

/// A whole register word.
fn word(value: u32) -> Constant<Bits<32>> {
    Constant::new(u64::from(value).into())
}

impl ReadBack {
    /// The read side of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        assemble! {
            at_id: at(offset::ID),
            at_version: at(offset::VERSION),
            at_params: at(offset::PARAMS),
            at_scratch: at(offset::SCRATCH),
            at_ctrl: at(offset::CTRL),
            at_status: at(offset::STATUS),
            at_prescale: at(offset::PRESCALE),
            at_now_lo: at(offset::NOW_LO),
            at_now_hi: at(offset::NOW_HI),
            at_cursor_lo: at(offset::CURSOR_LO),
            at_cursor_hi: at(offset::CURSOR_HI),
            at_arm: at(offset::ARM),
            at_disarm: at(offset::DISARM),
            at_event: at(offset::EVENT),
            at_event_tick: at(offset::EVENT_TICK),
            at_event_ack: at(offset::EVENT_ACK),
            at_intr_state: at(offset::INTR_STATE),
            at_intr_enable: at(offset::INTR_ENABLE),
            at_intr_test: at(offset::INTR_TEST),
            at_error: at(offset::ERROR),
            at_wheel_size: at(offset::WHEEL_SIZE),
            id_word: word(ID_VALUE),
            version_word: word(VERSION_VALUE),
            params_word: word(build.params());
            clock, execute, write, whole, address, scratch, enable, running, prescale, last_slot,
            sequence_number, errors, ready, now_low, now_high, cursor_low, cursor_high, event_valid,
            event_more, event_late, event_wheel, event_slot, event_tick, fifo_full, intr_state,
            intr_enable, attention, read_data, failed, refused, answer, failing, behind, known,
            word,
        }
    }
}

impl Logic for ReadBack {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, answer, failing, behind);
        self.known.next = true;
        self.word.next = 0.into();
        self.behind.d.next = (self.now_low.val() != self.cursor_low.val())
            | (self.now_high.val() != self.cursor_high.val());
        if self.address.val() == self.at_id.val() {
            self.word.next = self.id_word.val();
        } else if self.address.val() == self.at_version.val() {
            self.word.next = self.version_word.val();
        } else if self.address.val() == self.at_params.val() {
            self.word.next = self.params_word.val();
        } else if self.address.val() == self.at_scratch.val() {
            self.word.next = self.scratch.val();
        } else if self.address.val() == self.at_ctrl.val() {
            self.word.next = bit_cast::<32, 1>(self.enable.val().into());
        } else if self.address.val() == self.at_status.val() {
            self.word.next = bit_cast::<32, 1>(self.ready.val().into())
                | (bit_cast::<32, 1>(self.running.val().into()) << 1)
                | (bit_cast::<32, 1>(self.event_valid.val().into()) << 2)
                | (bit_cast::<32, 1>(self.fifo_full.val().into()) << 3)
                | (bit_cast::<32, 1>(self.behind.q.val().into()) << 4);
        } else if self.address.val() == self.at_prescale.val() {
            self.word.next = bit_cast::<32, 24>(self.prescale.val());
        } else if self.address.val() == self.at_now_lo.val() {
            self.word.next = self.now_low.val();
        } else if self.address.val() == self.at_now_hi.val() {
            self.word.next = self.now_high.val();
        } else if self.address.val() == self.at_cursor_lo.val() {
            self.word.next = self.cursor_low.val();
        } else if self.address.val() == self.at_cursor_hi.val() {
            self.word.next = self.cursor_high.val();
        } else if self.address.val() == self.at_event.val() {
            self.word.next = bit_cast::<32, 1>(self.attention.val().into()) << 28;
            if self.event_valid.val() {
                self.word.next = bit_cast::<32, 20>(self.event_slot.val())
                    | (bit_cast::<32, 3>(self.event_wheel.val()) << 20)
                    | (bit_cast::<32, 4>(self.sequence_number.val()) << 23)
                    | (bit_cast::<32, 1>(self.attention.val().into()) << 28)
                    | (bit_cast::<32, 1>(self.event_more.val().into()) << 29)
                    | (bit_cast::<32, 1>(self.event_late.val().into()) << 30)
                    | (bit_cast::<32, 1>(self.event_valid.val().into()) << 31);
            }
        } else if self.address.val() == self.at_event_tick.val() {
            if self.event_valid.val() {
                self.word.next = self.event_tick.val();
            }
        } else if self.address.val() == self.at_intr_state.val() {
            self.word.next = bit_cast::<32, 5>(self.intr_state.val());
        } else if self.address.val() == self.at_intr_enable.val() {
            self.word.next = bit_cast::<32, 5>(self.intr_enable.val());
        } else if self.address.val() == self.at_error.val() {
            self.word.next = bit_cast::<32, 8>(self.errors.val());
        } else if self.address.val() == self.at_wheel_size.val() {
            self.word.next = bit_cast::<32, 20>(self.last_slot.val()) + 1;
        } else if (self.address.val() != self.at_arm.val())
            & (self.address.val() != self.at_disarm.val())
            & (self.address.val() != self.at_event_ack.val())
            & (self.address.val() != self.at_intr_test.val())
        {
            self.known.next = false;
        }
        self.refused.next =
            self.execute.val() & (!self.known.val() | (self.write.val() & !self.whole.val()));
        self.failing.d.next = self.refused.val();
        if self.execute.val() {
            self.answer.d.next = 0.into();
            if !self.write.val() {
                self.answer.d.next = self.word.val();
            }
        }
        self.read_data.next = self.answer.q.val();
        self.failed.next = self.failing.q.val();
    }
}
