//! # What the host sees
//!
//! **Purpose.** The word that a read of a register, or of a timer's word, answers.
//!
//! **Interface.** `write` and `address` stay as they are from the clock of `execute` on; `done` says in which clock the
//! word is taken. With `is_word` it is `shown`, or 0 where the command was `refused`. All else is what can be seen.
//!
//! **Timing.** `read_data` is a register: it shows what was true in the clock of `done`, and keeps it.
//!
//! **Invariants.** Nothing that is read changes by being read. A write answers 0.

use crate::assemble::assemble;
use crate::timer_chip::build::TimerBuild;
use carillon_regmap::VERSION_VALUE;
use carillon_regmap::timer::{ID_VALUE, offset};
use rust_hdl::prelude::*;

/// The read side of the registers; see the module's header.
#[derive(LogicBlock)]
pub struct ReadBack {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// `read_data` becomes 0.
    pub clear: Signal<In, Bit>,
    /// The access is a write.
    pub write: Signal<In, Bit>,
    /// Its word address.
    pub address: Signal<In, Bits<6>>,
    /// The word is taken at the next edge.
    pub done: Signal<In, Bit>,
    /// The access is to the window, or to no register at all.
    pub elsewhere: Signal<In, Bit>,
    /// It is to a timer's word, or of `NEXT_EXPIRY`.
    pub is_word: Signal<In, Bit>,
    /// The command was refused.
    pub refused: Signal<In, Bit>,
    /// What the command shows.
    pub shown: Signal<In, Bits<32>>,
    /// `SCRATCH`.
    pub scratch: Signal<In, Bits<32>>,
    /// Time passes.
    pub enable: Signal<In, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<In, Bits<24>>,
    /// The records are initialised.
    pub ready: Signal<In, Bit>,
    /// Sizes are locked.
    pub locked: Signal<In, Bit>,
    /// The FIFO is full.
    pub fifo_full: Signal<In, Bit>,
    /// The cursor is behind now.
    pub behind: Signal<In, Bit>,
    /// The memory has answered with an error last.
    pub memory_failing: Signal<In, Bit>,
    /// Now, low half.
    pub now_low: Signal<In, Bits<32>>,
    /// Now, high half.
    pub now_high: Signal<In, Bits<32>>,
    /// The next tick to visit, low half.
    pub cursor: Signal<In, Bits<32>>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Its timer.
    pub event_timer: Signal<In, Bits<20>>,
    /// Its generation.
    pub event_generation: Signal<In, Bits<7>>,
    /// Its tick.
    pub event_tick: Signal<In, Bits<32>>,
    /// Events acknowledged, modulo 16.
    pub sequence_number: Signal<In, Bits<4>>,
    /// `INTR_STATE`.
    pub intr_state: Signal<In, Bits<5>>,
    /// `INTR_ENABLE`.
    pub intr_enable: Signal<In, Bits<5>>,
    /// `INTR_COALESCE`.
    pub intr_coalesce: Signal<In, Bits<24>>,
    /// `ERROR`.
    pub errors: Signal<In, Bits<11>>,
    /// The word read.
    pub read_data: Signal<Out, Bits<32>>,
    answer: DFF<Bits<32>>,
    is_id: DFF<Bit>,
    is_version: DFF<Bit>,
    is_params: DFF<Bit>,
    is_scratch: DFF<Bit>,
    is_ctrl: DFF<Bit>,
    is_status: DFF<Bit>,
    is_prescale: DFF<Bit>,
    is_now_low: DFF<Bit>,
    is_now_high: DFF<Bit>,
    is_cursor: DFF<Bit>,
    is_event: DFF<Bit>,
    is_event_tick: DFF<Bit>,
    is_intr_state: DFF<Bit>,
    is_intr_enable: DFF<Bit>,
    is_intr_coalesce: DFF<Bit>,
    is_error: DFF<Bit>,
    with_coalescing: Constant<Bit>,
    id: Constant<Bits<32>>,
    version: Constant<Bits<32>>,
    params: Constant<Bits<32>>,
    at_id: Constant<Bits<6>>,
    at_version: Constant<Bits<6>>,
    at_params: Constant<Bits<6>>,
    at_scratch: Constant<Bits<6>>,
    at_ctrl: Constant<Bits<6>>,
    at_status: Constant<Bits<6>>,
    at_prescale: Constant<Bits<6>>,
    at_now_low: Constant<Bits<6>>,
    at_now_high: Constant<Bits<6>>,
    at_cursor: Constant<Bits<6>>,
    at_event: Constant<Bits<6>>,
    at_event_tick: Constant<Bits<6>>,
    at_intr_state: Constant<Bits<6>>,
    at_intr_enable: Constant<Bits<6>>,
    at_intr_coalesce: Constant<Bits<6>>,
    at_error: Constant<Bits<6>>,
    event_word: Signal<Local, Bits<32>>,
    status: Signal<Local, Bits<32>>,
    now_word: Signal<Local, Bits<32>>,
    event_part: Signal<Local, Bits<32>>,
    setting: Signal<Local, Bits<32>>,
    fixed: Signal<Local, Bits<32>>,
    few: Signal<Local, Bits<32>>,
    lower: Signal<Local, Bits<32>>,
    reads: Signal<Local, Bit>,
}

/// The word address of the register at a byte offset.
fn at(byte_offset: u32) -> Constant<Bits<6>> {
    Constant::new(u64::from(byte_offset / 4).into())
}

impl ReadBack {
    /// What can be read of a chip built to `build`.
    pub fn new(build: &TimerBuild) -> Self {
        assemble! {
            with_coalescing: Constant::new(build.coalescing),
            id: Constant::new(u64::from(ID_VALUE).into()),
            version: Constant::new(u64::from(VERSION_VALUE).into()),
            params: Constant::new(u64::from(build.params()).into()),
            at_id: at(offset::ID),
            at_version: at(offset::VERSION),
            at_params: at(offset::PARAMS),
            at_scratch: at(offset::SCRATCH),
            at_ctrl: at(offset::CTRL),
            at_status: at(offset::STATUS),
            at_prescale: at(offset::PRESCALE),
            at_now_low: at(offset::NOW_LO),
            at_now_high: at(offset::NOW_HI),
            at_cursor: at(offset::CURSOR_LO),
            at_event: at(offset::EVENT),
            at_event_tick: at(offset::EVENT_TICK),
            at_intr_state: at(offset::INTR_STATE),
            at_intr_enable: at(offset::INTR_ENABLE),
            at_intr_coalesce: at(offset::INTR_COALESCE),
            at_error: at(offset::ERROR);
            clock, clear, write, address, done, elsewhere, is_word, refused, shown, scratch, enable, prescale, ready, locked,
            fifo_full, behind, memory_failing, now_low, now_high, cursor, event_valid, event_timer, event_generation,
            event_tick, sequence_number, intr_state, intr_enable, intr_coalesce, errors, read_data, answer, is_id,
            is_version, is_params, is_scratch, is_ctrl, is_status, is_prescale, is_now_low, is_now_high, is_cursor,
            is_event, is_event_tick, is_intr_state, is_intr_enable, is_intr_coalesce, is_error, event_word, status,
            now_word, event_part, setting, fixed, few, lower, reads,
        }
    }
}

impl Logic for ReadBack {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            answer,
            is_id,
            is_version,
            is_params,
            is_scratch,
            is_ctrl,
            is_status,
            is_prescale,
            is_now_low,
            is_now_high,
            is_cursor,
            is_event,
            is_event_tick,
            is_intr_state,
            is_intr_enable,
            is_intr_coalesce,
            is_error
        );
        // What no select shows reads 0.
        self.reads.next = !self.write.val() & !self.elsewhere.val();
        self.is_id.d.next = self.reads.val() & (self.address.val() == self.at_id.val());
        self.is_version.d.next = self.reads.val() & (self.address.val() == self.at_version.val());
        self.is_params.d.next = self.reads.val() & (self.address.val() == self.at_params.val());
        self.is_scratch.d.next = self.reads.val() & (self.address.val() == self.at_scratch.val());
        self.is_ctrl.d.next = self.reads.val() & (self.address.val() == self.at_ctrl.val());
        self.is_status.d.next = self.reads.val() & (self.address.val() == self.at_status.val());
        self.is_prescale.d.next = self.reads.val() & (self.address.val() == self.at_prescale.val());
        self.is_now_low.d.next = self.reads.val() & (self.address.val() == self.at_now_low.val());
        self.is_now_high.d.next = self.reads.val() & (self.address.val() == self.at_now_high.val());
        self.is_cursor.d.next = self.reads.val() & (self.address.val() == self.at_cursor.val());
        self.is_event.d.next =
            self.reads.val() & (self.address.val() == self.at_event.val()) & self.event_valid.val();
        self.is_event_tick.d.next = self.reads.val()
            & (self.address.val() == self.at_event_tick.val())
            & self.event_valid.val();
        self.is_intr_state.d.next =
            self.reads.val() & (self.address.val() == self.at_intr_state.val());
        self.is_intr_enable.d.next =
            self.reads.val() & (self.address.val() == self.at_intr_enable.val());
        self.is_intr_coalesce.d.next = self.reads.val()
            & self.with_coalescing.val()
            & (self.address.val() == self.at_intr_coalesce.val());
        self.is_error.d.next = self.reads.val() & (self.address.val() == self.at_error.val());

        // The words in groups, so that no path goes through all of them.
        self.event_word.next = bit_cast::<32, 20>(self.event_timer.val())
            | (bit_cast::<32, 7>(self.event_generation.val()) << 20)
            | (bit_cast::<32, 4>(self.sequence_number.val()) << 27)
            | (bit_cast::<32, 1>(self.event_valid.val().into()) << 31);
        self.status.next = bit_cast::<32, 1>(self.ready.val().into())
            | (bit_cast::<32, 1>(self.locked.val().into()) << 1)
            | (bit_cast::<32, 1>(self.event_valid.val().into()) << 2)
            | (bit_cast::<32, 1>(self.fifo_full.val().into()) << 3)
            | (bit_cast::<32, 1>(self.behind.val().into()) << 4)
            | (bit_cast::<32, 1>(self.memory_failing.val().into()) << 5);
        self.now_word.next = 0.into();
        if self.is_now_low.q.val() {
            self.now_word.next = self.now_low.val();
        }
        if self.is_now_high.q.val() {
            self.now_word.next = self.now_high.val();
        }
        self.event_part.next = 0.into();
        if self.is_event.q.val() {
            self.event_part.next = self.event_word.val();
        }
        if self.is_event_tick.q.val() {
            self.event_part.next = self.event_tick.val();
        }
        self.setting.next = 0.into();
        if self.is_scratch.q.val() {
            self.setting.next = self.scratch.val();
        }
        if self.is_cursor.q.val() {
            self.setting.next = self.cursor.val();
        }
        self.few.next = 0.into();
        if self.is_prescale.q.val() {
            self.few.next = bit_cast::<32, 24>(self.prescale.val());
        }
        if self.is_ctrl.q.val() {
            self.few.next = bit_cast::<32, 1>(self.enable.val().into());
        }
        if self.is_status.q.val() {
            self.few.next = self.status.val();
        }
        if self.is_intr_state.q.val() {
            self.few.next = bit_cast::<32, 5>(self.intr_state.val());
        }
        if self.is_intr_enable.q.val() {
            self.few.next = bit_cast::<32, 5>(self.intr_enable.val());
        }
        if self.is_intr_coalesce.q.val() {
            self.few.next = bit_cast::<32, 24>(self.intr_coalesce.val());
        }
        if self.is_error.q.val() {
            self.few.next = bit_cast::<32, 11>(self.errors.val());
        }
        self.fixed.next = 0.into();
        if self.is_id.q.val() {
            self.fixed.next = self.id.val();
        }
        if self.is_version.q.val() {
            self.fixed.next = self.version.val();
        }
        if self.is_params.q.val() {
            self.fixed.next = self.params.val();
        }
        self.lower.next = self.few.val() | self.fixed.val();
        if self.is_word.val() & !self.refused.val() & !self.write.val() {
            self.lower.next = self.shown.val();
        }
        if self.done.val() {
            self.answer.d.next =
                self.now_word.val() | self.event_part.val() | self.setting.val() | self.lower.val();
        }
        if self.clear.val() {
            self.answer.d.next = 0.into();
        }
        self.read_data.next = self.answer.q.val();
    }
}
