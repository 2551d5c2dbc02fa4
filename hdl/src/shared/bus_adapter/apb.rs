//! # APB bus adapter
//!
//! **Purpose.** Carries the transfers of an APB master to the register bus.
//!
//! **Interface.** A completer of AMBA APB4 (APB3 with `pstrb` tied to 1111) with byte addresses, 256 bytes. The low two
//! address bits are ignored: an address means the word that contains it. `pslverr` comes with `pready` where there is
//! no register, and for a write of a part of a word (strobes neither 1111 nor 0000), which changes nothing. A write of
//! no byte is executed as a read, which changes nothing either. The word read goes from the core to its pins, past this
//! part. The protection bits of APB4 have no pins.
//!
//! **Timing.** A setup clock a is executed in a+1 and answered in the clock after `done`: `pready` is high in a+3 for a
//! write, a+4 for a read, where the core answers at once; up to 47 clocks later for a read of `NEXT`. `pready` and
//! `pslverr` are registers, high for one clock. The next setup clock may follow that.
//!
//! **Invariants.** Each transfer is executed once and answered once, unless the master drops `psel` before the answer:
//! then it is executed and not answered, and a transfer begun meanwhile waits until it is done. `pslverr` is never high
//! without `pready`, nor that without `psel` in the clock before.

use super::access::Access;
use crate::circuit::Circuit;
use crate::shared::register_bus::RegisterBusMaster;
use rust_hdl::prelude::*;

/// The bus adapter; see the module's header.
#[derive(Circuit, Default)]
pub struct Apb {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the transfer under way.
    pub reset: Signal<In, Bit>,
    /// The chip is selected.
    pub psel: Signal<In, Bit>,
    /// Byte address.
    pub paddr: Signal<In, Bits<8>>,
    /// It is a write.
    pub pwrite: Signal<In, Bit>,
    /// The word to write.
    pub pwdata: Signal<In, Bits<32>>,
    /// Which bytes of it.
    pub pstrb: Signal<In, Bits<4>>,
    /// The transfer ends.
    pub pready: Signal<Out, Bit>,
    /// With `pready`: it has failed.
    pub pslverr: Signal<Out, Bit>,
    /// A transfer is accepted in this clock.
    pub accepted: Signal<Out, Bit>,
    /// The register bus.
    pub bus: RegisterBusMaster,
    access: Access,
    /// The chip has been selected since it accepted the transfer.
    wanted: DFF<Bit>,
    /// The core answered the selected transfer one clock ago.
    ready: DFF<Bit>,
    /// One clock ago the core answered that the transfer has failed.
    failed: DFF<Bit>,
    answered: Signal<Local, Bit>,
}

impl Logic for Apb {
    #[hdl_gen]
    fn update(&mut self) {
        // The core is busy up to the clock of the answer, so the access phase accepts nothing again.
        self.accepted.next = self.psel.val() & !self.access.busy.val();
        self.access.reset.next = self.reset.val();
        self.access.start.next = self.psel.val() & !self.access.busy.val();
        self.access.start_write.next = self.pwrite.val() & self.pstrb.val().any();
        self.access.start_whole.next = self.pstrb.val().all();
        self.access.start_address.next = self.paddr.val().get_bits::<6>(2);
        self.access.start_data.next = self.pwdata.val();

        self.wanted.d.next = self.psel.val() & (!self.access.busy.val() | self.wanted.q.val());
        self.answered.next = self.bus.done.val() & self.wanted.q.val() & self.psel.val();
        self.ready.d.next = self.answered.val();
        self.failed.d.next = self.answered.val() & self.bus.failed.val();
        if self.reset.val() {
            self.wanted.d.next = false;
            self.ready.d.next = false;
            self.failed.d.next = false;
        }
        self.pready.next = self.ready.q.val();
        self.pslverr.next = self.failed.q.val();

        RegisterBusMaster::link(&mut self.bus, &mut self.access.bus);
    }
}

#[cfg(test)]
mod tests;
