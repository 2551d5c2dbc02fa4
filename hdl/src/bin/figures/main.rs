//! Runs the chip through the scenes of the datasheet's timing diagrams and writes them as WaveJSON.
//!
//! `docs/figures/draw.py` makes SVG from it. The chip is `carillon-hdl`'s in Rust-HDL's own simulator, which agrees with the
//! generated Verilog in every clock (the lockstep tests).

mod figure;
mod recorder;
mod scenes;
mod stage;
mod wishbone;

use clap::Parser;
use figure::Figure;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write the datasheet's timing diagrams as WaveJSON into docs/figures/.
#[derive(Parser)]
struct Arguments {
    /// Write nothing; compare the files with what would be written.
    #[arg(long)]
    check: bool,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/figures")
}

fn run(check: bool) -> Result<(), String> {
    for scene in scenes::ALL {
        let figure: Figure = scene();
        let path = folder().join(format!("{}.json", figure.name));
        let text = figure.wave_json();
        if !check {
            std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        } else if std::fs::read_to_string(&path).ok() != Some(text) {
            return Err(format!(
                "docs/figures/{}.json is not what the chip does now: run `make figures`, then look whether docs/datasheet.md \
                 still says what the picture shows",
                figure.name
            ));
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(Arguments::parse().check) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("figures: {message}");
            ExitCode::FAILURE
        }
    }
}
