//! Errors of a timer facility.

use core::fmt;

use crate::counter_chip::CounterChipError;
use crate::queue::{QueueError, Refused, StartError};
use crate::timer_chip::TimerChipError;

/// Why an operation of the facility failed. `E` is the device's error: that of a chip's driver, or of a
/// [clock](crate::device)'s alarm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum FacilityError<E> {
    /// The device failed: the chip or the bus to it, or the clock's alarm.
    Device(E),
    /// The memory given does not make a queue.
    Queue(QueueError),
    /// The queue given is not at tick 0 or has timers.
    QueueInUse,
    /// The timer was not started.
    Start(StartError),
    /// The timer was not stopped.
    Stop(StopError),
    /// The chip was reset by another host. No clock gives this. The timers are still in the host's memory:
    /// [`recover`](super::TimerFacility::recover) starts the chip again with them.
    ChipWasReset,
}

/// Why a timer was not stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum StopError {
    /// The timer that the handle named was stopped or reported before.
    StaleHandle,
    /// The handle names an entry that this facility does not have.
    ForeignHandle {
        /// The entry named.
        index: u32,
        /// The number of entries.
        capacity: u32,
    },
}

impl fmt::Display for StopError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StaleHandle => {
                formatter.write_str("the timer was stopped or reported before: forget its handle when that happens")
            }
            Self::ForeignHandle { index, capacity } => {
                write!(
                    formatter,
                    "the handle names entry {index} of a facility with {capacity}: use it with the one that gave it out"
                )
            }
        }
    }
}

impl core::error::Error for StopError {}

impl<E> From<CounterChipError<E>> for FacilityError<CounterChipError<E>> {
    #[cold]
    #[inline(never)]
    fn from(error: CounterChipError<E>) -> Self {
        if error.shows_a_reset() { Self::ChipWasReset } else { Self::Device(error) }
    }
}

/// A chip that does not run was reset.
impl<E> From<TimerChipError<E>> for FacilityError<TimerChipError<E>> {
    #[cold]
    #[inline(never)]
    fn from(error: TimerChipError<E>) -> Self {
        match error {
            TimerChipError::NotRunning => Self::ChipWasReset,
            error => Self::Device(error),
        }
    }
}

impl<E> From<QueueError> for FacilityError<E> {
    fn from(error: QueueError) -> Self {
        Self::Queue(error)
    }
}

impl<E> From<StartError> for FacilityError<E> {
    fn from(error: StartError) -> Self {
        Self::Start(error)
    }
}

/// Drops the item.
impl<E, T> From<Refused<T, Self>> for FacilityError<E> {
    fn from(refused: Refused<T, Self>) -> Self {
        refused.error
    }
}

impl<E> From<StopError> for FacilityError<E> {
    fn from(error: StopError) -> Self {
        Self::Stop(error)
    }
}

impl<E: fmt::Display> fmt::Display for FacilityError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Device(error) => error.fmt(formatter),
            Self::Queue(error) => error.fmt(formatter),
            Self::QueueInUse => {
                formatter.write_str("the queue is in use already: pass a new one, at tick 0 and without timers")
            }
            Self::Start(error) => error.fmt(formatter),
            Self::Stop(error) => error.fmt(formatter),
            Self::ChipWasReset => {
                formatter.write_str("the chip was reset and its busy bits are gone; no timer is lost: call recover")
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for FacilityError<E> {}
