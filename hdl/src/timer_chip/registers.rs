//! # What the host sets and commands
//!
//! **Purpose.** Keeps the settings, hands commands to the list engine, and remembers what was refused.
//!
//! **Interface.** One `write_*` or `ask_*` strobe at a time, of the register file; `data`, `write`, `window` and
//! `index` stay as they are from the clock before it on. Settings and strobes go to the other parts; `setting_refused`
//! says that one is not taken. A command to the list engine waits on `command` until it is `taken`; a look is answered
//! when it is `looked_up`. `word_done` ends a command or a look, with `refused` if it was not done.
//!
//! **Timing.** Settings show in the clock after the strobe. A command waits from the clock after the strobe on; it is
//! refused in that clock or later.
//!
//! **Invariants.** Each command and each look has one `word_done`. What is refused changes nothing but its bit of
//! `errors`. The settings that a sweep uses never change from its beginning to the next reset.

use crate::circuit::Circuit;
use carillon_regmap::timer_chip::TimerBuild;
use carillon_regmap::timer_chip::{MAX_WIDE_TIMERS, MIN_WHEEL_BITS};
use rust_hdl::prelude::*;

/// The write side of the registers; see the module's header.
#[derive(Circuit)]
pub struct Registers {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values.
    pub clear: Signal<In, Bit>,
    /// The access is a write.
    pub write: Signal<In, Bit>,
    /// The word written.
    pub data: Signal<In, Bits<32>>,
    /// The access is to the window.
    pub window: Signal<In, Bit>,
    /// To this timer's word.
    pub index: Signal<In, Bits<20>>,
    /// `CTRL` is written.
    pub write_ctrl: Signal<In, Bit>,
    /// `PRESCALE` is written.
    pub write_prescale: Signal<In, Bit>,
    /// `TIMER` is written.
    pub write_timer: Signal<In, Bit>,
    /// A timer's word is written.
    pub write_timer_word: Signal<In, Bit>,
    /// `EVENT_ACK` is written.
    pub write_event_ack: Signal<In, Bit>,
    /// `ERROR` is written.
    pub write_error: Signal<In, Bit>,
    /// `START_MODE` is written.
    pub write_start_mode: Signal<In, Bit>,
    /// `TIMERS` is written.
    pub write_timers: Signal<In, Bit>,
    /// `WHEEL_BITS` is written.
    pub write_wheel_bits: Signal<In, Bit>,
    /// `MEMORY_BASE` is written.
    pub write_memory_base: Signal<In, Bit>,
    /// A timer's word is asked for.
    pub ask_timer_word: Signal<In, Bit>,
    /// `NEXT_EXPIRY` is asked for.
    pub ask_next_expiry: Signal<In, Bit>,
    /// The look is at the next expiry, not at a timer.
    pub ahead: Signal<In, Bit>,
    /// An access has found no register, or has written part of a word.
    pub access_failed: Signal<In, Bit>,
    /// A setting is written and not taken.
    pub setting_refused: Signal<Out, Bit>,
    /// The command or the look is done.
    pub word_done: Signal<Out, Bit>,
    /// With `word_done`: it was refused.
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
    /// `ERROR`.
    pub errors: Signal<Out, Bits<11>>,
    /// Some bit of `ERROR` is set.
    pub error_level: Signal<Out, Bit>,
    /// A command or a look waits or is under way.
    waiting: DFF<Bit>,
    /// Whether it may be done has been decided.
    judged: DFF<Bit>,
    /// It may be done.
    acceptable: DFF<Bit>,
    /// The records were not initialised in the clock before.
    unready: DFF<Bit>,
    /// The timer's number is out of range.
    strange: DFF<Bit>,
    /// The interval or the mode is out of range.
    too_much: DFF<Bit>,
    /// It is a start, and the cursor is too far behind.
    too_late: DFF<Bit>,
    /// The look was taken, and its answer is awaited.
    looking: DFF<Bit>,
    /// The word on the bus is not 0: a start.
    some_data: DFF<Bit>,
    /// The word is longer than any interval.
    too_long: DFF<Bit>,
    /// The number named is none of a timer's.
    bad_timer: DFF<Bit>,
    /// The word is no number of timers.
    bad_count: DFF<Bit>,
    /// The word is no size of a wheel.
    bad_wheel: DFF<Bit>,
    /// The word is a prescaler of 0.
    no_clocks: DFF<Bit>,
    /// The word names the head of the FIFO.
    sequence_right: DFF<Bit>,
    /// `CTRL.enable`.
    enabled: DFF<Bit>,
    /// `STATUS.locked`.
    is_locked: DFF<Bit>,
    /// `PRESCALE`.
    clocks_a_tick: DFF<Bits<24>>,
    /// `TIMER`.
    number: DFF<Bits<20>>,
    /// `START_MODE.absolute`.
    mode_absolute: DFF<Bit>,
    /// `START_MODE.periodic`.
    mode_periodic: DFF<Bit>,
    /// A start was done in the clock before: its mode is over.
    mode_used: DFF<Bit>,
    /// `TIMERS`.
    count: DFF<Bits<21>>,
    /// The slots of a wheel less one, of `WHEEL_BITS`.
    mask: DFF<Bits<16>>,
    /// `MEMORY_BASE`, the word address of record 0.
    record_0: DFF<Bits<30>>,
    /// Events acknowledged since the last reset, modulo 16.
    pops: DFF<Bits<4>>,
    /// `ERROR`.
    sticky_errors: DFF<Bits<11>>,
    /// Some bit of `ERROR` was set in the clock before.
    some_error: DFF<Bit>,
    #[formula("PERIODIC")]
    with_periodic: Constant<Bit>,
    #[formula("WHEELS == 1")]
    one_wheel: Constant<Bit>,
    #[formula("TIMER_BITS != 0")]
    inside: Constant<Bit>,
    #[formula("WIDE != 0 || TIMER_BITS != 0")]
    limited: Constant<Bit>,
    #[formula("TIMER_BITS == 0 ? 1 << 20 : 1 << TIMER_BITS")]
    most_timers: Constant<Bits<21>>,
    #[formula("WIDE ? 32'hffe00000 : 32'hffff0000")]
    beyond_count: Constant<Bits<32>>,
    #[formula("WHEELS == 1 ? 5'd4 : WHEEL_BITS[4:0]")]
    fewest_wheel_bits: Constant<Bits<5>>,
    #[formula("WHEEL_BITS[4:0]")]
    most_wheel_bits: Constant<Bits<5>>,
    reset_clocks: Constant<Bits<24>>,
    #[formula("WHEELS == 1 ? 15 : (1 << WHEEL_BITS) - 1")]
    reset_mask: Constant<Bits<16>>,
    all_bits: Constant<Bits<16>>,
    begins: Signal<Local, Bit>,
    pending: Signal<Local, Bit>,
    stray: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    named: Signal<Local, Bits<20>>,
    starts: Signal<Local, Bit>,
    bad_interval: Signal<Local, Bit>,
    is_refused: Signal<Local, Bit>,
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
    too_soon: Signal<Local, Bit>,
    interval_error: Signal<Local, Bit>,
    behind_error: Signal<Local, Bit>,
    memory_error: Signal<Local, Bit>,
}

impl Registers {
    /// The registers of a chip built to `build`.
    pub fn new(build: &TimerBuild) -> Self {
        let fewest_wheel_bits = match build.wheels {
            1 => MIN_WHEEL_BITS,
            _ => build.wheel_bits(),
        };
        RegistersParts {
            with_periodic: Constant::new(build.periodic),
            one_wheel: Constant::new(build.wheels == 1),
            inside: Constant::new(build.timer_bits.is_some()),
            limited: Constant::new(build.wide || build.timer_bits.is_some()),
            most_timers: Constant::new(build.timer_bits.map_or(u64::from(MAX_WIDE_TIMERS), |bits| 1 << bits).into()),
            beyond_count: Constant::new((0xffff_ffff_u64 >> build.link_bits() << build.link_bits()).into()),
            fewest_wheel_bits: Constant::new(u64::from(fewest_wheel_bits).into()),
            most_wheel_bits: Constant::new(u64::from(build.wheel_bits()).into()),
            reset_clocks: Constant::new(1.into()),
            reset_mask: Constant::new(((1u64 << fewest_wheel_bits) - 1).into()),
            all_bits: Constant::new(0xffff.into()),
        }
        .assemble()
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        // What is asked of the word and the number is asked in the clock before the strobe.
        self.named.next = self.number.q.val();
        if self.window.val() {
            self.named.next = self.index.val();
        }
        self.bad_timer.d.next = bit_cast::<21, 20>(self.named.val()) >= self.count.q.val();
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
        self.begins.next = self.write_timer_word.val() | self.ask_timer_word.val() | self.ask_next_expiry.val();
        self.pending.next = self.begins.val() | self.waiting.q.val();
        self.stray.next = self.bad_timer.q.val() & !self.ahead.val();
        self.starts.next = self.write.val() & (self.some_data.q.val() | self.mode_absolute.q.val());
        self.bad_interval.next = self.starts.val()
            & ((self.too_long.q.val() & !self.mode_absolute.q.val())
                | (self.mode_periodic.q.val() & (self.mode_absolute.q.val() | !self.with_periodic.val())));
        self.unready.d.next = !self.ready.val();
        self.strange.d.next = self.ready.val() & self.stray.val();
        self.too_much.d.next = self.ready.val() & !self.stray.val() & self.bad_interval.val();
        self.too_late.d.next =
            self.ready.val() & !self.stray.val() & !self.bad_interval.val() & self.starts.val() & self.too_far.val();
        self.judged.d.next = self.pending.val();
        self.acceptable.d.next = self.pending.val()
            & self.ready.val()
            & !self.stray.val()
            & !self.bad_interval.val()
            & !(self.starts.val() & self.too_far.val());
        // The memory's failure goes before all other errors.
        self.fresh.next =
            self.waiting.q.val() & self.judged.q.val() & !self.looking.q.val() & !self.memory_failing.val();
        self.ready_error.next = self.fresh.val() & self.unready.q.val();
        self.timer_error.next = self.fresh.val() & self.strange.q.val();
        self.interval_error.next = self.fresh.val() & self.too_much.q.val();
        self.behind_error.next = self.fresh.val() & self.too_late.q.val();
        self.is_refused.next =
            (self.fresh.val() & !self.acceptable.q.val()) | (self.waiting.q.val() & self.memory_failing.val());
        self.command.next =
            self.waiting.q.val() & self.acceptable.q.val() & !self.looking.q.val() & !self.memory_failing.val();
        self.starting.next = self.starts.val();
        self.stopping.next = self.write.val() & !self.starts.val();
        self.periodic.next = self.mode_periodic.q.val();
        self.absolute.next = self.mode_absolute.q.val();
        self.timer.next = self.named.val();
        self.ends.next = self.is_refused.val()
            | (self.taken.val() & self.write.val())
            | (self.looking.q.val() & self.looked_up.val());
        if self.taken.val() {
            self.looking.d.next = true;
        }
        if self.ends.val() {
            self.waiting.d.next = false;
            self.looking.d.next = false;
        }
        if self.begins.val() {
            self.waiting.d.next = true;
        }
        if self.write_start_mode.val() {
            self.mode_absolute.d.next = self.data.val().get_bit(0);
            self.mode_periodic.d.next = self.data.val().get_bit(1);
        }
        // A clock later than it could be: no other access is begun so soon.
        self.mode_used.d.next = self.ends.val() & self.starts.val();
        if self.mode_used.q.val() {
            self.mode_absolute.d.next = false;
            self.mode_periodic.d.next = false;
        }

        // Settings.
        self.settles.next = !self.is_locked.q.val();
        if self.write_prescale.val() & self.settles.val() & !self.no_clocks.q.val() {
            self.clocks_a_tick.d.next = self.data.val().get_bits::<24>(0);
        }
        if self.write_timer.val() {
            self.number.d.next = self.data.val().get_bits::<20>(0);
        }
        if self.write_timers.val() & self.settles.val() & !self.bad_count.q.val() {
            self.count.d.next = self.given_timers.val();
        }
        if self.write_wheel_bits.val() & self.settles.val() & !self.bad_wheel.q.val() & self.one_wheel.val() {
            self.mask.d.next = !(self.all_bits.val() << self.wheel_bits.val());
        }
        if self.write_memory_base.val() & self.settles.val() & !self.inside.val() {
            self.record_0.d.next = self.data.val().get_bits::<30>(0);
        }
        self.soft_reset.next = self.write_ctrl.val() & self.data.val().get_bit(1);
        self.initialises.next = self.write_ctrl.val() & self.data.val().get_bit(2) & !self.data.val().get_bit(1);
        if self.initialises.val() {
            self.is_locked.d.next = true;
        }
        if self.size_refused.val() {
            self.is_locked.d.next = false;
        }
        if self.write_ctrl.val() {
            self.enabled.d.next = self.data.val().get_bit(0) & self.ready.val();
        }

        // Acknowledgement.
        self.acknowledged.next = self.write_event_ack.val() & self.event_valid.val() & self.sequence_right.q.val();
        if self.acknowledged.val() {
            self.pops.d.next = self.pops.q.val() + 1;
        }

        // What is refused, and what has failed.
        self.size_error.next = self.size_refused.val()
            | (self.settles.val()
                & ((self.write_timers.val() & self.bad_count.q.val())
                    | (self.write_wheel_bits.val() & self.bad_wheel.q.val())));
        self.locked_error.next = self.is_locked.q.val()
            & (self.write_prescale.val()
                | self.write_timers.val()
                | self.write_wheel_bits.val()
                | self.write_memory_base.val()
                | self.initialises.val());
        self.empty_error.next = self.write_event_ack.val() & !self.event_valid.val();
        self.stale_error.next = self.write_event_ack.val() & self.event_valid.val() & !self.sequence_right.q.val();
        self.zero_error.next = self.write_prescale.val() & self.settles.val() & self.no_clocks.q.val();
        self.too_soon.next =
            self.write_ctrl.val() & self.data.val().get_bit(0) & !self.data.val().get_bit(1) & !self.ready.val();
        self.memory_error.next = self.memory_failed.val();
        self.new_errors.next = bit_cast::<11, 1>(self.timer_error.val().into())
            | (bit_cast::<11, 1>(self.size_error.val().into()) << 1)
            | (bit_cast::<11, 1>(self.locked_error.val().into()) << 2)
            | (bit_cast::<11, 1>(self.empty_error.val().into()) << 3)
            | (bit_cast::<11, 1>(self.stale_error.val().into()) << 4)
            | (bit_cast::<11, 1>(self.zero_error.val().into()) << 5)
            | (bit_cast::<11, 1>((self.ready_error.val() | self.too_soon.val()).into()) << 6)
            | (bit_cast::<11, 1>(self.access_failed.val().into()) << 7)
            | (bit_cast::<11, 1>((self.interval_error.val() | self.deadline_refused.val()).into()) << 8)
            | (bit_cast::<11, 1>(self.behind_error.val().into()) << 9)
            | (bit_cast::<11, 1>(self.memory_error.val().into()) << 10);
        self.cleared_errors.next = 0.into();
        if self.write_error.val() {
            self.cleared_errors.next = self.data.val().get_bits::<11>(0);
        }
        self.sticky_errors.d.next = (self.sticky_errors.q.val() & !self.cleared_errors.val()) | self.new_errors.val();
        self.some_error.d.next = self.sticky_errors.q.val().any();

        if self.clear.val() {
            self.waiting.d.next = false;
            self.looking.d.next = false;
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

        self.setting_refused.next =
            self.zero_error.val() | (self.write_prescale.val() & self.is_locked.q.val()) | self.too_soon.val();
        self.word_done.next = self.ends.val();
        self.refused.next = self.is_refused.val();
        self.pop.next = self.acknowledged.val();
        self.sequence_number.next = self.pops.q.val();
        self.enable.next = self.enabled.q.val();
        self.locked.next = self.is_locked.q.val();
        self.initialise.next = self.initialises.val() & !self.is_locked.q.val();
        self.prescale.next = self.clocks_a_tick.q.val();
        self.timers.next = self.count.q.val();
        self.slot_mask.next = self.mask.q.val();
        self.base.next = self.record_0.q.val();
        self.errors.next = self.sticky_errors.q.val();
        self.error_level.next = self.some_error.q.val();
    }
}
