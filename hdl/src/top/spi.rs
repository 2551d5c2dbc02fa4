//! The chip with its SPI front end: pins and wires only.

use crate::Build;
use crate::counter_chip::CounterChip;
use crate::front::spi::Spi;
use rust_hdl::prelude::*;

/// The chip's pins; see [`crate::front::spi`].
#[derive(LogicBlock)]
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
    front: Spi,
    core: CounterChip,
}

impl SpiTop {
    /// The chip that `build` describes, but for its front end, with every pin marked as driven from outside.
    pub fn new(build: &Build) -> Self {
        let mut top = Self {
            clock: Default::default(),
            reset: Default::default(),
            irq: Default::default(),
            spi_sck: Default::default(),
            spi_cs_n: Default::default(),
            spi_mosi: Default::default(),
            spi_miso: Default::default(),
            front: Default::default(),
            core: CounterChip::new(build),
        };
        top.clock.connect();
        top.reset.connect();
        top.spi_sck.connect();
        top.spi_cs_n.connect();
        top.spi_mosi.connect();
        top.connect_all();
        top
    }
}

impl Logic for SpiTop {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, front, core);
        self.front.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.front.spi_sck.next = self.spi_sck.val();
        self.front.spi_cs_n.next = self.spi_cs_n.val();
        self.front.spi_mosi.next = self.spi_mosi.val();
        self.spi_miso.next = self.front.spi_miso.val();

        self.core.execute.next = self.front.execute.val();
        self.core.write.next = self.front.write.val();
        self.core.whole.next = self.front.whole.val();
        self.core.address.next = self.front.address.val();
        self.core.data.next = self.front.data.val();
        self.front.done.next = self.core.done.val();
        self.front.failed.next = self.core.failed.val();
        self.front.read_data.next = self.core.read_data.val();
    }
}
