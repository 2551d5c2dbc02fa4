//! # Wishbone B4 bus adapter
//!
//! **Purpose.** Carries the transfers of a Wishbone master to the register bus.
//!
//! **Interface.** A 32-bit slave with word addresses, classic and pipelined. `wb_err` ends a transfer that found no
//! register or wrote part of a word (`wb_sel` neither 1111 nor 0000). A write of no byte is executed as a read, which
//! changes nothing. Reads ignore `wb_sel`. The word read goes from the core to its pins, past this part.
//!
//! **Timing.** Accepted (`wb_stall` low) in clock a, executed in a+1, answered in the clock after `done`: a+3, where
//! the core answers at once; up to 47 clocks later for a read of `NEXT`. `wb_stall` is high from a+1 to the clock
//! after `done`, so a write takes four clocks and a read five. `wb_ack` and `wb_err` are registers, high for one clock.
//!
//! **Invariants.** Each accepted transfer is executed once and answered once, unless the master drops `wb_cyc` first:
//! then it is executed and not answered, and a cycle begun meanwhile waits until it is done. `wb_ack` and `wb_err` are
//! never high together, nor without `wb_cyc` in the clock before.

use super::access::Access;
use crate::circuit::Circuit;
use crate::shared::register_bus::RegisterBusMaster;
use rust_hdl::prelude::*;

/// The bus adapter; see the module's header.
#[derive(Circuit, Default)]
pub struct Wishbone {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the transfer under way.
    pub reset: Signal<In, Bit>,
    /// A bus cycle is under way.
    pub wb_cyc: Signal<In, Bit>,
    /// The master asks for a transfer.
    pub wb_stb: Signal<In, Bit>,
    /// It is a write.
    pub wb_we: Signal<In, Bit>,
    /// Which bytes.
    pub wb_sel: Signal<In, Bits<4>>,
    /// Which word.
    pub wb_adr: Signal<In, Bits<6>>,
    /// The word to write.
    pub wb_dat_w: Signal<In, Bits<32>>,
    /// The transfer is done.
    pub wb_ack: Signal<Out, Bit>,
    /// The transfer has failed.
    pub wb_err: Signal<Out, Bit>,
    /// No transfer is accepted in this clock.
    pub wb_stall: Signal<Out, Bit>,
    /// The register bus.
    pub bus: RegisterBusMaster,
    access: Access,
    /// The bus cycle of the latest transfer accepted still lasts.
    wanted: DFF<Bit>,
    /// One clock ago the core answered that the access is done.
    acknowledging: DFF<Bit>,
    /// One clock ago the core answered that the access has failed.
    refusing: DFF<Bit>,
    accepted: Signal<Local, Bit>,
    answered: Signal<Local, Bit>,
}

impl Logic for Wishbone {
    #[hdl_gen]
    fn update(&mut self) {
        self.accepted.next = self.wb_cyc.val() & self.wb_stb.val() & !self.access.busy.val();
        self.access.reset.next = self.reset.val();
        self.access.start.next = self.accepted.val();
        self.access.start_write.next = self.wb_we.val() & self.wb_sel.val().any();
        self.access.start_whole.next = self.wb_sel.val().all();
        self.access.start_address.next = self.wb_adr.val();
        self.access.start_data.next = self.wb_dat_w.val();
        self.wb_stall.next = self.access.busy.val();

        // The answer is for the cycle in which the transfer was accepted, and for no later one.
        self.wanted.d.next = self.accepted.val() | (self.wanted.q.val() & self.wb_cyc.val());
        self.answered.next = self.bus.done.val() & self.wanted.q.val() & self.wb_cyc.val();
        self.acknowledging.d.next = self.answered.val() & !self.bus.failed.val();
        self.refusing.d.next = self.answered.val() & self.bus.failed.val();
        if self.reset.val() {
            self.wanted.d.next = false;
            self.acknowledging.d.next = false;
            self.refusing.d.next = false;
        }
        self.wb_ack.next = self.acknowledging.q.val();
        self.wb_err.next = self.refusing.q.val();

        RegisterBusMaster::link(&mut self.bus, &mut self.access.bus);
    }
}

#[cfg(test)]
mod tests;
