//! Makes of a board's file what the tools want.

use carillon_hdl::Board;
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write Verilog, constraints and plan of boards, or check their files.
#[derive(Parser)]
#[command(after_help = "Examples:
  board --out target/boards constraints/icebreaker.toml   carillon_icebreaker.v, .pcf and .json
  board constraints/*.toml                                check only

For a bitstream: make bitstream BOARD=icebreaker.")]
struct Arguments {
    /// The boards' files.
    #[arg(required = true, value_name = "FILE")]
    boards: Vec<PathBuf>,
    /// The folder for what is made; without it the files are checked only.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Writes a file; the message of an error names it.
fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// One board.
fn make(file: &Path, out: Option<&Path>) -> Result<(), String> {
    let at = |message: String| format!("{}: {message}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| at(error.to_string()))?;
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    // YoWASP sees files by their relative paths only, so the folder must stay as it is given.
    let stem = out.unwrap_or(Path::new("")).join(format!("carillon_{name}"));
    let board = Board::read(&text).map_err(|error| at(error.to_string()))?;
    let plan = board.plan(&stem.to_string_lossy()).map_err(|error| at(error.to_string()))?;
    let Some(out) = out else {
        println!("{name}: {}, {} slots", plan.title, plan.slots);
        return Ok(());
    };
    std::fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let constraints = stem.with_extension(board.part.family().constraints());
    write(&stem.with_extension("v"), &plan.verilog)?;
    write(&constraints, &plan.constraints)?;
    let json = serde_json::to_string_pretty(&plan).map_err(|error| error.to_string())?;
    write(&stem.with_extension("json"), &(json + "\n"))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    for file in &arguments.boards {
        if let Err(message) = make(file, arguments.out.as_deref()) {
            eprintln!("board: {message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
