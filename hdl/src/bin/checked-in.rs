//! Writes the Verilog that is checked in, and that of which proofs are.

use carillon_hdl::timer_chip;
use carillon_hdl::{
    CHECKED_IN, VERIFIED, findings, findings_timer, generate, generate_flawed, generate_timer,
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

/// Write hdl/verilog/ again, or the chips for proofs.
#[derive(Parser)]
#[command(after_help = "Examples:
  checked-in                          write hdl/verilog/ again
  checked-in --check                  fail if hdl/verilog/ is not what the source says
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
    /// Write VHDL component declarations into a folder: of each top of the text, and of each verified timer chip.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["check", "verified", "whole"])]
    components: Option<PathBuf>,
}

/// Writes a file; the message of an error names it.
fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// One chip's Verilog.
fn chip(build: &Build) -> Result<String, String> {
    generate(build).map_err(|error| error.to_string())
}

/// The folder of the checked-in Verilog.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("verilog")
}

/// Every chip that is verified and `wanted`: its name, and its text.
fn verified(
    wanted: impl Fn(&str) -> bool + Copy,
) -> impl Iterator<Item = Result<(&'static str, String), String>> {
    let timer_chip = |build: &_| generate_timer(build).map_err(|error| error.to_string());
    let counter_chips = VERIFIED
        .into_iter()
        .filter(move |(name, _)| wanted(name))
        .map(|(name, build)| Ok((name, chip(&build)?)));
    let timer_chips = timer_chip::VERIFIED
        .into_iter()
        .filter(move |(name, _)| wanted(name));
    counter_chips.chain(timer_chips.map(move |(name, build)| Ok((name, timer_chip(&build)?))))
}

/// Every file under `hdl/verilog/`: its name without `.v`, and its text.
fn checked_in() -> impl Iterator<Item = Result<(String, String), String>> {
    let builds =
        verified(|name| CHECKED_IN.contains(&name) || timer_chip::CHECKED_IN.contains(&name));
    let builds = builds.map(|file| file.map(|(name, text)| (name.to_owned(), text)));
    builds.chain(carillon_hdl::text().into_iter().map(Ok))
}

/// Writes every chip that is verified.
fn write_verified(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for file in verified(|_| true) {
        let (name, text) = file?;
        write(&folder.join(format!("{name}.v")), &text)?;
    }
    Ok(())
}

/// Writes every file under `hdl/verilog/`.
fn write_checked_in() -> Result<(), String> {
    for file in checked_in() {
        let (name, text) = file?;
        let path = folder().join(format!("{name}.v"));
        write(&path, &text)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Compares every file under `hdl/verilog/`, and finds those that no build writes.
fn check() -> Result<(), String> {
    const REMEDY: &str = "run: make generate";
    let mut names = Vec::new();
    for file in checked_in() {
        let (name, text) = file?;
        let path = folder().join(format!("{name}.v"));
        names.push(name);
        if std::fs::read_to_string(&path).ok() != Some(text) {
            return Err(format!(
                "{} is not what the source says; {REMEDY}",
                path.display()
            ));
        }
    }
    let files = std::fs::read_dir(folder()).map_err(|error| error.to_string())?;
    for path in files.filter_map(|entry| Some(entry.ok()?.path())) {
        let known = |name: &String| path.file_stem().is_some_and(|stem| stem == name.as_str());
        if path.extension().is_some_and(|extension| extension == "v") && !names.iter().any(known) {
            return Err(format!(
                "{} is written by no build: delete it",
                path.display()
            ));
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

/// Writes a VHDL component declaration for each top of the text and for each timer chip that is verified.
fn write_components(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let tops = carillon_hdl::text().into_iter();
    let tops = tops.filter(|(name, _)| name.starts_with("carillon_counter_"));
    let timers = verified(|name| name.starts_with("carillon_timer_"));
    let timers = timers.map(|file| file.map(|(name, text)| (name.to_owned(), text)));
    for file in tops.map(Ok).chain(timers) {
        let (name, text) = file?;
        write(&folder.join(format!("{name}.vhd")), &vhdl::component(&text))?;
    }
    Ok(())
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if let Some(folder) = &arguments.verified {
        write_verified(folder)
    } else if let Some(folder) = &arguments.whole {
        write_whole(folder)
    } else if let Some(folder) = &arguments.components {
        write_components(folder)
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
