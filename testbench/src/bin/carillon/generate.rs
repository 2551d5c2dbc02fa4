//! `carillon generate`.

use std::path::PathBuf;

use carillon_hdl::Options;
use carillon_hdl::timer_chip::Choice;
use clap::Args;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  carillon generate --out chip.v
  carillon generate --preset full --wheels 4 --slots 65536 --fifo 64 --bus axi-lite --out chip.v
  carillon generate --alarm --wheels 2 --out chip.v            minimal, with an alarm and a second wheel
  carillon generate --preset full --no-coalescing --out chip.v
  carillon generate --bus uart --clock-hz 12000000 --baud 115200 --out chip.v
  carillon generate --chip timer --slots 4096 --periodic --out chip.v
  carillon generate --chip timer --timers 1024 --bus spi --out chip.v     its memory inside
  carillon generate | less                                     the summary goes to standard error

The top module is called carillon. What was chosen is readable in the register PARAMS.
Exit status: 0 if the chip was written, 2 otherwise.";

/// What `carillon generate` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    options: Options,

    /// File for the Verilog [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Generates; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let generated = arguments
        .choice
        .generate(&arguments.options)
        .map_err(|error| error.to_string())?;
    match &arguments.out {
        Some(path) => {
            output::write_file("--out", path, generated.verilog)?;
            output::say(format_args!(
                "{}file       {}\n",
                generated.summary,
                path.display()
            ))?;
        }
        None => {
            output::print(generated.verilog)?;
            output::note(generated.summary);
        }
    }
    Ok(0)
}
