//! Boards: the chip between real pins.
//!
//! | module | what it is |
//! |---|---|
//! | [`part`] | the FPGAs, and what the tools are told about them |
//! | [`pll`], [`clock_source`] | from the board's clock to the chip's |
//! | [`power_on`], [`heartbeat`] | the reset after power-on; the light that says that the clock runs |
//! | [`support`] | all of it: the clock, reset and lights of any board |
//! | [`uart`], [`spi`] | the board's top, by the chip's bus adapter |
//!
//! A [`Board`] is read from one small file in `constraints/`. [`Board::plan`] makes of it what the tools want: Verilog,
//! constraints and the options of each tool.

pub mod clock_source;
mod constraints;
mod error;
pub mod heartbeat;
pub mod part;
pub mod pll;
pub mod power_on;
pub mod spi;
pub mod support;
#[cfg(test)]
mod tests;
pub mod uart;

use crate::circuit::Circuit;
use crate::verilog;
use carillon_regmap::BusAdapter;
use carillon_regmap::cli::{AnyBuild, Choice, Options};
use clap::Parser;
use clock_source::Source;
pub use error::BoardError;
use part::{Family, Part};
use pll::{Ecp5Pll, Ice40Pll, NoPll};
use serde::{Deserialize, Serialize};
use spi::{SpiBoard, TimerSpiBoard};
use std::collections::BTreeMap;
use uart::{TimerUartBoard, UartBoard};

/// The top module's name in a board's Verilog; the chip in it is called `carillon`.
pub const TOP: &str = "board";

/// A board, as its file in `constraints/` describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The board's name and revision.
    pub title: String,
    /// The public document that pins and clock are from, with its revision.
    pub source: String,
    /// Its FPGA.
    pub part: Part,
    /// How openFPGALoader calls the board.
    pub loader: String,
    /// The chip, as options of `carillon generate`, without those of its bus adapter.
    pub chip: String,
    /// The UART's rate, in bits a second. A board without it has SPI.
    pub baud: Option<u32>,
    /// The lights are on when their pins are low.
    pub lights_low: bool,
    /// The clocks.
    pub clock: BoardClock,
    /// For each port of the top module the pin that it is at.
    pub pins: BTreeMap<String, String>,
    /// Ports at a Gowin's pins that have not 3.3 V, with what is there, such as `LVCMOS18`.
    #[serde(default)]
    pub io_types: BTreeMap<String, String>,
}

/// A board's clocks.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardClock {
    /// The clock at the pin, in Hz.
    pub pin_hertz: u32,
    /// The chip's clock, in Hz.
    pub chip_hertz: u32,
    /// The pin belongs to the phase-locked loop of an iCE40.
    #[serde(default)]
    pub pin_is_pll_pad: bool,
}

/// What the tools want to know.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The board's name and revision.
    pub title: String,
    /// Where its pins and clock are from.
    pub source: String,
    /// The part's name in documents.
    pub part: String,
    /// `ice40`, `ecp5`, `gowin` or `gatemate`.
    pub family: &'static str,
    /// The chip's options.
    pub chip: String,
    /// Busy bits.
    pub slots: u32,
    /// The clock at the pin, in Hz.
    pub pin_hertz: u32,
    /// The chip's clock, in Hz.
    pub chip_hertz: u32,
    /// The UART's rate, in bits a second; none for SPI.
    pub baud: Option<u32>,
    /// The files of the chip.
    pub sources: Vec<String>,
    /// The Yosys script, from reading to synthesis.
    pub synthesis: String,
    /// nextpnr's options that name the part.
    pub place_and_route: &'static [&'static str],
    /// The packer's options that name the part.
    pub pack: &'static [&'static str],
    /// How openFPGALoader calls the board.
    pub loader: String,
    /// The Verilog.
    #[serde(skip)]
    pub verilog: String,
    /// The constraints.
    #[serde(skip)]
    pub constraints: String,
}

/// The chip's options, as on a command line.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Chip {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    options: Options,
}

impl Board {
    /// Reads a board's file.
    ///
    /// # Errors
    ///
    /// What is not as a board's file must be; the message has line and column.
    pub fn read(text: &str) -> Result<Self, BoardError> {
        toml::from_str(text).map_err(|error| BoardError::File(error.to_string()))
    }

    /// The chip that the board gets.
    ///
    /// # Errors
    ///
    /// Options that describe no chip, or none with this clock and rate; a timer chip without memory.
    pub fn build(&self) -> Result<AnyBuild, BoardError> {
        let bus = match self.baud {
            Some(baud) => format!(" --bus uart --clock-hz {} --baud {baud}", self.clock.chip_hertz),
            None => " --bus spi".to_owned(),
        };
        let all = self.chip.clone() + &bus;
        let chip =
            Chip::try_parse_from(all.split_whitespace()).map_err(|error| BoardError::Options(error.to_string()))?;
        match chip.choice.build(&chip.options).map_err(BoardError::Chip)? {
            AnyBuild::Timer(build) if build.timer_bits.is_none() => Err(BoardError::NoMemory),
            build => Ok(build),
        }
    }

    /// How the chip's clock is made.
    fn clock_source(&self) -> Result<Source, NoPll> {
        let (given, wanted) = (u64::from(self.clock.pin_hertz), u64::from(self.clock.chip_hertz));
        Ok(match self.part.family() {
            _ if given == wanted => Source::Wire,
            Family::Ice40 if self.clock.pin_is_pll_pad => Source::Ice40Pad(Ice40Pll::find(given, wanted)?),
            Family::Ice40 => Source::Ice40Core(Ice40Pll::find(given, wanted)?),
            Family::Ecp5 => Source::Ecp5(Ecp5Pll::find(given, wanted)?),
            // Their loops are not described here: the chip has the board's clock.
            Family::Gowin | Family::GateMate => {
                return Err(NoPll { given, wanted, nearest: given });
            }
        })
    }

    /// What the tools want; their files begin with `stem`.
    ///
    /// # Errors
    ///
    /// A chip or clock that cannot be made, or pins that are not those of the top module.
    pub fn plan(&self, stem: &str) -> Result<Plan, BoardError> {
        let chip = self.build()?;
        let source = self.clock_source().map_err(BoardError::Clock)?;
        let low = self.lights_low;
        let (top, slot_bits): (Box<dyn Circuit>, _) = match &chip {
            AnyBuild::Counter(build) => {
                let top: Box<dyn Circuit> = match build.bus_adapter {
                    BusAdapter::Uart { clocks_a_bit } => Box::new(UartBoard::new(build, clocks_a_bit, source, low)),
                    _ => Box::new(SpiBoard::new(build, source, low)),
                };
                (top, build.slot_bits)
            }
            AnyBuild::Timer(build) => {
                let top: Box<dyn Circuit> = match build.bus_adapter {
                    BusAdapter::Uart { clocks_a_bit } => {
                        Box::new(TimerUartBoard::new(build, clocks_a_bit, source, low))
                    }
                    _ => Box::new(TimerSpiBoard::new(build, source, low)),
                };
                (top, build.slot_bits)
            }
        };
        let verilog = verilog::of_board(&*top, chip, &self.title);
        constraints::check(self, &constraints::ports(&verilog, TOP))?;
        let sources = chip.files().map(|file| format!("hdl/verilog/{file}"));
        Ok(Plan {
            title: self.title.clone(),
            source: self.source.clone(),
            part: self.part.name().to_owned(),
            family: self.part.family().name(),
            chip: self.chip.clone(),
            slots: 1 << slot_bits,
            pin_hertz: self.clock.pin_hertz,
            chip_hertz: self.clock.chip_hertz,
            baud: self.baud,
            synthesis: format!(
                "read_verilog {}; {} -top {TOP}",
                format_args!("{} {stem}.v", sources.join(" ")),
                self.part.synthesis()
            ),
            sources: sources.into(),
            place_and_route: self.part.place_and_route(),
            pack: self.part.pack(),
            loader: self.loader.clone(),
            constraints: constraints::write(self),
            verilog,
        })
    }
}
