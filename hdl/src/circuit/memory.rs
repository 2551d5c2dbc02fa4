//! The memories: what the parts say of theirs, and its Verilog.

mod text;

use core::fmt;
use core::str::FromStr;
use text::{bits, single_port, words};

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
            Self::Entries {
                address_bits,
                read_first,
            } => {
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
            "entries" | "read_first" => Ok(Self::Entries {
                address_bits,
                read_first: kind == "read_first",
            }),
            _ => Err(describes_none()),
        }
    }
}

impl Memory {
    /// The port with an entry's number that it is read by.
    pub fn read_address(&self) -> &'static str {
        match self {
            Self::Words { .. } => "address",
            _ => "read_address",
        }
    }

    /// Whether `read_data` is a register of its module.
    pub fn reads_into_register(&self) -> bool {
        !matches!(self, Self::SinglePort { .. })
    }

    /// How many low bits of the input `port` it looks at, of `width`.
    pub fn used(&self, port: &str, width: usize) -> usize {
        match (self, port) {
            (Self::Bits { address_bits } | Self::SinglePort { address_bits }, "write_address") => {
                *address_bits
            }
            (Self::Bits { address_bits } | Self::SinglePort { address_bits }, "read_address") => {
                address_bits - 4
            }
            (Self::Bits { .. }, "whole") => 0,
            (Self::Entries { address_bits, .. }, "write_address" | "read_address")
            | (Self::Words { address_bits }, "address") => *address_bits,
            _ => width,
        }
    }

    /// What stands above its module.
    pub fn header(&self) -> &'static str {
        match self {
            Self::Bits { .. } => {
                "\
// # A memory that is written by the bit and read by the word
//
// `read_data` is the word at last clock's `read_address`. A bit that is read at the edge of its write may be anything.
"
            }
            Self::SinglePort { .. } => {
                "\
// # A memory with one port, written by the bit and read by the word
//
// A write takes two clocks: the bit's word is read, changed, and written back in the next; with `whole` all of its bits
// get `write_data`, and a word can be written in every clock. `read_data` is the word at last clock's `read_address`,
// but anything in the two clocks after `write_enable`.
"
            }
            Self::Entries {
                read_first: false, ..
            } => {
                "\
// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
"
            }
            Self::Entries {
                read_first: true, ..
            } => {
                "\
// # A memory of words
//
// `read_data` is the word at last clock's `read_address`, as it was before a write at the same edge.
"
            }
            Self::Words { .. } => {
                "\
// # A memory of words with one port
//
// Reads or writes a word in a clock. `read_data` is the word at last clock's `address`, and stays while a word is
// written.
"
            }
        }
    }

    /// The body of its module; `width` is that of a word, `address_width` that of the ports with an entry's number.
    pub fn verilog(&self, width: usize, address_width: usize) -> String {
        match self {
            Self::Bits { address_bits } => bits(*address_bits, address_width),
            Self::SinglePort { address_bits } => single_port(*address_bits),
            Self::Words { address_bits } => words(*address_bits, width, address_width),
            Self::Entries {
                address_bits,
                read_first,
            } => {
                let attribute = if *read_first {
                    ""
                } else {
                    "(* no_rw_check *) "
                };
                format!(
                    "    {attribute}reg [{top}:0] entries [{last}:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address{entry}] <= write_data;
        read_data <= entries[read_address{entry}];
    end
",
                    top = width - 1,
                    entry = if address_width > *address_bits {
                        format!("[{}:0]", address_bits - 1)
                    } else {
                        String::new()
                    },
                    last = (1 << address_bits) - 1,
                )
            }
        }
    }
}
