//! A chip and its bus as a person asks for them on the command line; some options are for one of the chips only.

use clap::{Args, ValueEnum};
use core::fmt;
use std::borrow::ToOwned;
use std::format;
use std::string::String;

use crate::counter_chip::{BuildError, MAX_SLOT_BITS, MAX_WHEELS, MIN_SLOT_BITS};
use crate::{BusAdapter, MAX_CLOCKS_A_BIT, MAX_FIFO_BITS, MIN_CLOCKS_A_BIT, MIN_FIFO_BITS};

/// How far the baud rate may be off. The UART's receiver bears as much at the shortest bit and twice as much from 16
/// clocks on; the other side may have an error of its own.
const MAX_BAUD_ERROR_PERCENT: u32 = 2;

/// Where the other options begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// One wheel, no feature, 4096 slots, a FIFO of 16 events
    #[default]
    Minimal,
    /// Four wheels, every feature, 4096 slots, a FIFO of 16 events
    Full,
}

/// How the host reaches the registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Bus {
    /// Wishbone B4, classic and pipelined
    #[default]
    Wishbone,
    /// AXI4-Lite
    AxiLite,
    /// AMBA APB4
    Apb,
    /// A serial line with the byte protocol of LiteX's UARTBone
    Uart,
    /// SPI slave, mode 0
    Spi,
}

/// The options that describe a chip, whatever its bus. A preset gives all; each other option changes one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct ChipOptions {
    /// Starting point for the other options [default: minimal].
    #[arg(long, value_enum)]
    pub preset: Option<Preset>,
    /// Number of wheels, 1 to 8.
    #[arg(long, value_name = "N", value_parser = wheels)]
    pub wheels: Option<u32>,
    /// Busy bits of all wheels together: a power of two, 1024 to 1048576.
    #[arg(long, value_name = "N", value_parser = slots)]
    pub slots: Option<u32>,
    /// Depth of the event FIFO: a power of two, 2 to 1024.
    #[arg(long, value_name = "N", value_parser = fifo)]
    pub fifo: Option<u32>,
    /// Keep the busy bits in single-port memory, such as the UP5K's large RAMs; each write stops the cursor for two
    /// clocks.
    #[arg(long)]
    pub single_port: bool,
    /// Build the alarm: a 64-bit comparison with now.
    #[arg(long, conflicts_with = "no_alarm")]
    pub alarm: bool,
    /// Leave the alarm out.
    #[arg(long, conflicts_with = "alarm")]
    pub no_alarm: bool,
    /// Build NEXT (timer chip: NEXT_EXPIRY): how long nothing is due, so that a host can sleep.
    #[arg(long, conflicts_with = "no_look_ahead")]
    pub look_ahead: bool,
    /// Leave NEXT out.
    #[arg(long, conflicts_with = "look_ahead")]
    pub no_look_ahead: bool,
    /// Build INTR_COALESCE: fewer interrupts, by count and by age.
    #[arg(long, conflicts_with = "no_coalescing")]
    pub coalescing: bool,
    /// Leave INTR_COALESCE out.
    #[arg(long, conflicts_with = "coalescing")]
    pub no_coalescing: bool,
    /// Build WHEEL_MODE: HOLD and AUTO_CLEAR.
    #[arg(long, conflicts_with = "no_wheel_modes")]
    pub wheel_modes: bool,
    /// Leave WHEEL_MODE out.
    #[arg(long, conflicts_with = "wheel_modes")]
    pub no_wheel_modes: bool,
}

impl ChipOptions {
    /// Whether no option was given.
    pub fn none(&self) -> bool {
        *self == Self::default()
    }
}

/// The options that describe a build: the chip and its bus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Options {
    /// The chip.
    #[command(flatten)]
    pub chip: ChipOptions,
    /// Bus adapter.
    #[arg(long, value_enum, default_value_t)]
    pub bus: Bus,
    /// With --bus uart: clocks per bit, 4 to 65535.
    #[arg(long, value_name = "N", conflicts_with_all = ["clock_hz", "baud"])]
    pub clocks_a_bit: Option<u32>,
    /// With --bus uart and --baud: the chip's clock.
    #[arg(long, value_name = "HZ", requires = "baud")]
    pub clock_hz: Option<u32>,
    /// With --bus uart and --clock-hz: baud rate of the line.
    #[arg(long, value_name = "BAUD", requires = "clock_hz")]
    pub baud: Option<u32>,
}

impl Options {
    /// How the host reaches the registers.
    pub(super) fn bus_adapter(&self) -> Result<BusAdapter, OptionError> {
        let timed = self.clocks_a_bit.is_some() || self.clock_hz.is_some() || self.baud.is_some();
        match self.bus {
            Bus::Uart => Ok(BusAdapter::Uart { clocks_a_bit: self.bit()? }),
            _ if timed => Err(OptionError::NotUart),
            Bus::Wishbone => Ok(BusAdapter::Wishbone),
            Bus::AxiLite => Ok(BusAdapter::AxiLite),
            Bus::Apb => Ok(BusAdapter::Apb),
            Bus::Spi => Ok(BusAdapter::Spi),
        }
    }

    /// The clocks of a bit on the UART's wire.
    fn bit(&self) -> Result<u32, OptionError> {
        match (self.clocks_a_bit, self.clock_hz, self.baud) {
            (Some(clocks), None, None) => Ok(clocks),
            (None, Some(clock_hz), Some(baud)) if clock_hz > 0 && baud > 0 => {
                let (clock, baud) = (u64::from(clock_hz), u64::from(baud));
                let clocks = ((clock + baud / 2) / baud).max(1);
                if clocks < u64::from(MIN_CLOCKS_A_BIT) {
                    return Err(OptionError::TooFast { clock_hz });
                }
                if clocks > u64::from(MAX_CLOCKS_A_BIT) {
                    return Err(OptionError::TooSlow { clock_hz });
                }
                let off = clock.abs_diff(clocks * baud);
                if 100 * off > u64::from(MAX_BAUD_ERROR_PERCENT) * clocks * baud {
                    return Err(OptionError::BaudError {
                        clocks_a_bit: clocks as u32,
                        found: (clock / clocks) as u32,
                        tenths_of_percent: (1000 * off / (clocks * baud)) as u32,
                    });
                }
                Ok(clocks as u32)
            }
            (None, Some(_), Some(_)) => Err(OptionError::ZeroRate),
            _ => Err(OptionError::NoBit),
        }
    }
}

/// Reads a number of wheels.
fn wheels(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(wheels) if (1..=MAX_WHEELS).contains(&wheels) => Ok(wheels),
        _ => Err(format!("give a number from 1 to {MAX_WHEELS}")),
    }
}

/// Reads a capacity in slots.
fn slots(text: &str) -> Result<u32, String> {
    power_of_two(text, MIN_SLOT_BITS, MAX_SLOT_BITS)
}

/// Reads a FIFO's depth in events.
fn fifo(text: &str) -> Result<u32, String> {
    power_of_two(text, MIN_FIFO_BITS, MAX_FIFO_BITS)
}

pub(super) fn power_of_two(text: &str, least: u32, most: u32) -> Result<u32, String> {
    let (least, most) = (1_u32 << least, 1_u32 << most);
    match text.parse::<u32>() {
        Ok(value) if value.is_power_of_two() && (least..=most).contains(&value) => Ok(value),
        Ok(value) if (least..=most).contains(&value) => {
            Err(format!("give a power of two: {} or {}", value.next_power_of_two() / 2, value.next_power_of_two()))
        }
        _ => Err(format!("give a power of two from {least} to {most}")),
    }
}

/// Options that describe no chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// The build is not on offer.
    Build(BuildError),
    /// Baud options for a bus that is no UART.
    NotUart,
    /// A UART without its speed.
    NoBit,
    /// A clock or a baud rate of 0.
    ZeroRate,
    /// A bit would last less than [`MIN_CLOCKS_A_BIT`] clocks.
    TooFast {
        /// The clock asked for, in Hz.
        clock_hz: u32,
    },
    /// A bit would last more than [`MAX_CLOCKS_A_BIT`] clocks.
    TooSlow {
        /// The clock asked for, in Hz.
        clock_hz: u32,
    },
    /// No whole number of clocks comes near enough to the baud rate.
    BaudError {
        /// The best number of clocks a bit.
        clocks_a_bit: u32,
        /// The baud rate that it gives, in bits a second.
        found: u32,
        /// How far that is off, in tenths of a percent.
        tenths_of_percent: u32,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Build(error) => error.fmt(formatter),
            Self::NotUart => formatter
                .write_str("--clocks-a-bit, --clock-hz and --baud are for --bus uart: add it, or leave them out"),
            Self::NoBit => formatter
                .write_str("--bus uart wants its speed: add --clock-hz HZ and --baud BAUD, or --clocks-a-bit N"),
            Self::ZeroRate => formatter.write_str("--clock-hz and --baud must not be 0"),
            Self::TooFast { clock_hz } => write!(
                formatter,
                "a bit would last less than {MIN_CLOCKS_A_BIT} clocks: choose --baud {} or less",
                clock_hz / MIN_CLOCKS_A_BIT
            ),
            Self::TooSlow { clock_hz } => write!(
                formatter,
                "a bit would last more than {MAX_CLOCKS_A_BIT} clocks: choose --baud {} or more",
                clock_hz.div_ceil(MAX_CLOCKS_A_BIT)
            ),
            Self::BaudError { clocks_a_bit, found, tenths_of_percent } => write!(
                formatter,
                "the nearest that this clock gives is {clocks_a_bit} clocks a bit, {found} baud, which is off by {}.{} %; \
                 at most {MAX_BAUD_ERROR_PERCENT} % is allowed: choose another --baud or --clock-hz",
                tenths_of_percent / 10,
                tenths_of_percent % 10
            ),
        }
    }
}

impl core::error::Error for OptionError {}
