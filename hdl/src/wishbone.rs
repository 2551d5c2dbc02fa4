//! # Wishbone B4 front end
//!
//! **Purpose.** Carries the transfers of a Wishbone master to the register bus.
//!
//! **Interface.** A 32-bit slave with word addresses, classic and pipelined. `wb_err` ends a transfer that found no
//! register or wrote part of a word (`wb_sel` other than 1111). Reads ignore `wb_sel`.
//!
//! **Timing.** Three clocks a transfer: accepted (`wb_stall` low), executed, answered. `wb_ack`, `wb_err` and
//! `wb_dat_r` are registers.
//!
//! **Invariants.** Each accepted transfer is executed once and answered once, unless the master drops `wb_cyc` first:
//! then it is executed and not answered. `wb_ack` and `wb_err` are never high together, nor without `wb_cyc` in the
//! clock before.

use rust_hdl::prelude::*;

/// The front end; see the module's header.
#[derive(LogicBlock, Default)]
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
    /// Register bus: an access is made in this clock.
    pub execute: Signal<Out, Bit>,
    /// Register bus: it is a write.
    pub write: Signal<Out, Bit>,
    /// Register bus: of all four bytes.
    pub whole: Signal<Out, Bit>,
    /// Register bus: word address.
    pub address: Signal<Out, Bits<6>>,
    /// Register bus: word written.
    pub data: Signal<Out, Bits<32>>,
    /// Register bus: the access is done.
    pub done: Signal<In, Bit>,
    /// Register bus: with `done`: the access has failed.
    pub failed: Signal<In, Bit>,
    waiting: DFF<Bit>,
    failing: DFF<Bit>,
    executing: DFF<Bit>,
    answering: DFF<Bit>,
    request_write: DFF<Bit>,
    request_whole: DFF<Bit>,
    request_address: DFF<Bits<6>>,
    request_data: DFF<Bits<32>>,
    accepted: Signal<Local, Bit>,
    busy: Signal<Local, Bit>,
}

impl Logic for Wishbone {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            executing,
            answering,
            waiting,
            failing,
            request_write,
            request_whole,
            request_address,
            request_data
        );
        self.busy.next = self.executing.q.val() | self.waiting.q.val() | self.answering.q.val();
        self.accepted.next = self.wb_cyc.val() & self.wb_stb.val() & !self.busy.val();
        self.executing.d.next = self.accepted.val();
        if self.executing.q.val() {
            self.waiting.d.next = true;
        }
        self.answering.d.next = false;
        if self.waiting.q.val() & self.done.val() {
            self.waiting.d.next = false;
            self.answering.d.next = self.wb_cyc.val();
            self.failing.d.next = self.failed.val();
        }
        if self.accepted.val() {
            self.request_write.d.next = self.wb_we.val();
            self.request_whole.d.next = self.wb_sel.val().all();
            self.request_address.d.next = self.wb_adr.val();
            self.request_data.d.next = self.wb_dat_w.val();
        }
        if self.reset.val() {
            self.executing.d.next = false;
            self.answering.d.next = false;
            self.waiting.d.next = false;
        }
        self.wb_stall.next = self.busy.val();
        self.wb_ack.next = self.answering.q.val() & !self.failing.q.val();
        self.wb_err.next = self.answering.q.val() & self.failing.q.val();
        self.execute.next = self.executing.q.val();
        self.write.next = self.request_write.q.val();
        self.whole.next = self.request_whole.q.val();
        self.address.next = self.request_address.q.val();
        self.data.next = self.request_data.q.val();
    }
}
