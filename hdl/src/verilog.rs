//! From the Rust-HDL circuit to a Verilog file that other tools take.

use crate::counter_chip::CounterChip;
use crate::{Build, BuildError};
use rust_hdl::prelude::*;

/// The chip of `build` as Verilog-2001, top module `carillon`.
///
/// Rust-HDL calls the top module `top` and each part by its path (`top$cursor$ticks`); here they get the chip's name, so
/// that the file can stand beside others in one design.
///
/// # Errors
///
/// A choice out of its range; see [`Build::validate`].
pub fn generate(build: &Build) -> Result<String, BuildError> {
    build.validate()?;
    let verilog = generate_verilog(&elaborate(build));
    let body: String = verilog
        .lines()
        .map(|line| rename_modules(line).trim_end().to_owned() + "\n")
        .collect::<String>();
    Ok(format!("{}{}\n", header(build), body.trim()))
}

/// The chip as a circuit, with every pin marked as driven from outside.
pub fn elaborate(build: &Build) -> CounterChip {
    let mut chip = CounterChip::new(build);
    chip.clock.connect();
    chip.reset.connect();
    chip.wb_cyc.connect();
    chip.wb_stb.connect();
    chip.wb_we.connect();
    chip.wb_sel.connect();
    chip.wb_adr.connect();
    chip.wb_dat_w.connect();
    chip.connect_all();
    chip
}

/// The comment that opens the file.
fn header(build: &Build) -> String {
    let Build {
        wheels,
        slot_bits,
        fifo_bits,
        ..
    } = build;
    format!(
        "// The Carillon counter chip: {wheels} wheel, {slots} slots, a FIFO of {depth} events, Wishbone B4.\n\
         // Version {version}. Generated from Rust-HDL; do not edit. To make it again:\n\
         //   cargo run -p carillon-hdl --bin generate -- --slots {slots} --fifo {depth}\n\n",
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
            *word = format!("carillon${rest}");
        } else if word == "top" {
            *word = "carillon".to_owned();
        } else if let Some(rest) = word.strip_prefix("top(") {
            *word = format!("carillon({rest}");
        }
    }
    words.join(" ")
}
