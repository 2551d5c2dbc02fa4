//! Writes the Verilog and VHDL that are checked in, and the Verilog that proofs are of.

use carillon_hdl::timer_chip;
use carillon_hdl::{
    VERIFIED, findings, findings_timer, generate, generate_flawed, generate_timer,
    generate_timer_whole, generate_whole, vhdl,
};
use carillon_regmap::counter_chip::Build;
use carillon_regmap::timer_chip::TimerBuild;
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The timer chip's presets, which have a deeper FIFO than the checked-in builds. Only the proofs need their files.
const TIMER_PRESETS: [(&str, TimerBuild); 2] = [
    ("carillon_timer_1024x16", TimerBuild::minimal()),
    ("carillon_timer_1024x16_full", TimerBuild::full()),
];

/// Write hdl/verilog/ and hdl/vhdl/ again, or the chips for proofs.
#[derive(Parser)]
#[command(after_help = "Examples:
  checked-in                          write hdl/verilog/ and hdl/vhdl/ again
  checked-in --check                  fail if they are not what the source says
  checked-in --verified target/chips  write all chips that are verified")]
struct Arguments {
    /// Write nothing; compare the checked-in files with what would be written.
    #[arg(long)]
    check: bool,
    /// Write the chips that are verified into a folder, as they ship.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["check"])]
    verified: Option<PathBuf>,
    /// Write the chips that are verified into a folder with all that the source says, as the proofs want them; what is
    /// known of their state; and into its folder `flawed` those that the proofs must refute.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["check", "verified"])]
    whole: Option<PathBuf>,
    /// Write the Verilog that serves all builds into a folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["check", "verified", "whole"])]
    text: Option<PathBuf>,
}

/// Writes a file; the message of an error names it.
fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// One chip's Verilog.
fn chip(build: &Build) -> Result<String, String> {
    generate(build).map_err(|error| error.to_string())
}

/// This crate's folder, below which the checked-in files are.
fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every chip that is verified: its name, and its text.
fn verified() -> impl Iterator<Item = Result<(&'static str, String), String>> {
    let timer_chip = |build: &_| generate_timer(build).map_err(|error| error.to_string());
    let counter_chips = VERIFIED
        .into_iter()
        .map(|(name, build)| Ok((name, chip(&build)?)));
    let timer_chips = timer_chip::VERIFIED.into_iter();
    counter_chips.chain(timer_chips.map(move |(name, build)| Ok((name, timer_chip(&build)?))))
}

/// Every file that is checked in: its path in this crate, and its text.
fn checked_in() -> Vec<(PathBuf, String)> {
    let texts = carillon_hdl::text();
    let chips = ["carillon_counter_", "carillon_timer_"];
    let tops = texts.iter().filter(|(name, _)| chips.iter().any(|chip| name.starts_with(chip)));
    let components = vhdl::package(tops.map(|(_, text)| text.as_str()));
    let verilog = texts.into_iter();
    let verilog = verilog.map(|(name, text)| (Path::new("verilog").join(name + ".v"), text));
    let vhdl = (Path::new("vhdl").join("carillon_components.vhd"), components);
    verilog.chain([vhdl]).collect()
}

/// Writes every chip that is verified.
fn write_verified(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for file in verified() {
        let (name, text) = file?;
        write(&folder.join(format!("{name}.v")), &text)?;
    }
    Ok(())
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

/// Writes the chips for the proofs, and those for the proofs that must fail.
fn write_whole(folder: &Path) -> Result<(), String> {
    let flawed = folder.join("flawed");
    std::fs::create_dir_all(&flawed).map_err(|error| format!("{}: {error}", flawed.display()))?;
    for (name, build) in VERIFIED {
        let text = generate_whole(&build).map_err(|error| error.to_string())?;
        write(&folder.join(format!("{name}.v")), &text)?;
        let found = findings(&build).map_err(|error| error.to_string())?;
        write(&folder.join(format!("{name}.json")), &found)?;
    }
    for (name, build) in timer_chip::VERIFIED {
        let text = generate_timer_whole(&build).map_err(|error| error.to_string())?;
        write(&folder.join(format!("{name}.v")), &text)?;
        let found = findings_timer(&build).map_err(|error| error.to_string())?;
        write(&folder.join(format!("{name}.json")), &found)?;
    }
    for (name, build) in TIMER_PRESETS {
        let text = generate_timer_whole(&build).map_err(|error| error.to_string())?;
        write(&folder.join(format!("{name}.v")), &text)?;
    }
    for chip in generate_flawed() {
        let (name, text) = chip?;
        write(&flawed.join(format!("{name}.v")), &text)?;
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if let Some(folder) = &arguments.verified {
        write_verified(folder)
    } else if let Some(folder) = &arguments.whole {
        write_whole(folder)
    } else if let Some(folder) = &arguments.text {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        for (name, text) in carillon_hdl::text() {
            write(&folder.join(format!("{name}.v")), &text)?;
        }
        Ok(())
    } else if arguments.check {
        check()
    } else {
        write_checked_in()
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
