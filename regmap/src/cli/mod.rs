//! A chip as a person asks for it on a command line: [`Options`] for both chips, [`Choice`] of one of them.
//!
//! ```
//! use carillon_regmap::cli::{Choice, Options};
//! use clap::Parser;
//!
//! #[derive(Parser)]
//! struct Line {
//!     #[command(flatten)]
//!     choice: Choice,
//!     #[command(flatten)]
//!     options: Options,
//! }
//!
//! let line = Line::parse_from(["program", "--chip", "timer", "--slots", "4096"]);
//! let build = line.choice.build(&line.options).expect("a timer chip of 4,096 slots");
//! assert!(build.summary().starts_with("wheels     1 of at most 4096 slots"));
//! ```

mod any_build;
mod choice;
mod counter_chip;
mod options;
#[cfg(test)]
mod tests;
mod timer_chip;

pub use any_build::AnyBuild;
pub use choice::{Chip, Choice, ChoiceError};
pub use options::{Bus, ChipOptions, OptionError, Options, Preset};
