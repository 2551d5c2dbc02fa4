//! The chip with its UART bus adapter: pins and wires only.

use crate::circuit::Circuit;
use crate::counter_chip::core::Core;
use crate::shared::bus_adapter::uart::Uart;
use crate::shared::register_bus::RegisterBusMaster;
use carillon_regmap::counter_chip::Build;
use rust_hdl::prelude::*;

/// The chip's pins; see [`crate::shared::bus_adapter::uart`].
#[derive(Circuit)]
pub struct UartTop {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, high.
    pub reset: Signal<In, Bit>,
    /// The interrupt line.
    pub irq: Signal<Out, Bit>,
    /// From the host; high when idle.
    pub uart_rx: Signal<In, Bit>,
    /// To the host; high when idle.
    pub uart_tx: Signal<Out, Bit>,
    bus_adapter: Uart,
    core: Core,
}

impl UartTop {
    /// The chip that `build` describes, but for its bus adapter, with every pin marked as driven from outside.
    ///
    /// `clocks_a_bit` is the chip's clock over the baud rate, 4 to 65,535.
    pub fn new(build: &Build, clocks_a_bit: u32) -> Self {
        UartTopParts { bus_adapter: Uart::new(clocks_a_bit), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for UartTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.uart_rx.next = self.uart_rx.val();
        self.uart_tx.next = self.bus_adapter.uart_tx.val();

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);
    }
}
