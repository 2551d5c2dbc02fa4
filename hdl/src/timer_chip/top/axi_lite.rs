//! # The timer chip with its AXI4-Lite bus adapter
//!
//! **Purpose.** Pins and wires, and the upper address of the window, which the bus adapter for the registers does not
//! know.
//!
//! **Interface.** The host's side: a 32-bit slave with 23 address bits, of bytes, `s_axi_*`. Bit 22 set means the word
//! of the timer that bits 21 to 2 name; else bits 7 to 2 mean a register and those between must be 0. The memory's
//! side: a pipelined Wishbone master, `memory_*`; with memory inside it asks for nothing.
//!
//! **Timing.** That of [`crate::shared::bus_adapter::axi_lite`].
//!
//! **Invariants.** The upper address belongs to the access that is executed: each channel's is kept until the clock of
//! `execute`, as the next one is taken in that clock at the earliest.

use crate::circuit::Circuit;
use crate::shared::bus_adapter::axi_lite::AxiLite;
use crate::shared::register_bus::RegisterBusMaster;
use crate::timer_chip::core::Core;
use crate::timer_chip::memory_bus::MemoryMaster;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The chip's pins; see the module's header.
#[derive(Circuit)]
pub struct TimerAxiLiteTop {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, high.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// Write address: byte address.
    pub s_axi_awaddr: Signal<In, Bits<23>>,
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
    pub s_axi_araddr: Signal<In, Bits<23>>,
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
    /// To the records' memory.
    pub memory: MemoryMaster,
    bus_adapter: AxiLite,
    core: Core,
    /// Bits 22 to 8 of the latest write address taken.
    write_upper: DFF<Bits<15>>,
    /// Bits 22 to 8 of the latest read address taken.
    read_upper: DFF<Bits<15>>,
    /// Bits 22 to 8 of the address of the latest access.
    held_upper: DFF<Bits<15>>,
    upper: Signal<Local, Bits<15>>,
}

impl TimerAxiLiteTop {
    /// The chip that `build` describes, with every pin marked as driven from outside.
    pub fn new(build: &TimerBuild) -> Self {
        TimerAxiLiteTopParts { bus_adapter: AxiLite::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for TimerAxiLiteTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.s_axi_awaddr.next = self.s_axi_awaddr.val().get_bits::<8>(0);
        self.bus_adapter.s_axi_awvalid.next = self.s_axi_awvalid.val();
        self.s_axi_awready.next = self.bus_adapter.s_axi_awready.val();
        self.bus_adapter.s_axi_wdata.next = self.s_axi_wdata.val();
        self.bus_adapter.s_axi_wstrb.next = self.s_axi_wstrb.val();
        self.bus_adapter.s_axi_wvalid.next = self.s_axi_wvalid.val();
        self.s_axi_wready.next = self.bus_adapter.s_axi_wready.val();
        self.s_axi_bresp.next = self.bus_adapter.s_axi_bresp.val();
        self.s_axi_bvalid.next = self.bus_adapter.s_axi_bvalid.val();
        self.bus_adapter.s_axi_bready.next = self.s_axi_bready.val();
        self.bus_adapter.s_axi_araddr.next = self.s_axi_araddr.val().get_bits::<8>(0);
        self.bus_adapter.s_axi_arvalid.next = self.s_axi_arvalid.val();
        self.s_axi_arready.next = self.bus_adapter.s_axi_arready.val();
        self.s_axi_rdata.next = self.bus_adapter.s_axi_rdata.val();
        self.s_axi_rresp.next = self.bus_adapter.s_axi_rresp.val();
        self.s_axi_rvalid.next = self.bus_adapter.s_axi_rvalid.val();
        self.bus_adapter.s_axi_rready.next = self.s_axi_rready.val();

        // The upper address of what each channel holds, and of the access that is made.
        if self.s_axi_awvalid.val() & self.bus_adapter.s_axi_awready.val() {
            self.write_upper.d.next = self.s_axi_awaddr.val().get_bits::<15>(8);
        }
        if self.s_axi_arvalid.val() & self.bus_adapter.s_axi_arready.val() {
            self.read_upper.d.next = self.s_axi_araddr.val().get_bits::<15>(8);
        }
        self.upper.next = self.held_upper.q.val();
        if self.bus_adapter.bus.execute.val() {
            self.upper.next = self.read_upper.q.val();
            if self.bus_adapter.of_write.val() {
                self.upper.next = self.write_upper.q.val();
            }
        }
        self.held_upper.d.next = self.upper.val();
        self.core.window.next = self.upper.val().get_bit(14);
        self.core.index.next = bit_cast::<20, 6>(self.bus_adapter.bus.address.val())
            | (bit_cast::<20, 14>(self.upper.val().get_bits::<14>(0)) << 6);
        self.core.stray.next = !self.upper.val().get_bit(14) & self.upper.val().get_bits::<14>(0).any();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);

        MemoryMaster::link(&mut self.memory, &mut self.core.memory);
    }
}
