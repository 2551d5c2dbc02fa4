//! The serial port of a chip, on the command line.

use carillon_program::cable::Link;
use clap::Args;

/// Which serial port, and how.
#[derive(Debug, Args)]
pub struct CableArguments {
    /// Use the chip at this serial port instead of a simulated one: a board's, or a virtual board's
    #[arg(long, value_name = "PATH")]
    port: Option<String>,

    /// Baud rate of the port; a pseudo-terminal takes any
    #[arg(
        long,
        value_name = "BAUD",
        default_value_t = 1_000_000,
        requires = "port",
        value_parser = clap::value_parser!(u32).range(300..=20_000_000)
    )]
    baud: u32,

    /// How long bytes may be delayed in buffers, such as those of a USB converter
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 100,
        requires = "port",
        value_parser = clap::value_parser!(u32).range(20..=10_000)
    )]
    latency: u32,
}

impl CableArguments {
    /// The port, unless the chip is simulated.
    pub fn link(&self) -> Option<Link> {
        Some(Link { port: self.port.clone()?, baud: self.baud, latency: self.latency })
    }
}
