//! From the Rust-HDL circuit to a Verilog file that other tools take.

use crate::board::top::BoardTop;
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
    Ok(format!("{}{}\n", header(build), of_chip(&verilog)))
}

/// What Rust-HDL wrote of a chip, with the chip's names.
pub(crate) fn of_chip(verilog: &str) -> String {
    let body: String = verilog
        .lines()
        .map(|line| rename(line, chip_module).trim_end().to_owned() + "\n")
        .collect();
    body.trim().to_owned()
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

/// A board's Verilog: the top module is `board`, its own parts are `board$...`, the chip in it is `carillon` with the parts
/// that it has on its own.
pub(crate) fn of_board(top: &BoardTop, title: &str, build: &Build) -> String {
    let body: String = generate_verilog(top)
        .lines()
        .map(|line| rename(line, board_module).trim_end().to_owned() + "\n")
        .collect();
    format!(
        "// {title}, with the Carillon counter chip of:\n//   {}\n// Generated from Rust-HDL; do not edit.\n\n{}\n",
        build.options(),
        body.trim()
    )
}

/// The chip's name for the module that Rust-HDL calls `path`, where the chip is the top.
fn chip_module(path: &str) -> String {
    match path.strip_prefix('$') {
        Some(part) => format!("carillon${}", part.strip_prefix("core$").unwrap_or(part)),
        None => "carillon".to_owned(),
    }
}

/// The same where a board is the top and the chip is its part `chip`.
fn board_module(path: &str) -> String {
    match path.strip_prefix("$chip") {
        Some(part) => chip_module(part),
        None => format!("board{path}"),
    }
}

/// Gives each module that a line names the name that `name` has for it. Rust-HDL calls a module by its path from `top`.
fn rename(line: &str, name: fn(&str) -> String) -> String {
    let words: Vec<String> = line
        .split(' ')
        .map(|word| {
            let (module, ports) = word.find('(').map_or((word, ""), |at| word.split_at(at));
            match module.strip_prefix("top") {
                Some(path) if path.is_empty() || path.starts_with('$') => name(path) + ports,
                _ => word.to_owned(),
            }
        })
        .collect();
    words.join(" ")
}
