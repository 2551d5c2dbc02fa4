//! # Coalescing
//!
//! **Purpose.** Announces events to the host in groups, as network cards do with packets: the interrupt waits until enough
//! events are there, or the oldest has waited long enough.
//!
//! **Interface.** `write` is a strobe with `data`: `INTR_COALESCE`, which leaves on `settings`. The event FIFO's
//! `event_valid`, `event_level` (how many events it has) and `fifo_full` come in, and a strobe for each `tick` of now.
//! `announced` is the level that interrupts.
//!
//! **Timing.** While nothing is to wait (count below 2, or age 0), `announced` is `event_valid`. Otherwise it rises two
//! clocks after `event_level` has come to the count, three clocks after the `tick` that makes the age full, one clock after
//! `fifo_full`; always with `event_valid` high. New settings hold two clocks after `write`.
//!
//! **Invariants.** `announced` is high only with `event_valid`, and once it has risen it stays until the FIFO is empty,
//! whatever the host sets meanwhile. The age counts from the clock in which `event_valid` rises and no pop restarts it;
//! so no event waits longer, unannounced, than `age` ticks (and the clocks above). A build without coalescing has no
//! register here.

use crate::assemble::assemble;
use rust_hdl::prelude::*;

/// Coalescing; see the module's header.
#[derive(LogicBlock)]
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
    count: DFF<Bits<8>>,
    age: DFF<Bits<16>>,
    waiting: DFF<Bit>,
    enough: DFF<Bit>,
    waited: DFF<Bits<16>>,
    old: DFF<Bit>,
    open: DFF<Bit>,
    present: Constant<Bit>,
    two: Constant<Bits<8>>,
    wide_count: Signal<Local, Bits<11>>,
}

impl Coalescing {
    /// Coalescing, or nothing but a wire where the build has none.
    pub fn new(present: bool) -> Self {
        assemble! {
            present: Constant::new(present),
            two: Constant::new(2.into());
            clock, clear, write, data, event_valid, event_level, fifo_full, tick, settings,
            announced, count, age, waiting, enough, waited, old, open, wide_count
        }
    }
}

impl Logic for Coalescing {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, age, waiting, enough, waited, old, open);
        if self.write.val() {
            self.count.d.next = self.data.val().get_bits::<8>(0);
            self.age.d.next = self.data.val().get_bits::<16>(8);
        }
        self.waiting.d.next = (self.count.q.val() >= self.two.val()) & self.age.q.val().any();

        // What ends a wait.
        self.wide_count.next = bit_cast::<11, 8>(self.count.q.val());
        self.enough.d.next = self.event_level.val() >= self.wide_count.val();
        self.old.d.next = self.event_valid.val() & (self.waited.q.val() >= self.age.q.val());
        if !self.event_valid.val() {
            self.waited.d.next = 0.into();
        } else if self.tick.val() & !self.waited.q.val().all() {
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
            self.count.d.next = 0.into();
            self.age.d.next = 0.into();
            self.waiting.d.next = false;
            self.waited.d.next = 0.into();
            self.open.d.next = false;
        }
        if !self.present.val() {
            self.count.d.next = 0.into();
            self.age.d.next = 0.into();
            self.waiting.d.next = false;
            self.enough.d.next = false;
            self.waited.d.next = 0.into();
            self.old.d.next = false;
            self.open.d.next = false;
        }
        self.settings.next =
            bit_cast::<24, 8>(self.count.q.val()) | (bit_cast::<24, 16>(self.age.q.val()) << 8);
        self.announced.next = self.event_valid.val() & (!self.waiting.q.val() | self.open.q.val());
    }
}
