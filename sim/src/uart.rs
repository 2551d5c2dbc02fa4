//! A chip with the UART bus adapter, and a serial port on its wires.

use core::convert::Infallible;
use std::collections::VecDeque;

use carillon_driver::bus::serial::SerialLine;
use carillon_regmap::counter_chip::Build;

use crate::ffi::cable::{Cable, CableChip};
use crate::simulation::{CableError, RESET_CLOCKS};
use carillon_regmap::simulated::{CABLES, CLOCKS_A_BIT};

/// Input pins.
const RESET: u8 = 1;
const RX: u8 = 1 << 1;
/// Output pins.
const IRQ: u8 = 1;
const TX: u8 = 1 << 1;

/// Bits of a character on the wire: start, eight of data, stop.
const FRAME_BITS: u32 = 10;

/// A Verilated chip with the UART bus adapter, and a serial port on its two wires. Every bit is driven onto `uart_rx`
/// and sampled from `uart_tx`, with the chip's own clock: time passes only in the methods documented to take time.
///
/// It is a [`SerialLine`]: the driver's bus runs on it, with timeouts in simulated time.
pub struct UartChip {
    chip: CableChip,
    clocks: u64,
    receiver: Receiver,
}

/// The port's receiver.
#[derive(Default)]
struct Receiver {
    /// The character being received: its bits so far, and clocks to the next sample.
    under_way: Option<(u32, u64)>,
    /// Its bits so far, the lowest first.
    bits: u32,
    /// Received characters that were not taken yet.
    come: VecDeque<u8>,
    /// Characters without a stop bit.
    broken: u64,
}

impl UartChip {
    /// The chip's clock. With the model's bit length this gives 1 Mbaud.
    pub const CLOCK_HZ: u32 = 4_000_000;
    /// Clocks per bit.
    pub const CLOCKS_A_BIT: u32 = CLOCKS_A_BIT;
    /// Bits per second.
    pub const BAUD: u32 = Self::CLOCK_HZ / Self::CLOCKS_A_BIT;
    /// The chip's build options.
    pub const BUILD: Build = CABLES[Cable::Uart as usize].build;

    /// A chip that has just been reset by its pin, with an idle wire.
    ///
    /// # Errors
    /// [`CableError`] if there is no memory for it, or the model was left out of the build.
    pub fn new() -> Result<Self, CableError> {
        let mut uart =
            Self { chip: CableChip::new(Cable::Uart).ok_or(CableError)?, clocks: 0, receiver: Receiver::default() };
        uart.reset();
        Ok(uart)
    }

    /// Drives the reset pin for some clocks. Characters in transit are lost.
    pub fn reset(&mut self) {
        self.chip.run(RESET | RX, RESET_CLOCKS);
        self.clocks += RESET_CLOCKS;
        self.receiver.under_way = None;
    }

    /// Clocks so far.
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// The interrupt line.
    pub fn irq(&self) -> bool {
        self.chip.outputs() & IRQ != 0
    }

    /// Holds `uart_rx` at `level` for `clocks` clocks, and receives the chip's characters meanwhile.
    pub fn hold(&mut self, level: bool, clocks: u64) {
        self.listen(level, clocks, false);
    }

    /// Sends one character.
    pub fn put(&mut self, character: u8) {
        let bits = (1 << (FRAME_BITS - 1)) | (u32::from(character) << 1);
        for bit in 0..FRAME_BITS {
            self.hold(bits >> bit & 1 != 0, CLOCKS_A_BIT.into());
        }
    }

    /// Takes the oldest received character.
    pub fn take(&mut self) -> Option<u8> {
        self.receiver.come.pop_front()
    }

    /// Leaves the wire idle until a character is received, at most `limit` clocks.
    pub fn await_character(&mut self, limit: u64) {
        self.listen(true, limit, true);
    }

    /// Whether a character from the chip is being received.
    pub const fn is_hearing(&self) -> bool {
        self.receiver.under_way.is_some()
    }

    /// Characters from the chip without a stop bit. A correct chip sends none.
    pub const fn broken(&self) -> u64 {
        self.receiver.broken
    }

    /// Runs `clocks` clocks; with `stop`, fewer if there is a received character.
    fn listen(&mut self, level: bool, clocks: u64, stop: bool) {
        let inputs = if level { RX } else { 0 };
        let bit = u64::from(CLOCKS_A_BIT);
        let mut left = clocks;
        while left > 0 && (!stop || self.receiver.come.is_empty()) {
            let Some((bits, wait)) = self.receiver.under_way else {
                let run = self.chip.run_until(inputs, left, TX, 0);
                self.clocks += run;
                left -= run;
                if self.chip.outputs() & TX == 0 {
                    self.receiver.under_way = Some((0, bit / 2));
                    self.receiver.bits = 0;
                }
                continue;
            };
            let run = wait.min(left);
            self.chip.run(inputs, run);
            self.clocks += run;
            left -= run;
            if run < wait {
                self.receiver.under_way = Some((bits, wait - run));
                continue;
            }
            let high = self.chip.outputs() & TX != 0;
            self.receiver.bits |= u32::from(high) << bits;
            self.receiver.under_way = (bits + 1 < FRAME_BITS).then_some((bits + 1, bit));
            if self.receiver.under_way.is_none() {
                if high {
                    self.receiver.come.push_back((self.receiver.bits >> 1) as u8);
                } else {
                    self.receiver.broken += 1;
                }
            }
        }
    }
}

/// The number of clocks in this many microseconds.
fn clocks_of(microseconds: u32) -> u64 {
    u64::from(microseconds) * u64::from(UartChip::CLOCK_HZ) / 1_000_000
}

impl SerialLine for UartChip {
    type Error = Infallible;

    fn send(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        for byte in bytes {
            self.put(*byte);
        }
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, Infallible> {
        self.await_character(clocks_of(microseconds));
        let count = buffer.len().min(self.receiver.come.len());
        for (place, byte) in buffer.iter_mut().zip(self.receiver.come.drain(..count)) {
            *place = byte;
        }
        Ok(count)
    }

    fn be_silent(&mut self, microseconds: u32) -> Result<(), Infallible> {
        self.hold(true, clocks_of(microseconds));
        self.receiver.come.clear();
        Ok(())
    }
}
