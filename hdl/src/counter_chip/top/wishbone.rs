//! The chip with its Wishbone bus adapter: pins and wires only.

use crate::circuit::Circuit;
use crate::counter_chip::core::Core;
use crate::shared::bus_adapter::wishbone::Wishbone;
use crate::shared::register_bus::RegisterBusMaster;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The chip's pins; see [`crate::shared::bus_adapter::wishbone`].
#[derive(Circuit)]
pub struct WishboneTop {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, high.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
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
    /// The word read.
    pub wb_dat_r: Signal<Out, Bits<32>>,
    /// The transfer is done.
    pub wb_ack: Signal<Out, Bit>,
    /// The transfer has failed.
    pub wb_err: Signal<Out, Bit>,
    /// No transfer is accepted in this clock.
    pub wb_stall: Signal<Out, Bit>,
    bus_adapter: Wishbone,
    core: Core,
}

impl WishboneTop {
    /// The chip that `build` describes, but for its bus adapter, with every pin marked as driven from outside.
    pub fn new(build: &Build) -> Self {
        WishboneTopParts { bus_adapter: Wishbone::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for WishboneTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.wb_cyc.next = self.wb_cyc.val();
        self.bus_adapter.wb_stb.next = self.wb_stb.val();
        self.bus_adapter.wb_we.next = self.wb_we.val();
        self.bus_adapter.wb_sel.next = self.wb_sel.val();
        self.bus_adapter.wb_adr.next = self.wb_adr.val();
        self.bus_adapter.wb_dat_w.next = self.wb_dat_w.val();
        self.wb_dat_r.next = self.core.bus.read_data.val();
        self.wb_ack.next = self.bus_adapter.wb_ack.val();
        self.wb_err.next = self.bus_adapter.wb_err.val();
        self.wb_stall.next = self.bus_adapter.wb_stall.val();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);
    }
}
