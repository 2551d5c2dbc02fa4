//! Why the laboratory cannot do what it is asked for.

use core::fmt;

use carillon_driver::facility::FacilityError;
use carillon_sim::{BusError, InsideError, SimulationError};

use super::board::BoardError;
use super::bus::WireError;
use carillon_replay::HostError;

/// A refusal. The message says what to do, and is shown on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabError(pub String);

impl fmt::Display for LabError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl core::error::Error for LabError {}

impl From<FacilityError<WireError>> for LabError {
    fn from(error: FacilityError<WireError>) -> Self {
        Self(error.to_string())
    }
}

impl From<HostError<BusError>> for LabError {
    fn from(error: HostError<BusError>) -> Self {
        Self(error.to_string())
    }
}

impl From<WireError> for LabError {
    fn from(error: WireError) -> Self {
        Self(error.to_string())
    }
}

impl From<BoardError> for LabError {
    fn from(error: BoardError) -> Self {
        Self(error.to_string())
    }
}

impl From<SimulationError> for LabError {
    fn from(error: SimulationError) -> Self {
        Self(error.to_string())
    }
}

impl From<InsideError> for LabError {
    fn from(error: InsideError) -> Self {
        Self(error.to_string())
    }
}
