//! Which of the two chips a person asks for on the command line.

use clap::{Args, ValueEnum};
use core::fmt;
use std::borrow::ToOwned;
use std::string::String;

use super::options::{OptionError, power_of_two};
use crate::timer_chip::{MAX_TIMER_BITS, MIN_TIMER_BITS, TimerBuildError};

/// The two chips of the paper's Appendix A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Chip {
    /// Knows which slots are busy; the host keeps the queues
    #[default]
    Counter,
    /// Keeps the queues itself, in a memory of its own
    Timer,
}

/// The choice of the chip, and what only the timer chip has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct Choice {
    /// Which chip.
    #[arg(long, value_enum, default_value_t)]
    pub chip: Chip,
    /// For --chip timer: with periodic timers.
    #[arg(long)]
    pub periodic: bool,
    /// For --chip timer: wide records, for 1048576 timers instead of 65520; with memory behind the port.
    #[arg(long)]
    pub wide: bool,
    /// For --chip timer: the records in memory inside the chip, with room for so many timers: a power of two, 16
    /// to 32768.
    #[arg(long, value_name = "N", value_parser = timers)]
    pub timers: Option<u32>,
}

impl Choice {
    /// Whether no option was given (or only such as hold anyway).
    pub fn none(&self) -> bool {
        *self == Self::default()
    }
}

/// Reads a number of timers.
fn timers(text: &str) -> Result<u32, String> {
    power_of_two(text, MIN_TIMER_BITS, MAX_TIMER_BITS)
}

/// Why the options describe no chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceError {
    /// The options of the bus, or the counter chip's, are wrong.
    Options(OptionError),
    /// The timer chip is not on offer.
    Timer(TimerBuildError),
    /// An option of the timer chip with the counter chip.
    NotTimer,
    /// An option of the counter chip with the timer chip.
    NotCounter,
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Options(error) => error.fmt(formatter),
            Self::Timer(error) => error.fmt(formatter),
            Self::NotTimer => {
                formatter.write_str("--periodic, --wide and --timers are for --chip timer: add it, or leave them out")
            }
            Self::NotCounter => formatter.write_str(
                "--chip timer takes --preset, --wheels, --slots, --fifo, --look-ahead, --coalescing, --periodic, \
                 --wide, --timers and the options of the bus: leave the others out",
            ),
        }
    }
}

impl core::error::Error for ChoiceError {}
