//! `carillon generate` for those who want only the Verilog: it needs this crate alone, and no Verilator.

use carillon_hdl::{Generator, vhdl};
use clap::{Args, Command, FromArgMatches};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

const NAME: &str = "carillon-generate";

/// Writes the chip where it was asked for, and says what it has.
fn run(arguments: &Generator) -> Result<(), String> {
    let chip = arguments.generate().map_err(|error| error.to_string())?;
    if let Some(path) = &arguments.vhdl {
        std::fs::write(path, vhdl::component(&chip.verilog))
            .map_err(|error| format!("--vhdl {}: {error}", path.display()))?;
    }
    match &arguments.out {
        Some(path) => std::fs::write(path, chip.verilog)
            .map_err(|error| format!("--out {}: {error}", path.display()))?,
        None => match std::io::stdout().write_all(chip.verilog.as_bytes()) {
            // Whoever closes the pipe has seen enough.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                return Err(format!("standard output: {error}"));
            }
            _ => {}
        },
    }
    eprint!("{}", chip.summary);
    Ok(())
}

fn main() -> ExitCode {
    let command = Generator::augment_args(Command::new(NAME))
        .version(env!("CARGO_PKG_VERSION"))
        .about("Write one of the chips as Verilog")
        .after_help(Generator::examples(NAME));
    let arguments = Generator::from_arg_matches(&command.get_matches());
    match run(&arguments.unwrap_or_else(|error| error.exit())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{NAME}: {message}");
            ExitCode::from(2)
        }
    }
}
