//! Transmission errors between the driver and its device.

use std::collections::VecDeque;

use carillon_driver::bus::serial::SerialLine;
use embedded_hal::spi::{ErrorType, Operation, SpiDevice};

use super::Noise;

/// A serial line that spoils bytes both ways.
#[derive(Debug)]
pub struct NoisyLine<L> {
    line: L,
    there: Noise,
    back: Noise,
    /// What has come and was not asked for yet.
    come: VecDeque<u8>,
}

impl<L> NoisyLine<L> {
    /// `line`, of which `there` spoils what is sent and `back` what comes.
    pub const fn new(line: L, there: Noise, back: Noise) -> Self {
        Self { line, there, back, come: VecDeque::new() }
    }

    /// The line itself.
    pub const fn line(&self) -> &L {
        &self.line
    }

    /// The line itself; what is sent on it is not spoilt.
    pub const fn line_mut(&mut self) -> &mut L {
        &mut self.line
    }

    /// The noises: of what is sent, of what comes.
    pub const fn noises(&mut self) -> (&mut Noise, &mut Noise) {
        (&mut self.there, &mut self.back)
    }
}

impl<L: SerialLine> SerialLine for NoisyLine<L> {
    type Error = L::Error;

    fn send(&mut self, bytes: &[u8]) -> Result<(), L::Error> {
        let noise = &mut self.there;
        let spoilt: Vec<u8> = bytes.iter().flat_map(|byte| noise.spoil(*byte)).collect();
        self.line.send(&spoilt)
    }

    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, L::Error> {
        let mut raw = [0; 16];
        while self.come.is_empty() {
            let count = self.line.receive(&mut raw, microseconds)?;
            if count == 0 {
                return Ok(0);
            }
            for byte in &raw[..count] {
                self.come.extend(self.back.spoil(*byte));
            }
        }
        let count = buffer.len().min(self.come.len());
        for (place, byte) in buffer.iter_mut().zip(self.come.drain(..count)) {
            *place = byte;
        }
        Ok(count)
    }

    fn be_silent(&mut self, microseconds: u32) -> Result<(), L::Error> {
        self.come.clear();
        self.line.be_silent(microseconds)
    }
}

/// An SPI device that changes bytes both ways. It loses and doubles none, for the master counts the bits.
#[derive(Debug)]
pub struct NoisyDevice<S> {
    device: S,
    there: Noise,
    back: Noise,
}

impl<S> NoisyDevice<S> {
    /// `device`, of which `there` changes what is sent and `back` what comes.
    pub const fn new(device: S, there: Noise, back: Noise) -> Self {
        Self { device, there, back }
    }

    /// The device itself.
    pub const fn device(&self) -> &S {
        &self.device
    }

    /// The device itself; what is sent to it is not changed.
    pub const fn device_mut(&mut self) -> &mut S {
        &mut self.device
    }

    /// The noises: of what is sent, of what comes.
    pub const fn noises(&mut self) -> (&mut Noise, &mut Noise) {
        (&mut self.there, &mut self.back)
    }
}

impl<S: SpiDevice> ErrorType for NoisyDevice<S> {
    type Error = S::Error;
}

impl<S: SpiDevice> SpiDevice for NoisyDevice<S> {
    /// # Panics
    /// At anything but one transfer in place, which is all that the driver makes.
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), S::Error> {
        let [Operation::TransferInPlace(bytes)] = operations else { panic!("the driver makes one transfer in place") };
        for byte in bytes.iter_mut() {
            *byte = self.there.change(*byte);
        }
        self.device.transfer_in_place(bytes)?;
        for byte in bytes.iter_mut() {
            *byte = self.back.change(*byte);
        }
        Ok(())
    }
}
