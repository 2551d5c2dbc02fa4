//! The chip's build parameters.

use carillon_regmap::counter_chip::field::params;
use carillon_regmap::counter_chip::{MAX_SLOT_BITS, MAX_WHEELS, MIN_SLOT_BITS};
use carillon_regmap::{Feature, MAX_FIFO_BITS, MIN_FIFO_BITS};

/// The options that the chip was generated with (register `PARAMS`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Parameters {
    /// Wheels, 1 to 8.
    pub wheels: u32,
    /// Slots of all wheels together, as a power of two, 10 to 20.
    pub slot_bits: u32,
    /// Depth of the event FIFO, as a power of two, 1 to 10.
    pub fifo_bits: u32,
    /// Whether the chip has an alarm.
    pub alarm: bool,
    /// Whether the chip has `NEXT`.
    pub look_ahead: bool,
    /// Whether the chip can coalesce events.
    pub coalescing: bool,
    /// Whether the chip has `WHEEL_MODE`.
    pub wheel_modes: bool,
}

impl Parameters {
    /// The parameters in a word of `PARAMS`, unless they are out of range.
    pub(super) fn from_word(word: u32) -> Option<Self> {
        let parameters = Self {
            wheels: params::WHEELS.get(word),
            slot_bits: params::SLOT_BITS.get(word),
            fifo_bits: params::FIFO_BITS.get(word),
            alarm: params::ALARM.is_set(word),
            look_ahead: params::LOOK_AHEAD.is_set(word),
            coalescing: params::COALESCING.is_set(word),
            wheel_modes: params::WHEEL_MODES.is_set(word),
        };
        let possible = (1..=MAX_WHEELS).contains(&parameters.wheels)
            && (MIN_SLOT_BITS..=MAX_SLOT_BITS).contains(&parameters.slot_bits)
            && (MIN_FIFO_BITS..=MAX_FIFO_BITS).contains(&parameters.fifo_bits);
        possible.then_some(parameters)
    }

    /// Whether the chip has `feature`.
    pub const fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Alarm => self.alarm,
            Feature::LookAhead => self.look_ahead,
            Feature::Coalescing => self.coalescing,
            Feature::WheelModes => self.wheel_modes,
        }
    }

    /// Slots of all wheels together.
    pub const fn capacity(&self) -> u32 {
        1 << self.slot_bits
    }

    /// Capacity of the FIFO, in events.
    pub const fn fifo_depth(&self) -> u32 {
        1 << self.fifo_bits
    }
}
