//! The timer chip's error.

use carillon_regmap::timer_chip::{MAX_INTERVAL, MIN_WHEEL_BITS};

use super::TimerErrors;
use crate::chip::chip_error;

chip_error! {
    /// Why an operation on the timer chip failed. `E` is the bus's error.
    TimerChipError {
        /// The chip was reset while it was being started.
        NotRunning => ("the chip was reset while it was being started: initialise it again"),
        /// The chip cannot have so many timers and slots: at least 1 timer and 2^4 slots, at most 2^15 slots or those
        /// of the build, and 65536 together, or with wide records 2^20 timers; with memory inside no more timers than
        /// that has room for.
        TimersOutOfRange {
            /// Timers requested.
            timers: usize,
            /// Slots requested, as a power of two.
            wheel_bits: u32,
        } => (
            "the timer chip cannot have {timers} timers and 2^{wheel_bits} slots: use 1 timer or more and 2^{} slots \
            or more, at most as many slots and (with memory inside) timers as it was built with, and no more than \
            65536 together (with wide records no more than 1048576 timers)",
            MIN_WHEEL_BITS
        ),
        /// The records must begin at a multiple of their words, rounded up to a power of two.
        MisalignedRecords {
            /// The word address requested.
            word: u32,
            /// Of what it must be a multiple.
            alignment: u32,
        } => (
            "the records cannot begin at word {word:#x}: use a multiple of {alignment:#x}, their words rounded up to a \
            power of two"
        ),
        /// There is no such timer. The chip was not accessed.
        TimerOutOfRange {
            /// The timer.
            timer: u32,
            /// The timers there are; 0 before the chip has been initialised.
            timers: u32,
        } => ("there is no timer {timer}: the chip was initialised with {timers}"),
        /// The chip takes intervals of 1 to 2^23 - 1 ticks. The chip was not accessed.
        IntervalOutOfRange {
            /// The interval requested, in ticks.
            interval: u32,
        } => (
            "the timer chip takes no interval of {interval} ticks: use 1 to {}, and start again for longer ones",
            MAX_INTERVAL
        ),
        /// The build has no periodic timers. The chip was not accessed.
        NotPeriodic => (
            "this timer chip was built without periodic timers: use one that has them, or start the timer again"
        ),
        /// The chip refused something.
        Refused {
            /// What it said.
            #[cfg_attr(feature = "defmt", defmt(Debug2Format))]
            errors: TimerErrors,
        } => (
            "the timer chip refused something: its ERROR was {:#x}; compare it with the register map",
            errors.word()
        ),
    }
}
