//! `carillon`: the timer chip Carillon, generated and at work in simulation.

mod board;
mod figures;
mod generate;
mod lockstep;
mod progress;
mod replay;
#[cfg(feature = "soc")]
mod soc;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The timer chip Carillon: its Verilog, and the chip at work, simulated clock by clock.
#[derive(Debug, Parser)]
#[command(name = "carillon", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Draw the figures of the paper and of FlexQueue's thesis, as SVG and CSV.
    Figures(figures::Arguments),
    /// Write a chip of your choice as Verilog.
    Generate(generate::Arguments),
    /// Be a board: a chip behind a pseudo-terminal, simulated bit by bit on the wires of its UART.
    Board(board::Arguments),
    /// Run the timers of the TCP connections in a capture on the chip, and check every expiry.
    Replay(replay::Arguments),
    /// Run a program on the processor of a simulated SoC, with the chip beside it.
    #[cfg(feature = "soc")]
    Soc(soc::Arguments),
    /// Hold the Verilated chip against the reference model, clock by clock, under a random host.
    Lockstep(lockstep::Arguments),
}

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    let result = match command {
        Command::Figures(arguments) => figures::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Board(arguments) => board::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        #[cfg(feature = "soc")]
        Command::Soc(arguments) => soc::run(&arguments),
        Command::Lockstep(arguments) => lockstep::run(&arguments),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(message) => {
            eprintln!("carillon: {message}");
            ExitCode::from(2)
        }
    }
}
