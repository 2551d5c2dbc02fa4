//! # UART bus adapter
//!
//! **Purpose.** The registers over a serial line, for LiteX's tools and any host with a serial port.
//!
//! **Interface.** `uart_rx` and `uart_tx`: 8 data bits, no parity, 1 stop bit. The frames are in
//! [`super::uart_bridge`].
//!
//! **Timing.** `clocks_a_bit` is the chip's clock over the baud rate, 4 to 65,535. Reading a word takes 100 bit times,
//! writing it the same.
//!
//! **Invariants.** Those of its three parts: [`super::uart_receiver`], [`super::uart_bridge`],
//! [`super::uart_transmitter`].

use super::uart_bridge::UartBridge;
use super::uart_receiver::UartReceiver;
use super::uart_transmitter::UartTransmitter;
use rust_hdl::prelude::*;

/// The bus adapter; see the module's header.
#[derive(LogicBlock)]
pub struct Uart {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Forgets the frame under way.
    pub reset: Signal<In, Bit>,
    /// From the host; high when idle.
    pub uart_rx: Signal<In, Bit>,
    /// To the host; high when idle.
    pub uart_tx: Signal<Out, Bit>,
    /// Register bus: an access is made in this clock.
    pub execute: Signal<Out, Bit>,
    /// Register bus: it is a write.
    pub write: Signal<Out, Bit>,
    /// Register bus: of all four bytes.
    pub whole: Signal<Out, Bit>,
    /// Register bus: word address.
    pub address: Signal<Out, Bits<6>>,
    /// Register bus: word written.
    pub data: Signal<Out, Bits<32>>,
    /// Register bus: the access is done.
    pub done: Signal<In, Bit>,
    /// Register bus: with `done`, it has failed.
    pub failed: Signal<In, Bit>,
    /// Register bus: the word read, from the clock after `done`.
    pub read_data: Signal<In, Bits<32>>,
    receiver: UartReceiver,
    bridge: UartBridge,
    transmitter: UartTransmitter,
}

impl Uart {
    /// A bus adapter for bits of `clocks_a_bit` clocks, 4 to 65,535.
    pub fn new(clocks_a_bit: u32) -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            uart_rx: Default::default(),
            uart_tx: Default::default(),
            execute: Default::default(),
            write: Default::default(),
            whole: Default::default(),
            address: Default::default(),
            data: Default::default(),
            done: Default::default(),
            failed: Default::default(),
            read_data: Default::default(),
            receiver: UartReceiver::new(clocks_a_bit),
            bridge: Default::default(),
            transmitter: UartTransmitter::new(clocks_a_bit),
        }
    }
}

impl Logic for Uart {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, receiver, bridge, transmitter);
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
        self.execute.next = self.bridge.execute.val();
        self.write.next = self.bridge.write.val();
        self.whole.next = self.bridge.whole.val();
        self.address.next = self.bridge.address.val();
        self.data.next = self.bridge.data.val();
        self.bridge.done.next = self.done.val();
        self.bridge.failed.next = self.failed.val();
        self.bridge.read_data.next = self.read_data.val();
    }
}

#[cfg(test)]
mod tests;
