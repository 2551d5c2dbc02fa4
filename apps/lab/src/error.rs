//! Why the laboratory cannot do what it is asked for.

use core::fmt;

use carillon_driver::counter_chip::CounterChipError;
use carillon_driver::facility::FacilityError;
use carillon_driver::timer_chip::TimerChipError;
use carillon_replay::HostError;

use super::{BoardError, WireError};

/// A refusal. The message says what to do, and is shown on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabError(pub String);

impl fmt::Display for LabError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl core::error::Error for LabError {}

macro_rules! from {
    ($($error:ty),*) => {$(
        impl From<$error> for LabError {
            fn from(error: $error) -> Self {
                Self(error.to_string())
            }
        }
    )*};
}

from!(
    FacilityError<CounterChipError<WireError>>,
    HostError<TimerChipError<WireError>, WireError>,
    WireError,
    BoardError
);
