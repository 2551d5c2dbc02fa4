//! # The decoder
//!
//! **Purpose.** Answers every access on the register bus, and tells the other parts which register is written.
//!
//! **Interface.** `execute` is high for one clock; `write`, `whole` (all four bytes) and `address` (a word address) stay as
//! they are until the next one. `done` answers, `failed` with it: there is no such register, or a write was not whole.
//! `write_*` are strobes. `answering` says that the word read must be taken now. A read of `NEXT` raises `ask_next`, and
//! is done when `next_done` comes, and one of now or the cursor raises `ask_time` and is done with
//! `time_answered`. A write of `ARM` is done with `arm_done` while the chip is `running`.
//!
//! **Timing.** With `execute` in clock *e*: `done`, `failed`, `answering`, `ask_next` and `write_*` in *e* + 1, from
//! registers; of a read of `NEXT`, `done` and `answering` in the clock of `next_done`.
//!
//! **Invariants.** Each access has one `done`. At most one strobe is high, and none with `failed`.

use crate::Build;
use crate::assemble::assemble;
use crate::word_map::{half, word_at, words, words_from};
use carillon_regmap::offset;
use rust_hdl::prelude::*;

/// The decoder; see the module's header.
#[derive(LogicBlock)]
pub struct Decoder {
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
    /// The distance that `ask_next` asked for is there.
    pub next_done: Signal<In, Bit>,
    /// The word that `ask_time` asked for is there.
    pub time_answered: Signal<In, Bit>,
    /// `ARM` is not refused at once.
    pub running: Signal<In, Bit>,
    /// It is done.
    pub arm_done: Signal<In, Bit>,
    /// The access is done.
    pub done: Signal<Out, Bit>,
    /// With `done`: the access has failed.
    pub failed: Signal<Out, Bit>,
    /// The word that a read shows is taken at the next edge.
    pub answering: Signal<Out, Bit>,
    /// `NOW_*` or `CURSOR_*` is read.
    pub ask_time: Signal<Out, Bit>,
    /// `NEXT` is read.
    pub ask_next: Signal<Out, Bit>,
    /// `SCRATCH` is written.
    pub write_scratch: Signal<Out, Bit>,
    /// `CTRL` is written.
    pub write_ctrl: Signal<Out, Bit>,
    /// `PRESCALE` is written.
    pub write_prescale: Signal<Out, Bit>,
    /// `ARM` is written.
    pub write_arm: Signal<Out, Bit>,
    /// `DISARM` is written.
    pub write_disarm: Signal<Out, Bit>,
    /// `EVENT_ACK` is written.
    pub write_event_ack: Signal<Out, Bit>,
    /// `INTR_STATE` is written.
    pub write_intr_state: Signal<Out, Bit>,
    /// `INTR_ENABLE` is written.
    pub write_intr_enable: Signal<Out, Bit>,
    /// `INTR_TEST` is written.
    pub write_intr_test: Signal<Out, Bit>,
    /// `INTR_COALESCE` is written.
    pub write_intr_coalesce: Signal<Out, Bit>,
    /// `ERROR` is written.
    pub write_error: Signal<Out, Bit>,
    /// `ALARM_LO` is written.
    pub write_alarm_lo: Signal<Out, Bit>,
    /// `ALARM_HI` is written.
    pub write_alarm_hi: Signal<Out, Bit>,
    /// `WHEEL_SIZE` of some wheel is written.
    pub write_wheel_size: Signal<Out, Bit>,
    /// `WHEEL_MODE` of some wheel is written.
    pub write_wheel_mode: Signal<Out, Bit>,
    executed: DFF<Bit>,
    failing: DFF<Bit>,
    asking: DFF<Bit>,
    asking_time: DFF<Bit>,
    arm_waits: DFF<Bit>,
    scratch: DFF<Bit>,
    ctrl: DFF<Bit>,
    prescale: DFF<Bit>,
    arm: DFF<Bit>,
    disarm: DFF<Bit>,
    event_ack: DFF<Bit>,
    intr_state: DFF<Bit>,
    intr_enable: DFF<Bit>,
    intr_test: DFF<Bit>,
    intr_coalesce: DFF<Bit>,
    error: DFF<Bit>,
    alarm_lo: DFF<Bit>,
    alarm_hi: DFF<Bit>,
    wheel_size: DFF<Bit>,
    wheel_mode: DFF<Bit>,
    at_scratch: Constant<Bits<6>>,
    at_ctrl: Constant<Bits<6>>,
    at_prescale: Constant<Bits<6>>,
    at_arm: Constant<Bits<6>>,
    at_disarm: Constant<Bits<6>>,
    at_event_ack: Constant<Bits<6>>,
    at_intr_state: Constant<Bits<6>>,
    at_intr_enable: Constant<Bits<6>>,
    at_intr_test: Constant<Bits<6>>,
    at_intr_coalesce: Constant<Bits<6>>,
    at_error: Constant<Bits<6>>,
    at_alarm_lo: Constant<Bits<6>>,
    at_alarm_hi: Constant<Bits<6>>,
    at_time: Constant<Bits<4>>,
    at_next: Constant<Bits<3>>,
    at_wheel_size: Constant<Bits<3>>,
    at_wheel_mode: Constant<Bits<3>>,
    with_alarm: Constant<Bit>,
    with_coalescing: Constant<Bit>,
    with_look_ahead: Constant<Bit>,
    with_wheel_modes: Constant<Bit>,
    mapped_low: Constant<Bits<32>>,
    mapped_high: Constant<Bits<32>>,
    wheels_present: Constant<Bits<8>>,
    place: Signal<Local, Bits<5>>,
    group: Signal<Local, Bits<3>>,
    wheel: Signal<Local, Bits<3>>,
    known: Signal<Local, Bit>,
    wheel_present: Signal<Local, Bit>,
    writing: Signal<Local, Bit>,
    asked_done: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
}

/// The word address of the register at a byte offset.
fn at(byte_offset: u32) -> Constant<Bits<6>> {
    Constant::new(u64::from(byte_offset / 4).into())
}

/// The upper three bits of the word addresses of an array of eight registers.
fn array_at(byte_offset: u32) -> Constant<Bits<3>> {
    Constant::new(u64::from(byte_offset / 32).into())
}

impl Decoder {
    /// The decoder of a chip built to `build`.
    pub fn new(build: &Build) -> Self {
        let mapped = words(build, |_| true);
        let sizes = words_from(build, offset::WHEEL_SIZE) / word_at(offset::WHEEL_SIZE);
        assemble! {
            at_scratch: at(offset::SCRATCH),
            at_ctrl: at(offset::CTRL),
            at_prescale: at(offset::PRESCALE),
            at_arm: at(offset::ARM),
            at_disarm: at(offset::DISARM),
            at_event_ack: at(offset::EVENT_ACK),
            at_intr_state: at(offset::INTR_STATE),
            at_intr_enable: at(offset::INTR_ENABLE),
            at_intr_test: at(offset::INTR_TEST),
            at_intr_coalesce: at(offset::INTR_COALESCE),
            at_error: at(offset::ERROR),
            at_alarm_lo: at(offset::ALARM_LO),
            at_alarm_hi: at(offset::ALARM_HI),
            at_time: Constant::new(u64::from(offset::NOW_LO / 16).into()),
            at_next: array_at(offset::NEXT),
            at_wheel_size: array_at(offset::WHEEL_SIZE),
            at_wheel_mode: array_at(offset::WHEEL_MODE),
            with_alarm: Constant::new(build.alarm),
            with_coalescing: Constant::new(build.coalescing),
            with_look_ahead: Constant::new(build.look_ahead),
            with_wheel_modes: Constant::new(build.wheel_modes),
            mapped_low: half(mapped, 0),
            mapped_high: half(mapped, 1),
            wheels_present: Constant::new(sizes.into());
            clock, execute, write, whole, address, next_done, time_answered, running, arm_done, done, failed, answering, ask_time, ask_next,
            write_scratch, write_ctrl, write_prescale, write_arm, write_disarm, write_event_ack,
            write_intr_state, write_intr_enable, write_intr_test, write_intr_coalesce, write_error,
            write_alarm_lo, write_alarm_hi, write_wheel_size, write_wheel_mode, executed, failing,
            asking, asking_time, arm_waits, scratch, ctrl, prescale, arm, disarm, event_ack, intr_state, intr_enable,
            intr_test, intr_coalesce, error, alarm_lo, alarm_hi, wheel_size, wheel_mode, place,
            group, wheel, known, wheel_present, writing, asked_done, waits,
        }
    }
}

impl Logic for Decoder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            executed,
            failing,
            asking,
            asking_time,
            arm_waits,
            scratch,
            ctrl,
            prescale,
            arm,
            disarm,
            event_ack,
            intr_state,
            intr_enable,
            intr_test,
            intr_coalesce,
            error,
            alarm_lo,
            alarm_hi,
            wheel_size,
            wheel_mode
        );
        self.place.next = self.address.val().get_bits::<5>(0);
        self.group.next = self.address.val().get_bits::<3>(3);
        self.wheel.next = self.address.val().get_bits::<3>(0);
        self.known.next = self.mapped_low.val().get_bit(self.place.val().index());
        if self.address.val().get_bit(5) {
            self.known.next = self.mapped_high.val().get_bit(self.place.val().index());
        }
        self.wheel_present.next = self.wheels_present.val().get_bit(self.wheel.val().index());
        self.executed.d.next = self.execute.val();
        self.failing.d.next =
            self.execute.val() & (!self.known.val() | (self.write.val() & !self.whole.val()));
        self.asking.d.next = self.with_look_ahead.val()
            & self.execute.val()
            & !self.write.val()
            & self.wheel_present.val()
            & (self.group.val() == self.at_next.val());

        self.asking_time.d.next = self.execute.val()
            & !self.write.val()
            & (self.address.val().get_bits::<4>(2) == self.at_time.val());
        self.writing.next = self.execute.val() & self.write.val() & self.whole.val();
        self.scratch.d.next = self.writing.val() & (self.address.val() == self.at_scratch.val());
        self.ctrl.d.next = self.writing.val() & (self.address.val() == self.at_ctrl.val());
        self.prescale.d.next = self.writing.val() & (self.address.val() == self.at_prescale.val());
        self.arm.d.next = self.writing.val() & (self.address.val() == self.at_arm.val());
        self.disarm.d.next = self.writing.val() & (self.address.val() == self.at_disarm.val());
        self.event_ack.d.next =
            self.writing.val() & (self.address.val() == self.at_event_ack.val());
        self.intr_state.d.next =
            self.writing.val() & (self.address.val() == self.at_intr_state.val());
        self.intr_enable.d.next =
            self.writing.val() & (self.address.val() == self.at_intr_enable.val());
        self.intr_test.d.next =
            self.writing.val() & (self.address.val() == self.at_intr_test.val());
        self.intr_coalesce.d.next = self.with_coalescing.val()
            & self.writing.val()
            & (self.address.val() == self.at_intr_coalesce.val());
        self.error.d.next = self.writing.val() & (self.address.val() == self.at_error.val());
        self.alarm_lo.d.next = self.with_alarm.val()
            & self.writing.val()
            & (self.address.val() == self.at_alarm_lo.val());
        self.alarm_hi.d.next = self.with_alarm.val()
            & self.writing.val()
            & (self.address.val() == self.at_alarm_hi.val());
        self.wheel_size.d.next = self.writing.val()
            & self.wheel_present.val()
            & (self.group.val() == self.at_wheel_size.val());
        self.wheel_mode.d.next = self.with_wheel_modes.val()
            & self.writing.val()
            & self.wheel_present.val()
            & (self.group.val() == self.at_wheel_mode.val());

        self.asked_done.next = (self.with_look_ahead.val() & self.next_done.val())
            | self.time_answered.val()
            | (self.arm_waits.q.val() & self.arm_done.val());
        self.arm_waits.d.next = !self.execute.val()
            & ((self.arm.q.val() & self.running.val())
                | (self.arm_waits.q.val() & !self.arm_done.val()));
        self.waits.next = self.asking.q.val()
            | self.asking_time.q.val()
            | (self.arm.q.val() & self.running.val());
        self.done.next = (self.executed.q.val() & !self.waits.val()) | self.asked_done.val();
        self.failed.next = self.failing.q.val();
        self.answering.next = (self.executed.q.val() & !self.waits.val()) | self.asked_done.val();
        self.ask_time.next = self.asking_time.q.val();
        self.ask_next.next = self.asking.q.val();
        self.write_scratch.next = self.scratch.q.val();
        self.write_ctrl.next = self.ctrl.q.val();
        self.write_prescale.next = self.prescale.q.val();
        self.write_arm.next = self.arm.q.val();
        self.write_disarm.next = self.disarm.q.val();
        self.write_event_ack.next = self.event_ack.q.val();
        self.write_intr_state.next = self.intr_state.q.val();
        self.write_intr_enable.next = self.intr_enable.q.val();
        self.write_intr_test.next = self.intr_test.q.val();
        self.write_intr_coalesce.next = self.intr_coalesce.q.val();
        self.write_error.next = self.error.q.val();
        self.write_alarm_lo.next = self.alarm_lo.q.val();
        self.write_alarm_hi.next = self.alarm_hi.q.val();
        self.write_wheel_size.next = self.wheel_size.q.val();
        self.write_wheel_mode.next = self.wheel_mode.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked::{Clocked, clocked};
    use crate::word_map::{WORDS, builds, word_at, words};

    clocked!(Decoder);

    /// The registers of the write strobes, in the order in which `strobes` gives them.
    const WRITTEN: [u32; 15] = [
        offset::SCRATCH,
        offset::CTRL,
        offset::PRESCALE,
        offset::ARM,
        offset::DISARM,
        offset::EVENT_ACK,
        offset::INTR_STATE,
        offset::INTR_ENABLE,
        offset::INTR_TEST,
        offset::INTR_COALESCE,
        offset::ERROR,
        offset::ALARM_LO,
        offset::ALARM_HI,
        offset::WHEEL_SIZE,
        offset::WHEEL_MODE,
    ];

    fn strobes(decoder: &Decoder) -> [bool; 15] {
        [
            decoder.write_scratch.val(),
            decoder.write_ctrl.val(),
            decoder.write_prescale.val(),
            decoder.write_arm.val(),
            decoder.write_disarm.val(),
            decoder.write_event_ack.val(),
            decoder.write_intr_state.val(),
            decoder.write_intr_enable.val(),
            decoder.write_intr_test.val(),
            decoder.write_intr_coalesce.val(),
            decoder.write_error.val(),
            decoder.write_alarm_lo.val(),
            decoder.write_alarm_hi.val(),
            decoder.write_wheel_size.val(),
            decoder.write_wheel_mode.val(),
        ]
    }

    /// Every address, read, written and half written, in every build: the answer, and which strobe is high when.
    #[test]
    fn decoder_every_access_of_every_build_is_answered_as_the_map_says() {
        for build in builds() {
            let mapped = words(&build, |_| true);
            let next = words_from(&build, offset::NEXT);
            let writable = WRITTEN.map(|offset| words_from(&build, offset));
            let mut decoder = Decoder::new(&build);
            decoder.connect_all();
            for word in 0..WORDS {
                for (write, whole) in [(false, false), (false, true), (true, false), (true, true)] {
                    decoder.address.next = u64::from(word).into();
                    decoder.write.next = write;
                    decoder.whole.next = whole;
                    decoder.execute.next = true;
                    decoder.tick();
                    decoder.execute.next = false;
                    decoder.settle();
                    let here = |words: u64| words & word_at(4 * word) != 0;
                    let told = format!("{build:?}, word {word}, write {write}, whole {whole}");
                    let asks_next = !write && here(next);
                    let asks_time = !write && (8..12).contains(&word);
                    let asks = asks_next || asks_time;
                    let fails = !here(mapped) || (write && !whole);
                    assert_eq!(decoder.done.val(), !asks, "{told}");
                    assert_eq!(decoder.failed.val(), fails, "{told}");
                    assert_eq!(decoder.ask_next.val(), asks_next, "{told}");
                    assert_eq!(decoder.ask_time.val(), asks_time, "{told}");
                    assert_eq!(decoder.answering.val(), !asks, "{told}");
                    let expected = writable.map(|words| write && whole && here(words));
                    assert_eq!(strobes(&decoder), expected, "{told}");
                    for _ in 0..3 {
                        decoder.tick();
                        assert!(!decoder.done.val() & !decoder.failed.val(), "{told}");
                        assert!(!decoder.ask_next.val() & !decoder.ask_time.val(), "{told}");
                        assert!(!decoder.answering.val(), "{told}");
                        assert_eq!(strobes(&decoder), [false; 15], "{told}");
                    }
                    if asks {
                        decoder.next_done.next = asks_next;
                        decoder.time_answered.next = asks_time;
                        decoder.settle();
                        assert!(decoder.done.val() & decoder.answering.val(), "{told}");
                        assert!(!decoder.failed.val() & !decoder.ask_next.val(), "{told}");
                        decoder.tick();
                        decoder.next_done.next = false;
                        decoder.time_answered.next = false;
                        decoder.settle();
                        assert!(!decoder.done.val() & !decoder.answering.val(), "{told}");
                    }
                }
            }
        }
    }

    #[test]
    fn decoder_without_look_ahead_ignores_its_answer() {
        let mut decoder = Decoder::new(&Build::minimal());
        decoder.connect_all();
        decoder.next_done.next = true;
        decoder.tick();
        assert!(!decoder.done.val() & !decoder.answering.val());
    }
}
