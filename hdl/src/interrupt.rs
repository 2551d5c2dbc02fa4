//! # The interrupt
//!
//! **Purpose.** Gathers the reasons to interrupt the host into one level-triggered line.
//!
//! **Interface.** Levels (`event_level`, `error_level`) and one-clock strobes (`late_overflow`, `half_period`) in;
//! `INTR_STATE`, `INTR_ENABLE` and `INTR_TEST` accesses as strobes with `data`; `state`, `enables`, `attention` and
//! `irq` out. Bits: 0 event, 1 alarm, 2 error, 3 late overflow, 4 half period.
//!
//! **Timing.** `irq` is a register, one clock behind `state`.
//!
//! **Invariants.** A strobe that comes in the clock in which its bit is cleared is kept: setting wins. `irq` stays high
//! while any enabled bit of `state` is set.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// The interrupt; see the module's header.
#[derive(LogicBlock)]
pub struct Interrupt {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Clears state and enables.
    pub clear: Signal<In, Bit>,
    /// An event waits.
    pub event_level: Signal<In, Bit>,
    /// An error bit is set.
    pub error_level: Signal<In, Bit>,
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
    held: DFF<Bits<5>>,
    enabled: DFF<Bits<5>>,
    line: DFF<Bit>,
    other_than_event: Constant<Bits<5>>,
    strobes: Signal<Local, Bits<5>>,
    levels: Signal<Local, Bits<5>>,
    kept: Signal<Local, Bits<5>>,
    asking: Signal<Local, Bits<5>>,
    asking_other: Signal<Local, Bits<5>>,
}

impl Default for Interrupt {
    fn default() -> Self {
        assemble! {
            other_than_event: Constant::new(0b11110.into());
            clock, clear, event_level, error_level, late_overflow, half_period, write_state, write_enables,
            write_test, data, state, enables, attention, irq, held, enabled, line, strobes, levels, kept,
            asking, asking_other
        }
    }
}

impl Logic for Interrupt {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, enabled, line);
        self.levels.next = bit_cast::<5, 1>(self.event_level.val().into())
            | (bit_cast::<5, 1>(self.error_level.val().into()) << 2);
        self.strobes.next = (bit_cast::<5, 1>(self.late_overflow.val().into()) << 3)
            | (bit_cast::<5, 1>(self.half_period.val().into()) << 4);
        self.kept.next = self.held.q.val();
        if self.write_state.val() {
            self.kept.next = self.held.q.val() & !self.data.val();
        }
        if self.write_test.val() {
            self.kept.next = self.held.q.val() | self.data.val();
        }
        self.held.d.next = self.kept.val() | self.strobes.val();
        if self.write_enables.val() {
            self.enabled.d.next = self.data.val();
        }
        self.state.next = self.held.q.val() | self.levels.val();
        self.enables.next = self.enabled.q.val();
        self.asking.next = self.state.val() & self.enabled.q.val();
        self.asking_other.next = self.asking.val() & self.other_than_event.val();
        self.attention.next = self.asking_other.val().any();
        self.line.d.next = self.asking.val().any();
        self.irq.next = self.line.q.val();
        if self.clear.val() {
            self.held.d.next = 0.into();
            self.enabled.d.next = 0.into();
            self.line.d.next = false;
        }
    }
}
