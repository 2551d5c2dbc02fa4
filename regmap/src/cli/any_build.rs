//! A build of either chip.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::choice::{Chip, Choice, ChoiceError};
use super::options::Options;
use crate::counter_chip::{self, Build};
use crate::timer_chip::{self, TimerBuild};
use crate::{BusAdapter, Register};

/// A build of either chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyBuild {
    /// A counter chip.
    Counter(Build),
    /// A timer chip.
    Timer(TimerBuild),
}

impl AnyBuild {
    /// All registers of the chip's map.
    pub const fn registers(&self) -> &'static [Register] {
        match self {
            Self::Counter(_) => counter_chip::REGISTERS,
            Self::Timer(_) => timer_chip::REGISTERS,
        }
    }

    /// The name of the module of the chip behind its register bus, with which those of its parts begin.
    pub const fn core(&self) -> &'static str {
        match self {
            Self::Counter(_) => "carillon_counter",
            Self::Timer(_) => "carillon_timer",
        }
    }

    /// The name of the top module, which has the bus's pins.
    pub fn top(&self) -> String {
        format!("{}_{}", self.core(), self.bus_adapter().name())
    }

    /// The files of `hdl/verilog` that it is made of, the top's last.
    pub fn files(&self) -> [String; 4] {
        let adapter = format!("carillon_{}", self.bus_adapter().name());
        ["carillon_shared", self.core(), &adapter, &self.top()].map(|name| format!("{name}.v"))
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
            Chip::Counter => options.build().map(AnyBuild::Counter).map_err(ChoiceError::Options),
            Chip::Timer => self.timer_build(options).map(AnyBuild::Timer),
        }
    }
}
