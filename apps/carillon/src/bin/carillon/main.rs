//! `carillon`: the chips of Carillon at work in simulation.

mod absent;
mod board;
mod cable;
mod generate;
mod manual;
mod output;
mod progress;
mod replay;
mod seconds;

/// The modules of the commands that are not in every build.
macro_rules! commands {
    ($($feature:literal: $($module:ident $command:literal),*;)*) => {$($(
        #[cfg(feature = $feature)]
        mod $module;

        #[cfg(not(feature = $feature))]
        mod $module {
            pub use crate::absent::Arguments;

            pub fn run(arguments: &Arguments) -> Result<u8, String> {
                crate::absent::run($command, $feature, arguments)
            }
        }
    )*)*};
}

commands! {
    "lab": lab "lab";
    "study": figures "figures", appendix_a "appendix-a", lockstep "lockstep";
    "soc": soc "soc", assist "hardware-assist";
}

use std::io::{IsTerminal, stdout};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use colorchoice_clap::Color;

const EXAMPLES: &str = "\
Examples:
  carillon lab                                     the chip and its driver at work, on a page in the browser
  carillon replay testbench/captures/web-lossy.pcap --html report.html
  carillon generate --preset full --out timers.v
  carillon replay --help                           every command's help has examples";

/// What every command takes.
const COMMON: &str = "Common options";

/// Carillon: an instance of its chips, and a chip and its driver in simulation.
#[derive(Debug, Parser)]
#[command(name = "carillon", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Print only the requested output and errors
    #[arg(long, short, global = true, help_heading = COMMON)]
    quiet: bool,

    #[command(flatten, next_help_heading = COMMON)]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Draw the figures of the paper and of FlexQueue's thesis, as SVG and CSV.
    #[cfg_attr(not(feature = "study"), command(hide = true))]
    Figures(figures::Arguments),
    /// Write an instance of a chip in Verilog or VHDL.
    Generate(generate::Arguments),
    /// Show and control the chip and its driver on a page in the browser.
    #[cfg_attr(not(feature = "lab"), command(hide = true))]
    Lab(lab::Arguments),
    /// Simulate a board: a chip with a UART, connected to a pseudo-terminal.
    Board(board::Arguments),
    /// Run the timers of the TCP connections in a capture on the chip, and check every expiry.
    Replay(replay::Arguments),
    /// Run a program on the processor of a simulated SoC, with the chip beside it.
    #[cfg_attr(not(feature = "soc"), command(hide = true))]
    Soc(soc::Arguments),
    /// Measure on that SoC what timers cost the processor, with the chip and without.
    #[cfg_attr(not(feature = "soc"), command(hide = true))]
    HardwareAssist(assist::Arguments),
    /// Count interrupts, bus transfers and memory per timer, for software, an alarm and both chips (Appendix A).
    #[cfg_attr(not(feature = "study"), command(hide = true))]
    AppendixA(appendix_a::Arguments),
    /// Compare the Verilated chip with the reference model in every clock, under random traffic.
    #[cfg_attr(not(feature = "study"), command(hide = true))]
    Lockstep(lockstep::Arguments),
    /// Print a completion script for your shell.
    Completions(manual::Completions),
    /// Print the manual page, or write the pages of all commands.
    Man(manual::Man),
    /// Print the JSON schema of what `carillon replay --json` prints.
    #[command(after_help = manual::SCHEMA_EXAMPLES)]
    Schema,
}

/// What the command line says. Help is as wide as the terminal, or as `COLUMNS`; elsewhere no line of it is wrapped.
fn arguments() -> Arguments {
    let mut command = Arguments::command();
    if !stdout().is_terminal() && std::env::var_os("COLUMNS").is_none() {
        command = command.term_width(0);
    }
    let matches = command.get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

fn main() -> ExitCode {
    let Arguments { command, quiet, color } = arguments();
    color.write_global();
    let result = output::set_up(quiet).and_then(|()| match command {
        Command::Figures(arguments) => figures::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::Board(arguments) => board::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Soc(arguments) => soc::run(&arguments),
        Command::HardwareAssist(arguments) => assist::run(&arguments),
        Command::AppendixA(arguments) => appendix_a::run(&arguments),
        Command::Lockstep(arguments) => lockstep::run(&arguments),
        Command::Completions(arguments) => manual::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => manual::man(&arguments, Arguments::command()),
        Command::Schema => manual::print_schema(),
    });
    match result {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            output::complain(message);
            ExitCode::from(2)
        }
    }
}
