//! Why there is no bitstream for a board.

use super::pll::NoPll;
use carillon_regmap::cli::ChoiceError;
use core::fmt;

/// Why there is no bitstream for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The file is not as it must be.
    File(String),
    /// The chip's options are none.
    Options(String),
    /// The chip's options describe no chip.
    Chip(ChoiceError),
    /// A timer chip whose memory is behind a port, for which the board's top has no pins.
    NoMemory,
    /// The chip's clock cannot be made of the board's.
    Clock(NoPll),
    /// A port of the top module has no pin.
    NoPin {
        /// The port.
        port: String,
    },
    /// A pin is given to a port that the top module does not have.
    NoPort {
        /// The name given.
        pin: String,
        /// The ports that there are.
        ports: String,
    },
    /// Two ports are at one pin.
    PinTwice {
        /// The pin.
        pin: String,
        /// The ports.
        ports: [String; 2],
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(message) => write!(formatter, "the board's file: {message}"),
            Self::Options(message) => write!(formatter, "the board's `chip`: {message}"),
            Self::Chip(error) => write!(formatter, "the board's `chip`: {error}"),
            Self::NoMemory => formatter.write_str(
                "the board's `chip`: a timer chip needs its memory inside: add --timers with how many it has room for",
            ),
            Self::Clock(error) => write!(formatter, "the board's `clock`: {error}"),
            Self::NoPin { port } => write!(formatter, "the port `{port}` has no pin: add it to the board's `pins`"),
            Self::NoPort { pin, ports } => write!(
                formatter,
                "the board's `pins` have `{pin}`, which is no port of the top module; these are: {ports}"
            ),
            Self::PinTwice { pin, ports } => {
                write!(formatter, "pin {pin} is given to both `{}` and `{}`", ports[0], ports[1])
            }
        }
    }
}

impl core::error::Error for BoardError {}
