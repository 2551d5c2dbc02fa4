//! A serial port of a PC.

extern crate std;

use std::boxed::Box;
use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use serialport::{ClearBuffer, SerialPort};

use super::SerialLine;

/// A serial port of a PC, or a pseudo-terminal.
#[derive(Debug)]
pub struct Port {
    port: Box<dyn SerialPort>,
}

impl Port {
    /// Opens the port at `path` (`/dev/ttyUSB1`, `/dev/pts/3`, `COM4`): 8 data bits, no parity, 1 stop bit, no flow
    /// control. Discards bytes received before.
    ///
    /// # Errors
    /// The port's own: it does not exist, access is denied, it is in use, or it does not support the baud rate.
    pub fn open(path: &str, bits_per_second: u32) -> Result<Self, serialport::Error> {
        let port = serialport::new(path, bits_per_second).open()?;
        port.clear(ClearBuffer::All)?;
        Ok(Self { port })
    }

    fn read_until(&mut self, buffer: &mut [u8], deadline: Instant) -> Result<usize, ErrorKind> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            self.port.set_timeout(left).map_err(|error| io::Error::from(error).kind())?;
            match self.port.read(buffer) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof),
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(0),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.kind()),
            }
        }
    }
}

/// The deadline `microseconds` from now.
fn after(microseconds: u32) -> Instant {
    let now = Instant::now();
    now.checked_add(Duration::from_micros(microseconds.into())).unwrap_or(now)
}

impl SerialLine for Port {
    type Error = ErrorKind;

    fn send(&mut self, bytes: &[u8]) -> Result<(), ErrorKind> {
        self.port.set_timeout(Duration::from_secs(1)).map_err(|error| io::Error::from(error).kind())?;
        self.port.write_all(bytes).map_err(|error| error.kind())
    }

    fn receive(&mut self, buffer: &mut [u8], microseconds: u32) -> Result<usize, ErrorKind> {
        self.read_until(buffer, after(microseconds))
    }

    fn be_silent(&mut self, microseconds: u32) -> Result<(), ErrorKind> {
        let deadline = after(microseconds);
        let mut dropped = [0; 64];
        while Instant::now() < deadline && self.read_until(&mut dropped, deadline)? > 0 {}
        // The thread may have been held past the deadline.
        self.port.clear(ClearBuffer::Input).map_err(|error| io::Error::from(error).kind())
    }
}
