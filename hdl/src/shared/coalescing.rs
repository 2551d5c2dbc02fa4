//! # Coalescing
//!
//! **Purpose.** Announces events to the host in groups, as network cards do with packets: the interrupt waits until
//! enough events are there, or the oldest has waited long enough.
//!
//! **Interface.** `write` is a strobe with `data`: `INTR_COALESCE`. The event FIFO's
//! `event_valid`, `event_level` (how many events it has) and `fifo_full` come in, and a strobe for each `tick` of now.
//! `announced` is the level that interrupts.
//!
//! **Timing.** While nothing is to wait (count below 2, or age 0), `announced` is `event_valid`. Otherwise it rises two
//! clocks after `event_level` has come to the count, three clocks after the `tick` that makes the age full, one clock
//! after `fifo_full`; always with `event_valid` high. New settings hold two clocks after `write`.
//!
//! **Invariants.** `announced` is high only with `event_valid`, and once it has risen it stays until the FIFO is empty,
//! whatever the host sets meanwhile. The age counts from the clock in which `event_valid` rises and no pop restarts it;
//! so no event waits longer, unannounced, than the age's ticks (and the clocks above).
//!
//! The settings are kept inverted: a comparison subtracts them, which takes them inverted.

use crate::circuit::Circuit;
use rust_hdl::prelude::*;

/// Coalescing; see the module's header.
#[derive(Circuit)]
pub struct Coalescing {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to no waiting.
    pub clear: Signal<In, Bit>,
    /// `INTR_COALESCE` is written.
    pub write: Signal<In, Bit>,
    /// The 24 low bits of the word written.
    pub data: Signal<In, Bits<24>>,
    /// The FIFO's head is an event.
    pub event_valid: Signal<In, Bit>,
    /// Events in the FIFO.
    pub event_level: Signal<In, Bits<11>>,
    /// The FIFO is full.
    pub fifo_full: Signal<In, Bit>,
    /// Now goes on by one.
    pub tick: Signal<In, Bit>,
    /// `INTR_COALESCE`.
    pub settings: Signal<Out, Bits<24>>,
    /// The host is told of the events.
    pub announced: Signal<Out, Bit>,
    /// `INTR_COALESCE.count`, inverted.
    count_inverted: DFF<Bits<8>>,
    /// `INTR_COALESCE.age`, inverted, in ticks.
    age_inverted: DFF<Bits<16>>,
    /// Events are to wait: the count is 2 or more and the age not 0.
    waiting: DFF<Bit>,
    /// One clock ago there were as many events as the count, or more.
    enough: DFF<Bit>,
    /// Ticks for which the FIFO has had an event, modulo 2^16.
    waited: DFF<Bits<16>>,
    /// One clock ago the events had waited for the age.
    old: DFF<Bit>,
    /// The wait is over for all events until the FIFO is empty.
    open: DFF<Bit>,
    present: Constant<Bit>,
    no_count: Constant<Bits<8>>,
    no_age: Constant<Bits<16>>,
    least_count: Constant<Bits<8>>,
    count: Signal<Local, Bits<8>>,
    age: Signal<Local, Bits<16>>,
    limit: Signal<Local, Bits<11>>,
}

impl Coalescing {
    /// Coalescing, or nothing but a wire where the build has none.
    pub fn new(present: bool) -> Self {
        CoalescingParts {
            present: Constant::new(present),
            no_count: Constant::new(0xff.into()),
            no_age: Constant::new(0xffff.into()),
            least_count: Constant::new(2.into()),
        }
        .assemble()
    }
}

impl Logic for Coalescing {
    #[hdl_gen]
    fn update(&mut self) {
        if self.write.val() {
            self.count_inverted.d.next = !self.data.val().get_bits::<8>(0);
            self.age_inverted.d.next = !self.data.val().get_bits::<16>(8);
        }
        self.count.next = !self.count_inverted.q.val();
        self.age.next = !self.age_inverted.q.val();
        self.waiting.d.next = (self.count.val() >= self.least_count.val()) & self.age.val().any();

        // What ends a wait.
        self.limit.next = bit_cast::<11, 8>(self.count.val());
        self.enough.d.next = self.event_level.val() >= self.limit.val();
        self.old.d.next = self.event_valid.val() & (self.waited.q.val() >= self.age.val());
        if !self.event_valid.val() {
            self.waited.d.next = 0.into();
        } else if self.tick.val() {
            // It may wrap: at the highest value no age has not yet ended the wait, and that stays ended.
            self.waited.d.next = self.waited.q.val() + 1;
        }

        // Once ended, it has ended for all events in the FIFO.
        self.open.d.next = self.event_valid.val()
            & (self.open.q.val()
                | !self.waiting.q.val()
                | self.enough.q.val()
                | self.old.q.val()
                | self.fifo_full.val());

        if self.clear.val() {
            self.count_inverted.d.next = self.no_count.val();
            self.age_inverted.d.next = self.no_age.val();
            self.waiting.d.next = false;
            self.waited.d.next = 0.into();
            self.open.d.next = false;
        }
        self.settings.next = bit_cast::<24, 8>(self.count.val()) | (bit_cast::<24, 16>(self.age.val()) << 8);
        if !self.present.val() {
            self.count_inverted.d.next = 0.into();
            self.age_inverted.d.next = 0.into();
            self.waiting.d.next = false;
            self.enough.d.next = false;
            self.waited.d.next = 0.into();
            self.old.d.next = false;
            self.open.d.next = false;
            self.settings.next = 0.into();
        }
        self.announced.next = self.event_valid.val() & (!self.waiting.q.val() | self.open.q.val());
    }
}

#[cfg(test)]
mod tests;
