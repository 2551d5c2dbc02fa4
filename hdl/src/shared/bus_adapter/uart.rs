//! # UART bus adapter
//!
//! **Purpose.** The registers over a serial line, for LiteX's tools and any host with a serial port.
//!
//! **Interface.** `uart_rx` and `uart_tx`: 8 data bits, no parity, 1 stop bit. The frames are in
//! [`uart_bridge`](bridge).
//!
//! **Timing.** `clocks_a_bit` is the chip's clock over the baud rate, 4 to 65,535. Reading a word takes 100 bit times,
//! writing it the same.
//!
//! **Invariants.** Those of its three parts: [`uart_receiver`](receiver), [`uart_bridge`](bridge),
//! [`uart_transmitter`](transmitter).

pub mod bridge;
pub mod receiver;
pub mod transmitter;

use crate::circuit::Circuit;
use crate::shared::register_bus::RegisterBusMaster;
use bridge::Bridge;
use receiver::Receiver;
use rust_hdl::prelude::*;
use transmitter::Transmitter;

/// The bus adapter; see the module's header.
#[derive(Circuit)]
pub struct Uart {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the frame under way.
    pub reset: Signal<In, Bit>,
    /// From the host; high when idle.
    pub uart_rx: Signal<In, Bit>,
    /// To the host; high when idle.
    pub uart_tx: Signal<Out, Bit>,
    /// The register bus.
    pub bus: RegisterBusMaster,
    receiver: Receiver,
    bridge: Bridge,
    transmitter: Transmitter,
}

impl Uart {
    /// A bus adapter for bits of `clocks_a_bit` clocks, 4 to 65,535.
    pub fn new(clocks_a_bit: u32) -> Self {
        UartParts {
            receiver: Receiver::new(clocks_a_bit),
            bridge: Bridge::default(),
            transmitter: Transmitter::new(clocks_a_bit),
        }
        .assemble()
    }
}

impl Logic for Uart {
    #[hdl_gen]
    fn update(&mut self) {
        self.receiver.reset.next = self.reset.val();
        self.bridge.reset.next = self.reset.val();
        self.transmitter.reset.next = self.reset.val();
        self.receiver.uart_rx.next = self.uart_rx.val();
        self.bridge.arrived.next = self.receiver.arrived.val();
        self.bridge.character.next = self.receiver.character.val();
        self.bridge.broken.next = self.receiver.broken.val();
        self.bridge.pause.next = self.receiver.pause.val();
        self.bridge.quiet.next = self.receiver.quiet.val();
        self.bridge.idle.next = self.transmitter.idle.val();
        self.transmitter.send.next = self.bridge.send.val();
        self.transmitter.character.next = self.bridge.answer.val();
        self.uart_tx.next = self.transmitter.uart_tx.val();
        RegisterBusMaster::link(&mut self.bus, &mut self.bridge.bus);
    }
}

#[cfg(test)]
mod tests;
