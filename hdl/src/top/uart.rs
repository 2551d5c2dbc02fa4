//! The chip with its UART front end: pins and wires only.

use crate::Build;
use crate::counter_chip::CounterChip;
use crate::front::uart::Uart;
use rust_hdl::prelude::*;

/// The chip's pins; see [`crate::front::uart`].
#[derive(LogicBlock)]
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
    front: Uart,
    core: CounterChip,
}

impl UartTop {
    /// The chip that `build` describes, but for its front end, with every pin marked as driven from outside.
    ///
    /// `clocks_a_bit` is the chip's clock over the baud rate, 4 to 65,535.
    pub fn new(build: &Build, clocks_a_bit: u32) -> Self {
        let mut top = Self {
            clock: Default::default(),
            reset: Default::default(),
            irq: Default::default(),
            uart_rx: Default::default(),
            uart_tx: Default::default(),
            front: Uart::new(clocks_a_bit),
            core: CounterChip::new(build),
        };
        top.clock.connect();
        top.reset.connect();
        top.uart_rx.connect();
        top.connect_all();
        top
    }
}

impl Logic for UartTop {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, front, core);
        self.front.reset.next = self.reset.val();
        self.core.reset.next = self.reset.val();
        self.irq.next = self.core.irq.val();

        self.front.uart_rx.next = self.uart_rx.val();
        self.uart_tx.next = self.front.uart_tx.val();

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
