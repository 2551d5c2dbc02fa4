//! # What the host sees
//!
//! **Purpose.** The word that a read of a register answers.
//!
//! **Interface.** `write` and `address` (a word address) stay as they are from the clock of `execute` on; `answering` says
//! in which clock the word is taken. All else that comes in is what can be seen. A write, a read of a register that
//! is only written or of none answers 0; so do an event that is not there, except for `EVENT.attention`, and a distance
//! that was not found.
//!
//! **Timing.** `read_data` is a register: it shows what was true in the clock of `answering`, which is at least one clock
//! after `execute`, and keeps it.
//!
//! **Invariants.** Nothing that is read changes by being read.
//!
//! **How the words are selected.** On an FPGA a multiplexer of so many words is most of the area, so it is cut to
//! the measure of look-up tables with four inputs. Each step below is one such table for each bit. A *leaf* shows one of
//! two words, 0 or 1, by two selects: `low` the first, `high` the second, both 1, none 0. A *fork* passes on what stands
//! below it, or (by one select) shows one of two more words: the first where 1 stands below it, the second where 0 does. So a
//! leaf forced to 0 or 1 selects for the fork above it. All selects are registers, and depend on the address alone;
//! words that no build can confuse are not told apart.

use crate::Build;
use crate::assemble::assemble;
use crate::word_map::{half, pattern, readable, words_from};
use carillon_regmap::{ID_VALUE, VERSION_VALUE, offset};
use rust_hdl::prelude::*;

/// The read side of the registers; see the module's header.
#[derive(LogicBlock)]
pub struct ReadBack {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// The access is a write.
    pub write: Signal<In, Bit>,
    /// Its word address.
    pub address: Signal<In, Bits<6>>,
    /// The word is taken at the next edge.
    pub answering: Signal<In, Bit>,
    /// `SCRATCH`.
    pub scratch: Signal<In, Bits<32>>,
    /// Time passes.
    pub enable: Signal<In, Bit>,
    /// The sizes are locked.
    pub running: Signal<In, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<In, Bits<24>>,
    /// The slots of the wheel that the address names.
    pub shown_size: Signal<In, Bits<21>>,
    /// The mode of the wheel that the address names.
    pub shown_mode: Signal<In, Bits<2>>,
    /// Events acknowledged, modulo 16.
    pub sequence_number: Signal<In, Bits<4>>,
    /// `ERROR`.
    pub errors: Signal<In, Bits<8>>,
    /// The memory has been cleared.
    pub ready: Signal<In, Bit>,
    /// The cursor is behind now.
    pub behind: Signal<In, Bit>,
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
    /// The distance asked for was found.
    pub next_found: Signal<In, Bit>,
    /// That distance.
    pub next_distance: Signal<In, Bits<20>>,
    /// `INTR_STATE`.
    pub intr_state: Signal<In, Bits<5>>,
    /// `INTR_ENABLE`.
    pub intr_enable: Signal<In, Bits<5>>,
    /// Something other than an event asks for the host.
    pub attention: Signal<In, Bit>,
    /// `INTR_COALESCE`.
    pub coalesce: Signal<In, Bits<24>>,
    /// `ALARM_LO`.
    pub alarm_low: Signal<In, Bits<32>>,
    /// `ALARM_HI`.
    pub alarm_high: Signal<In, Bits<32>>,
    /// The word read.
    pub read_data: Signal<Out, Bits<32>>,
    answer: DFF<Bits<32>>,
    silent: DFF<Bit>,
    time_low: DFF<Bit>,
    time_high: DFF<Bit>,
    time_fork: DFF<Bit>,
    scratch_or_tick: DFF<Bit>,
    prescale_or_tick: DFF<Bit>,
    event_or_tick: DFF<Bit>,
    narrow_low: DFF<Bit>,
    narrow_high: DFF<Bit>,
    error_fork: DFF<Bit>,
    state_fork: DFF<Bit>,
    is_size: DFF<Bit>,
    is_event: DFF<Bit>,
    is_id: DFF<Bit>,
    is_version: DFF<Bit>,
    is_params: DFF<Bit>,
    is_ctrl: DFF<Bit>,
    is_mode: DFF<Bit>,
    option_low: DFF<Bit>,
    option_high: DFF<Bit>,
    option_fork: DFF<Bit>,
    is_next: DFF<Bit>,
    readable_low: Constant<Bits<32>>,
    readable_high: Constant<Bits<32>>,
    id_at: Constant<Bits<12>>,
    version_at: Constant<Bits<12>>,
    params_at: Constant<Bits<12>>,
    scratch_at: Constant<Bits<12>>,
    ctrl_at: Constant<Bits<12>>,
    status_at: Constant<Bits<12>>,
    prescale_at: Constant<Bits<12>>,
    now_lo_at: Constant<Bits<12>>,
    now_hi_at: Constant<Bits<12>>,
    cursor_lo_at: Constant<Bits<12>>,
    cursor_hi_at: Constant<Bits<12>>,
    event_at: Constant<Bits<12>>,
    event_tick_at: Constant<Bits<12>>,
    intr_state_at: Constant<Bits<12>>,
    intr_enable_at: Constant<Bits<12>>,
    intr_coalesce_at: Constant<Bits<12>>,
    error_at: Constant<Bits<12>>,
    alarm_lo_at: Constant<Bits<12>>,
    alarm_hi_at: Constant<Bits<12>>,
    next_at: Constant<Bits<12>>,
    wheel_size_at: Constant<Bits<12>>,
    wheel_mode_at: Constant<Bits<12>>,
    id_word: Constant<Bits<32>>,
    version_word: Constant<Bits<32>>,
    params_word: Constant<Bits<32>>,
    ones: Constant<Bits<32>>,
    low_ones: Constant<Bits<8>>,
    upper_ones: Constant<Bits<24>>,
    top_ones: Constant<Bits<32>>,
    lower_ones: Constant<Bits<32>>,
    hit_id: Signal<Local, Bit>,
    hit_version: Signal<Local, Bit>,
    hit_params: Signal<Local, Bit>,
    hit_scratch: Signal<Local, Bit>,
    hit_ctrl: Signal<Local, Bit>,
    hit_status: Signal<Local, Bit>,
    hit_prescale: Signal<Local, Bit>,
    hit_now_lo: Signal<Local, Bit>,
    hit_now_hi: Signal<Local, Bit>,
    hit_cursor_lo: Signal<Local, Bit>,
    hit_cursor_hi: Signal<Local, Bit>,
    hit_event: Signal<Local, Bit>,
    hit_event_tick: Signal<Local, Bit>,
    hit_intr_state: Signal<Local, Bit>,
    hit_intr_enable: Signal<Local, Bit>,
    hit_intr_coalesce: Signal<Local, Bit>,
    hit_error: Signal<Local, Bit>,
    hit_alarm_lo: Signal<Local, Bit>,
    hit_alarm_hi: Signal<Local, Bit>,
    hit_next: Signal<Local, Bit>,
    hit_wheel_size: Signal<Local, Bit>,
    hit_wheel_mode: Signal<Local, Bit>,
    place: Signal<Local, Bits<5>>,
    can_read: Signal<Local, Bit>,
    event_word: Signal<Local, Bits<32>>,
    status_word: Signal<Local, Bits<8>>,
    time_low_all: Signal<Local, Bits<32>>,
    time_high_all: Signal<Local, Bits<32>>,
    time_leaf: Signal<Local, Bits<32>>,
    time_word: Signal<Local, Bits<32>>,
    scratch_all: Signal<Local, Bits<32>>,
    other_all: Signal<Local, Bits<32>>,
    other_word: Signal<Local, Bits<32>>,
    host_leaf: Signal<Local, Bits<32>>,
    narrow_low_all: Signal<Local, Bits<8>>,
    narrow_high_all: Signal<Local, Bits<8>>,
    narrow_leaf: Signal<Local, Bits<8>>,
    error_word: Signal<Local, Bits<8>>,
    low_byte: Signal<Local, Bits<8>>,
    low_size: Signal<Local, Bits<8>>,
    low_event: Signal<Local, Bits<8>>,
    upper_size: Signal<Local, Bits<24>>,
    upper_event: Signal<Local, Bits<24>>,
    upper_bytes: Signal<Local, Bits<24>>,
    option_low_all: Signal<Local, Bits<32>>,
    option_high_all: Signal<Local, Bits<32>>,
    option_leaf: Signal<Local, Bits<32>>,
    option_word: Signal<Local, Bits<32>>,
    next_word: Signal<Local, Bits<32>>,
    rest: Signal<Local, Bits<32>>,
    attention_word: Signal<Local, Bits<32>>,
    blank: Signal<Local, Bit>,
    lower_all: Signal<Local, Bits<32>>,
    top_all: Signal<Local, Bits<32>>,
    size_all: Signal<Local, Bits<24>>,
    event_all: Signal<Local, Bits<24>>,
    id_shown: Signal<Local, Bits<32>>,
    version_shown: Signal<Local, Bits<32>>,
    params_shown: Signal<Local, Bits<32>>,
    mode_shown: Signal<Local, Bits<2>>,
    enable_shown: Signal<Local, Bit>,
    attention_shown: Signal<Local, Bit>,
    word: Signal<Local, Bits<32>>,
}

/// A whole register word.
fn word(value: u32) -> Constant<Bits<32>> {
    Constant::new(u64::from(value).into())
}

impl ReadBack {
    /// The read side of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        let readable = readable(build);
        let at = |byte_offset| {
            let on = words_from(build, byte_offset);
            pattern(on, readable & !on)
        };
        assemble! {
            readable_low: half(readable, 0),
            readable_high: half(readable, 1),
            id_at: at(offset::ID),
            version_at: at(offset::VERSION),
            params_at: at(offset::PARAMS),
            scratch_at: at(offset::SCRATCH),
            ctrl_at: at(offset::CTRL),
            status_at: at(offset::STATUS),
            prescale_at: at(offset::PRESCALE),
            now_lo_at: at(offset::NOW_LO),
            now_hi_at: at(offset::NOW_HI),
            cursor_lo_at: at(offset::CURSOR_LO),
            cursor_hi_at: at(offset::CURSOR_HI),
            event_at: at(offset::EVENT),
            event_tick_at: at(offset::EVENT_TICK),
            intr_state_at: at(offset::INTR_STATE),
            intr_enable_at: at(offset::INTR_ENABLE),
            intr_coalesce_at: at(offset::INTR_COALESCE),
            error_at: at(offset::ERROR),
            alarm_lo_at: at(offset::ALARM_LO),
            alarm_hi_at: at(offset::ALARM_HI),
            next_at: at(offset::NEXT),
            wheel_size_at: at(offset::WHEEL_SIZE),
            wheel_mode_at: at(offset::WHEEL_MODE),
            id_word: word(ID_VALUE),
            version_word: word(VERSION_VALUE),
            params_word: word(build.params()),
            ones: word(u32::MAX),
            low_ones: Constant::new(0xff.into()),
            upper_ones: Constant::new(0xff_ffff.into()),
            top_ones: word(0xff00_0000),
            lower_ones: word(0x00ff_ffff);
            clock, write, address, answering, scratch, enable, running, prescale, shown_size,
            shown_mode, sequence_number, errors, ready, behind, now_low, now_high, cursor_low,
            cursor_high, event_valid, event_more, event_late, event_wheel, event_slot, event_tick,
            fifo_full, next_found, next_distance, intr_state, intr_enable, attention, coalesce,
            alarm_low, alarm_high, read_data, answer, silent, time_low, time_high, time_fork,
            scratch_or_tick, prescale_or_tick, event_or_tick, narrow_low, narrow_high, error_fork,
            state_fork, is_size, is_event, is_id, is_version, is_params, is_ctrl, is_mode,
            option_low, option_high, option_fork, is_next, hit_id, hit_version, hit_params,
            hit_scratch, hit_ctrl, hit_status, hit_prescale, hit_now_lo, hit_now_hi, hit_cursor_lo,
            hit_cursor_hi, hit_event, hit_event_tick, hit_intr_state, hit_intr_enable,
            hit_intr_coalesce, hit_error, hit_alarm_lo, hit_alarm_hi, hit_next, hit_wheel_size,
            hit_wheel_mode, place, can_read, event_word, status_word, time_low_all, time_high_all,
            time_leaf, time_word, scratch_all, other_all, other_word, host_leaf, narrow_low_all,
            narrow_high_all, narrow_leaf, error_word, low_byte, low_size, low_event, upper_size,
            upper_event, upper_bytes, option_low_all, option_high_all, option_leaf, option_word,
            next_word, rest, attention_word, blank, lower_all, top_all,
            size_all, event_all, id_shown, version_shown, params_shown, mode_shown, enable_shown,
            attention_shown, word,
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
            silent,
            time_low,
            time_high,
            time_fork,
            scratch_or_tick,
            prescale_or_tick,
            event_or_tick,
            narrow_low,
            narrow_high,
            error_fork,
            state_fork,
            is_size,
            is_event,
            is_id,
            is_version,
            is_params,
            is_ctrl,
            is_mode,
            option_low,
            option_high,
            option_fork,
            is_next
        );

        // From the address to the selects.
        self.hit_id.next = (self.address.val() & self.id_at.val().get_bits::<6>(6))
            == self.id_at.val().get_bits::<6>(0);
        self.hit_version.next = (self.address.val() & self.version_at.val().get_bits::<6>(6))
            == self.version_at.val().get_bits::<6>(0);
        self.hit_params.next = (self.address.val() & self.params_at.val().get_bits::<6>(6))
            == self.params_at.val().get_bits::<6>(0);
        self.hit_scratch.next = (self.address.val() & self.scratch_at.val().get_bits::<6>(6))
            == self.scratch_at.val().get_bits::<6>(0);
        self.hit_ctrl.next = (self.address.val() & self.ctrl_at.val().get_bits::<6>(6))
            == self.ctrl_at.val().get_bits::<6>(0);
        self.hit_status.next = (self.address.val() & self.status_at.val().get_bits::<6>(6))
            == self.status_at.val().get_bits::<6>(0);
        self.hit_prescale.next = (self.address.val() & self.prescale_at.val().get_bits::<6>(6))
            == self.prescale_at.val().get_bits::<6>(0);
        self.hit_now_lo.next = (self.address.val() & self.now_lo_at.val().get_bits::<6>(6))
            == self.now_lo_at.val().get_bits::<6>(0);
        self.hit_now_hi.next = (self.address.val() & self.now_hi_at.val().get_bits::<6>(6))
            == self.now_hi_at.val().get_bits::<6>(0);
        self.hit_cursor_lo.next = (self.address.val() & self.cursor_lo_at.val().get_bits::<6>(6))
            == self.cursor_lo_at.val().get_bits::<6>(0);
        self.hit_cursor_hi.next = (self.address.val() & self.cursor_hi_at.val().get_bits::<6>(6))
            == self.cursor_hi_at.val().get_bits::<6>(0);
        self.hit_event.next = (self.address.val() & self.event_at.val().get_bits::<6>(6))
            == self.event_at.val().get_bits::<6>(0);
        self.hit_event_tick.next = (self.address.val() & self.event_tick_at.val().get_bits::<6>(6))
            == self.event_tick_at.val().get_bits::<6>(0);
        self.hit_intr_state.next = (self.address.val() & self.intr_state_at.val().get_bits::<6>(6))
            == self.intr_state_at.val().get_bits::<6>(0);
        self.hit_intr_enable.next = (self.address.val()
            & self.intr_enable_at.val().get_bits::<6>(6))
            == self.intr_enable_at.val().get_bits::<6>(0);
        self.hit_intr_coalesce.next = (self.address.val()
            & self.intr_coalesce_at.val().get_bits::<6>(6))
            == self.intr_coalesce_at.val().get_bits::<6>(0);
        self.hit_error.next = (self.address.val() & self.error_at.val().get_bits::<6>(6))
            == self.error_at.val().get_bits::<6>(0);
        self.hit_alarm_lo.next = (self.address.val() & self.alarm_lo_at.val().get_bits::<6>(6))
            == self.alarm_lo_at.val().get_bits::<6>(0);
        self.hit_alarm_hi.next = (self.address.val() & self.alarm_hi_at.val().get_bits::<6>(6))
            == self.alarm_hi_at.val().get_bits::<6>(0);
        self.hit_next.next = (self.address.val() & self.next_at.val().get_bits::<6>(6))
            == self.next_at.val().get_bits::<6>(0);
        self.hit_wheel_size.next = (self.address.val() & self.wheel_size_at.val().get_bits::<6>(6))
            == self.wheel_size_at.val().get_bits::<6>(0);
        self.hit_wheel_mode.next = (self.address.val() & self.wheel_mode_at.val().get_bits::<6>(6))
            == self.wheel_mode_at.val().get_bits::<6>(0);

        self.time_low.d.next =
            self.hit_now_lo.val() | self.hit_cursor_hi.val() | self.hit_event_tick.val();
        self.time_high.d.next =
            self.hit_now_hi.val() | self.hit_cursor_hi.val() | self.hit_event_tick.val();
        self.time_fork.d.next = self.hit_cursor_lo.val() | self.hit_cursor_hi.val();
        self.scratch_or_tick.d.next = self.hit_scratch.val() | self.hit_event_tick.val();
        self.prescale_or_tick.d.next = self.hit_prescale.val() | self.hit_event_tick.val();
        self.event_or_tick.d.next = self.hit_event.val() | self.hit_event_tick.val();
        self.narrow_low.d.next =
            self.hit_status.val() | self.hit_wheel_size.val() | self.hit_intr_state.val();
        self.narrow_high.d.next =
            self.hit_intr_enable.val() | self.hit_wheel_size.val() | self.hit_intr_state.val();
        self.error_fork.d.next = self.hit_wheel_size.val() | self.hit_error.val();
        self.state_fork.d.next = self.hit_intr_state.val() | self.hit_event.val();
        self.is_size.d.next = self.hit_wheel_size.val();
        self.is_event.d.next = self.hit_event.val();
        self.is_id.d.next = self.hit_id.val();
        self.is_version.d.next = self.hit_version.val();
        self.is_params.d.next = self.hit_params.val();
        self.is_ctrl.d.next = self.hit_ctrl.val();
        self.is_mode.d.next = self.hit_wheel_mode.val();
        self.option_low.d.next = self.hit_alarm_lo.val() | self.hit_intr_coalesce.val();
        self.option_high.d.next = self.hit_alarm_hi.val() | self.hit_intr_coalesce.val();
        self.option_fork.d.next = self.hit_next.val() | self.hit_intr_coalesce.val();
        self.is_next.d.next = self.hit_next.val();

        self.place.next = self.address.val().get_bits::<5>(0);
        self.can_read.next = self.readable_low.val().get_bit(self.place.val().index());
        if self.address.val().get_bit(5) {
            self.can_read.next = self.readable_high.val().get_bit(self.place.val().index());
        }
        self.silent.d.next = self.write.val() | !self.can_read.val();

        // The words that are put together from several.
        self.event_word.next = bit_cast::<32, 20>(self.event_slot.val())
            | (bit_cast::<32, 3>(self.event_wheel.val()) << 20)
            | (bit_cast::<32, 4>(self.sequence_number.val()) << 23)
            | (bit_cast::<32, 1>(self.event_more.val().into()) << 29)
            | (bit_cast::<32, 1>(self.event_late.val().into()) << 30)
            | (bit_cast::<32, 1>(self.event_valid.val().into()) << 31);
        self.status_word.next = bit_cast::<8, 1>(self.ready.val().into())
            | (bit_cast::<8, 1>(self.running.val().into()) << 1)
            | (bit_cast::<8, 1>(self.event_valid.val().into()) << 2)
            | (bit_cast::<8, 1>(self.fifo_full.val().into()) << 3)
            | (bit_cast::<8, 1>(self.behind.val().into()) << 4);
        self.next_word.next = bit_cast::<32, 20>(self.next_distance.val())
            | (bit_cast::<32, 1>(self.next_found.val().into()) << 31);

        // Times: NOW_LO and NOW_HI, above them CURSOR_HI and CURSOR_LO.
        self.time_low_all.next = 0.into();
        if self.time_low.q.val() {
            self.time_low_all.next = self.ones.val();
        }
        self.time_high_all.next = 0.into();
        if self.time_high.q.val() {
            self.time_high_all.next = self.ones.val();
        }
        self.time_leaf.next = (self.time_low_all.val()
            & (self.now_low.val() | self.time_high_all.val()))
            | (self.time_high_all.val() & self.now_high.val());
        self.time_word.next = self.time_leaf.val();
        if self.time_fork.q.val() {
            self.time_word.next = (self.time_leaf.val() & self.cursor_high.val())
                | (!self.time_leaf.val() & self.cursor_low.val());
        }

        // SCRATCH, and beside it PRESCALE in 24 bits and the top of EVENT in the other eight.
        self.scratch_all.next = 0.into();
        if self.scratch_or_tick.q.val() {
            self.scratch_all.next = self.ones.val();
        }
        self.lower_all.next = 0.into();
        if self.prescale_or_tick.q.val() {
            self.lower_all.next = self.lower_ones.val();
        }
        self.top_all.next = 0.into();
        if self.event_or_tick.q.val() {
            self.top_all.next = self.top_ones.val();
        }
        self.other_all.next = self.lower_all.val() | self.top_all.val();
        self.other_word.next =
            bit_cast::<32, 24>(self.prescale.val()) | (self.event_word.val() & self.top_ones.val());
        self.host_leaf.next = (self.scratch_all.val()
            & (self.scratch.val() | self.other_all.val()))
            | (self.other_all.val() & self.other_word.val());

        // The low byte: STATUS and INTR_ENABLE, above them WHEEL_SIZE and ERROR, above them INTR_STATE and EVENT.
        self.low_size.next = self.shown_size.val().get_bits::<8>(0);
        self.low_event.next = self.event_word.val().get_bits::<8>(0);
        self.narrow_low_all.next = 0.into();
        if self.narrow_low.q.val() {
            self.narrow_low_all.next = self.low_ones.val();
        }
        self.narrow_high_all.next = 0.into();
        if self.narrow_high.q.val() {
            self.narrow_high_all.next = self.low_ones.val();
        }
        self.narrow_leaf.next = (self.narrow_low_all.val()
            & (self.status_word.val() | self.narrow_high_all.val()))
            | (self.narrow_high_all.val() & bit_cast::<8, 5>(self.intr_enable.val()));
        self.error_word.next = self.narrow_leaf.val();
        if self.error_fork.q.val() {
            self.error_word.next = (self.narrow_leaf.val() & self.low_size.val())
                | (!self.narrow_leaf.val() & self.errors.val());
        }
        self.low_byte.next = self.error_word.val();
        if self.state_fork.q.val() {
            self.low_byte.next = (self.error_word.val() & bit_cast::<8, 5>(self.intr_state.val()))
                | (!self.error_word.val() & self.low_event.val());
        }

        // The bytes above it: WHEEL_SIZE and the middle of EVENT.
        self.upper_size.next = bit_cast::<24, 13>(self.shown_size.val().get_bits::<13>(8));
        self.upper_event.next = bit_cast::<24, 16>(self.event_word.val().get_bits::<16>(8));
        self.size_all.next = 0.into();
        if self.is_size.q.val() {
            self.size_all.next = self.upper_ones.val();
        }
        self.event_all.next = 0.into();
        if self.is_event.q.val() {
            self.event_all.next = self.upper_ones.val();
        }
        self.upper_bytes.next = (self.size_all.val() & self.upper_size.val())
            | (self.event_all.val() & self.upper_event.val());

        // Of some builds only: ALARM_LO and ALARM_HI, above them INTR_COALESCE and NEXT.
        self.option_low_all.next = 0.into();
        if self.option_low.q.val() {
            self.option_low_all.next = self.ones.val();
        }
        self.option_high_all.next = 0.into();
        if self.option_high.q.val() {
            self.option_high_all.next = self.ones.val();
        }
        self.option_leaf.next = (self.option_low_all.val()
            & (self.alarm_low.val() | self.option_high_all.val()))
            | (self.option_high_all.val() & self.alarm_high.val());
        self.option_word.next = self.option_leaf.val();
        if self.option_fork.q.val() {
            self.option_word.next = (self.option_leaf.val()
                & bit_cast::<32, 24>(self.coalesce.val()))
                | (!self.option_leaf.val() & self.next_word.val());
        }

        // What is left: constants, and single bits.
        self.id_shown.next = 0.into();
        if self.is_id.q.val() {
            self.id_shown.next = self.id_word.val();
        }
        self.version_shown.next = 0.into();
        if self.is_version.q.val() {
            self.version_shown.next = self.version_word.val();
        }
        self.params_shown.next = 0.into();
        if self.is_params.q.val() {
            self.params_shown.next = self.params_word.val();
        }
        self.mode_shown.next = 0.into();
        if self.is_mode.q.val() {
            self.mode_shown.next = self.shown_mode.val();
        }
        self.enable_shown.next = self.is_ctrl.q.val() & self.enable.val();
        self.attention_shown.next = self.is_event.q.val() & self.attention.val();
        self.attention_word.next = bit_cast::<32, 1>(self.attention_shown.val().into()) << 28;
        self.rest.next = self.id_shown.val()
            | self.version_shown.val()
            | self.params_shown.val()
            | bit_cast::<32, 2>(self.mode_shown.val())
            | bit_cast::<32, 1>(self.enable_shown.val().into())
            | self.attention_word.val()
            | self.option_word.val();

        // All together: EVENT_TICK where both leaves are forced to 1, and the rest, of which no more than one is not 0.
        self.word.next = (self.time_word.val() & self.host_leaf.val() & self.event_tick.val())
            | (self.time_word.val() ^ self.host_leaf.val())
            | bit_cast::<32, 8>(self.low_byte.val())
            | (bit_cast::<32, 24>(self.upper_bytes.val()) << 8)
            | self.rest.val();
        self.blank.next = self.silent.q.val()
            | (self.event_or_tick.q.val() & !self.event_valid.val())
            | (self.is_next.q.val() & !self.next_found.val());
        if self.answering.val() {
            self.answer.d.next = self.word.val();
            if self.blank.val() {
                self.answer.d.next = 0.into();
                if !self.silent.q.val() {
                    self.answer.d.next = self.attention_word.val();
                }
            }
        }
        self.read_data.next = self.answer.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};
    use crate::word_map::{WORDS, builds, word_at};
    use carillon_regmap::field;

    clocked!(ReadBack);

    /// Everything that can be seen.
    #[derive(Clone, Debug)]
    struct Seen {
        scratch: u32,
        enable: bool,
        running: bool,
        prescale: u32,
        size: u32,
        mode: u32,
        sequence: u32,
        errors: u32,
        ready: bool,
        behind: bool,
        now: [u32; 2],
        cursor: [u32; 2],
        valid: bool,
        more: bool,
        late: bool,
        wheel: u32,
        slot: u32,
        tick: u32,
        full: bool,
        found: bool,
        distance: u32,
        state: u32,
        enables: u32,
        attention: bool,
        coalesce: u32,
        alarm: [u32; 2],
    }

    impl Seen {
        fn random(random: &mut fastrand::Rng) -> Self {
            let mut word = |bits: u32| random.u32(..) >> (32 - bits);
            Self {
                scratch: word(32),
                enable: word(1) == 1,
                running: word(1) == 1,
                prescale: word(24),
                size: word(21),
                mode: word(2),
                sequence: word(4),
                errors: word(8),
                ready: word(1) == 1,
                behind: word(1) == 1,
                now: [word(32), word(32)],
                cursor: [word(32), word(32)],
                valid: word(2) != 0,
                more: word(1) == 1,
                late: word(1) == 1,
                wheel: word(3),
                slot: word(20),
                tick: word(32),
                full: word(1) == 1,
                found: word(2) != 0,
                distance: word(20),
                state: word(5),
                enables: word(5),
                attention: word(1) == 1,
                coalesce: word(24),
                alarm: [word(32), word(32)],
            }
        }

        fn put(&self, part: &mut ReadBack) {
            part.scratch.next = u64::from(self.scratch).into();
            part.enable.next = self.enable;
            part.running.next = self.running;
            part.prescale.next = u64::from(self.prescale).into();
            part.shown_size.next = u64::from(self.size).into();
            part.shown_mode.next = u64::from(self.mode).into();
            part.sequence_number.next = u64::from(self.sequence).into();
            part.errors.next = u64::from(self.errors).into();
            part.ready.next = self.ready;
            part.behind.next = self.behind;
            part.now_low.next = u64::from(self.now[0]).into();
            part.now_high.next = u64::from(self.now[1]).into();
            part.cursor_low.next = u64::from(self.cursor[0]).into();
            part.cursor_high.next = u64::from(self.cursor[1]).into();
            part.event_valid.next = self.valid;
            part.event_more.next = self.more;
            part.event_late.next = self.late;
            part.event_wheel.next = u64::from(self.wheel).into();
            part.event_slot.next = u64::from(self.slot).into();
            part.event_tick.next = u64::from(self.tick).into();
            part.fifo_full.next = self.full;
            part.next_found.next = self.found;
            part.next_distance.next = u64::from(self.distance).into();
            part.intr_state.next = u64::from(self.state).into();
            part.intr_enable.next = u64::from(self.enables).into();
            part.attention.next = self.attention;
            part.coalesce.next = u64::from(self.coalesce).into();
            part.alarm_low.next = u64::from(self.alarm[0]).into();
            part.alarm_high.next = u64::from(self.alarm[1]).into();
        }

        /// The word that the register which begins at a byte offset shows.
        fn word(&self, build: &Build, byte_offset: u32) -> u32 {
            match byte_offset {
                offset::ID => ID_VALUE,
                offset::VERSION => VERSION_VALUE,
                offset::PARAMS => build.params(),
                offset::SCRATCH => self.scratch,
                offset::CTRL => field::ctrl::ENABLE.put(self.enable.into()),
                offset::STATUS => {
                    field::status::READY.put(self.ready.into())
                        | field::status::RUNNING.put(self.running.into())
                        | field::status::EVENT_PENDING.put(self.valid.into())
                        | field::status::FIFO_FULL.put(self.full.into())
                        | field::status::BEHIND.put(self.behind.into())
                }
                offset::PRESCALE => self.prescale,
                offset::NOW_LO => self.now[0],
                offset::NOW_HI => self.now[1],
                offset::CURSOR_LO => self.cursor[0],
                offset::CURSOR_HI => self.cursor[1],
                offset::EVENT => {
                    let attention = field::event::ATTENTION.put(self.attention.into());
                    if !self.valid {
                        return attention;
                    }
                    attention
                        | field::event::SLOT.put(self.slot)
                        | field::event::WHEEL.put(self.wheel)
                        | field::event::SEQUENCE.put(self.sequence)
                        | field::event::MORE.put(self.more.into())
                        | field::event::LATE.put(self.late.into())
                        | field::event::VALID.put(1)
                }
                offset::EVENT_TICK if self.valid => self.tick,
                offset::INTR_STATE => self.state,
                offset::INTR_ENABLE => self.enables,
                offset::INTR_COALESCE => self.coalesce,
                offset::ERROR => self.errors,
                offset::ALARM_LO => self.alarm[0],
                offset::ALARM_HI => self.alarm[1],
                offset::NEXT if self.found => {
                    field::next::DISTANCE.put(self.distance) | field::next::VALID.put(1)
                }
                offset::WHEEL_SIZE => self.size,
                offset::WHEEL_MODE => self.mode,
                _ => 0,
            }
        }
    }

    /// The byte offset at which the register of a word begins, if it can be read.
    fn register_of(build: &Build, word: u32) -> Option<u32> {
        carillon_regmap::REGISTERS
            .iter()
            .filter(|register| register.access.readable())
            .map(|register| register.offset)
            .find(|&offset| words_from(build, offset) & word_at(4 * word) != 0)
    }

    /// Every address of every build, read and written, with all that can be seen at random.
    #[test]
    fn read_back_every_word_of_every_build_shows_what_the_map_says() {
        let mut random = fastrand::Rng::with_seed(20);
        for build in builds() {
            let mut part = ReadBack::new(&build);
            part.connect_all();
            for word in 0..WORDS {
                for round in 0..4 {
                    let seen = Seen::random(&mut random);
                    let write = round == 3;
                    part.address.next = u64::from(word).into();
                    part.write.next = write;
                    part.tick();
                    seen.put(&mut part);
                    part.answering.next = true;
                    part.tick();
                    part.answering.next = false;
                    let expected = match register_of(&build, word) {
                        Some(offset) if !write => seen.word(&build, offset),
                        _ => 0,
                    };
                    let read = |part: &ReadBack| u64::from(part.read_data.val());
                    assert_eq!(
                        read(&part),
                        u64::from(expected),
                        "{build:?}, word {word}, write {write}: {seen:?}"
                    );
                    // It stays, whatever happens.
                    Seen::random(&mut random).put(&mut part);
                    part.tick();
                    assert_eq!(read(&part), u64::from(expected));
                }
            }
        }
    }
}
