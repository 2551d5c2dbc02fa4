//! What is chosen when the chip is generated.

use carillon_regmap::{MAX_FIFO_BITS, MAX_SLOT_BITS, MIN_FIFO_BITS, MIN_SLOT_BITS};
use core::fmt;

/// The choices that fix a chip's area. The host reads them back from `PARAMS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// How many wheels, at present 1.
    pub wheels: u32,
    /// Busy bits of all wheels together, as a power of two, 10 to 20.
    pub slot_bits: u32,
    /// Depth of the event FIFO, as a power of two, 1 to 10.
    pub fifo_bits: u32,
}

impl Build {
    /// The smallest useful chip: one wheel of 4096 slots and a FIFO of 16 events.
    pub const fn minimal() -> Self {
        Self {
            wheels: 1,
            slot_bits: 12,
            fifo_bits: 4,
        }
    }

    /// Checks that the chip can be built.
    ///
    /// # Errors
    ///
    /// The first choice that is out of its range.
    pub fn validate(&self) -> Result<(), BuildError> {
        if self.wheels != 1 {
            return Err(BuildError::Wheels { found: self.wheels });
        }
        if !(MIN_SLOT_BITS..=MAX_SLOT_BITS).contains(&self.slot_bits) {
            return Err(BuildError::SlotBits {
                found: self.slot_bits,
            });
        }
        if !(MIN_FIFO_BITS..=MAX_FIFO_BITS).contains(&self.fifo_bits) {
            return Err(BuildError::FifoBits {
                found: self.fifo_bits,
            });
        }
        Ok(())
    }
}

/// Why a chip cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A number of wheels that is not offered.
    Wheels {
        /// What was asked for.
        found: u32,
    },
    /// A capacity that is not offered.
    SlotBits {
        /// What was asked for.
        found: u32,
    },
    /// A FIFO depth that is not offered.
    FifoBits {
        /// What was asked for.
        found: u32,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wheels { found } => write!(formatter, "{found} wheels are not offered: choose 1"),
            Self::SlotBits { found } => write!(
                formatter,
                "2^{found} slots are not offered: choose {MIN_SLOT_BITS} to {MAX_SLOT_BITS} slot bits"
            ),
            Self::FifoBits { found } => write!(
                formatter,
                "a FIFO of 2^{found} events is not offered: choose {MIN_FIFO_BITS} to {MAX_FIFO_BITS} FIFO bits"
            ),
        }
    }
}

impl core::error::Error for BuildError {}
