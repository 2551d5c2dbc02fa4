//! # The timer chip with its UART bus adapter
//!
//! **Purpose.** Pins and wires.
//!
//! **Interface.** The host's side: a serial line, `uart_*`. It reaches a timer's word by `TIMER` and `TIMER_WORD`. The
//! memory's side: a pipelined Wishbone master, `memory_*`; with memory inside it asks for nothing.
//!
//! **Timing.** That of [`crate::shared::bus_adapter::uart`].
//!
//! **Invariants.** No address but those of the registers reaches the core.

use crate::circuit::Circuit;
use crate::shared::bus_adapter::uart::Uart;
use crate::shared::register_bus::RegisterBusMaster;
use crate::timer_chip::core::Core;
use crate::timer_chip::memory_bus::MemoryMaster;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// The chip's pins; see the module's header.
#[derive(Circuit)]
pub struct TimerUartTop {
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
    /// To the records' memory.
    pub memory: MemoryMaster,
    bus_adapter: Uart,
    core: Core,
}

impl TimerUartTop {
    /// The chip that `build` describes, with every pin marked as driven from outside.
    ///
    /// `clocks_a_bit` is the chip's clock over the baud rate, 4 to 65,535.
    pub fn new(build: &TimerBuild, clocks_a_bit: u32) -> Self {
        TimerUartTopParts { bus_adapter: Uart::new(clocks_a_bit), core: Core::new(build) }.assemble().into_top()
    }
}

impl Logic for TimerUartTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus_adapter.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.bus_adapter.uart_rx.next = self.uart_rx.val();
        self.uart_tx.next = self.bus_adapter.uart_tx.val();
        // Only registers have an address here; `TIMER` names the timer whose word `TIMER_WORD` is.
        self.core.window.next = false;
        self.core.index.next = 0.into();
        self.core.stray.next = false;

        RegisterBusMaster::join(&mut self.bus_adapter.bus, &mut self.core.bus);

        MemoryMaster::link(&mut self.memory, &mut self.core.memory);
    }
}
