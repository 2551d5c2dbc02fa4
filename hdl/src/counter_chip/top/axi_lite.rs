//! The chip with its AXI4-Lite bus adapter: pins and wires only.

use crate::circuit::Circuit;
use crate::counter_chip::core::Core;
use crate::shared::bus_adapter::axi_lite::AxiLite;
use crate::shared::register_bus::RegisterBusMaster;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The chip's pins; see [`crate::shared::bus_adapter::axi_lite`].
#[derive(Circuit)]
pub struct AxiLiteTop {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, high.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// Write address: byte address.
    pub s_axi_awaddr: Signal<In, Bits<8>>,
    /// Write address: protection; not looked at.
    pub s_axi_awprot: Signal<In, Bits<3>>,
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
    /// Read address: protection; not looked at.
    pub s_axi_arprot: Signal<In, Bits<3>>,
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
    bus_adapter: AxiLite,
    core: Core,
}

impl AxiLiteTop {
    /// The chip that `build` describes, but for its bus adapter, with every pin marked as driven from outside.
    pub fn new(build: &Build) -> Self {
        AxiLiteTopParts { bus_adapter: AxiLite::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for AxiLiteTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.s_axi_awaddr.next = self.s_axi_awaddr.val();
        self.bus_adapter.s_axi_awvalid.next = self.s_axi_awvalid.val();
        self.s_axi_awready.next = self.bus_adapter.s_axi_awready.val();
        self.bus_adapter.s_axi_wdata.next = self.s_axi_wdata.val();
        self.bus_adapter.s_axi_wstrb.next = self.s_axi_wstrb.val();
        self.bus_adapter.s_axi_wvalid.next = self.s_axi_wvalid.val();
        self.s_axi_wready.next = self.bus_adapter.s_axi_wready.val();
        self.s_axi_bresp.next = self.bus_adapter.s_axi_bresp.val();
        self.s_axi_bvalid.next = self.bus_adapter.s_axi_bvalid.val();
        self.bus_adapter.s_axi_bready.next = self.s_axi_bready.val();
        self.bus_adapter.s_axi_araddr.next = self.s_axi_araddr.val();
        self.bus_adapter.s_axi_arvalid.next = self.s_axi_arvalid.val();
        self.s_axi_arready.next = self.bus_adapter.s_axi_arready.val();
        self.s_axi_rdata.next = self.bus_adapter.s_axi_rdata.val();
        self.s_axi_rresp.next = self.bus_adapter.s_axi_rresp.val();
        self.s_axi_rvalid.next = self.bus_adapter.s_axi_rvalid.val();
        self.bus_adapter.s_axi_rready.next = self.s_axi_rready.val();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);
    }
}
