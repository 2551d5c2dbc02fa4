//! The chip with its SPI bus adapter: pins and wires only.

use crate::circuit::Circuit;
use crate::counter_chip::core::Core;
use crate::shared::bus_adapter::spi::Spi;
use crate::shared::register_bus::RegisterBusMaster;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The chip's pins; see [`crate::shared::bus_adapter::spi`].
#[derive(Circuit)]
pub struct SpiTop {
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
    bus_adapter: Spi,
    core: Core,
}

impl SpiTop {
    /// The chip that `build` describes, but for its bus adapter, with every pin marked as driven from outside.
    pub fn new(build: &Build) -> Self {
        SpiTopParts { bus_adapter: Spi::default(), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for SpiTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.spi_sck.next = self.spi_sck.val();
        self.bus_adapter.spi_cs_n.next = self.spi_cs_n.val();
        self.bus_adapter.spi_mosi.next = self.spi_mosi.val();
        self.spi_miso.next = self.bus_adapter.spi_miso.val();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);
    }
}
