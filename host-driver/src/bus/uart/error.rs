//! What can go wrong on a serial line and was not put right.

use core::fmt;

/// Why an access over the serial line did not succeed. `E` is the line's own error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum UartError<E> {
    /// The line itself failed.
    Line(E),
    /// The offset is no multiple of 4, or beyond the chip's registers. Nothing was sent.
    NoWord {
        /// The offset asked for, in bytes.
        offset: u32,
    },
    /// No answer came, in none of the attempts.
    Silent {
        /// The register's byte offset.
        offset: u32,
    },
    /// Something answers that is not the chip.
    NoChip {
        /// The word read from `ID`.
        found: u32,
    },
    /// The chip has forgotten what it was told: it was reset, by somebody else or by a write that was changed on the way.
    /// Told at every access until the chip is reset by this bus, or until [`resynchronise`](super::UartBus::resynchronise).
    WasReset,
    /// No two readings agreed, in none of the attempts.
    Unsteady {
        /// The register's byte offset.
        offset: u32,
    },
    /// The chip has not such a register, or such a slot.
    Refused {
        /// The register's byte offset.
        offset: u32,
    },
    /// What was written had not the effect that it should have had, in none of the attempts.
    NotKept {
        /// The register's byte offset.
        offset: u32,
        /// The word written.
        wrote: u32,
        /// The word that tells of its effect.
        found: u32,
    },
    /// It cannot be known whether bits were cleared or not, and bits of those are set. It was not tried again: they may have
    /// been set anew. Read the register, do what its bits ask for, and clear them.
    Uncertain {
        /// The register's byte offset.
        offset: u32,
    },
}

impl<E: fmt::Debug> fmt::Display for UartError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => write!(
                formatter,
                "the serial line failed ({error:?}): check the cable, and that nobody else has the port open"
            ),
            Self::NoWord { offset } => write!(
                formatter,
                "{offset:#05x} is no register: take offsets from carillon_regmap::offset"
            ),
            Self::Silent { offset } => write!(
                formatter,
                "no answer to a reading of {offset:#05x}: check the cable, the baud rate, and that the board is powered \
                 and its chip is not held in reset"
            ),
            Self::NoChip { found } => write!(
                formatter,
                "what answers is no Carillon chip, or it answers at another baud rate: ID reads {found:#010x}"
            ),
            Self::WasReset => formatter.write_str(
                "the chip was reset: initialise it again (Facility::recover loses no timer)",
            ),
            Self::Unsteady { offset } => write!(
                formatter,
                "readings of {offset:#05x} never agree: the line changes bytes; use a shorter cable or a lower baud \
                 rate, or allow a counter more drift"
            ),
            Self::Refused { offset } => write!(
                formatter,
                "the chip refuses an access to {offset:#05x}: compare with PARAMS and the wheels' sizes"
            ),
            Self::NotKept {
                offset,
                wrote,
                found,
            } => write!(
                formatter,
                "{wrote:#010x} was written to {offset:#05x} and has not the effect that it should have ({found:#010x} was \
                 read): see ERROR, and whether another host uses the chip"
            ),
            Self::Uncertain { offset } => write!(
                formatter,
                "it is not known whether bits of {offset:#05x} were cleared: read it again, and clear what is set"
            ),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for UartError<E> {}
