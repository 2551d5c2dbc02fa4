//! The counter chip's error.

use crate::chip::chip_error;

chip_error! {
    /// Why an operation on the counter chip failed. `E` is the bus's error.
    CounterChipError {
        /// The chip does not run: one to adopt has not been started, and one that was started has been reset.
        NotRunning => ("the chip has not been started: initialise it instead of adopting it"),
        /// The chip's time is behind an earlier reading: the chip was reset by another host.
        TimeRanBack {
            /// A tick that was reached before.
            known: u64,
            /// The tick read.
            found: u64,
        } => ("the chip is at tick {found} and was at {known} before: it was reset; initialise it again"),
        /// A register did not keep what was written to it.
        NotAccepted {
            /// The register's byte offset.
            offset: u32,
            /// The word written.
            wrote: u32,
            /// The word read back.
            found: u32,
        } => (
            "{wrote:#x} was written to the register at {offset:#05x} and {found:#x} was read: check ERROR, and \
            whether another host uses the chip"
        ),
        /// The configuration has no wheels, or more than the chip.
        WheelCountOutOfRange {
            /// Wheels requested.
            wheels: usize,
            /// Wheels that the chip has.
            built: u32,
        } => (
            "the configuration has {wheels} wheels: use 1 to {built}, the number that this chip was built with"
        ),
        /// A wheel must have at least 2 slots, and all together, each in whole words of 16 slots, at most the chip's
        /// busy bits.
        WheelSizeOutOfRange {
            /// The wheel.
            wheel: u32,
            /// Slots requested.
            size: u32,
            /// Busy bits that the wheels before it leave.
            capacity: u32,
        } => ("wheel {wheel} cannot have {size} slots: use 2 to {capacity}, the slots that the chip has left"),
        /// There is no such wheel. The chip was not accessed.
        WheelOutOfRange {
            /// The wheel.
            wheel: u32,
            /// The wheels there are; 0 before the chip has been initialised or adopted.
            wheels: u32,
        } => ("there is no wheel {wheel}: the chip was initialised with {wheels}, counted from 0"),
        /// The wheel has no such slot. The chip was not accessed.
        SlotOutOfRange {
            /// The wheel.
            wheel: u32,
            /// The slot.
            slot: u32,
            /// The wheel's slots.
            size: u32,
        } => ("wheel {wheel} has no slot {slot}: it was initialised with {size}, counted from 0"),
    }
}

impl<E> CounterChipError<E> {
    /// A chip that does not run, or whose time has run back, was reset.
    pub(crate) const fn shows_a_reset(&self) -> bool {
        matches!(self, Self::NotRunning | Self::TimeRanBack { .. })
    }
}
