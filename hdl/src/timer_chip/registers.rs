//! # What the host sets and commands
//!
//! **Purpose.** Answers every access of the register bus, keeps the settings, hands commands to the list engine, and
//! remembers what was refused.
//!
//! **Interface.** `execute` is high for one clock; `write`, `whole`, `address`, `data`, and for the window `window` and
//! `index`, stay as they are until the next one. `stray` is an address that lies in neither. Settings and strobes go to
//! the other parts. A command to the list engine waits on `command` until it is `taken`; a look is answered when it is
//! `looked_up`. `is_word` says that the access is to a timer's word.
//!
//! **Timing.** `done` and `failed` in the clock after `execute`; of an access to a timer's word, when it is taken, or
//! when the look is answered. Settings show in the clock after `done`.
//!
//! **Invariants.** Each access has one `done`. What is refused changes nothing but its bit of `errors`. The settings
//! that a sweep uses never change from its beginning to the next reset.

use crate::assemble::assemble;
use crate::timer_chip::build::TimerBuild;
use crate::word_map::word_at;
use carillon_regmap::timer::{MAX_WIDE_TIMERS, MIN_WHEEL_BITS, REGISTERS, offset};
use rust_hdl::prelude::*;

/// The write side of the registers; see the module's header.
#[derive(LogicBlock)]
pub struct Registers {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values.
    pub clear: Signal<In, Bit>,
    /// An access is made in this clock.
    pub execute: Signal<In, Bit>,
    /// It is a write.
    pub write: Signal<In, Bit>,
    /// It writes all four bytes.
    pub whole: Signal<In, Bit>,
    /// Its word address among the registers.
    pub address: Signal<In, Bits<6>>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// It is to the window.
    pub window: Signal<In, Bit>,
    /// To this timer's word.
    pub index: Signal<In, Bits<20>>,
    /// It is to no register.
    pub stray: Signal<In, Bit>,
    /// The access is done.
    pub done: Signal<Out, Bit>,
    /// With `done`: it has failed.
    pub failed: Signal<Out, Bit>,
    /// The access is to a timer's word, or a read of `NEXT_EXPIRY`.
    pub is_word: Signal<Out, Bit>,
    /// With `done`: the command was refused.
    pub refused: Signal<Out, Bit>,
    /// A command waits.
    pub command: Signal<Out, Bit>,
    /// It is a start.
    pub starting: Signal<Out, Bit>,
    /// It is a stop.
    pub stopping: Signal<Out, Bit>,
    /// The start is of a periodic timer.
    pub periodic: Signal<Out, Bit>,
    /// The start's word is a deadline.
    pub absolute: Signal<Out, Bit>,
    /// A look is at the next expiry, not at a timer.
    pub ahead: Signal<Out, Bit>,
    /// The command's timer.
    pub timer: Signal<Out, Bits<20>>,
    /// It is taken.
    pub taken: Signal<In, Bit>,
    /// The look is done.
    pub looked_up: Signal<In, Bit>,
    /// The deadline of the start that was taken is too far ahead.
    pub deadline_refused: Signal<In, Bit>,
    /// The sizes, or sizes and base, do not fit.
    pub size_refused: Signal<In, Bit>,
    /// The records are initialised.
    pub ready: Signal<In, Bit>,
    /// The cursor is 2^22 ticks or more behind.
    pub too_far: Signal<In, Bit>,
    /// The memory has answered with an error.
    pub memory_failed: Signal<In, Bit>,
    /// It has done so last.
    pub memory_failing: Signal<In, Bit>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// The FIFO drops its head.
    pub pop: Signal<Out, Bit>,
    /// Events acknowledged, modulo 16.
    pub sequence_number: Signal<Out, Bits<4>>,
    /// `SCRATCH`.
    pub scratch: Signal<Out, Bits<32>>,
    /// Time passes.
    pub enable: Signal<Out, Bit>,
    /// Initialisation has been asked for.
    pub locked: Signal<Out, Bit>,
    /// Sweeps the records.
    pub initialise: Signal<Out, Bit>,
    /// Everything but the bus adapter goes through its reset.
    pub soft_reset: Signal<Out, Bit>,
    /// Clocks a tick.
    pub prescale: Signal<Out, Bits<24>>,
    /// How many timers there are.
    pub timers: Signal<Out, Bits<21>>,
    /// The slots of a wheel less one.
    pub slot_mask: Signal<Out, Bits<16>>,
    /// The word address of record 0.
    pub base: Signal<Out, Bits<30>>,
    /// `INTR_STATE` is written.
    pub write_intr_state: Signal<Out, Bit>,
    /// `INTR_ENABLE` is written.
    pub write_intr_enable: Signal<Out, Bit>,
    /// `INTR_TEST` is written.
    pub write_intr_test: Signal<Out, Bit>,
    /// `INTR_COALESCE` is written.
    pub write_intr_coalesce: Signal<Out, Bit>,
    /// `ERROR`.
    pub errors: Signal<Out, Bits<11>>,
    /// Some bit of `ERROR` is set.
    pub error_level: Signal<Out, Bit>,
    executed: DFF<Bit>,
    failing: DFF<Bit>,
    waiting: DFF<Bit>,
    judged: DFF<Bit>,
    acceptable: DFF<Bit>,
    unready: DFF<Bit>,
    strange: DFF<Bit>,
    too_much: DFF<Bit>,
    too_late: DFF<Bit>,
    looking: DFF<Bit>,
    write_scratch: DFF<Bit>,
    write_ctrl: DFF<Bit>,
    write_prescale: DFF<Bit>,
    write_timer: DFF<Bit>,
    write_event_ack: DFF<Bit>,
    write_state: DFF<Bit>,
    write_enable: DFF<Bit>,
    write_test: DFF<Bit>,
    write_coalesce: DFF<Bit>,
    write_error: DFF<Bit>,
    write_mode: DFF<Bit>,
    write_timers: DFF<Bit>,
    write_wheel: DFF<Bit>,
    write_base: DFF<Bit>,
    some_data: DFF<Bit>,
    too_long: DFF<Bit>,
    bad_timer: DFF<Bit>,
    bad_count: DFF<Bit>,
    bad_wheel: DFF<Bit>,
    no_clocks: DFF<Bit>,
    sequence_right: DFF<Bit>,
    scratch_word: DFF<Bits<32>>,
    enabled: DFF<Bit>,
    is_locked: DFF<Bit>,
    clocks_a_tick: DFF<Bits<24>>,
    number: DFF<Bits<20>>,
    mode_absolute: DFF<Bit>,
    mode_periodic: DFF<Bit>,
    mode_used: DFF<Bit>,
    count: DFF<Bits<21>>,
    mask: DFF<Bits<16>>,
    record_0: DFF<Bits<30>>,
    pops: DFF<Bits<4>>,
    sticky_errors: DFF<Bits<11>>,
    some_error: DFF<Bit>,
    with_periodic: Constant<Bit>,
    one_wheel: Constant<Bit>,
    inside: Constant<Bit>,
    limited: Constant<Bit>,
    most_timers: Constant<Bits<21>>,
    beyond_count: Constant<Bits<32>>,
    mapped: Constant<Bits<32>>,
    at_scratch: Constant<Bits<6>>,
    at_ctrl: Constant<Bits<6>>,
    at_prescale: Constant<Bits<6>>,
    at_timer: Constant<Bits<6>>,
    at_timer_word: Constant<Bits<6>>,
    at_event_ack: Constant<Bits<6>>,
    at_intr_state: Constant<Bits<6>>,
    at_intr_enable: Constant<Bits<6>>,
    at_intr_test: Constant<Bits<6>>,
    at_intr_coalesce: Constant<Bits<6>>,
    at_error: Constant<Bits<6>>,
    at_start_mode: Constant<Bits<6>>,
    at_timers: Constant<Bits<6>>,
    at_wheel_bits: Constant<Bits<6>>,
    at_memory_base: Constant<Bits<6>>,
    at_next: Constant<Bits<6>>,
    with_next: Constant<Bit>,
    fewest_wheel_bits: Constant<Bits<5>>,
    most_wheel_bits: Constant<Bits<5>>,
    reset_clocks: Constant<Bits<24>>,
    reset_mask: Constant<Bits<16>>,
    all_bits: Constant<Bits<16>>,
    known: Signal<Local, Bit>,
    at_word: Signal<Local, Bit>,
    reads_next: Signal<Local, Bit>,
    failure: Signal<Local, Bit>,
    writing: Signal<Local, Bit>,
    named: Signal<Local, Bits<20>>,
    starts: Signal<Local, Bit>,
    bad_interval: Signal<Local, Bit>,
    is_refused: Signal<Local, Bit>,
    word_done: Signal<Local, Bit>,
    fresh: Signal<Local, Bit>,
    initialises: Signal<Local, Bit>,
    acknowledged: Signal<Local, Bit>,
    settles: Signal<Local, Bit>,
    sequence_given: Signal<Local, Bits<4>>,
    wheel_bits: Signal<Local, Bits<5>>,
    given_timers: Signal<Local, Bits<21>>,
    cleared_errors: Signal<Local, Bits<11>>,
    new_errors: Signal<Local, Bits<11>>,
    timer_error: Signal<Local, Bit>,
    size_error: Signal<Local, Bit>,
    locked_error: Signal<Local, Bit>,
    empty_error: Signal<Local, Bit>,
    stale_error: Signal<Local, Bit>,
    zero_error: Signal<Local, Bit>,
    ready_error: Signal<Local, Bit>,
    interval_error: Signal<Local, Bit>,
    behind_error: Signal<Local, Bit>,
    memory_error: Signal<Local, Bit>,
}

/// The word address of the register at a byte offset.
fn at(byte_offset: u32) -> Constant<Bits<6>> {
    Constant::new(u64::from(byte_offset / 4).into())
}

impl Registers {
    /// The registers of a chip built to `build`.
    pub fn new(build: &TimerBuild) -> Self {
        let mapped = REGISTERS
            .iter()
            .filter(|register| build.has(register))
            .fold(0, |words, register| words | word_at(register.offset));
        assert_eq!(mapped >> 32, 0, "the decoder looks at 32 words");
        let fewest_wheel_bits = match build.wheels {
            1 => MIN_WHEEL_BITS,
            _ => build.wheel_bits(),
        };
        assemble! {
            with_periodic: Constant::new(build.periodic),
            one_wheel: Constant::new(build.wheels == 1),
            inside: Constant::new(build.timer_bits.is_some()),
            limited: Constant::new(build.wide || build.timer_bits.is_some()),
            most_timers: Constant::new(build.timer_bits.map_or(u64::from(MAX_WIDE_TIMERS), |bits| 1 << bits).into()),
            beyond_count: Constant::new((0xffff_ffff_u64 >> build.link_bits() << build.link_bits()).into()),
            mapped: Constant::new((mapped & 0xffff_ffff).into()),
            at_scratch: at(offset::SCRATCH),
            at_ctrl: at(offset::CTRL),
            at_prescale: at(offset::PRESCALE),
            at_timer: at(offset::TIMER),
            at_timer_word: at(offset::TIMER_WORD),
            at_event_ack: at(offset::EVENT_ACK),
            at_intr_state: at(offset::INTR_STATE),
            at_intr_enable: at(offset::INTR_ENABLE),
            at_intr_test: at(offset::INTR_TEST),
            at_intr_coalesce: at(offset::INTR_COALESCE),
            at_error: at(offset::ERROR),
            at_start_mode: at(offset::START_MODE),
            at_timers: at(offset::TIMERS),
            at_wheel_bits: at(offset::WHEEL_BITS),
            at_memory_base: at(offset::MEMORY_BASE),
            at_next: at(offset::NEXT_EXPIRY),
            with_next: Constant::new(build.look_ahead),
            fewest_wheel_bits: Constant::new(u64::from(fewest_wheel_bits).into()),
            most_wheel_bits: Constant::new(u64::from(build.wheel_bits()).into()),
            reset_clocks: Constant::new(1.into()),
            reset_mask: Constant::new(((1u64 << fewest_wheel_bits) - 1).into()),
            all_bits: Constant::new(0xffff.into());
            clock, clear, execute, write, whole, address, data, window, index, stray, done, failed, is_word, refused,
            command, starting, stopping, periodic, absolute, ahead, timer, taken, looked_up, deadline_refused,
            size_refused, ready, too_far, memory_failed, memory_failing, event_valid, pop, sequence_number, scratch,
            enable, locked, initialise, soft_reset, prescale, timers, slot_mask, base, write_intr_state,
            write_intr_enable, write_intr_test, write_intr_coalesce, errors, error_level, executed, failing, waiting,
            judged, acceptable, unready, strange, too_much, too_late, looking, write_scratch, write_ctrl,
            write_prescale, write_timer, write_event_ack, write_state, write_enable, write_test, write_coalesce,
            write_error, write_mode, write_timers, write_wheel, write_base, some_data, too_long, bad_timer, bad_count,
            bad_wheel, no_clocks, sequence_right, scratch_word, enabled, is_locked, clocks_a_tick, number,
            mode_absolute, mode_periodic, mode_used, count, mask, record_0, pops, sticky_errors, some_error, known,
            at_word, reads_next, failure, writing, named, starts, bad_interval, is_refused, word_done, fresh,
            initialises, acknowledged, settles, sequence_given, wheel_bits, given_timers, cleared_errors, new_errors,
            timer_error, size_error, locked_error, empty_error, stale_error, zero_error, ready_error, interval_error,
            behind_error, memory_error,
        }
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            executed,
            failing,
            waiting,
            judged,
            acceptable,
            unready,
            strange,
            too_much,
            too_late,
            looking,
            write_scratch,
            write_ctrl,
            write_prescale,
            write_timer,
            write_event_ack,
            write_state,
            write_enable,
            write_test,
            write_coalesce,
            write_error,
            write_mode,
            write_timers,
            write_wheel,
            write_base,
            some_data,
            too_long,
            bad_timer,
            bad_count,
            bad_wheel,
            no_clocks,
            sequence_right,
            scratch_word,
            enabled,
            is_locked,
            clocks_a_tick,
            number,
            mode_absolute,
            mode_periodic,
            mode_used,
            count,
            mask,
            record_0,
            pops,
            sticky_errors,
            some_error
        );

        // Which register.
        self.known.next = self
            .mapped
            .val()
            .get_bit(self.address.val().get_bits::<5>(0).index())
            & !self.address.val().get_bit(5)
            & !self.stray.val();
        self.reads_next.next = self.with_next.val()
            & !self.window.val()
            & !self.stray.val()
            & !self.write.val()
            & (self.address.val() == self.at_next.val());
        self.at_word.next = self.window.val()
            | (!self.stray.val() & (self.address.val() == self.at_timer_word.val()))
            | self.reads_next.val();
        self.failure.next =
            (!self.known.val() & !self.window.val()) | (self.write.val() & !self.whole.val());
        self.executed.d.next = self.execute.val() & (self.failure.val() | !self.at_word.val());
        self.failing.d.next = self.execute.val() & self.failure.val();
        self.writing.next =
            self.execute.val() & self.write.val() & !self.failure.val() & !self.window.val();
        self.write_scratch.d.next =
            self.writing.val() & (self.address.val() == self.at_scratch.val());
        self.write_ctrl.d.next = self.writing.val() & (self.address.val() == self.at_ctrl.val());
        self.write_prescale.d.next =
            self.writing.val() & (self.address.val() == self.at_prescale.val());
        self.write_timer.d.next = self.writing.val() & (self.address.val() == self.at_timer.val());
        self.write_event_ack.d.next =
            self.writing.val() & (self.address.val() == self.at_event_ack.val());
        self.write_state.d.next =
            self.writing.val() & (self.address.val() == self.at_intr_state.val());
        self.write_enable.d.next =
            self.writing.val() & (self.address.val() == self.at_intr_enable.val());
        self.write_test.d.next =
            self.writing.val() & (self.address.val() == self.at_intr_test.val());
        self.write_coalesce.d.next =
            self.writing.val() & (self.address.val() == self.at_intr_coalesce.val());
        self.write_error.d.next = self.writing.val() & (self.address.val() == self.at_error.val());
        self.write_mode.d.next =
            self.writing.val() & (self.address.val() == self.at_start_mode.val());
        self.write_timers.d.next =
            self.writing.val() & (self.address.val() == self.at_timers.val());
        self.write_wheel.d.next =
            self.writing.val() & (self.address.val() == self.at_wheel_bits.val());
        self.write_base.d.next =
            self.writing.val() & (self.address.val() == self.at_memory_base.val());

        // What is asked of the word and the number is asked in the clock of `execute`.
        self.named.next = self.number.q.val();
        if self.window.val() {
            self.named.next = self.index.val();
        }
        self.bad_timer.d.next =
            !self.reads_next.val() & (bit_cast::<21, 20>(self.named.val()) >= self.count.q.val());
        self.some_data.d.next = self.data.val().any();
        self.too_long.d.next = self.data.val().get_bits::<9>(23).any();
        self.given_timers.next = (self.data.val() & !self.beyond_count.val()).get_bits::<21>(0);
        self.bad_count.d.next = (self.data.val() & self.beyond_count.val()).any()
            | !self.data.val().any()
            | (self.limited.val() & (self.given_timers.val() > self.most_timers.val()));
        self.wheel_bits.next = self.data.val().get_bits::<5>(0);
        self.bad_wheel.d.next = self.data.val().get_bits::<27>(5).any()
            | (self.wheel_bits.val() < self.fewest_wheel_bits.val())
            | (self.wheel_bits.val() > self.most_wheel_bits.val());
        self.no_clocks.d.next = !self.data.val().get_bits::<24>(0).any();
        self.sequence_given.next = self.data.val().get_bits::<4>(27);
        self.sequence_right.d.next = self.sequence_given.val() == self.pops.q.val();

        // A timer's word.
        self.starts.next = self.write.val() & (self.some_data.q.val() | self.mode_absolute.q.val());
        self.bad_interval.next = self.starts.val()
            & ((self.too_long.q.val() & !self.mode_absolute.q.val())
                | (self.mode_periodic.q.val()
                    & (self.mode_absolute.q.val() | !self.with_periodic.val())));
        self.unready.d.next = !self.ready.val();
        self.strange.d.next = self.ready.val() & self.bad_timer.q.val();
        self.too_much.d.next = self.ready.val() & !self.bad_timer.q.val() & self.bad_interval.val();
        self.too_late.d.next = self.ready.val()
            & !self.bad_timer.q.val()
            & !self.bad_interval.val()
            & self.starts.val()
            & self.too_far.val();
        self.judged.d.next = self.waiting.q.val();
        self.acceptable.d.next = self.waiting.q.val()
            & self.ready.val()
            & !self.bad_timer.q.val()
            & !self.bad_interval.val()
            & !(self.starts.val() & self.too_far.val());
        self.fresh.next = self.waiting.q.val() & self.judged.q.val() & !self.looking.q.val();
        self.ready_error.next = self.fresh.val() & self.unready.q.val();
        self.timer_error.next = self.fresh.val() & self.strange.q.val();
        self.interval_error.next = self.fresh.val() & self.too_much.q.val();
        self.behind_error.next = self.fresh.val() & self.too_late.q.val();
        self.is_refused.next = (self.fresh.val() & !self.acceptable.q.val())
            | (self.waiting.q.val() & self.memory_failing.val());
        self.command.next = self.waiting.q.val()
            & self.acceptable.q.val()
            & !self.looking.q.val()
            & !self.memory_failing.val();
        self.starting.next = self.starts.val();
        self.stopping.next = self.write.val() & !self.starts.val();
        self.periodic.next = self.mode_periodic.q.val();
        self.absolute.next = self.mode_absolute.q.val();
        self.ahead.next = self.reads_next.val();
        self.timer.next = self.named.val();
        self.word_done.next = self.is_refused.val()
            | (self.taken.val() & self.write.val())
            | (self.looking.q.val() & self.looked_up.val());
        if self.taken.val() {
            self.looking.d.next = true;
        }
        if self.word_done.val() {
            self.waiting.d.next = false;
            self.looking.d.next = false;
        }
        if self.execute.val() & self.at_word.val() & !self.failure.val() {
            self.waiting.d.next = true;
        }
        if self.write_mode.q.val() {
            self.mode_absolute.d.next = self.data.val().get_bit(0);
            self.mode_periodic.d.next = self.data.val().get_bit(1);
        }
        // A clock later than it could be: no other access is begun so soon.
        self.mode_used.d.next = self.word_done.val() & self.starts.val();
        if self.mode_used.q.val() {
            self.mode_absolute.d.next = false;
            self.mode_periodic.d.next = false;
        }

        // Settings.
        self.settles.next = !self.is_locked.q.val();
        if self.write_scratch.q.val() {
            self.scratch_word.d.next = self.data.val();
        }
        if self.write_prescale.q.val() & self.settles.val() & !self.no_clocks.q.val() {
            self.clocks_a_tick.d.next = self.data.val().get_bits::<24>(0);
        }
        if self.write_timer.q.val() {
            self.number.d.next = self.data.val().get_bits::<20>(0);
        }
        if self.write_timers.q.val() & self.settles.val() & !self.bad_count.q.val() {
            self.count.d.next = self.given_timers.val();
        }
        if self.write_wheel.q.val()
            & self.settles.val()
            & !self.bad_wheel.q.val()
            & self.one_wheel.val()
        {
            self.mask.d.next = !(self.all_bits.val() << self.wheel_bits.val());
        }
        if self.write_base.q.val() & self.settles.val() & !self.inside.val() {
            self.record_0.d.next = self.data.val().get_bits::<30>(0);
        }
        self.soft_reset.next = self.write_ctrl.q.val() & self.data.val().get_bit(1);
        self.initialises.next =
            self.write_ctrl.q.val() & self.data.val().get_bit(2) & !self.data.val().get_bit(1);
        if self.initialises.val() {
            self.is_locked.d.next = true;
        }
        if self.size_refused.val() {
            self.is_locked.d.next = false;
        }
        if self.write_ctrl.q.val() {
            self.enabled.d.next = self.data.val().get_bit(0) & self.ready.val();
        }

        // Acknowledgement.
        self.acknowledged.next =
            self.write_event_ack.q.val() & self.event_valid.val() & self.sequence_right.q.val();
        if self.acknowledged.val() {
            self.pops.d.next = self.pops.q.val() + 1;
        }

        // What is refused, and what has failed.
        self.size_error.next = self.size_refused.val()
            | (self.settles.val()
                & ((self.write_timers.q.val() & self.bad_count.q.val())
                    | (self.write_wheel.q.val() & self.bad_wheel.q.val())));
        self.locked_error.next = self.is_locked.q.val()
            & (self.write_prescale.q.val()
                | self.write_timers.q.val()
                | self.write_wheel.q.val()
                | self.write_base.q.val()
                | self.initialises.val());
        self.empty_error.next = self.write_event_ack.q.val() & !self.event_valid.val();
        self.stale_error.next =
            self.write_event_ack.q.val() & self.event_valid.val() & !self.sequence_right.q.val();
        self.zero_error.next =
            self.write_prescale.q.val() & self.settles.val() & self.no_clocks.q.val();
        self.memory_error.next = self.memory_failed.val();
        self.new_errors.next = bit_cast::<11, 1>(self.timer_error.val().into())
            | (bit_cast::<11, 1>(self.size_error.val().into()) << 1)
            | (bit_cast::<11, 1>(self.locked_error.val().into()) << 2)
            | (bit_cast::<11, 1>(self.empty_error.val().into()) << 3)
            | (bit_cast::<11, 1>(self.stale_error.val().into()) << 4)
            | (bit_cast::<11, 1>(self.zero_error.val().into()) << 5)
            | (bit_cast::<11, 1>(
                (self.ready_error.val()
                    | (self.write_ctrl.q.val()
                        & self.data.val().get_bit(0)
                        & !self.data.val().get_bit(1)
                        & !self.ready.val()))
                .into(),
            ) << 6)
            | (bit_cast::<11, 1>(self.failing.q.val().into()) << 7)
            | (bit_cast::<11, 1>((self.interval_error.val() | self.deadline_refused.val()).into())
                << 8)
            | (bit_cast::<11, 1>(self.behind_error.val().into()) << 9)
            | (bit_cast::<11, 1>(self.memory_error.val().into()) << 10);
        self.cleared_errors.next = 0.into();
        if self.write_error.q.val() {
            self.cleared_errors.next = self.data.val().get_bits::<11>(0);
        }
        self.sticky_errors.d.next =
            (self.sticky_errors.q.val() & !self.cleared_errors.val()) | self.new_errors.val();
        self.some_error.d.next = self.sticky_errors.q.val().any();

        if self.clear.val() {
            self.waiting.d.next = false;
            self.looking.d.next = false;
            self.scratch_word.d.next = 0.into();
            self.enabled.d.next = false;
            self.is_locked.d.next = false;
            self.clocks_a_tick.d.next = self.reset_clocks.val();
            self.number.d.next = 0.into();
            self.mode_absolute.d.next = false;
            self.mode_periodic.d.next = false;
            self.mode_used.d.next = false;
            self.count.d.next = 0.into();
            self.mask.d.next = self.reset_mask.val();
            self.record_0.d.next = 0.into();
            self.pops.d.next = 0.into();
            self.sticky_errors.d.next = 0.into();
            self.some_error.d.next = false;
        }

        self.done.next = self.executed.q.val() | self.word_done.val();
        self.failed.next = self.failing.q.val();
        self.is_word.next = self.waiting.q.val();
        self.refused.next = self.is_refused.val();
        self.pop.next = self.acknowledged.val();
        self.sequence_number.next = self.pops.q.val();
        self.scratch.next = self.scratch_word.q.val();
        self.enable.next = self.enabled.q.val();
        self.locked.next = self.is_locked.q.val();
        self.initialise.next = self.initialises.val() & !self.is_locked.q.val();
        self.prescale.next = self.clocks_a_tick.q.val();
        self.timers.next = self.count.q.val();
        self.slot_mask.next = self.mask.q.val();
        self.base.next = self.record_0.q.val();
        self.write_intr_state.next = self.write_state.q.val();
        self.write_intr_enable.next = self.write_enable.q.val();
        self.write_intr_test.next = self.write_test.q.val();
        self.write_intr_coalesce.next = self.write_coalesce.q.val();
        self.errors.next = self.sticky_errors.q.val();
        self.error_level.next = self.some_error.q.val();
    }
}
