//! From the Rust-HDL circuit to a Verilog file that other tools take.

use crate::top::{Top, elaborate};
use crate::{Build, BuildError, Front};
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
    let Build {
        wheels,
        slot_bits,
        fifo_bits,
        ..
    } = build;
    let (front, arguments) = match build.front {
        Front::Wishbone => ("Wishbone B4".to_owned(), String::new()),
        Front::AxiLite => ("AXI4-Lite".to_owned(), " --front axi-lite".to_owned()),
        Front::Uart { clocks_a_bit } => (
            format!("UART with {clocks_a_bit} clocks a bit"),
            format!(" --front uart --clocks-a-bit {clocks_a_bit}"),
        ),
        Front::Spi => ("SPI".to_owned(), " --front spi".to_owned()),
    };
    format!(
        "// The Carillon counter chip: {wheels} wheel, {slots} slots, a FIFO of {depth} events, {front}.\n\
         // Version {version}. Generated from Rust-HDL; do not edit. To make it again:\n\
         //   cargo run -p carillon-hdl --bin generate -- --slots {slots} --fifo {depth}{arguments}\n\n",
        slots = 1u64 << slot_bits,
        depth = 1u64 << fifo_bits,
        version = env!("CARGO_PKG_VERSION"),
    )
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
