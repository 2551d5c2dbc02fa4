//! Which of the two chips a person asks for on the command line.

use crate::Described;
use crate::options::power_of_two;
use crate::{ChipOptions, OptionError, Options, Preset};
use carillon_regmap::timer_chip::{MAX_TIMER_BITS, MIN_TIMER_BITS, TimerBuild, TimerBuildError};
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
                let verilog = crate::generate(&build)
                    .map_err(OptionError::Build)
                    .map_err(ChoiceError::Options)?;
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
                wheels: options.chip.wheels,
                fifo: options.chip.fifo,
                look_ahead: options.chip.look_ahead,
                coalescing: options.chip.coalescing,
                ..ChipOptions::default()
            },
            ..options.clone()
        };
        if *options != understood {
            return Err(ChoiceError::NotCounter);
        }
        let preset = match options.chip.preset.unwrap_or_default() {
            Preset::Minimal => TimerBuild::minimal(),
            Preset::Full => TimerBuild::full(),
        };
        let build = TimerBuild {
            wheels: options.chip.wheels.unwrap_or(preset.wheels),
            slot_bits: options.chip.slots.map_or(preset.slot_bits, u32::ilog2),
            fifo_bits: options.chip.fifo.map_or(preset.fifo_bits, u32::ilog2),
            periodic: preset.periodic || self.periodic,
            wide: self.wide,
            look_ahead: options.chip.look_ahead,
            coalescing: options.chip.coalescing,
            timer_bits: self.timers.map(u32::ilog2),
            bus_adapter: options.bus_adapter().map_err(ChoiceError::Options)?,
        };
        build.validate().map_err(ChoiceError::Timer)?;
        Ok(build)
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

#[cfg(test)]
mod tests {
    use super::*;
    use carillon_regmap::BusAdapter;
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
            ..TimerBuild::minimal()
        };
        assert_eq!(full, expected);
        assert_eq!(build(&full.options()), Ok(expected));
        for (wheels, wheel_bits) in [(1, 10), (2, 9), (3, 8)] {
            let several = build(&format!("--chip timer --wheels {wheels}")).unwrap();
            assert_eq!((several.wheels, several.wheel_bits()), (wheels, wheel_bits));
            assert_eq!(build(&several.options()), Ok(several));
        }
        let coalescing = build("--chip timer --coalescing").unwrap();
        assert!(coalescing.coalescing);
        assert_eq!(build(&coalescing.options()), Ok(coalescing));
        let look_ahead = build("--chip timer --look-ahead").unwrap();
        assert!(look_ahead.look_ahead);
        assert_eq!(build(&look_ahead.options()), Ok(look_ahead));
        let wide = build("--chip timer --wide").unwrap();
        assert_eq!((wide.record_words(), wide.link_bits()), (4, 21));
        assert_eq!(build(&wide.options()), Ok(wide));
        for bus in ["wishbone", "axi-lite", "spi", "uart --clocks-a-bit 9"] {
            let line = format!("--chip timer --slots 2048 --timers 8192 --bus {bus}");
            let inside = build(&line).unwrap();
            assert_eq!((inside.slot_bits, inside.timer_bits), (11, Some(13)));
            assert_eq!(build(&inside.options()), Ok(inside), "{bus}");
        }
    }

    #[test]
    fn choice_of_what_the_chip_does_not_have_is_refused() {
        for line in ["--wheel-modes", "--alarm", "--single-port"] {
            let refused = build(&format!("--chip timer {line}"));
            assert_eq!(refused, Err(ChoiceError::NotCounter), "{line}");
        }
        for (line, found) in [
            ("--wheels 4", TimerBuildError::Wheels { found: 4 }),
            (
                "--wheels 2 --slots 16384",
                TimerBuildError::TooFar {
                    wheels: 2,
                    wheel_bits: 13,
                },
            ),
            (
                "--wheels 3 --slots 2048",
                TimerBuildError::TooFar {
                    wheels: 3,
                    wheel_bits: 9,
                },
            ),
        ] {
            let refused = build(&format!("--chip timer {line}"));
            assert_eq!(refused, Err(ChoiceError::Timer(found)), "{line}");
        }
        let inside = build("--chip timer --wide --timers 64");
        assert_eq!(inside, Err(ChoiceError::Timer(TimerBuildError::WideInside)));
        let large = build("--chip timer --slots 65536");
        let found = TimerBuildError::SlotBits { found: 16 };
        assert_eq!(large, Err(ChoiceError::Timer(found)));
        let without_speed = build("--chip timer --bus uart");
        assert_eq!(without_speed, Err(ChoiceError::Options(OptionError::NoBit)));
        for (periodic, wide, timers) in [
            (true, false, None),
            (false, true, None),
            (false, false, Some(16)),
        ] {
            let counter = Choice {
                periodic,
                wide,
                timers,
                ..Choice::default()
            };
            let refused = counter.generate(&Options::default());
            assert_eq!(refused, Err(ChoiceError::NotTimer));
        }
    }

    #[test]
    fn choice_of_memory_inside_that_is_not_offered_names_what_is() {
        for (number, remedy) in [
            ("8", "from 16 to 32768"),
            ("65536", "from 16 to 32768"),
            ("1000", "512 or 1024"),
        ] {
            let line = ["chip", "--chip", "timer", "--timers", number];
            let message = Line::try_parse_from(line).err().unwrap().to_string();
            assert!(message.contains(remedy), "{message}");
        }
        for (timer_bits, clocks_a_bit, remedy) in [(16, 4, "16 to 32768"), (4, 3, "4 to 65535")] {
            let build = TimerBuild {
                timer_bits: Some(timer_bits),
                bus_adapter: BusAdapter::Uart { clocks_a_bit },
                ..TimerBuild::minimal()
            };
            let message = build.validate().unwrap_err().to_string();
            assert!(message.contains(remedy), "{message}");
        }
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
