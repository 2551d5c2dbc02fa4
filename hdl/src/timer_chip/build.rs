//! What is chosen when a timer chip is generated.

use carillon_regmap::timer::{MAX_SLOT_BITS, MIN_SLOT_BITS, field};
use carillon_regmap::{MAX_FIFO_BITS, MIN_FIFO_BITS};
use core::fmt;

/// The choices that fix a timer chip's area. The host reads them back from `PARAMS`. How many timers there are, how many slots, and where
/// the records are, the host says at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerBuild {
    /// The most slots, and so the busy bits, as a power of two, 10 to 15.
    pub slot_bits: u32,
    /// Depth of the event FIFO, as a power of two, 1 to 10.
    pub fifo_bits: u32,
    /// With `START_MODE.periodic`: a record takes four words instead of two.
    pub periodic: bool,
}

impl TimerBuild {
    /// The smallest: 1024 slots, a FIFO of 16 events, no periodic timers.
    pub const fn minimal() -> Self {
        Self {
            slot_bits: 10,
            fifo_bits: 4,
            periodic: false,
        }
    }

    /// The same with periodic timers.
    pub const fn full() -> Self {
        Self {
            periodic: true,
            ..Self::minimal()
        }
    }

    /// Words that a record takes in the memory.
    pub const fn record_words(&self) -> u32 {
        if self.periodic { 4 } else { 2 }
    }

    /// What `PARAMS` reads.
    pub const fn params(&self) -> u32 {
        field::params::SLOT_BITS.put(self.slot_bits)
            | field::params::FIFO_BITS.put(self.fifo_bits)
            | field::params::PERIODIC.put(self.periodic as u32)
    }

    /// Checks that the chip can be built.
    ///
    /// # Errors
    ///
    /// The first choice that is out of its range.
    pub fn validate(&self) -> Result<(), TimerBuildError> {
        if !(MIN_SLOT_BITS..=MAX_SLOT_BITS).contains(&self.slot_bits) {
            return Err(TimerBuildError::SlotBits {
                found: self.slot_bits,
            });
        }
        if !(MIN_FIFO_BITS..=MAX_FIFO_BITS).contains(&self.fifo_bits) {
            return Err(TimerBuildError::FifoBits {
                found: self.fifo_bits,
            });
        }
        Ok(())
    }
}

/// Why a timer chip cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerBuildError {
    /// A number of slots that is not offered.
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

impl fmt::Display for TimerBuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlotBits { found } => write!(
                formatter,
                "a timer chip of 2^{found} slots is not offered: choose {} to {}",
                1 << MIN_SLOT_BITS,
                1 << MAX_SLOT_BITS
            ),
            Self::FifoBits { found } => write!(
                formatter,
                "a FIFO of 2^{found} events is not offered: choose {MIN_FIFO_BITS} to {MAX_FIFO_BITS} FIFO bits"
            ),
        }
    }
}

impl core::error::Error for TimerBuildError {}
