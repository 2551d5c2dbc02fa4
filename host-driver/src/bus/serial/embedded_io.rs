//! A microcontroller's UART: anything that implements `embedded_io`'s traits, and a delay.

use core::fmt;

use embedded_hal::delay::DelayNs;
use embedded_io::{Read, ReadReady, Write};

use super::SerialLine;

/// The polling interval for a byte, in microseconds: less than a byte at 1 Mbaud.
const LOOK_MICROSECONDS: u32 = 5;

/// Bytes that may wait in the stream's buffers.
const BUFFERED_BYTES: u32 = 1 << 16;

/// A serial line with `embedded_io`'s traits; `delay` measures timeouts.
#[derive(Debug)]
pub struct EmbeddedIo<S, D> {
    stream: S,
    delay: D,
}

impl<S, D> EmbeddedIo<S, D> {
    /// The line of `stream`.
    pub const fn new(stream: S, delay: D) -> Self {
        Self { stream, delay }
    }

    /// Gives stream and delay back.
    pub fn release(self) -> (S, D) {
        (self.stream, self.delay)
    }
}

impl<S: Read + ReadReady + Write, D: DelayNs> EmbeddedIo<S, D> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, EmbeddedIoError> {
        match self.stream.read(buffer) {
            Ok(0) if !buffer.is_empty() => Err(EmbeddedIoError::Closed),
            Ok(count) => Ok(count.min(buffer.len())),
            Err(error) => Err(kind(&error)),
        }
    }
}

impl<S: Read + ReadReady + Write, D: DelayNs> SerialLine for EmbeddedIo<S, D> {
    type Error = EmbeddedIoError;

    fn send(&mut self, bytes: &[u8]) -> Result<(), EmbeddedIoError> {
        self.stream.write_all(bytes).map_err(|error| kind(&error))?;
        self.stream.flush().map_err(|error| kind(&error))
    }

    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, EmbeddedIoError> {
        let mut waited: u32 = 0;
        while !self.stream.read_ready().map_err(|error| kind(&error))? {
            if waited >= microseconds {
                return Ok(0);
            }
            self.delay.delay_us(LOOK_MICROSECONDS);
            waited = waited.saturating_add(LOOK_MICROSECONDS);
        }
        self.read(buffer)
    }

    fn be_silent(&mut self, microseconds: u32) -> Result<(), EmbeddedIoError> {
        let mut dropped = [0; 16];
        let mut waited: u32 = 0;
        // A byte takes a microsecond at least, on any line.
        let mut most = BUFFERED_BYTES.saturating_add(microseconds);
        while waited < microseconds {
            while self.stream.read_ready().map_err(|error| kind(&error))? {
                self.read(&mut dropped)?;
                most = most.checked_sub(1).ok_or(EmbeddedIoError::Babbling)?;
            }
            self.delay.delay_us(LOOK_MICROSECONDS);
            waited = waited.saturating_add(LOOK_MICROSECONDS);
        }
        Ok(())
    }
}

/// Why a stream of `embedded_io` failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum EmbeddedIoError {
    /// The stream has ended.
    Closed,
    /// More bytes come than a line can carry.
    Babbling,
    /// The stream's own error kind.
    Kind(#[cfg_attr(feature = "defmt", defmt(Debug2Format))] embedded_io::ErrorKind),
}

fn kind(error: &impl embedded_io::Error) -> EmbeddedIoError {
    EmbeddedIoError::Kind(error.kind())
}

impl fmt::Display for EmbeddedIoError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => formatter.write_str("the serial line is closed: open it again"),
            Self::Babbling => formatter.write_str(
                "the serial line delivers bytes without end: check that its reads take what they return out of the \
                buffer",
            ),
            Self::Kind(kind) => write!(formatter, "the serial line failed ({kind}): check its settings"),
        }
    }
}

impl core::error::Error for EmbeddedIoError {}
