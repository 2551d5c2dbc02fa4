//! # The interrupt
//!
//! **Purpose.** Gathers the reasons to interrupt the host into one level-triggered line.
//!
//! **Interface.** Levels (`event_level`, `error_level`), what sets a sticky bit (`alarm_reached`, `late_overflow`,
//! `half_period`); `INTR_STATE`, `INTR_ENABLE` and `INTR_TEST` writes as strobes with `data`; `state`,
//! `attention` and `irq` out. Bits: 0 event, 1 alarm, 2 error, 3 late overflow, 4 half period.
//!
//! **Timing.** `irq` and `attention` are registers, one clock behind `state` and `INTR_ENABLE`.
//!
//! **Invariants.** What sets a bit in the clock in which the bit is cleared wins. `irq` stays high while any enabled
//! bit of `state` is set. `attention` is `irq` without its bit 0.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// The interrupt; see the module's header.
#[derive(Circuit, Default)]
pub struct Interrupt {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Clears state and enables.
    pub clear: Signal<In, Bit>,
    /// Events are announced.
    pub event_level: Signal<In, Bit>,
    /// An error bit is set.
    pub error_level: Signal<In, Bit>,
    /// Now is at or past the alarm.
    pub alarm_reached: Signal<In, Bit>,
    /// A late event was lost.
    pub late_overflow: Signal<In, Bit>,
    /// Now crossed a multiple of 2^31.
    pub half_period: Signal<In, Bit>,
    /// `INTR_STATE` is written.
    pub write_state: Signal<In, Bit>,
    /// `INTR_ENABLE` is written.
    pub write_enables: Signal<In, Bit>,
    /// `INTR_TEST` is written.
    pub write_test: Signal<In, Bit>,
    /// The five low bits of the word written.
    pub data: Signal<In, Bits<5>>,
    /// `INTR_STATE`.
    pub state: Signal<Out, Bits<5>>,
    /// `INTR_ENABLE`.
    pub enables: Signal<Out, Bits<5>>,
    /// Something other than an event asks for the host.
    pub attention: Signal<Out, Bit>,
    /// The line to the host.
    pub irq: Signal<Out, Bit>,
    /// The bits of `INTR_STATE` that stay until they are cleared.
    held: DFF<Bits<5>>,
    /// Which bits of `INTR_STATE` raise the line: `INTR_ENABLE`.
    enabled: DFF<Bits<5>>,
    /// An enabled bit other than the event's was set one clock ago.
    other: DFF<Bit>,
    /// An enabled bit of `INTR_STATE` was set one clock ago.
    line: DFF<Bit>,
    strobes: Signal<Local, Bits<5>>,
    levels: Signal<Local, Bits<5>>,
    forced: Signal<Local, Bits<5>>,
    cleared: Signal<Local, Bits<5>>,
    asking: Signal<Local, Bits<5>>,
    asking_other: Signal<Local, Bit>,
}

impl Logic for Interrupt {
    #[hdl_gen]
    fn update(&mut self) {
        self.levels.next =
            bit_cast::<5, 1>(self.event_level.val().into()) | (bit_cast::<5, 1>(self.error_level.val().into()) << 2);
        self.strobes.next = (bit_cast::<5, 1>(self.alarm_reached.val().into()) << 1)
            | (bit_cast::<5, 1>(self.late_overflow.val().into()) << 3)
            | (bit_cast::<5, 1>(self.half_period.val().into()) << 4);
        self.forced.next = 0.into();
        if self.write_test.val() {
            self.forced.next = self.data.val();
        }
        self.cleared.next = 0.into();
        if self.write_state.val() {
            self.cleared.next = self.data.val();
        }
        self.held.d.next = (self.held.q.val() & !self.cleared.val()) | self.forced.val() | self.strobes.val();
        if self.write_enables.val() {
            self.enabled.d.next = self.data.val();
        }
        self.state.next = self.held.q.val() | self.levels.val();
        self.enables.next = self.enabled.q.val();
        self.asking.next = self.state.val() & self.enabled.q.val();
        self.asking_other.next = self.asking.val().get_bits::<4>(1).any();
        self.other.d.next = self.asking_other.val();
        self.line.d.next = self.asking_other.val() | self.asking.val().get_bit(0);
        self.attention.next = self.other.q.val();
        self.irq.next = self.line.q.val();
        if self.clear.val() {
            self.held.d.next = 0.into();
            self.enabled.d.next = 0.into();
            self.other.d.next = false;
            self.line.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::clocked::Clocked;

    const EVENT: u64 = 1;
    const ALARM: u64 = 1 << 1;
    const ERROR: u64 = 1 << 2;
    const LATE_OVERFLOW: u64 = 1 << 3;
    const HALF_PERIOD: u64 = 1 << 4;

    /// Every input at random, beside a model.
    #[test]
    fn interrupt_at_random_is_its_model() {
        for seed in 0..8 {
            println!("seed {seed}");
            let mut random = fastrand::Rng::with_seed(seed);
            let mut part = Interrupt::default();
            part.connect_all();
            part.clear.next = true;
            part.tick();
            let (mut held, mut enables, mut asked) = (0u64, 0u64, 0u64);
            for _ in 0..3000 {
                let clear = random.u32(0..300) == 0;
                let levels = random.u64(..) & random.u64(..) & (EVENT | ERROR);
                let strobes = random.u64(..) & random.u64(..) & random.u64(..) & (ALARM | LATE_OVERFLOW | HALF_PERIOD);
                let data = random.u64(0..32);
                let written = random.u32(0..12);
                part.clear.next = clear;
                part.event_level.next = levels & EVENT != 0;
                part.error_level.next = levels & ERROR != 0;
                part.alarm_reached.next = strobes & ALARM != 0;
                part.late_overflow.next = strobes & LATE_OVERFLOW != 0;
                part.half_period.next = strobes & HALF_PERIOD != 0;
                part.data.next = data.into();
                part.write_state.next = written == 0;
                part.write_enables.next = written == 1;
                part.write_test.next = written == 2;
                part.settle();
                let state = held | levels;
                assert_eq!(part.state.val(), state);
                assert_eq!(part.enables.val(), enables);
                assert_eq!(part.irq.val(), asked != 0);
                assert_eq!(part.attention.val(), asked & !EVENT != 0);
                asked = state & enables;
                match written {
                    0 => held &= !data,
                    1 => enables = data,
                    2 => held |= data,
                    _ => {}
                }
                held |= strobes;
                if clear {
                    (held, enables, asked) = (0, 0, 0);
                }
                part.tick();
            }
        }
    }

    #[test]
    fn interrupt_set_and_cleared_in_one_clock_stays_set() {
        for bit in [ALARM, LATE_OVERFLOW, HALF_PERIOD] {
            let mut part = Interrupt::default();
            part.connect_all();
            part.data.next = bit.into();
            part.write_state.next = true;
            part.alarm_reached.next = bit == ALARM;
            part.late_overflow.next = bit == LATE_OVERFLOW;
            part.half_period.next = bit == HALF_PERIOD;
            part.tick();
            assert_eq!(part.state.val(), bit);
            part.alarm_reached.next = false;
            part.late_overflow.next = false;
            part.half_period.next = false;
            part.tick();
            assert_eq!(part.state.val(), 0u64);
        }
    }
}
