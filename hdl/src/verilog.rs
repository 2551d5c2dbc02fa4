//! From the Rust-HDL circuit to a Verilog file that other tools take.

use crate::top::{Top, elaborate};
use crate::{Build, BuildError};
use rust_hdl::prelude::*;

/// The chip of `build` as Verilog-2001, top module `carillon`.
///
/// Rust-HDL calls the top module `top` and each part by its path (`top$core$cursor$ticks`); here they get the chip's name,
/// so that the file can stand beside others in one design, and the core's parts lose the `core` (`carillon$cursor$ticks`).
///
/// # Errors
///
/// A choice out of its range; see [`Build::validate`].
pub fn generate(build: &Build) -> Result<String, BuildError> {
    build.validate()?;
    let verilog = match elaborate(build) {
        Top::Wishbone(chip) => generate_verilog(&*chip),
        Top::AxiLite(chip) => generate_verilog(&*chip),
        Top::Uart(chip) => generate_verilog(&*chip),
        Top::Spi(chip) => generate_verilog(&*chip),
    };
    let body: String = verilog
        .lines()
        .map(|line| rename_modules(line).trim_end().to_owned() + "\n")
        .collect::<String>();
    Ok(format!("{}{}\n", header(build), body.trim()))
}

/// The comment that opens the file.
fn header(build: &Build) -> String {
    let mut text = format!(
        "// The Carillon counter chip, version {}. Generated from Rust-HDL; do not edit.\n//\n",
        env!("CARGO_PKG_VERSION")
    );
    for line in build.summary().lines() {
        text += &format!("//   {line}\n");
    }
    text += &format!(
        "//\n// To make it again:\n//   carillon generate {}\n\n",
        build.options()
    );
    text
}

/// Puts the chip's name in the place of Rust-HDL's `top` where a line names a module.
fn rename_modules(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for word in &mut words {
        if let Some(rest) = word.strip_prefix("top$") {
            let part = rest.strip_prefix("core$").unwrap_or(rest);
            *word = format!("carillon${part}");
        } else if word == "top" {
            *word = "carillon".to_owned();
        } else if let Some(rest) = word.strip_prefix("top(") {
            *word = format!("carillon({rest}");
        }
    }
    words.join(" ")
}
