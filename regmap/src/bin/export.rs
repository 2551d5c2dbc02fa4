//! Writes the files that are generated from the register map, or checks that they are current.

use std::path::PathBuf;
use std::process::ExitCode;

use carillon_regmap::export::{COMMAND, GeneratedFile, generate};
use clap::Parser;

/// Writes the SVD, the SystemRDL, the C header and the datasheet's register pages from the register map.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples (at the repository's root):\n  \
                  cargo run -p carillon-regmap --features export --bin export\n  \
                  cargo run -p carillon-regmap --features export --bin export -- --check\n  \
                  cargo run -p carillon-regmap --features export --bin export -- --root /tmp/elsewhere"
)]
struct Arguments {
    /// Write nothing; list the files that differ and fail if there are any.
    #[arg(long)]
    check: bool,
    /// The folder that regmap/generated/ and docs/ are in; they are created where missing.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let files = match generate() {
        Ok(files) => files,
        Err(error) => {
            eprintln!("a register map (regmap/src/*/map.rs) breaks a rule of CMSIS-SVD: {error}");
            return ExitCode::FAILURE;
        }
    };
    if arguments.check { check(&files, &arguments) } else { write(&files, &arguments) }
}

fn check(files: &[GeneratedFile], arguments: &Arguments) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for file in files.iter().filter(|file| !file.is_current(&arguments.root)) {
        eprintln!("{} differs from the register map", arguments.root.join(file.path).display());
        code = ExitCode::FAILURE;
    }
    if code == ExitCode::FAILURE {
        eprintln!("to write them anew, at the repository's root: {COMMAND}");
    }
    code
}

fn write(files: &[GeneratedFile], arguments: &Arguments) -> ExitCode {
    for file in files {
        let path = arguments.root.join(file.path);
        if let Err(error) = file.write(&arguments.root) {
            eprintln!("cannot write {}: {error}; give a folder that can be written with --root", path.display());
            return ExitCode::FAILURE;
        }
        println!("{}", path.display());
    }
    ExitCode::SUCCESS
}
