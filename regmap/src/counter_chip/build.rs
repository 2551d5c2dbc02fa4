//! What is chosen when a counter chip is generated.

use core::fmt;

use super::{MAX_SLOT_BITS, MAX_WHEELS, MIN_SLOT_BITS, field};
use crate::{BusAdapter, Feature, MAX_CLOCKS_A_BIT, MAX_FIFO_BITS, MIN_CLOCKS_A_BIT, MIN_FIFO_BITS, Options};

/// The choices that fix a chip's area. The host reads all but the bus adapter back from `PARAMS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// How many wheels, 1 to 8.
    pub wheels: u32,
    /// Busy bits of all wheels together, as a power of two, 10 to 20.
    pub slot_bits: u32,
    /// Depth of the event FIFO, as a power of two, 1 to 10.
    pub fifo_bits: u32,
    /// The busy bits are in memory with one port, which is larger on some parts; the cursor gives way to each write.
    pub single_port: bool,
    /// With `ALARM_LO` and `ALARM_HI`: a compare of 64 bits against now.
    pub alarm: bool,
    /// With `NEXT`: the hierarchical bit vector.
    pub look_ahead: bool,
    /// With `INTR_COALESCE`: fewer interrupts, by count and by age.
    pub coalescing: bool,
    /// With `WHEEL_MODE`: `HOLD` and `AUTO_CLEAR`.
    pub wheel_modes: bool,
    /// How the host reaches the registers.
    pub bus_adapter: BusAdapter,
}

impl Build {
    /// The smallest useful chip: one wheel of 4096 slots, a FIFO of 16 events, no options, Wishbone.
    pub const fn minimal() -> Self {
        Self {
            wheels: 1,
            slot_bits: 12,
            fifo_bits: 4,
            single_port: false,
            alarm: false,
            look_ahead: false,
            coalescing: false,
            wheel_modes: false,
            bus_adapter: BusAdapter::Wishbone,
        }
    }

    /// Everything: four wheels of 4096 slots together, a FIFO of 16 events, all options, Wishbone.
    pub const fn full() -> Self {
        Self { wheels: 4, alarm: true, look_ahead: true, coalescing: true, wheel_modes: true, ..Self::minimal() }
    }

    /// The parameters of the Verilog of the counter chip, whatever its bus.
    pub const fn parameters(&self) -> [(&'static str, u32); 8] {
        [
            ("WHEELS", self.wheels),
            ("SLOT_BITS", self.slot_bits),
            ("FIFO_BITS", self.fifo_bits),
            ("ALARM", self.alarm as u32),
            ("LOOK_AHEAD", self.look_ahead as u32),
            ("COALESCING", self.coalescing as u32),
            ("WHEEL_MODES", self.wheel_modes as u32),
            ("SINGLE_PORT", self.single_port as u32),
        ]
    }

    /// The options that ask for this chip, whatever its bus, on the command line: the same comes from `minimal` and
    /// these.
    pub const fn as_options(&self) -> Options<Self> {
        Options(*self)
    }

    /// Whether the build has what `feature` names.
    pub const fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Alarm => self.alarm,
            Feature::LookAhead => self.look_ahead,
            Feature::Coalescing => self.coalescing,
            Feature::WheelModes => self.wheel_modes,
        }
    }

    /// What `PARAMS` reads.
    pub const fn params(&self) -> u32 {
        field::params::WHEELS.put(self.wheels)
            | field::params::SLOT_BITS.put(self.slot_bits)
            | field::params::FIFO_BITS.put(self.fifo_bits)
            | field::params::ALARM.put(self.alarm as u32)
            | field::params::LOOK_AHEAD.put(self.look_ahead as u32)
            | field::params::COALESCING.put(self.coalescing as u32)
            | field::params::WHEEL_MODES.put(self.wheel_modes as u32)
    }

    /// Checks that the chip can be built.
    ///
    /// # Errors
    ///
    /// The first choice that is out of its range.
    pub fn validate(&self) -> Result<(), BuildError> {
        if !(1..=MAX_WHEELS).contains(&self.wheels) {
            return Err(BuildError::Wheels { found: self.wheels });
        }
        if !(MIN_SLOT_BITS..=MAX_SLOT_BITS).contains(&self.slot_bits) {
            return Err(BuildError::SlotBits { found: self.slot_bits });
        }
        if !(MIN_FIFO_BITS..=MAX_FIFO_BITS).contains(&self.fifo_bits) {
            return Err(BuildError::FifoBits { found: self.fifo_bits });
        }
        match self.bus_adapter {
            BusAdapter::Uart { clocks_a_bit } if !(MIN_CLOCKS_A_BIT..=MAX_CLOCKS_A_BIT).contains(&clocks_a_bit) => {
                Err(BuildError::ClocksABit { found: clocks_a_bit })
            }
            _ => Ok(()),
        }
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
    /// A length of a bit on the UART's wire that is not offered.
    ClocksABit {
        /// What was asked for.
        found: u32,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wheels { found } => write!(formatter, "{found} wheels are not offered: choose 1 to {MAX_WHEELS}"),
            Self::SlotBits { found } => write!(
                formatter,
                "2^{found} slots are not offered: choose {MIN_SLOT_BITS} to {MAX_SLOT_BITS} slot bits"
            ),
            Self::FifoBits { found } => write!(
                formatter,
                "a FIFO of 2^{found} events is not offered: choose {MIN_FIFO_BITS} to {MAX_FIFO_BITS} FIFO bits"
            ),
            Self::ClocksABit { found } => write!(
                formatter,
                "{found} clocks a bit are not offered: choose {MIN_CLOCKS_A_BIT} to {MAX_CLOCKS_A_BIT}"
            ),
        }
    }
}

impl core::error::Error for BuildError {}
