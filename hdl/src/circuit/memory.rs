//! The memories: what the parts say of theirs.

use core::fmt;
use core::str::FromStr;

/// A memory as its part describes it. What it writes with `Display` is what the part gives as its Verilog, and what
/// this module's reader takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Written by the bit, read by the word of sixteen.
    Bits {
        /// Bits, as a power of two.
        address_bits: usize,
    },
    /// The same with one port.
    SinglePort {
        /// Bits, as a power of two.
        address_bits: usize,
    },
    /// Whole words.
    Entries {
        /// Words, as a power of two.
        address_bits: usize,
        /// A word that is read at the edge of its write is the old one; else it may be anything.
        read_first: bool,
    },
    /// Whole words, with one port: read or written.
    Words {
        /// Words, as a power of two.
        address_bits: usize,
    },
}

impl fmt::Display for Memory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits { address_bits } => write!(formatter, "bits {address_bits}"),
            Self::SinglePort { address_bits } => write!(formatter, "single_port {address_bits}"),
            Self::Words { address_bits } => write!(formatter, "words {address_bits}"),
            Self::Entries { address_bits, read_first } => {
                let kind = if *read_first { "read_first" } else { "entries" };
                write!(formatter, "{kind} {address_bits}")
            }
        }
    }
}

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let describes_none = || format!("`{text}` describes no memory");
        let (kind, address_bits) = text.split_once(' ').ok_or_else(describes_none)?;
        let address_bits = address_bits.parse().map_err(|_| describes_none())?;
        match kind {
            "bits" => Ok(Self::Bits { address_bits }),
            "single_port" => Ok(Self::SinglePort { address_bits }),
            "words" => Ok(Self::Words { address_bits }),
            "entries" | "read_first" => Ok(Self::Entries { address_bits, read_first: kind == "read_first" }),
            _ => Err(describes_none()),
        }
    }
}
