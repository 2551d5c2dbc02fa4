//! The SoC's SPI master, serial lines and pins by the traits that drivers of other parts use.

use core::convert::Infallible;

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{self, InputPin};
use embedded_hal::spi::{self, Operation, SpiDevice};
use embedded_io::{Read, ReadReady, Write};
use riscv::register::mcycle;

use crate::mmio::{self, Line, Pin};

/// Nanoseconds a clock, at 100 MHz.
const NANOSECONDS: u32 = 10;

/// The chip at the SPI master.
#[derive(Debug)]
pub struct Spi;

impl spi::ErrorType for Spi {
    type Error = Infallible;
}

impl SpiDevice for Spi {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        mmio::spi_select(true);
        for operation in operations {
            match operation {
                Operation::Read(bytes) => bytes.fill_with(|| mmio::spi_exchange(0)),
                Operation::Write(bytes) => bytes.iter().for_each(|&byte| {
                    mmio::spi_exchange(byte);
                }),
                Operation::Transfer(into, from) => {
                    for place in 0..into.len().max(from.len()) {
                        let byte = mmio::spi_exchange(from.get(place).copied().unwrap_or(0));
                        if let Some(place) = into.get_mut(place) {
                            *place = byte;
                        }
                    }
                }
                Operation::TransferInPlace(bytes) => {
                    for byte in bytes.iter_mut() {
                        *byte = mmio::spi_exchange(*byte);
                    }
                }
                Operation::DelayNs(nanoseconds) => Clocks.delay_ns(*nanoseconds),
            }
        }
        mmio::spi_select(false);
        Ok(())
    }
}

impl digital::ErrorType for Pin {
    type Error = Infallible;
}

impl InputPin for Pin {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok((*self).is_high())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(!(*self).is_high())
    }
}

impl embedded_io::ErrorType for Line {
    type Error = Infallible;
}

impl Read for Line {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Infallible> {
        let mut count: usize = 0;
        for place in bytes {
            // At least one, and none that are still to come.
            *place = loop {
                if let Some(byte) = self.take() {
                    break byte;
                }
                if count > 0 {
                    return Ok(count);
                }
            };
            count = count.saturating_add(1);
        }
        Ok(count)
    }
}

impl ReadReady for Line {
    fn read_ready(&mut self) -> Result<bool, Infallible> {
        Ok(self.has_byte())
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        bytes.iter().for_each(|&byte| self.send(byte));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        (*self).flush();
        Ok(())
    }
}

/// Delays by the processor's own count of clocks.
#[derive(Debug)]
pub struct Clocks;

impl DelayNs for Clocks {
    fn delay_ns(&mut self, nanoseconds: u32) {
        let begun = mcycle::read();
        let clocks = nanoseconds.div_ceil(NANOSECONDS) as usize;
        while mcycle::read().wrapping_sub(begun) < clocks {}
    }
}
