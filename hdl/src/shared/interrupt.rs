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

    const ALARM: u64 = 1 << 1;

    /// An example; all else is proved: testbench/formal/interrupt.sv and timer_interrupt.sv.
    #[test]
    fn interrupt_caused_as_it_is_cleared_stays_and_asks_in_the_next_clock_until_it_is_cleared() {
        let mut part = Interrupt::default();
        part.connect_all();
        part.clear.next = true;
        part.tick();
        part.clear.next = false;
        part.data.next = ALARM.into();
        part.write_enables.next = true;
        part.tick();
        part.write_enables.next = false;
        assert_eq!(part.enables.val(), ALARM);
        // The cause comes in the clock in which 1 is written to its bit.
        part.alarm_reached.next = true;
        part.write_state.next = true;
        part.tick();
        part.alarm_reached.next = false;
        part.write_state.next = false;
        part.settle();
        assert_eq!((part.state.val(), part.irq.val()), (ALARM.into(), false));
        part.tick();
        assert!(part.irq.val() & part.attention.val());
        part.write_state.next = true;
        part.tick();
        part.write_state.next = false;
        part.tick();
        assert_eq!((part.state.val(), part.irq.val()), (0.into(), false));
    }
}
