//! # AXI4-Lite bus adapter
//!
//! **Purpose.** Carries the transfers of an AXI4-Lite master to the register bus.
//!
//! **Interface.** A 32-bit slave with byte addresses, 256 bytes. The low two address bits are ignored: an address means
//! the word that contains it. SLVERR answers a transfer that found no register, and a write of a part of a word
//! (strobes neither 1111 nor 0000), which changes nothing. A write of no byte is executed as a read, which changes
//! nothing either, and answered as a write. Protection bits are not looked at; the top leaves them unconnected.
//!
//! **Timing.** Each channel holds one transfer, so `awready`, `wready` and `arready` do not wait for anything on
//! another channel: address and data of a write may come in either order, and the next may come while one is answered.
//! All outputs are registers or their inverse; no output depends on an input of the same clock. Taken in clock a (for a
//! write: the later of address and data), executed in a+2, `bvalid` in a+4, `rvalid` in a+5, where the core answers at
//! once.
//!
//! **Invariants.** Each write (one address and one datum) and each read is executed once and answered once, in order.
//! `bvalid` and `rvalid` stay, with what they tell, until `bready` and `rready`. A response that is not taken holds up
//! its own kind only. Where a read and a write both wait, they take turns.

use super::access::Access;
use crate::circuit::Circuit;
use crate::shared::register_bus::RegisterBusMaster;
use rust_hdl::prelude::*;

/// The bus adapter; see the module's header.
#[derive(Circuit, Default)]
pub struct AxiLite {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the transfers under way.
    pub reset: Signal<In, Bit>,
    /// Write address: byte address.
    pub s_axi_awaddr: Signal<In, Bits<8>>,
    /// Write address: offered.
    pub s_axi_awvalid: Signal<In, Bit>,
    /// Write address: taken when offered.
    pub s_axi_awready: Signal<Out, Bit>,
    /// Write data: the word.
    pub s_axi_wdata: Signal<In, Bits<32>>,
    /// Write data: which bytes.
    pub s_axi_wstrb: Signal<In, Bits<4>>,
    /// Write data: offered.
    pub s_axi_wvalid: Signal<In, Bit>,
    /// Write data: taken when offered.
    pub s_axi_wready: Signal<Out, Bit>,
    /// Write response: 0 is OKAY, 2 is SLVERR.
    pub s_axi_bresp: Signal<Out, Bits<2>>,
    /// Write response: offered.
    pub s_axi_bvalid: Signal<Out, Bit>,
    /// Write response: taken when offered.
    pub s_axi_bready: Signal<In, Bit>,
    /// Read address: byte address.
    pub s_axi_araddr: Signal<In, Bits<8>>,
    /// Read address: offered.
    pub s_axi_arvalid: Signal<In, Bit>,
    /// Read address: taken when offered.
    pub s_axi_arready: Signal<Out, Bit>,
    /// Read data: the word.
    pub s_axi_rdata: Signal<Out, Bits<32>>,
    /// Read data: 0 is OKAY, 2 is SLVERR.
    pub s_axi_rresp: Signal<Out, Bits<2>>,
    /// Read data: offered.
    pub s_axi_rvalid: Signal<Out, Bit>,
    /// Read data: taken when offered.
    pub s_axi_rready: Signal<In, Bit>,
    /// The access under way, or the latest one, is a write's; one without a strobe is executed as a read.
    pub of_write: Signal<Out, Bit>,
    /// The register bus.
    pub bus: RegisterBusMaster,
    access: Access,
    // One transfer a channel, until the access begins.
    /// A write address was taken and waits for its access.
    write_address_held: DFF<Bit>,
    /// Word address of the latest write taken.
    write_address: DFF<Bits<6>>,
    /// Write data were taken and wait for their access.
    write_data_held: DFF<Bit>,
    /// The latest write data taken.
    write_data: DFF<Bits<32>>,
    /// The latest write data had all four byte strobes.
    write_whole: DFF<Bit>,
    /// The latest write data had a byte strobe.
    write_some: DFF<Bit>,
    /// A read address was taken and waits for its access.
    read_address_held: DFF<Bit>,
    /// Word address of the latest read taken.
    read_address: DFF<Bits<6>>,
    // The access under way, and the one before it.
    /// The access under way, or the latest one, is a write.
    write_last: DFF<Bit>,
    // The answers.
    /// A write was answered; its response is not taken yet.
    write_answered: DFF<Bit>,
    /// The write that was answered last has failed.
    write_failed: DFF<Bit>,
    /// The core answered a read one clock ago: its word is there.
    read_done: DFF<Bit>,
    /// The core's answer of one clock ago, if any, was a failure.
    read_failed: DFF<Bit>,
    /// A read was answered; its word is not taken yet.
    read_answered: DFF<Bit>,
    /// The read that was answered last has failed.
    read_refused: DFF<Bit>,
    /// The word of the read that was answered last.
    word_read: DFF<Bits<32>>,
    write_ready: Signal<Local, Bit>,
    read_ready: Signal<Local, Bit>,
    start_write: Signal<Local, Bit>,
    start_read: Signal<Local, Bit>,
    ended: Signal<Local, Bit>,
}

impl Logic for AxiLite {
    #[hdl_gen]
    fn update(&mut self) {
        // Which access is next: one whose answer has room; in turns where there are two.
        self.write_ready.next =
            self.write_address_held.q.val() & self.write_data_held.q.val() & !self.write_answered.q.val();
        self.read_ready.next = self.read_address_held.q.val() & !self.read_answered.q.val();
        self.start_write.next =
            !self.access.busy.val() & self.write_ready.val() & !(self.read_ready.val() & self.write_last.q.val());
        self.start_read.next =
            !self.access.busy.val() & self.read_ready.val() & !(self.write_ready.val() & !self.write_last.q.val());
        self.access.reset.next = self.reset.val();
        self.access.start.next = self.start_write.val() | self.start_read.val();
        self.access.start_write.next = self.start_write.val() & self.write_some.q.val();
        self.access.start_whole.next = self.write_whole.q.val();
        self.access.start_data.next = self.write_data.q.val();
        self.access.start_address.next = self.read_address.q.val();
        if self.start_write.val() {
            self.access.start_address.next = self.write_address.q.val();
        }
        if self.start_write.val() | self.start_read.val() {
            self.write_last.d.next = self.start_write.val();
        }

        // Requests in; the access takes them out.
        if self.start_write.val() {
            self.write_address_held.d.next = false;
            self.write_data_held.d.next = false;
        }
        if self.start_read.val() {
            self.read_address_held.d.next = false;
        }
        if self.s_axi_awvalid.val() & !self.write_address_held.q.val() {
            self.write_address_held.d.next = true;
            self.write_address.d.next = self.s_axi_awaddr.val().get_bits::<6>(2);
        }
        if self.s_axi_wvalid.val() & !self.write_data_held.q.val() {
            self.write_data_held.d.next = true;
            self.write_data.d.next = self.s_axi_wdata.val();
            self.write_whole.d.next = self.s_axi_wstrb.val().all();
            self.write_some.d.next = self.s_axi_wstrb.val().any();
        }
        if self.s_axi_arvalid.val() & !self.read_address_held.q.val() {
            self.read_address_held.d.next = true;
            self.read_address.d.next = self.s_axi_araddr.val().get_bits::<6>(2);
        }

        // Answers out. The word read is there a clock after `done`. Just after a reset, `done` may be that of an access
        // which was forgotten: then nothing is under way.
        self.ended.next = self.bus.done.val() & self.access.busy.val();
        if self.write_answered.q.val() & self.s_axi_bready.val() {
            self.write_answered.d.next = false;
        }
        if self.ended.val() & self.write_last.q.val() {
            self.write_answered.d.next = true;
            self.write_failed.d.next = self.bus.failed.val();
        }
        self.read_done.d.next = self.ended.val() & !self.write_last.q.val();
        self.read_failed.d.next = self.bus.failed.val();
        if self.read_answered.q.val() & self.s_axi_rready.val() {
            self.read_answered.d.next = false;
        }
        if self.read_done.q.val() {
            self.read_answered.d.next = true;
            self.read_refused.d.next = self.read_failed.q.val();
            self.word_read.d.next = self.bus.read_data.val();
        }

        if self.reset.val() {
            self.write_address_held.d.next = false;
            self.write_data_held.d.next = false;
            self.read_address_held.d.next = false;
            self.write_last.d.next = false;
            self.write_answered.d.next = false;
            self.read_done.d.next = false;
            self.read_answered.d.next = false;
        }

        self.s_axi_awready.next = !self.write_address_held.q.val();
        self.s_axi_wready.next = !self.write_data_held.q.val();
        self.s_axi_arready.next = !self.read_address_held.q.val();
        self.s_axi_bvalid.next = self.write_answered.q.val();
        self.s_axi_bresp.next = bit_cast::<2, 1>(self.write_failed.q.val().into()) << 1;
        self.s_axi_rvalid.next = self.read_answered.q.val();
        self.s_axi_rresp.next = bit_cast::<2, 1>(self.read_refused.q.val().into()) << 1;
        self.s_axi_rdata.next = self.word_read.q.val();
        self.of_write.next = self.write_last.q.val();
        RegisterBusMaster::link(&mut self.bus, &mut self.access.bus);
    }
}

#[cfg(test)]
mod tests;
