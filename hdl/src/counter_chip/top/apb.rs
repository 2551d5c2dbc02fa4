//! The chip with its APB bus adapter: pins and wires only.

use crate::circuit::Circuit;
use crate::counter_chip::core::Core;
use crate::shared::bus_adapter::apb::Apb;
use crate::shared::register_bus::RegisterBusMaster;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The chip's pins; see [`crate::shared::bus_adapter::apb`].
#[derive(Circuit)]
pub struct ApbTop {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, high.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// The chip is selected.
    pub psel: Signal<In, Bit>,
    /// The transfer's second clock and those after it; not looked at.
    pub penable: Signal<In, Bit>,
    /// Byte address.
    pub paddr: Signal<In, Bits<8>>,
    /// It is a write.
    pub pwrite: Signal<In, Bit>,
    /// The word to write.
    pub pwdata: Signal<In, Bits<32>>,
    /// Which bytes of it.
    pub pstrb: Signal<In, Bits<4>>,
    /// The word read.
    pub prdata: Signal<Out, Bits<32>>,
    /// The transfer ends.
    pub pready: Signal<Out, Bit>,
    /// With `pready`: it has failed.
    pub pslverr: Signal<Out, Bit>,
    bus_adapter: Apb,
    core: Core,
}

impl ApbTop {
    /// The chip that `build` describes, but for its bus adapter, with every pin marked as driven from outside.
    pub fn new(build: &Build) -> Self {
        ApbTopParts { bus_adapter: Apb::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for ApbTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.psel.next = self.psel.val();
        self.bus_adapter.paddr.next = self.paddr.val();
        self.bus_adapter.pwrite.next = self.pwrite.val();
        self.bus_adapter.pwdata.next = self.pwdata.val();
        self.bus_adapter.pstrb.next = self.pstrb.val();
        self.prdata.next = self.core.bus.read_data.val();
        self.pready.next = self.bus_adapter.pready.val();
        self.pslverr.next = self.bus_adapter.pslverr.val();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);
    }
}
