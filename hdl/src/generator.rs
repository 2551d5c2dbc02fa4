//! The command line of the generator: one chip, as a file or on standard output.

use crate::shared::choice::{Chip, Choice, ChoiceError};
use crate::shared::describe::Described;
use crate::shared::options::{OptionError, Options};
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carillon generate --out chip.v
  carillon generate --preset full --wheels 4 --slots 65536 --fifo 64 --bus axi-lite --out chip.v
  carillon generate --alarm --wheels 2 --out chip.v            minimal, with an alarm and a second wheel
  carillon generate --preset full --no-coalescing --out chip.v
  carillon generate --bus uart --clock-hz 12000000 --baud 115200 --out chip.v
  carillon generate --chip timer --slots 4096 --periodic --out chip.v
  carillon generate --chip timer --timers 1024 --bus spi --out chip.v     its memory inside
  carillon generate --out chip.v --vhdl carillon_component.vhd             for a design in VHDL
  carillon generate | less                                     the summary goes to standard error

The top module is called carillon. What was chosen is readable in the register PARAMS.
Exit status: 0 if the chip was written, 2 otherwise.";

/// What the generator is told: by `carillon generate`, and by `carillon-generate`, which is this crate alone.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Generator {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    options: Options,

    /// File for the Verilog [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// File for a VHDL component declaration of the chip
    #[arg(long, value_name = "FILE")]
    pub vhdl: Option<PathBuf>,
}

impl Generator {
    /// The chip that was asked for.
    ///
    /// # Errors
    ///
    /// [`ChoiceError`]: the options do not describe a chip.
    pub fn generate(&self) -> Result<Generated, ChoiceError> {
        self.choice.generate(&self.options)
    }

    /// The examples, for a program of this name.
    pub fn examples(program: &str) -> String {
        EXAMPLES.replace("carillon generate", program)
    }
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
