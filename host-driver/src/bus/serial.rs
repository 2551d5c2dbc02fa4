//! A serial line as the UART bus needs it: bytes, and the passing of time.

#[cfg(feature = "embedded-io")]
mod embedded_io;
#[cfg(feature = "serialport")]
mod port;

#[cfg(feature = "embedded-io")]
pub use embedded_io::{EmbeddedIo, EmbeddedIoError};
#[cfg(feature = "serialport")]
pub use port::Port;

/// A serial line: 8 data bits, no parity, 1 stop bit. It may lose, double and change bytes; what must not happen is that
/// bytes come long after they were sent ([`Timing`](super::uart::Timing) says how long is long).
pub trait SerialLine {
    /// What the line can fail with, beside losing bytes.
    type Error: core::fmt::Debug + Copy;

    /// Puts all of `bytes` on the line, in order. May return before they have left.
    ///
    /// # Errors
    /// The line's own; some of the bytes may have been sent.
    fn send(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Waits until at least one byte has come, but not longer than `microseconds`, and moves what has come to the head
    /// of `buffer`. Returns how many; 0 means that none came in time.
    ///
    /// # Errors
    /// The line's own.
    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, Self::Error>;

    /// Lets `microseconds` pass, with nothing sent; what comes meanwhile is dropped.
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
