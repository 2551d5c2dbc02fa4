//! Which of the two chips a person asks for on the command line.

use crate::shared::describe::Described;
use crate::shared::options::{OptionError, Options};
use crate::timer_chip::options::timers;
use carillon_regmap::timer_chip::TimerBuildError;
use clap::{Args, ValueEnum};
use core::fmt;

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

/// A chip that has been generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// What it has, in some lines of text.
    pub summary: String,
    /// Its Verilog.
    pub verilog: String,
}

impl Choice {
    /// Whether no option was given (or only such as hold anyway).
    pub fn none(&self) -> bool {
        *self == Self::default()
    }

    /// The chip that was asked for.
    ///
    /// # Errors
    ///
    /// [`ChoiceError`]: the options do not describe a chip.
    pub fn generate(&self, options: &Options) -> Result<Generated, ChoiceError> {
        match self.chip {
            Chip::Counter if self.periodic || self.wide || self.timers.is_some() => {
                Err(ChoiceError::NotTimer)
            }
            Chip::Counter => {
                let build = options.build().map_err(ChoiceError::Options)?;
                let verilog = super::generate(&build)
                    .map_err(OptionError::Build)
                    .map_err(ChoiceError::Options)?;
                Ok(Generated {
                    summary: build.summary(),
                    verilog,
                })
            }
            Chip::Timer => {
                let build = self.timer_build(options)?;
                let verilog = super::generate_timer(&build).map_err(ChoiceError::Timer)?;
                Ok(Generated {
                    summary: build.summary(),
                    verilog,
                })
            }
        }
    }
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
            Self::NotTimer => formatter.write_str(
                "--periodic, --wide and --timers are for --chip timer: add it, or leave them out",
            ),
            Self::NotCounter => formatter.write_str(
                "--chip timer takes --preset, --wheels, --slots, --fifo, --look-ahead, --coalescing, --periodic, \
                 --wide, --timers and the options of the bus: leave the others out",
            ),
        }
    }
}

impl core::error::Error for ChoiceError {}
