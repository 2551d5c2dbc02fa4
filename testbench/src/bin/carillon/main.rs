//! `carillon`: the timer chip Carillon, generated and at work in simulation.

mod appendix_a;
#[cfg(feature = "soc")]
mod assist;
mod board;
mod figures;
mod generate;
mod lab;
mod lockstep;
mod manual;
mod output;
mod progress;
mod replay;
#[cfg(feature = "soc")]
mod soc;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use colorchoice_clap::Color;

/// The timer chip Carillon: its Verilog, and the chip at work, simulated clock by clock.
#[derive(Debug, Parser)]
#[command(name = "carillon", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Say nothing but what is asked for, and errors
    #[arg(long, short, global = true)]
    quiet: bool,

    #[command(flatten)]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Draw the figures of the paper and of FlexQueue's thesis, as SVG and CSV.
    Figures(figures::Arguments),
    /// Write a chip of your choice as Verilog.
    Generate(generate::Arguments),
    /// See chip and driver at work, and steer them, on a page in the browser.
    Lab(lab::Arguments),
    /// Be a board: a chip behind a pseudo-terminal, simulated bit by bit on the wires of its UART.
    Board(board::Arguments),
    /// Run the timers of the TCP connections in a capture on the chip, and check every expiry.
    Replay(replay::Arguments),
    /// Run a program on the processor of a simulated SoC, with the chip beside it.
    #[cfg(feature = "soc")]
    Soc(soc::Arguments),
    /// Measure on that SoC what timers cost the processor, by software alone and with the chip.
    #[cfg(feature = "soc")]
    HardwareAssist(assist::Arguments),
    /// Count what Appendix A of the paper argues with, for software, an alarm and both chips.
    AppendixA(appendix_a::Arguments),
    /// Hold the Verilated chip against the reference model, clock by clock, under a random host.
    Lockstep(lockstep::Arguments),
    /// Print a script that completes these options in your shell.
    Completions(manual::Completions),
    /// Print the manual page.
    Man(manual::Man),
    /// Print the JSON schema of what `carillon replay --json` prints.
    Schema,
}

fn main() -> ExitCode {
    let Arguments {
        command,
        quiet,
        color,
    } = Arguments::parse();
    color.write_global();
    let result = output::set_up(quiet).and_then(|()| match command {
        Command::Figures(arguments) => figures::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::Board(arguments) => board::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        #[cfg(feature = "soc")]
        Command::Soc(arguments) => soc::run(&arguments),
        #[cfg(feature = "soc")]
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
