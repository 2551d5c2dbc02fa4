//! How the host reaches the registers of either chip.

use core::fmt;

use crate::Options;

/// The fewest clocks that a bit on the UART's wire may last: its middle must be found.
pub const MIN_CLOCKS_A_BIT: u32 = 4;

/// The most clocks that a bit on the UART's wire may last.
pub const MAX_CLOCKS_A_BIT: u32 = 65_535;

/// How the host reaches the registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BusAdapter {
    /// Wishbone B4, classic and pipelined.
    #[default]
    Wishbone,
    /// AXI4-Lite.
    AxiLite,
    /// AMBA APB4.
    Apb,
    /// A serial line, 8 data bits, no parity, one stop bit, with the byte protocol of LiteX's UARTBone.
    Uart {
        /// The chip's clock over the baud rate, 4 to 65535.
        clocks_a_bit: u32,
    },
    /// SPI slave, mode 0.
    Spi,
}

impl BusAdapter {
    /// What its part is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wishbone => "wishbone",
            Self::AxiLite => "axi_lite",
            Self::Apb => "apb",
            Self::Uart { .. } => "uart",
            Self::Spi => "spi",
        }
    }

    /// The parameter of the Verilog that goes with it, if there is one: `CLOCKS_A_BIT`.
    pub const fn parameter(self) -> Option<(&'static str, u32)> {
        match self {
            Self::Uart { clocks_a_bit } => Some(("CLOCKS_A_BIT", clocks_a_bit)),
            _ => None,
        }
    }

    /// The options that ask for it, on the command line.
    pub const fn as_options(self) -> Options<Self> {
        Options(self)
    }
}

impl fmt::Display for BusAdapter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wishbone => formatter.write_str("Wishbone B4"),
            Self::AxiLite => formatter.write_str("AXI4-Lite"),
            Self::Apb => formatter.write_str("AMBA APB4"),
            Self::Uart { clocks_a_bit } => {
                write!(formatter, "UART, a bit of {clocks_a_bit} clocks")
            }
            Self::Spi => formatter.write_str("SPI, mode 0"),
        }
    }
}
