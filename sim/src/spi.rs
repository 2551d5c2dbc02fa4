//! A chip with the SPI bus adapter, and an SPI master on its pins.

use core::convert::Infallible;

use carillon_regmap::counter_chip::Build;
use embedded_hal::spi::{ErrorType, Operation, SpiDevice};

use crate::ffi::cable::{Cable, CableChip};
use crate::simulation::{CableError, RESET_CLOCKS};
use carillon_regmap::simulated::CABLES;

/// Input pins.
const RESET: u8 = 1;
const SCK: u8 = 1 << 1;
const CS_N: u8 = 1 << 2;
const MOSI: u8 = 1 << 3;
/// Output pins.
const IRQ: u8 = 1;
const MISO: u8 = 1 << 1;

/// The fewest clocks per level of `spi_sck` that the chip supports.
const FASTEST: u64 = 4;

/// Clocks for which `spi_cs_n` is high between two transactions.
const PAUSE: u64 = 2;

/// A Verilated chip with the SPI bus adapter, as an SPI device in mode 0. Every bit is driven and sampled at the pins.
/// Time passes only in transactions, and in [`clock`](Self::clock).
pub struct SpiChip {
    chip: CableChip,
    clocks: u64,
    half_period: u64,
}

impl SpiChip {
    /// The chip's build options.
    pub const BUILD: Build = CABLES[Cable::Spi as usize].build;

    /// A chip that has just been reset by its pin, and is not selected. `spi_sck` runs at an eighth of its clock.
    ///
    /// # Errors
    /// [`CableError`] if there is no memory for it, or the model was left out of the build.
    pub fn new() -> Result<Self, CableError> {
        let mut spi = Self { chip: CableChip::new(Cable::Spi).ok_or(CableError)?, clocks: 0, half_period: FASTEST };
        spi.reset();
        Ok(spi)
    }

    /// Drives the reset pin for some clocks.
    pub fn reset(&mut self) {
        self.run(RESET | CS_N, RESET_CLOCKS);
    }

    /// Changes the number of clocks per level of `spi_sck`; the chip needs four.
    pub fn set_half_period(&mut self, clocks: u64) {
        self.half_period = clocks.max(1);
    }

    /// Clocks so far.
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// Runs this many clocks.
    pub fn clock(&mut self, clocks: u64) {
        self.run(CS_N, clocks);
    }

    /// Runs until the interrupt line is high, at most `limit` clocks; returns whether it is.
    pub fn clock_until_irq(&mut self, limit: u64) -> bool {
        self.clocks += self.chip.run_until(CS_N, limit, IRQ, IRQ);
        self.irq()
    }

    /// The interrupt line.
    pub fn irq(&self) -> bool {
        self.chip.outputs() & IRQ != 0
    }

    fn run(&mut self, inputs: u8, clocks: u64) {
        self.chip.run(inputs, clocks);
        self.clocks += clocks;
    }

    /// One byte in both directions, the highest bit first.
    fn exchange(&mut self, byte: u8) -> u8 {
        (0..8).rev().fold(0, |answer, bit| {
            let data = if byte >> bit & 1 == 0 { 0 } else { MOSI };
            self.run(data, self.half_period);
            let answer = answer << 1 | u8::from(self.chip.outputs() & MISO != 0);
            self.run(data | SCK, self.half_period);
            answer
        })
    }
}

impl ErrorType for SpiChip {
    type Error = Infallible;
}

impl SpiDevice for SpiChip {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        for operation in operations {
            match operation {
                Operation::Read(bytes) => {
                    for byte in bytes.iter_mut() {
                        *byte = self.exchange(0);
                    }
                }
                Operation::Write(bytes) => {
                    for byte in bytes.iter() {
                        self.exchange(*byte);
                    }
                }
                Operation::Transfer(answer, bytes) => {
                    let length = answer.len().max(bytes.len());
                    for index in 0..length {
                        let byte = self.exchange(bytes.get(index).copied().unwrap_or(0));
                        if let Some(place) = answer.get_mut(index) {
                            *place = byte;
                        }
                    }
                }
                Operation::TransferInPlace(bytes) => {
                    for byte in bytes.iter_mut() {
                        *byte = self.exchange(*byte);
                    }
                }
                Operation::DelayNs(_) => {}
            }
        }
        // The clock falls before the chip is deselected.
        self.run(0, self.half_period);
        self.run(CS_N, PAUSE);
        Ok(())
    }
}
