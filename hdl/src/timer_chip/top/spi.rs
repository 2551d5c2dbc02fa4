//! # The timer chip with its SPI bus adapter
//!
//! **Purpose.** Pins and wires.
//!
//! **Interface.** The host's side: SPI, `spi_*`. It reaches a timer's word by `TIMER` and `TIMER_WORD`. The memory's
//! side: a pipelined Wishbone master, `memory_*`; with memory inside it asks for nothing.
//!
//! **Timing.** That of [`crate::shared::bus_adapter::spi`]. An access to a timer's word may wait for a command and two records:
//! with memory of one clock it is made within 128 clocks, a byte at an `spi_sck` of the clock / 16. At a faster one the
//! chip may answer that it has not finished.
//!
//! **Invariants.** No address but those of the registers reaches the core.

use crate::circuit::Circuit;
use crate::shared::bus_adapter::spi::Spi;
use crate::shared::register_bus::RegisterBusMaster;
use crate::timer_chip::core::Core;
use crate::timer_chip::memory_bus::MemoryMaster;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The chip's pins; see the module's header.
#[derive(Circuit)]
pub struct TimerSpiTop {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, high.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// The host's clock.
    pub spi_sck: Signal<In, Bit>,
    /// Low: a frame for this chip.
    pub spi_cs_n: Signal<In, Bit>,
    /// From the host.
    pub spi_mosi: Signal<In, Bit>,
    /// To the host; always driven.
    pub spi_miso: Signal<Out, Bit>,
    /// To the records' memory.
    pub memory: MemoryMaster,
    bus_adapter: Spi,
    core: Core,
}

impl TimerSpiTop {
    /// The chip that `build` describes, with every pin marked as driven from outside.
    pub fn new(build: &TimerBuild) -> Self {
        TimerSpiTopParts { bus_adapter: Spi::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for TimerSpiTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.spi_sck.next = self.spi_sck.val();
        self.bus_adapter.spi_cs_n.next = self.spi_cs_n.val();
        self.bus_adapter.spi_mosi.next = self.spi_mosi.val();
        self.spi_miso.next = self.bus_adapter.spi_miso.val();
        // Only registers have an address here; `TIMER` names the timer whose word `TIMER_WORD` is.
        self.core.window.next = false;
        self.core.index.next = 0.into();
        self.core.stray.next = false;

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);

        MemoryMaster::link(&mut self.memory, &mut self.core.memory);
    }
}
