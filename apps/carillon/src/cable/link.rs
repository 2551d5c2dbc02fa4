//! A chip at the end of a serial port, opened.

use carillon_driver::bus::serial::Port;
use carillon_driver::bus::uart::{Timing, UartBus};

/// Ticks that now may move between two reads: the program may be away for a while in between.
const DRIFT: u32 = 1 << 20;

/// How to reach a chip at the end of a serial port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The port's path.
    pub port: String,
    /// Bits a second.
    pub baud: u32,
    /// For how long bytes may be delayed in buffers, both ways together, in milliseconds.
    pub latency: u32,
}

impl Link {
    /// Opens the port. Sends nothing.
    ///
    /// # Errors
    /// A message that says what to check.
    pub fn open(&self) -> Result<UartBus<Port>, String> {
        let port = &self.port;
        let line = Port::open(port, self.baud).map_err(|error| {
            format!(
                "--port {port} cannot be opened: {error}. Check the path (`carillon board --pty` prints its own), your \
                 permission, and that no other program has it open"
            )
        })?;
        let timing = Timing::baud(self.baud).with_latency(self.latency.saturating_mul(1_000)).with_drift(DRIFT);
        Ok(UartBus::new(line, timing))
    }
}
