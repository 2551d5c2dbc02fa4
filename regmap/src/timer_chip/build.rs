//! What is chosen when a timer chip is generated.

use core::fmt;

use super::{EXPIRY_BITS, MAX_SLOT_BITS, MAX_TIMER_BITS, MAX_WHEELS, MIN_SLOT_BITS, MIN_TIMER_BITS, field, wheel_bits};
use crate::{BusAdapter, Feature, MAX_CLOCKS_A_BIT, MAX_FIFO_BITS, MIN_CLOCKS_A_BIT, MIN_FIFO_BITS, Options, Register};

/// The choices that fix a timer chip's area. The host reads all but the bus adapter back from `PARAMS`. How many timers
/// there are, where the records are, and the slots of a single wheel, the host says at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerBuild {
    /// The wheels, 1 to 3: Scheme 6, or Scheme 7.
    pub wheels: u32,
    /// The busy bits of all wheels together, as a power of two, 10 to 15.
    pub slot_bits: u32,
    /// Depth of the event FIFO, as a power of two, 1 to 10.
    pub fifo_bits: u32,
    /// With `START_MODE.periodic`: a record takes four words instead of two.
    pub periodic: bool,
    /// Links of 21 bits instead of 16, for 2^20 timers: a record takes four words. Only with memory behind the port.
    pub wide: bool,
    /// With `NEXT_EXPIRY`.
    pub look_ahead: bool,
    /// With `INTR_COALESCE`.
    pub coalescing: bool,
    /// The records are in memory inside the chip, with room for 2^n timers, 4 to 15, and for the heads of all slots.
    /// Else they are behind the memory port.
    pub timer_bits: Option<u32>,
    /// How the host reaches the registers.
    pub bus_adapter: BusAdapter,
}

impl TimerBuild {
    /// The smallest: 1024 slots, a FIFO of 16 events, no periodic timers.
    pub const fn minimal() -> Self {
        Self {
            wheels: 1,
            slot_bits: 10,
            fifo_bits: 4,
            periodic: false,
            wide: false,
            look_ahead: false,
            coalescing: false,
            timer_bits: None,
            bus_adapter: BusAdapter::Wishbone,
        }
    }

    /// The same with periodic timers.
    pub const fn full() -> Self {
        Self { periodic: true, ..Self::minimal() }
    }

    /// The parameters of the Verilog of the timer chip, whatever its bus.
    pub const fn parameters(&self) -> [(&'static str, u32); 8] {
        [
            ("WHEELS", self.wheels),
            ("SLOT_BITS", self.slot_bits),
            ("FIFO_BITS", self.fifo_bits),
            ("PERIODIC", self.periodic as u32),
            ("WIDE", self.wide as u32),
            (
                "TIMER_BITS",
                match self.timer_bits {
                    Some(bits) => bits,
                    None => 0,
                },
            ),
            ("LOOK_AHEAD", self.look_ahead as u32),
            ("COALESCING", self.coalescing as u32),
        ]
    }

    /// The options that ask for this chip, whatever its bus, on the command line.
    pub const fn as_options(&self) -> Options<Self> {
        Options(*self)
    }

    /// Words that a record takes in the memory.
    pub const fn record_words(&self) -> u32 {
        if self.periodic || self.wide { 4 } else { 2 }
    }

    /// The bits of a link: what names a timer or a slot's head.
    pub const fn link_bits(&self) -> u32 {
        if self.wide { 21 } else { 16 }
    }

    /// The slots of a wheel, as a power of two: the most with one wheel, just these with several.
    pub const fn wheel_bits(&self) -> u32 {
        wheel_bits(self.wheels, self.slot_bits)
    }

    /// Whether the build has the register.
    pub const fn has(&self, register: &Register) -> bool {
        match register.feature {
            None => true,
            Some(Feature::LookAhead) => self.look_ahead,
            Some(Feature::Coalescing) => self.coalescing,
            Some(_) => false,
        }
    }

    /// What `PARAMS` reads.
    pub const fn params(&self) -> u32 {
        field::params::WHEELS.put(self.wheels)
            | field::params::SLOT_BITS.put(self.slot_bits)
            | field::params::FIFO_BITS.put(self.fifo_bits)
            | field::params::PERIODIC.put(self.periodic as u32)
            | field::params::TIMER_BITS.put(match self.timer_bits {
                Some(bits) => bits,
                None => 0,
            })
            | field::params::WIDE.put(self.wide as u32)
            | field::params::COALESCING.put(self.coalescing as u32)
            | field::params::LOOK_AHEAD.put(self.look_ahead as u32)
    }

    /// Checks that the chip can be built.
    ///
    /// # Errors
    ///
    /// The first choice that is out of its range.
    pub fn validate(&self) -> Result<(), TimerBuildError> {
        if !(1..=MAX_WHEELS).contains(&self.wheels) {
            return Err(TimerBuildError::Wheels { found: self.wheels });
        }
        if !(MIN_SLOT_BITS..=MAX_SLOT_BITS).contains(&self.slot_bits) {
            return Err(TimerBuildError::SlotBits { found: self.slot_bits });
        }
        if self.wheels * self.wheel_bits() > EXPIRY_BITS {
            return Err(TimerBuildError::TooFar { wheels: self.wheels, wheel_bits: self.wheel_bits() });
        }
        if !(MIN_FIFO_BITS..=MAX_FIFO_BITS).contains(&self.fifo_bits) {
            return Err(TimerBuildError::FifoBits { found: self.fifo_bits });
        }
        match self.timer_bits {
            Some(found) if !(MIN_TIMER_BITS..=MAX_TIMER_BITS).contains(&found) => {
                return Err(TimerBuildError::TimerBits { found });
            }
            _ => {}
        }
        if self.wide && self.timer_bits.is_some() {
            return Err(TimerBuildError::WideInside);
        }
        match self.bus_adapter {
            BusAdapter::Uart { clocks_a_bit: found } if !(MIN_CLOCKS_A_BIT..=MAX_CLOCKS_A_BIT).contains(&found) => {
                Err(TimerBuildError::ClocksABit { found })
            }
            _ => Ok(()),
        }
    }
}

/// Why a timer chip cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerBuildError {
    /// A number of wheels that is not offered.
    Wheels {
        /// What was asked for.
        found: u32,
    },
    /// The wheels would need more than the 24 bits that a record has for its expiry.
    TooFar {
        /// The wheels.
        wheels: u32,
        /// Slots of each, as a power of two.
        wheel_bits: u32,
    },
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
    /// A number of timers inside that is not offered.
    TimerBits {
        /// What was asked for, as a power of two.
        found: u32,
    },
    /// Wide records in memory inside.
    WideInside,
    /// A bit on the UART's wire that is too short or too long.
    ClocksABit {
        /// What was asked for.
        found: u32,
    },
}

impl fmt::Display for TimerBuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wheels { found } => {
                write!(formatter, "a timer chip with {found} wheels is not offered: choose 1 to {MAX_WHEELS}")
            }
            Self::TooFar { wheels, wheel_bits } => write!(
                formatter,
                "{wheels} wheels of {} slots would reach further than the {EXPIRY_BITS} bits of a timer's expiry: \
                 choose fewer wheels or slots",
                1_u32 << wheel_bits
            ),
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
            Self::TimerBits { found } => write!(
                formatter,
                "memory inside for 2^{found} timers is not offered: choose {} to {}, or leave --timers out and put the \
                 memory behind the port",
                1 << MIN_TIMER_BITS,
                1 << MAX_TIMER_BITS
            ),
            Self::WideInside => {
                formatter.write_str("wide records are for memory behind the port: leave --wide or --timers out")
            }
            Self::ClocksABit { found } => write!(
                formatter,
                "{found} clocks a bit are not offered: choose {MIN_CLOCKS_A_BIT} to {MAX_CLOCKS_A_BIT}"
            ),
        }
    }
}

impl core::error::Error for TimerBuildError {}
