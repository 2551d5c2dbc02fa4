//! # What a read shows of the other parts
//!
//! **Purpose.** The word that the register file is to show of a register that it does not keep itself; 0 where it is
//! another one.
//!
//! **Interface.** `is_*` says which register is read, `word` what it shows. With `is_timer`, which is of a timer's
//! word, `shown` is the word, if the look was not `refused`; so it is of `NEXT_EXPIRY`.
//!
//! **Timing.** None: it has no registers. The register file takes `word` over in the clock in which the access is done.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The word to show; see the module's header.
#[derive(Circuit, Default)]
pub struct ReadBack {
    /// `STATUS` is read.
    pub is_status: Signal<In, Bit>,
    /// `NOW_LO` is read.
    pub is_now_lo: Signal<In, Bit>,
    /// `NOW_HI` is read.
    pub is_now_hi: Signal<In, Bit>,
    /// `CURSOR_LO` is read.
    pub is_cursor: Signal<In, Bit>,
    /// `EVENT` is read.
    pub is_event: Signal<In, Bit>,
    /// `EVENT_TICK` is read.
    pub is_event_tick: Signal<In, Bit>,
    /// `INTR_STATE` is read.
    pub is_intr_state: Signal<In, Bit>,
    /// `ERROR` is read.
    pub is_error: Signal<In, Bit>,
    /// A timer's word or `NEXT_EXPIRY` is read.
    pub is_timer: Signal<In, Bit>,
    /// The look was refused.
    pub refused: Signal<In, Bit>,
    /// What the look shows.
    pub shown: Signal<In, Bits<32>>,
    /// The records are initialised.
    pub ready: Signal<In, Bit>,
    /// Initialisation has been asked for.
    pub locked: Signal<In, Bit>,
    /// The FIFO is full.
    pub fifo_full: Signal<In, Bit>,
    /// The cursor is behind now.
    pub behind: Signal<In, Bit>,
    /// The memory has answered with an error last.
    pub memory_failing: Signal<In, Bit>,
    /// The low half of now.
    pub now_low: Signal<In, Bits<32>>,
    /// Its high half.
    pub now_high: Signal<In, Bits<32>>,
    /// The low half of the tick whose slot is next.
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
    /// `ERROR`.
    pub errors: Signal<In, Bits<11>>,
    /// What is to be shown.
    pub word: Signal<Out, Bits<32>>,
    event_word: Signal<Local, Bits<32>>,
    status: Signal<Local, Bits<11>>,
    of_time: Signal<Local, Bits<32>>,
    of_event: Signal<Local, Bits<32>>,
    of_status: Signal<Local, Bits<11>>,
    of_timer: Signal<Local, Bits<32>>,
}

impl Logic for ReadBack {
    #[hdl_gen]
    fn update(&mut self) {
        self.event_word.next = bit_cast::<32, 20>(self.event_timer.val())
            | (bit_cast::<32, 7>(self.event_generation.val()) << 20)
            | (bit_cast::<32, 4>(self.sequence_number.val()) << 27)
            | (bit_cast::<32, 1>(true.into()) << 31);
        self.status.next = bit_cast::<11, 1>(self.ready.val().into())
            | (bit_cast::<11, 1>(self.locked.val().into()) << 1)
            | (bit_cast::<11, 1>(self.event_valid.val().into()) << 2)
            | (bit_cast::<11, 1>(self.fifo_full.val().into()) << 3)
            | (bit_cast::<11, 1>(self.behind.val().into()) << 4)
            | (bit_cast::<11, 1>(self.memory_failing.val().into()) << 5);
        // One word of each group, so that no path goes through all of them.
        self.of_time.next = 0.into();
        if self.is_now_lo.val() {
            self.of_time.next = self.now_low.val();
        }
        if self.is_now_hi.val() {
            self.of_time.next = self.now_high.val();
        }
        if self.is_cursor.val() {
            self.of_time.next = self.cursor.val();
        }
        self.of_event.next = 0.into();
        if self.is_event.val() & self.event_valid.val() {
            self.of_event.next = self.event_word.val();
        }
        if self.is_event_tick.val() & self.event_valid.val() {
            self.of_event.next = self.event_tick.val();
        }
        self.of_status.next = 0.into();
        if self.is_status.val() {
            self.of_status.next = self.status.val();
        }
        if self.is_intr_state.val() {
            self.of_status.next = bit_cast::<11, 5>(self.intr_state.val());
        }
        if self.is_error.val() {
            self.of_status.next = self.errors.val();
        }
        self.of_timer.next = 0.into();
        if self.is_timer.val() & !self.refused.val() {
            self.of_timer.next = self.shown.val();
        }
        self.word.next =
            self.of_time.val() | self.of_event.val() | bit_cast::<32, 11>(self.of_status.val()) | self.of_timer.val();
    }
}
