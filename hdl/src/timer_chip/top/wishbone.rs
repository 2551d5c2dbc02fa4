//! # The timer chip with its Wishbone bus adapter
//!
//! **Purpose.** Pins and wires, and the upper address of the window, which the bus adapter for the registers does not
//! know.
//!
//! **Interface.** The host's side: a 32-bit slave with 21 address bits, `wb_*`. Bit 20 set means the word of the timer
//! that the others name; else bits 5 to 0 mean a register and those between must be 0. The memory's side: a pipelined
//! master, `memory_*`; with memory inside it asks for nothing.
//!
//! **Timing.** That of [`crate::shared::bus_adapter::wishbone`]; the window's address is kept from the clock in which a
//! transfer is accepted.
//!
//! **Invariants.** The upper address belongs to the access that is executed, as it changes only when the next one is
//! accepted.

use crate::circuit::Circuit;
use crate::shared::bus_adapter::wishbone::Wishbone;
use crate::shared::register_bus::RegisterBusMaster;
use crate::timer_chip::core::Core;
use crate::timer_chip::memory_bus::MemoryMaster;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The chip's pins; see the module's header.
#[derive(Circuit)]
pub struct TimerWishboneTop {
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
    pub wb_adr: Signal<In, Bits<21>>,
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
    /// To the records' memory.
    pub memory: MemoryMaster,
    bus_adapter: Wishbone,
    core: Core,
    /// The latest transfer accepted is to the timers' window.
    window: DFF<Bit>,
    /// Low 20 bits of the word address: in the window the timer.
    index: DFF<Bits<20>>,
    /// Unless in the window: the address is beyond the registers.
    stray: DFF<Bit>,
}

impl TimerWishboneTop {
    /// The chip that `build` describes, with every pin marked as driven from outside.
    pub fn new(build: &TimerBuild) -> Self {
        TimerWishboneTopParts { bus_adapter: Wishbone::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for TimerWishboneTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.wb_cyc.next = self.wb_cyc.val();
        self.bus_adapter.wb_stb.next = self.wb_stb.val();
        self.bus_adapter.wb_we.next = self.wb_we.val();
        self.bus_adapter.wb_sel.next = self.wb_sel.val();
        self.bus_adapter.wb_adr.next = self.wb_adr.val().get_bits::<6>(0);
        self.bus_adapter.wb_dat_w.next = self.wb_dat_w.val();
        self.wb_dat_r.next = self.core.bus.read_data.val();
        self.wb_ack.next = self.bus_adapter.wb_ack.val();
        self.wb_err.next = self.bus_adapter.wb_err.val();
        self.wb_stall.next = self.bus_adapter.wb_stall.val();

        // What the bus adapter accepts in this clock, with its upper address.
        if self.wb_cyc.val() & self.wb_stb.val() & !self.bus_adapter.wb_stall.val() {
            self.window.d.next = self.wb_adr.val().get_bit(20);
            self.index.d.next = self.wb_adr.val().get_bits::<20>(0);
            self.stray.d.next = self.wb_adr.val().get_bits::<14>(6).any();
        }
        self.core.window.next = self.window.q.val();
        self.core.index.next = self.index.q.val();
        self.core.stray.next = self.stray.q.val();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);

        MemoryMaster::link(&mut self.memory, &mut self.core.memory);
    }
}
