//! Writes the chip's Verilog.

use carillon_hdl::{Build, Front, generate};
use clap::{Parser, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The builds whose Verilog is checked in under `hdl/verilog/`: slots, FIFO depth, front end. The smallest chip has each
/// front end in turn, for the proofs; there a bit on the serial line is as short as it may be.
const CHECKED_IN: [(u32, u32, Front); 6] = [
    (1024, 2, Front::Wishbone),
    (4096, 16, Front::Wishbone),
    (65536, 64, Front::Wishbone),
    (1024, 2, Front::AxiLite),
    (1024, 2, Front::Uart { clocks_a_bit: 4 }),
    (1024, 2, Front::Spi),
];

/// `--front`'s values.
#[derive(Clone, Copy, ValueEnum)]
enum FrontName {
    Wishbone,
    AxiLite,
    Uart,
    Spi,
}

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
    /// How the host reaches the registers.
    #[arg(long, value_enum, default_value = "wishbone", requires = "slots")]
    front: FrontName,
    /// The chip's clock over the baud rate, 4 to 65535; for `--front uart`.
    #[arg(long, required_if_eq("front", "uart"))]
    clocks_a_bit: Option<u32>,
    /// Where to write one chip; standard output when left out.
    #[arg(long, requires = "slots")]
    out: Option<PathBuf>,
    /// Write nothing; compare the checked-in files with what would be written.
    #[arg(long, conflicts_with = "slots")]
    check: bool,
}

/// A build from sizes as a person gives them.
fn build(slots: u32, fifo: u32, front: Front) -> Result<Build, String> {
    for (name, value) in [("--slots", slots), ("--fifo", fifo)] {
        if !value.is_power_of_two() {
            return Err(format!("{name} {value}: give a power of two"));
        }
    }
    Ok(Build {
        slot_bits: slots.ilog2(),
        fifo_bits: fifo.ilog2(),
        front,
        ..Build::minimal()
    })
}

/// One chip's Verilog.
fn chip(slots: u32, fifo: u32, front: Front) -> Result<String, String> {
    generate(&build(slots, fifo, front)?).map_err(|error| error.to_string())
}

/// Writes or compares every file under `hdl/verilog/`.
fn checked_in(check: bool) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog");
    for (slots, fifo, front) in CHECKED_IN {
        let suffix = match front {
            Front::Wishbone => "",
            Front::AxiLite => "_axi_lite",
            Front::Uart { .. } => "_uart",
            Front::Spi => "_spi",
        };
        let path = folder.join(format!("carillon_{slots}x{fifo}{suffix}.v"));
        let text = chip(slots, fifo, front)?;
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
            let front = match (arguments.front, arguments.clocks_a_bit) {
                (FrontName::Wishbone, None) => Front::Wishbone,
                (FrontName::AxiLite, None) => Front::AxiLite,
                (FrontName::Spi, None) => Front::Spi,
                (FrontName::Uart, Some(clocks_a_bit)) => Front::Uart { clocks_a_bit },
                _ => return Err("--clocks-a-bit belongs to --front uart".to_owned()),
            };
            let text = chip(slots, fifo, front)?;
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
