//! What a program installs once in a `static`, for interrupts, tasks and other cores.

use core::cell::{Cell, RefCell};
use core::fmt;

use critical_section::Mutex;

use crate::rate::TickRate;

/// Why the driver was not initialised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum InitialiseError {
    /// The device's tick rate is not the one that the program was built for.
    WrongTickRate {
        /// Ticks per second that the program expects: embassy's feature `tick-hz-...`, or the durations of an RTIC
        /// monotonic.
        expected: u64,
        /// The device's tick rate.
        found: TickRate,
    },
    /// The driver was initialised before.
    Twice,
}

impl fmt::Display for InitialiseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongTickRate { expected, found } => write!(
                formatter,
                "the program expects {expected} ticks per second and the device has {found}: set PRESCALE, or \
                embassy's feature tick-hz, or the type of RTIC's durations"
            ),
            Self::Twice => formatter.write_str("the driver was initialised before: do it once"),
        }
    }
}

impl core::error::Error for InitialiseError {}

/// Checks that ticks of `rate` are so many a second.
pub fn expect_rate(rate: TickRate, expected: u64) -> Result<(), InitialiseError> {
    if !rate.is_hertz(expected) {
        return Err(InitialiseError::WrongTickRate { expected, found: rate });
    }
    Ok(())
}

/// A place for a `T`, which a critical section protects.
#[derive(Debug)]
pub struct Installed<T> {
    place: Mutex<RefCell<Option<T>>>,
    /// The latest now that was read.
    now: Mutex<Cell<u64>>,
}

impl<T> Installed<T> {
    /// An empty place.
    pub const fn nothing() -> Self {
        Self { place: Mutex::new(RefCell::new(None)), now: Mutex::new(Cell::new(0)) }
    }

    /// Installs `value`, whose ticks are of `rate`, in a program that expects so many a second.
    pub fn install(&self, value: T, rate: TickRate, expected: u64) -> Result<(), InitialiseError> {
        expect_rate(rate, expected)?;
        critical_section::with(|section| match self.place.borrow(section).try_borrow_mut() {
            Ok(mut place) if place.is_none() => {
                *place = Some(value);
                Ok(())
            }
            _ => Err(InitialiseError::Twice),
        })
    }

    /// What `run` returns. `None` if nothing is installed, and if this is called from inside `run`.
    pub fn with<R>(&self, run: impl FnOnce(&mut T) -> R) -> Option<R> {
        critical_section::with(|section| {
            let mut place = self.place.borrow(section).try_borrow_mut().ok()?;
            place.as_mut().map(run)
        })
    }

    /// The latest now that `read` has returned: 0 if nothing is installed. Never less than before, also if this is
    /// called from inside `read`, as by a logger that asks for the time.
    pub fn now(&self, read: impl FnOnce(&mut T) -> u64) -> u64 {
        let read = self.with(read);
        critical_section::with(|section| {
            let latest = self.now.borrow(section);
            latest.set(latest.get().max(read.unwrap_or(0)));
            latest.get()
        })
    }
}
