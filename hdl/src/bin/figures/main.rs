//! Runs the chip through the scenes of the datasheet's timing diagrams and writes them as WaveJSON.
//!
//! `docs/figures/draw.py` makes SVG from it; `make figures` runs both. The chip is `carillon-hdl`'s in Rust-HDL's own
//! simulator, which agrees with the generated Verilog in every clock (the lockstep tests).

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
    let mut names = Vec::new();
    for scene in scenes::ALL {
        let figure: Figure = scene();
        names.push(figure.name);
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
    let files = std::fs::read_dir(folder()).map_err(|error| error.to_string())?;
    for path in files.filter_map(|entry| Some(entry.ok()?.path())) {
        let written = |name: &&str| path.file_stem().is_some_and(|stem| stem == *name);
        if path.extension().is_some_and(|end| end == "json") && !names.iter().any(written) {
            return Err(format!("{} is written by no scene: delete it and its drawing", path.display()));
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
