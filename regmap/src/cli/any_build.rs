//! A build of either chip.

use std::string::String;
use std::vec::Vec;

use super::choice::{Chip, Choice, ChoiceError};
use super::options::Options;
use crate::BusAdapter;
use crate::counter_chip::Build;
use crate::timer_chip::TimerBuild;

/// A build of either chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyBuild {
    /// A counter chip.
    Counter(Build),
    /// A timer chip.
    Timer(TimerBuild),
}

impl AnyBuild {
    /// How the modules of the chip are called: `carillon_counter` or `carillon_timer`.
    pub const fn chip(&self) -> &'static str {
        match self {
            Self::Counter(_) => "counter",
            Self::Timer(_) => "timer",
        }
    }

    /// How the host reaches the registers.
    pub const fn bus_adapter(&self) -> BusAdapter {
        match self {
            Self::Counter(build) => build.bus_adapter,
            Self::Timer(build) => build.bus_adapter,
        }
    }

    /// The parameters of its Verilog, in the order of the text.
    pub fn parameters(&self) -> Vec<(&'static str, u32)> {
        let of_chip = match self {
            Self::Counter(build) => build.parameters().to_vec(),
            Self::Timer(build) => build.parameters().to_vec(),
        };
        of_chip.into_iter().chain(self.bus_adapter().parameter()).collect()
    }

    /// The options that ask for it on the command line.
    pub fn options(&self) -> String {
        match self {
            Self::Counter(build) => build.options(),
            Self::Timer(build) => build.options(),
        }
    }

    /// What the chip has, in some lines of text for a person.
    pub fn summary(&self) -> String {
        match self {
            Self::Counter(build) => build.summary(),
            Self::Timer(build) => build.summary(),
        }
    }
}

impl Choice {
    /// The chip that was asked for.
    ///
    /// # Errors
    ///
    /// [`ChoiceError`]: the options describe no chip.
    pub fn build(&self, options: &Options) -> Result<AnyBuild, ChoiceError> {
        match self.chip {
            Chip::Counter if !self.none() => Err(ChoiceError::NotTimer),
            Chip::Counter => options
                .build()
                .map(AnyBuild::Counter)
                .map_err(ChoiceError::Options),
            Chip::Timer => self.timer_build(options).map(AnyBuild::Timer),
        }
    }
}
