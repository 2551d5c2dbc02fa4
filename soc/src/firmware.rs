//! Where the programs of firmware/ are, and how they are built.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The target that the programs are built for.
pub const TARGET: &str = "riscv32imac-unknown-none-elf";

fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Where the release build of a program is, once it is built.
pub fn path(program: &str) -> PathBuf {
    let folder = root().join("target/firmware").join(TARGET);
    folder.join("release").join(program)
}

/// The names of all programs, in alphabetical order.
pub fn names() -> Vec<String> {
    let files = std::fs::read_dir(root().join("firmware/src/bin"));
    let paths = files.into_iter().flatten().flatten();
    let mut names: Vec<String> = paths
        .filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    names
}

/// Builds all programs, which takes no time where nothing has changed.
///
/// # Errors
/// What cargo says, or what is missing and how to install it.
pub fn build() -> Result<(), String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root().join("firmware"))
        .args([
            "build",
            "--release",
            "--bins",
            "--examples",
            "--quiet",
            "--target-dir",
        ])
        .arg(root().join("target/firmware"))
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let remedy = if said.contains("can't find crate for `core`") {
        format!("\nThe Rust target is missing: install it with `rustup target add {TARGET}`")
    } else {
        String::new()
    };
    Err(format!("the firmware is not built:\n{said}{remedy}"))
}
