//! # One access of the register bus
//!
//! **Purpose.** What all bus adapters share: makes one access at a time, with all that belongs to it in registers.
//!
//! **Interface.** `start` for one clock with `start_*` begins an access; nobody starts one while `busy`. To the core:
//! `execute` for one clock with `write`, `whole`, `address` and `data`; from it `done` for one clock.
//!
//! **Timing.** Started in clock a, executed in a+1, `done` in a+2 or later, `busy` from a+1 to the clock after `done`.
//! So two accesses are executed at least four clocks apart, and what was read stands on the bus, from the clock after
//! `done`, for three clocks at the least.
//!
//! **Invariants.** Each start is executed once. What is written does not change before the next
//! access is executed.

use crate::circuit::Circuit;
use crate::shared::register_bus::RegisterBusMaster;
use rust_hdl::prelude::*;

/// One access at a time; see the module's header.
#[derive(Circuit, Default)]
pub struct Access {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the access under way.
    pub reset: Signal<In, Bit>,
    /// Begins an access.
    pub start: Signal<In, Bit>,
    /// It is a write.
    pub start_write: Signal<In, Bit>,
    /// Of all four bytes.
    pub start_whole: Signal<In, Bit>,
    /// Its word address.
    pub start_address: Signal<In, Bits<6>>,
    /// The word to write.
    pub start_data: Signal<In, Bits<32>>,
    /// An access is under way.
    pub busy: Signal<Out, Bit>,
    /// The register bus.
    pub bus: RegisterBusMaster,
    /// The access is executed in this clock.
    executing: DFF<Bit>,
    /// The access was executed, and its answer is awaited.
    waiting: DFF<Bit>,
    /// The access was answered one clock ago.
    finished: DFF<Bit>,
    /// The access, or the latest one, is a write.
    held_write: DFF<Bit>,
    /// If the access held is a write: it is of all four bytes.
    held_whole: DFF<Bit>,
    /// Word address of the access, or of the latest one.
    held_address: DFF<Bits<6>>,
    /// The word given with the access, or with the latest one.
    held_data: DFF<Bits<32>>,
}

impl Logic for Access {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = self.executing.q.val() | self.waiting.q.val() | self.finished.q.val();
        self.executing.d.next = self.start.val();
        self.waiting.d.next = self.executing.q.val() | (self.waiting.q.val() & !self.bus.done.val());
        self.finished.d.next = self.waiting.q.val() & self.bus.done.val();
        if self.start.val() {
            self.held_write.d.next = self.start_write.val();
            self.held_whole.d.next = self.start_whole.val();
            self.held_address.d.next = self.start_address.val();
            self.held_data.d.next = self.start_data.val();
        }
        if self.reset.val() {
            self.executing.d.next = false;
            self.waiting.d.next = false;
            self.finished.d.next = false;
        }
        self.bus.execute.next = self.executing.q.val();
        self.bus.write.next = self.held_write.q.val();
        self.bus.whole.next = self.held_whole.q.val();
        self.bus.address.next = self.held_address.q.val();
        self.bus.data.next = self.held_data.q.val();
    }
}
