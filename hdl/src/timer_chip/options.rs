//! Which of the two chips a person asks for on the command line.

use super::{TimerBuild, TimerBuildError};
use crate::{ChipOptions, OptionError, Options, Preset};
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
            Chip::Counter if self.periodic => Err(ChoiceError::NotTimer),
            Chip::Counter => {
                let build = options.build().map_err(ChoiceError::Counter)?;
                let verilog = crate::generate(&build)
                    .map_err(OptionError::Build)
                    .map_err(ChoiceError::Counter)?;
                Ok(Generated {
                    summary: build.summary(),
                    verilog,
                })
            }
            Chip::Timer => {
                let build = self.timer_build(options)?;
                let verilog = super::generate(&build).map_err(ChoiceError::Timer)?;
                Ok(Generated {
                    summary: build.summary(),
                    verilog,
                })
            }
        }
    }

    /// The timer chip that the options describe.
    ///
    /// # Errors
    ///
    /// [`ChoiceError`]: an option is the counter chip's, or the build is not on offer.
    pub fn timer_build(&self, options: &Options) -> Result<TimerBuild, ChoiceError> {
        let understood = Options {
            chip: ChipOptions {
                preset: options.chip.preset,
                slots: options.chip.slots,
                fifo: options.chip.fifo,
                ..ChipOptions::default()
            },
            ..Options::default()
        };
        if *options != understood {
            return Err(ChoiceError::NotCounter);
        }
        let preset = match options.chip.preset.unwrap_or_default() {
            Preset::Minimal => TimerBuild::minimal(),
            Preset::Full => TimerBuild::full(),
        };
        let build = TimerBuild {
            slot_bits: options.chip.slots.map_or(preset.slot_bits, u32::ilog2),
            fifo_bits: options.chip.fifo.map_or(preset.fifo_bits, u32::ilog2),
            periodic: preset.periodic || self.periodic,
        };
        build.validate().map_err(ChoiceError::Timer)?;
        Ok(build)
    }
}

/// Why the options describe no chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceError {
    /// The counter chip's options are wrong.
    Counter(OptionError),
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
            Self::Counter(error) => error.fmt(formatter),
            Self::Timer(error) => error.fmt(formatter),
            Self::NotTimer => formatter.write_str("--periodic is for --chip timer: add it, or leave it out"),
            Self::NotCounter => formatter.write_str(
                "--chip timer takes --preset, --slots, --fifo and --periodic, and Wishbone is its bus: leave the others out",
            ),
        }
    }
}

impl core::error::Error for ChoiceError {}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        choice: Choice,
        #[command(flatten)]
        options: Options,
    }

    fn build(line: &str) -> Result<TimerBuild, ChoiceError> {
        let words = line.split_whitespace();
        let line = Line::try_parse_from(core::iter::once("chip").chain(words)).unwrap();
        assert_eq!(line.choice.chip, Chip::Timer);
        line.choice.timer_build(&line.options)
    }

    #[test]
    fn choice_of_the_timer_chip_takes_its_options_and_gives_them_back() {
        assert_eq!(build("--chip timer"), Ok(TimerBuild::minimal()));
        let full = build("--chip timer --preset full --slots 4096 --fifo 2").unwrap();
        let expected = TimerBuild {
            slot_bits: 12,
            fifo_bits: 1,
            periodic: true,
        };
        assert_eq!(full, expected);
        assert_eq!(build(&full.options()), Ok(expected));
    }

    #[test]
    fn choice_of_what_the_chip_does_not_have_is_refused() {
        for line in [
            "--wheels 2",
            "--alarm",
            "--bus uart --clocks-a-bit 9",
            "--single-port",
        ] {
            let refused = build(&format!("--chip timer {line}"));
            assert_eq!(refused, Err(ChoiceError::NotCounter), "{line}");
        }
        let large = build("--chip timer --slots 65536");
        let found = TimerBuildError::SlotBits { found: 16 };
        assert_eq!(large, Err(ChoiceError::Timer(found)));
        let counter = Choice {
            periodic: true,
            ..Choice::default()
        };
        let refused = counter.generate(&Options::default());
        assert_eq!(refused, Err(ChoiceError::NotTimer));
    }

    #[test]
    fn choice_of_the_counter_chip_is_the_default() {
        let choice = Choice::default();
        assert!(choice.none());
        let options = Options::default();
        let generated = choice.generate(&options).unwrap();
        let build = options.build().unwrap();
        assert_eq!(generated.verilog, crate::generate(&build).unwrap());
        assert_eq!(generated.summary, build.summary());
    }
}
