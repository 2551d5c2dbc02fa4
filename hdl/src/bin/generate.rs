//! Writes the chip's Verilog.

use carillon_hdl::{Build, generate};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The builds whose Verilog is checked in under `hdl/verilog/`: (slots, FIFO depth).
const CHECKED_IN: [(u32, u32); 3] = [(1024, 2), (4096, 16), (65536, 64)];

/// Write the chip as Verilog.
///
/// Without --slots and --fifo, the files under hdl/verilog/ are written again.
#[derive(Parser)]
#[command(after_help = "Examples:
  generate                                    write hdl/verilog/ again
  generate --check                            fail if hdl/verilog/ is not what the source says
  generate --slots 4096 --fifo 16 --out chip.v")]
struct Arguments {
    /// Busy bits: a power of two, 1024 to 1048576.
    #[arg(long, requires = "fifo")]
    slots: Option<u32>,
    /// Depth of the event FIFO: a power of two, 2 to 1024.
    #[arg(long, requires = "slots")]
    fifo: Option<u32>,
    /// Where to write one chip; standard output when left out.
    #[arg(long, requires = "slots")]
    out: Option<PathBuf>,
    /// Write nothing; compare the checked-in files with what would be written.
    #[arg(long, conflicts_with = "slots")]
    check: bool,
}

/// A build from sizes as a person gives them.
fn build(slots: u32, fifo: u32) -> Result<Build, String> {
    for (name, value) in [("--slots", slots), ("--fifo", fifo)] {
        if !value.is_power_of_two() {
            return Err(format!("{name} {value}: give a power of two"));
        }
    }
    Ok(Build {
        slot_bits: slots.ilog2(),
        fifo_bits: fifo.ilog2(),
        ..Build::minimal()
    })
}

/// One chip's Verilog.
fn chip(slots: u32, fifo: u32) -> Result<String, String> {
    generate(&build(slots, fifo)?).map_err(|error| error.to_string())
}

/// Writes or compares every file under `hdl/verilog/`.
fn checked_in(check: bool) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog");
    for (slots, fifo) in CHECKED_IN {
        let path = folder.join(format!("carillon_{slots}x{fifo}.v"));
        let text = chip(slots, fifo)?;
        if !check {
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            println!("wrote {}", path.display());
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            return Err(format!(
                "{} is not what the source says; run: cargo run -p carillon-hdl --bin generate",
                path.display()
            ));
        }
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    match (arguments.slots, arguments.fifo) {
        (Some(slots), Some(fifo)) => {
            let text = chip(slots, fifo)?;
            match &arguments.out {
                Some(path) => std::fs::write(path, text)
                    .map_err(|error| format!("{}: {error}", path.display())),
                None => {
                    print!("{text}");
                    Ok(())
                }
            }
        }
        _ => checked_in(arguments.check),
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("generate: {message}");
            ExitCode::FAILURE
        }
    }
}
