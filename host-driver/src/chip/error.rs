//! Errors of the chips.

use core::fmt;

use carillon_regmap::Feature;

use super::Version;
use crate::timer_chip::TimerErrors;

/// Why an operation on the chip failed. `E` is the bus's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ChipError<E> {
    /// The bus failed.
    Bus(E),
    /// `ID` is not that of the chip that the driver is for.
    WrongIdentity {
        /// The word read.
        found: u32,
        /// That of the chip that the driver is for.
        wanted: u32,
    },
    /// The chip's register map has another major version than this driver.
    IncompatibleVersion {
        /// The chip's version.
        found: Version,
    },
    /// `SCRATCH` did not return what was written.
    ScratchMismatch {
        /// The word written.
        wrote: u32,
        /// The word read back.
        found: u32,
    },
    /// `PARAMS` describes a chip that cannot be built.
    ImpossibleParameters {
        /// The word read.
        found: u32,
    },
    /// The chip did not finish clearing its memory after a reset.
    NotReady {
        /// How often `STATUS` was read.
        polls: u32,
    },
    /// The length of a tick must be 1 to 2^24 - 1 clocks.
    PrescaleOutOfRange {
        /// The length requested, in clocks.
        clocks: u32,
    },
    /// The configuration has no wheels, or more than the chip.
    WheelCountOutOfRange {
        /// Wheels requested.
        wheels: usize,
        /// Wheels that the chip has.
        built: u32,
    },
    /// A wheel must have at least 2 slots, and all together, each in whole words of 16 slots, at most the chip's busy
    /// bits.
    WheelSizeOutOfRange {
        /// The wheel.
        wheel: u32,
        /// Slots requested.
        size: u32,
        /// Busy bits that the wheels before it leave.
        capacity: u32,
    },
    /// The build lacks the feature. The chip was not accessed.
    MissingFeature {
        /// What the build lacks.
        #[cfg_attr(feature = "defmt", defmt(Debug2Format))]
        feature: Feature,
    },
    /// There is no such wheel. The chip was not accessed.
    WheelOutOfRange {
        /// The wheel.
        wheel: u32,
        /// The wheels there are; 0 before the chip has been initialised or adopted.
        wheels: u32,
    },
    /// The wheel has no such slot. The chip was not accessed.
    SlotOutOfRange {
        /// The wheel.
        wheel: u32,
        /// The slot.
        slot: u32,
        /// The wheel's slots.
        size: u32,
    },
    /// The chip does not run: one to adopt has not been started, and one that was started has been reset.
    NotRunning,
    /// A register has a value that no chip returns.
    ImpossibleAnswer {
        /// The register's byte offset.
        offset: u32,
        /// The word read.
        found: u32,
    },
    /// The chip's time is behind an earlier reading: the chip was reset by another host.
    TimeRanBack {
        /// A tick that was reached before.
        known: u64,
        /// The tick read.
        found: u64,
    },
    /// A register did not keep what was written to it.
    NotAccepted {
        /// The register's byte offset.
        offset: u32,
        /// The word written.
        wrote: u32,
        /// The word read back.
        found: u32,
    },
    /// The timer chip has no such timer. The chip was not accessed.
    TimerOutOfRange {
        /// The timer.
        timer: u32,
        /// The timers there are; 0 before the chip has been initialised.
        timers: u32,
    },
    /// The timer chip takes intervals of 1 to 2^23 - 1 ticks. The chip was not accessed.
    IntervalOutOfRange {
        /// The interval requested, in ticks.
        interval: u32,
    },
    /// The timer chip cannot have so many timers and slots: at least 1 timer and 2^4 slots, at most 2^15 slots or those
    /// of the build, and 65536 together, or with wide records 2^20 timers; with memory inside no more timers than that
    /// has room for.
    TimersOutOfRange {
        /// Timers requested.
        timers: usize,
        /// Slots requested, as a power of two.
        wheel_bits: u32,
    },
    /// The timer chip's records must begin at a multiple of their words, rounded up to a power of two.
    MisalignedRecords {
        /// The word address requested.
        word: u32,
        /// Of what it must be a multiple.
        alignment: u32,
    },
    /// The timer chip was built without periodic timers. The chip was not accessed.
    NotPeriodic,
    /// The timer chip refused something.
    Refused {
        /// What it said.
        #[cfg_attr(feature = "defmt", defmt(Debug2Format))]
        errors: TimerErrors,
    },
    /// The high half of a 64-bit time changed between every two reads.
    TimeUnsteady {
        /// The byte offset of the low half.
        offset: u32,
    },
}

impl<E> From<E> for ChipError<E> {
    fn from(error: E) -> Self {
        Self::Bus(error)
    }
}

impl<E: fmt::Display> fmt::Display for ChipError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bus(error) => write!(formatter, "the bus failed ({error}): check the connection, then try again"),
            Self::WrongIdentity { found, wanted } => write!(
                formatter,
                "no Carillon chip answers: ID reads {found:#010x}, not {wanted:#010x}; check the base address and the wiring"
            ),
            Self::IncompatibleVersion { found } => write!(
                formatter,
                "the chip has register map {found} and this driver supports {}.x: use the driver that came with the \
                chip",
                carillon_regmap::VERSION_MAJOR
            ),
            Self::ScratchMismatch { wrote, found } => write!(
                formatter,
                "{wrote:#010x} was written to SCRATCH and {found:#010x} was read: check the bus's data lines and byte \
                order"
            ),
            Self::ImpossibleParameters { found } => {
                write!(formatter, "PARAMS reads {found:#010x}, which no build has: check the bus")
            }
            Self::NotReady { polls } => write!(
                formatter,
                "the chip did not clear its memory within {polls} reads of STATUS: check its clock and its reset pin"
            ),
            Self::PrescaleOutOfRange { clocks } => {
                write!(formatter, "a tick cannot be {clocks} clocks long: use 1 to {}", super::MAX_PRESCALE)
            }
            Self::WheelCountOutOfRange { wheels, built } => {
                write!(
                    formatter,
                    "the configuration has {wheels} wheels: use 1 to {built}, the number that this chip was built with"
                )
            }
            Self::WheelSizeOutOfRange { wheel, size, capacity } => {
                write!(
                    formatter,
                    "wheel {wheel} cannot have {size} slots: use 2 to {capacity}, the slots that the chip has left"
                )
            }
            Self::MissingFeature { feature } => {
                write!(
                    formatter,
                    "this chip was built without {}: use one that has it, or do without",
                    match feature {
                        Feature::Alarm => "an alarm",
                        Feature::LookAhead => "looking ahead",
                        Feature::Coalescing => "coalescing",
                        Feature::WheelModes => "wheel modes",
                    }
                )
            }
            Self::WheelOutOfRange { wheel, wheels } => {
                write!(formatter, "there is no wheel {wheel}: the chip was initialised with {wheels}, counted from 0")
            }
            Self::SlotOutOfRange { wheel, slot, size } => {
                write!(formatter, "wheel {wheel} has no slot {slot}: it was initialised with {size}, counted from 0")
            }
            Self::NotRunning => {
                formatter.write_str("the chip has not been started: initialise it instead of adopting it")
            }
            Self::ImpossibleAnswer { offset, found } => write!(
                formatter,
                "the register at {offset:#05x} reads {found:#010x}, which no chip returns: check the bus"
            ),
            Self::TimeRanBack { known, found } => write!(
                formatter,
                "the chip is at tick {found} and was at {known} before: it was reset; initialise it again"
            ),
            Self::NotAccepted { offset, wrote, found } => write!(
                formatter,
                "{wrote:#x} was written to the register at {offset:#05x} and {found:#x} was read: check ERROR, and \
                whether another host uses the chip"
            ),
            Self::TimerOutOfRange { timer, timers } => {
                write!(formatter, "there is no timer {timer}: the chip was initialised with {timers}")
            }
            Self::IntervalOutOfRange { interval } => write!(
                formatter,
                "the timer chip takes no interval of {interval} ticks: use 1 to {}, and start again for longer ones",
                carillon_regmap::timer_chip::MAX_INTERVAL
            ),
            Self::TimersOutOfRange { timers, wheel_bits } => write!(
                formatter,
                "the timer chip cannot have {timers} timers and 2^{wheel_bits} slots: use 1 timer or more and 2^{} slots or \
                 more, at most as many slots and (with memory inside) timers as it was built with, and no more than \
                 65536 together (with wide records no more than 1048576 timers)",
                carillon_regmap::timer_chip::MIN_WHEEL_BITS
            ),
            Self::MisalignedRecords { word, alignment } => write!(
                formatter,
                "the records cannot begin at word {word:#x}: use a multiple of {alignment:#x}, their words rounded up to a \
                 power of two"
            ),
            Self::NotPeriodic => formatter.write_str(
                "this timer chip was built without periodic timers: use one that has them, or start the timer again",
            ),
            Self::Refused { errors } => write!(
                formatter,
                "the timer chip refused something: its ERROR was {:#x}; compare it with the register map",
                errors.word()
            ),
            Self::TimeUnsteady { offset } => {
                write!(formatter, "the time at {offset:#05x} changes between reads: check the bus")
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for ChipError<E> {}
