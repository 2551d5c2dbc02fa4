//! Errors on a serial line that could not be corrected.

use core::fmt;

/// Why an access over the serial line failed. `E` is the line's own error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum UartError<E> {
    /// The line failed.
    Line(E),
    /// The offset is no multiple of 4, or beyond the chip's registers. Nothing was sent.
    NoWord {
        /// The offset requested, in bytes.
        offset: u32,
    },
    /// No answer in any attempt.
    Silent {
        /// The register's byte offset.
        offset: u32,
    },
    /// Something answers that is not the chip.
    NoChip {
        /// The word read from `ID`.
        found: u32,
    },
    /// The chip has lost its settings: another host or a corrupted write has reset it. Reported at every access until
    /// this bus resets the chip, or until [`resynchronise`](super::UartBus::resynchronise).
    WasReset,
    /// No two reads agreed in any attempt.
    Unsteady {
        /// The register's byte offset.
        offset: u32,
    },
    /// The chip has no such register or slot.
    Refused {
        /// The register's byte offset.
        offset: u32,
    },
    /// The write did not have its effect in any attempt.
    NotKept {
        /// The register's byte offset.
        offset: u32,
        /// The word written.
        wrote: u32,
        /// The word that shows its effect.
        found: u32,
    },
    /// It is unknown whether the write cleared the bits, and some of them are set. The bus did not retry: the chip may
    /// have set them again. Read the register, handle its bits, and clear them.
    Uncertain {
        /// The register's byte offset.
        offset: u32,
    },
}

impl<E: fmt::Display> fmt::Display for UartError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(error) => write!(
                formatter,
                "the serial line failed ({error}): check the cable, and that nobody else has the port open"
            ),
            Self::NoWord { offset } => write!(
                formatter,
                "{offset:#05x} is no register: take offsets from carillon_regmap::counter_chip::offset"
            ),
            Self::Silent { offset } => write!(
                formatter,
                "no answer to a read of {offset:#05x}: check the cable, the baud rate, and that the board is powered \
                and its chip is not held in reset"
            ),
            Self::NoChip { found } => write!(
                formatter,
                "the device that answers is no Carillon chip, or uses another baud rate: ID reads {found:#010x}"
            ),
            Self::WasReset => {
                formatter.write_str("the chip was reset: initialise it again (TimerFacility::recover loses no timer)")
            }
            Self::Unsteady { offset } => write!(
                formatter,
                "reads of {offset:#05x} never agree: the line corrupts bytes; use a shorter cable or a lower baud \
                rate, or allow a counter more drift"
            ),
            Self::Refused { offset } => write!(
                formatter,
                "the chip refuses an access to {offset:#05x}: compare with PARAMS and the wheels' sizes"
            ),
            Self::NotKept { offset, wrote, found } => write!(
                formatter,
                "the write of {wrote:#010x} to {offset:#05x} had no effect ({found:#010x} was read): check ERROR, and \
                whether another host uses the chip"
            ),
            Self::Uncertain { offset } => write!(
                formatter,
                "it is unknown whether bits of {offset:#05x} were cleared: read it again, and clear what is set"
            ),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for UartError<E> {}
