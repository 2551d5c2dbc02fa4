//! # The timer chip with its APB bus adapter
//!
//! **Purpose.** Pins and wires, and the upper address of the window, which the bus adapter for the registers does not
//! know.
//!
//! **Interface.** The host's side: a completer with 23 address bits, of bytes. Bit 22 set means the word of the timer
//! that bits 21 to 2 name; else bits 7 to 2 mean a register and those between must be 0. The memory's side: a pipelined
//! Wishbone master, `memory_*`; with memory inside it asks for nothing.
//!
//! **Timing.** That of [`crate::shared::bus_adapter::apb`]; the window's address is kept from the clock in which a transfer is
//! accepted.
//!
//! **Invariants.** The upper address belongs to the access that is executed, as it changes only when the next one is
//! accepted.

use crate::circuit::Circuit;
use crate::shared::bus_adapter::apb::Apb;
use crate::shared::register_bus::RegisterBusMaster;
use crate::timer_chip::core::Core;
use crate::timer_chip::memory_bus::MemoryMaster;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The chip's pins; see the module's header.
#[derive(Circuit)]
pub struct TimerApbTop {
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
    pub paddr: Signal<In, Bits<23>>,
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
    /// To the records' memory.
    pub memory: MemoryMaster,
    bus_adapter: Apb,
    core: Core,
    /// The latest transfer accepted is to the timers' window.
    window: DFF<Bit>,
    /// Low 20 bits of the word address: in the window the timer.
    index: DFF<Bits<20>>,
    /// Unless in the window: the address is beyond the registers.
    stray: DFF<Bit>,
}

impl TimerApbTop {
    /// The chip that `build` describes, with every pin marked as driven from outside.
    pub fn new(build: &TimerBuild) -> Self {
        TimerApbTopParts { bus_adapter: Apb::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for TimerApbTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.psel.next = self.psel.val();
        self.bus_adapter.paddr.next = self.paddr.val().get_bits::<8>(0);
        self.bus_adapter.pwrite.next = self.pwrite.val();
        self.bus_adapter.pwdata.next = self.pwdata.val();
        self.bus_adapter.pstrb.next = self.pstrb.val();
        self.prdata.next = self.core.bus.read_data.val();
        self.pready.next = self.bus_adapter.pready.val();
        self.pslverr.next = self.bus_adapter.pslverr.val();

        if self.bus_adapter.accepted.val() {
            self.window.d.next = self.paddr.val().get_bit(22);
            self.index.d.next = self.paddr.val().get_bits::<20>(2);
            self.stray.d.next = self.paddr.val().get_bits::<14>(8).any();
        }
        self.core.window.next = self.window.q.val();
        self.core.index.next = self.index.q.val();
        self.core.stray.next = self.stray.q.val();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);

        MemoryMaster::link(&mut self.memory, &mut self.core.memory);
    }
}
