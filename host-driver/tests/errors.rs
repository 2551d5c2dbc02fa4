//! What every error type must be: `Copy`, comparable, an `Error` with one sentence that says what to do, and without
//! allocation.

use std::collections::HashSet;
use std::error::Error;

#[cfg(feature = "embedded-hal")]
use carillon_driver::bus::spi::SpiError;
use carillon_driver::bus::uart::UartError;
use carillon_driver::counter_chip::CounterChipError;
use carillon_driver::facility::{FacilityError, StopError};
use carillon_driver::queue::diagnostics::InvariantError;
use carillon_driver::queue::{QueueError, RestartError, StartError};
use carillon_driver::timer_chip::{TimerChipError, TimerErrors};

/// As a caller sees them that knows no more than the trait.
fn texts() -> Vec<String> {
    fn of<E: Error + Copy + Eq + Send + Sync + 'static>(error: E) -> Box<dyn Error> {
        Box::new(error)
    }
    let start = StartError::Full { capacity: 3 };
    [
        of(QueueError::TableTooSmall),
        of(QueueError::SlotsOutOfRange { slots: 1 }),
        of(StartError::NoSuchNumber { number: 4, numbers: 3 }),
        of(StartError::BeyondTheEndOfTime),
        of(start),
        of(StopError::StaleHandle),
        of(StopError::ForeignHandle { index: 9, capacity: 3 }),
        of(QueueError::TooManyTimers { timers: 5 }),
        of(InvariantError::FreeListBroken),
        of(CounterChipError::WrongIdentity::<u8> { found: 7, wanted: 0x4341_524C }),
        of(TimerChipError::Refused::<u8> { errors: TimerErrors::BEHIND }),
        of(TimerChipError::<u8>::NotPeriodic),
        of(TimerChipError::<u8>::NotRunning),
        of(CounterChipError::<u8>::NotRunning),
        of(FacilityError::ChipWasReset::<CounterChipError<u8>>),
        of(UartError::Line(7u8)),
        of(UartError::<u8>::NoWord { offset: 2 }),
        of(UartError::<u8>::Silent { offset: 0 }),
        of(UartError::<u8>::NoChip { found: 7 }),
        of(UartError::<u8>::WasReset),
        of(UartError::<u8>::Unsteady { offset: 4 }),
        of(UartError::<u8>::Refused { offset: 4 }),
        of(UartError::<u8>::NotKept { offset: 4, wrote: 1, found: 2 }),
        of(UartError::<u8>::Uncertain { offset: 4 }),
        #[cfg(feature = "embedded-hal")]
        of(SpiError::Device(embedded_hal::spi::ErrorKind::Other)),
        #[cfg(feature = "embedded-hal")]
        of(SpiError::Corrupted { offset: 4 }),
        #[cfg(feature = "embedded-hal")]
        of(SpiError::Unsteady { offset: 4 }),
        #[cfg(feature = "embedded-hal")]
        of(SpiError::TooFast { offset: 4 }),
        #[cfg(feature = "embedded-io")]
        of(carillon_driver::bus::serial::EmbeddedIoError::Closed),
        #[cfg(feature = "embedded-io")]
        of(carillon_driver::bus::serial::EmbeddedIoError::Babbling),
        #[cfg(feature = "embassy")]
        of(carillon_driver::embassy::InitialiseError::Twice),
    ]
    .iter()
    .map(ToString::to_string)
    .collect()
}

#[test]
fn errors_each_says_something_of_its_own_and_what_to_do() {
    let texts = texts();
    let different: HashSet<&String> = texts.iter().collect();
    assert_eq!(different.len(), texts.len());
    for text in &texts {
        assert!(text.len() > 20 && text.contains([':', ';']), "{text}");
        assert!(!text.ends_with('.'), "{text}");
    }
}

#[test]
fn errors_that_wrap_another_tell_that_ones_text() {
    let start = StartError::Full { capacity: 3 };
    let restart = RestartError::from(start);
    let facility = FacilityError::<u8>::from(start);
    assert_eq!(restart.to_string(), start.to_string());
    assert_eq!(facility.to_string(), start.to_string());
}
