//! The timer chip's build parameters.

use carillon_regmap::timer_chip::field::params;
use carillon_regmap::timer_chip::{
    MAX_SLOT_BITS, MAX_TIMER_BITS, MAX_WHEELS, MIN_SLOT_BITS, MIN_TIMER_BITS, wheel_bits,
};
use carillon_regmap::{MAX_FIFO_BITS, MIN_FIFO_BITS};

/// The options that the chip was generated with (register `PARAMS`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TimerParameters {
    /// The wheels, 1 to 3.
    pub wheels: u32,
    /// The busy bits of all wheels together, as a power of two, 10 to 15.
    pub slot_bits: u32,
    /// Depth of the event FIFO, as a power of two, 1 to 10.
    pub fifo_bits: u32,
    /// Whether it has periodic timers.
    pub periodic: bool,
    /// Whether records are wide: up to 2^20 timers, instead of 65,536 timers and slots.
    pub wide: bool,
    /// Whether it tells when the next timer can expire.
    pub look_ahead: bool,
    /// Whether the interrupt can wait for several events.
    pub coalescing: bool,
    /// The memory is inside the chip, with room for 2^n timers, 4 to 15; `None`: it is behind the chip's port.
    pub timer_bits: Option<u32>,
}

impl TimerParameters {
    pub(super) fn from_word(word: u32) -> Option<Self> {
        let parameters = Self {
            wheels: params::WHEELS.get(word),
            slot_bits: params::SLOT_BITS.get(word),
            fifo_bits: params::FIFO_BITS.get(word),
            periodic: params::PERIODIC.is_set(word),
            wide: params::WIDE.is_set(word),
            look_ahead: params::LOOK_AHEAD.is_set(word),
            coalescing: params::COALESCING.is_set(word),
            timer_bits: match params::TIMER_BITS.get(word) {
                0 => None,
                bits => Some(bits),
            },
        };
        let possible = (1..=MAX_WHEELS).contains(&parameters.wheels)
            && (MIN_SLOT_BITS..=MAX_SLOT_BITS).contains(&parameters.slot_bits)
            && (MIN_FIFO_BITS..=MAX_FIFO_BITS).contains(&parameters.fifo_bits)
            && parameters.timer_bits.is_none_or(|bits| (MIN_TIMER_BITS..=MAX_TIMER_BITS).contains(&bits))
            && !(parameters.wide && parameters.timer_bits.is_some());
        possible.then_some(parameters)
    }

    /// The slots of a wheel, as a power of two: the most with one wheel, just these with several.
    pub const fn wheel_bits(&self) -> u32 {
        wheel_bits(self.wheels, self.slot_bits)
    }

    /// Words of the memory that a record takes.
    pub const fn record_words(&self) -> u32 {
        if self.periodic || self.wide { 4 } else { 2 }
    }

    /// Capacity of the FIFO, in events.
    pub const fn fifo_depth(&self) -> u32 {
        1 << self.fifo_bits
    }
}
