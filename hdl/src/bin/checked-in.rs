//! Writes the Verilog and VHDL that are checked in, and the Verilog that proofs are of.

use carillon_hdl::{generate_flawed, text, vhdl};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write hdl/verilog/ and hdl/vhdl/ again, or flawed chips for proofs.
#[derive(Parser)]
#[command(after_help = "Examples:
  checked-in                          write hdl/verilog/ and hdl/vhdl/ again
  checked-in --check                  fail if they are not what the source says
  checked-in --flawed target/flawed   write the chips that the proofs must refute")]
struct Arguments {
    /// Write nothing; compare the checked-in files with what would be written.
    #[arg(long)]
    check: bool,
    /// Write the chips that the proofs must refute into a folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "check")]
    flawed: Option<PathBuf>,
}

/// Writes a file; the message of an error names it.
fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// This crate's folder, below which the checked-in files are.
fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file that is checked in: its path in this crate, and its text.
fn checked_in() -> Vec<(PathBuf, String)> {
    let texts = text();
    let chips = ["carillon_counter_", "carillon_timer_"];
    let tops = texts.iter().filter(|(name, _)| chips.iter().any(|chip| name.starts_with(chip)));
    let components = vhdl::package(tops.map(|(_, text)| text.as_str()));
    let verilog = texts.into_iter();
    let verilog = verilog.map(|(name, text)| (Path::new("verilog").join(name + ".v"), text));
    let vhdl = (Path::new("vhdl").join("carillon_components.vhd"), components);
    verilog.chain([vhdl]).collect()
}

/// Writes every file that is checked in.
fn write_checked_in() -> Result<(), String> {
    for (name, text) in checked_in() {
        let path = folder().join(name);
        write(&path, &text)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Compares every file that is checked in, and finds those that are no longer written.
fn check() -> Result<(), String> {
    const REMEDY: &str = "run: make generate";
    let files = checked_in();
    for (name, text) in &files {
        let path = folder().join(name);
        if std::fs::read_to_string(&path).ok().as_ref() != Some(text) {
            return Err(format!("{} is not what the source says; {REMEDY}", path.display()));
        }
    }
    for (kind, extension) in [("verilog", "v"), ("vhdl", "vhd")] {
        let there = std::fs::read_dir(folder().join(kind)).map_err(|error| error.to_string())?;
        for path in there.filter_map(|entry| Some(entry.ok()?.path())) {
            let is_written = files.iter().any(|(name, _)| path.ends_with(name));
            if path.extension().is_some_and(|of| of == extension) && !is_written {
                return Err(format!("{} is no longer written: delete it", path.display()));
            }
        }
    }
    Ok(())
}

/// Writes the chips for the proofs that must fail.
fn write_flawed(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for chip in generate_flawed() {
        let (name, text) = chip?;
        write(&folder.join(format!("{name}.v")), &text)?;
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    match &arguments.flawed {
        Some(folder) => write_flawed(folder),
        None if arguments.check => check(),
        None => write_checked_in(),
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("checked-in: {message}");
            ExitCode::FAILURE
        }
    }
}
