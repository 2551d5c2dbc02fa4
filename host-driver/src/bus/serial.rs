//! A serial line for the UART bus: bytes and timeouts.

#[cfg(feature = "embedded-io")]
mod embedded_io;
#[cfg(feature = "serialport")]
mod port;

#[cfg(feature = "embedded-io")]
pub use embedded_io::{EmbeddedIo, EmbeddedIoError};
#[cfg(feature = "serialport")]
pub use port::Port;

/// A serial line: 8 data bits, no parity, 1 stop bit. It may lose, duplicate and corrupt bytes, and deliver them late,
/// but in order. What comes later than the latency in [`Timing`](super::uart::Timing) counts as missing.
pub trait SerialLine {
    /// The line's error; lost bytes are not an error.
    type Error: core::fmt::Debug + core::fmt::Display + Copy;

    /// Sends all of `bytes`, in order. May return before they have left.
    ///
    /// # Errors
    /// The line's own; some of the bytes may have been sent.
    fn send(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Waits for at least one byte, at most `microseconds`, and moves the received bytes to the start of `buffer`.
    /// Returns their number; 0 is a timeout.
    ///
    /// # Errors
    /// The line's own.
    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, Self::Error>;

    /// Waits `microseconds` without sending; discards the bytes that have been received at its end. Returns after about
    /// that time whatever the line does.
    ///
    /// # Errors
    /// The line's own.
    fn be_silent(&mut self, microseconds: u32) -> Result<(), Self::Error>;
}

impl<L: SerialLine + ?Sized> SerialLine for &mut L {
    type Error = L::Error;

    fn send(&mut self, bytes: &[u8]) -> Result<(), Self::Error> {
        (**self).send(bytes)
    }

    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, Self::Error> {
        (**self).receive(buffer, microseconds)
    }

    fn be_silent(&mut self, microseconds: u32) -> Result<(), Self::Error> {
        (**self).be_silent(microseconds)
    }
}
