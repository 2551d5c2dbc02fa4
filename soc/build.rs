//! The chips' Verilog in `hdl/verilog`, that of the SoC around them from LiteX, C++ from Verilator, one static library
//! from that and a C shim.
//!
//! The model is built twice, once such that it can be traced, as those of `carillon-sim`.
//!
//! LiteX and the processor are in the tree's `.venv`, where `make setup` puts them; `CARILLON_PYTHON=<program>` names
//! another Python that has what requirements-soc.txt lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::timer_chip::TimerBuild;

#[path = "../sim/verilator.rs"]
mod verilator;
use verilator::{compile, files, library, links_nothing, optimisation, sources, stop, write};

/// What writes the SoC, and what it uses.
const SCRIPT: &str = "../hdl/litex/soc.py";
const MODULES: [&str; 2] = ["../hdl/litex/carillon.py", "../hdl/litex/mtime.py"];
const PUBLIC: &str = "cpp/public.vlt";

fn main() {
    for file in ["build.rs", "../sim/verilator.rs", "cpp", SCRIPT] {
        println!("cargo::rerun-if-changed={file}");
    }
    for module in MODULES {
        println!("cargo::rerun-if-changed={module}");
    }
    for variable in ["CARILLON_PYTHON", "VERILATOR_ROOT"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    if links_nothing() {
        return;
    }
    let library = library();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    let full = Build::full();
    // As many slots and events as the chip on the bus.
    let timer_chip = TimerBuild { slot_bits: full.slot_bits, ..TimerBuild::minimal() };
    let wired = Build { slot_bits: 10, ..Build::minimal() };
    let soc = soc(
        &[("--chip", &full.parameters()), ("--timer-chip", &timer_chip.parameters()), ("--wired", &wired.parameters())],
        &out.join("litex"),
    );
    // The chips share files.
    let chips: BTreeSet<PathBuf> = [
        ("counter", BusAdapter::Wishbone),
        ("counter", BusAdapter::Spi),
        ("counter", BusAdapter::Uart { clocks_a_bit: 0 }),
        ("timer", BusAdapter::Wishbone),
    ]
    .into_iter()
    .flat_map(|(chip, bus_adapter)| files(chip, bus_adapter))
    .collect();
    let around = ["soc.v", "cpu.v", "timer.sv"].map(|file| soc.join(file));
    let verilog: Vec<_> = chips.into_iter().chain(around).collect();
    for waves in [false, true] {
        let name = if waves { "soc_waves" } else { "soc" };
        let unit = variant(name, waves, &verilog, &out);
        let level = optimisation(waves);
        compile(&library, level, &format!("carillon_{name}"), |compiler| {
            compiler.file(&unit);
        });
    }
}

/// Has LiteX write the SoC around chips with these parameters into the folder `out`, which it returns.
fn soc(chips: &[(&str, &[(&str, u32)])], out: &Path) -> PathBuf {
    let python = match std::env::var_os("CARILLON_PYTHON").filter(|name| !name.is_empty()) {
        Some(python) => PathBuf::from(python),
        None => Path::new("../.venv/bin/python").to_path_buf(),
    };
    let remedy = "Run `make setup`, which puts what requirements-soc.txt lists into .venv, or let CARILLON_PYTHON name \
                  a Python that has it; then build again.";
    let given = chips.iter().flat_map(|(option, parameters)| {
        let pairs = parameters.iter().map(|(name, value)| format!("{name}={value}"));
        std::iter::once((*option).to_owned()).chain(pairs)
    });
    let output =
        Command::new(&python).args(["-B", SCRIPT]).args(given).arg("--out").arg(out).output().unwrap_or_else(|error| {
            stop(&format!("carillon-soc needs LiteX, and {} does not start: {error}\n{remedy}", python.display()))
        });
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().collect();
        let last = lines[lines.len().saturating_sub(5)..].join("\n");
        stop(&format!("{} does not write the SoC:\n{last}\n{remedy}", python.display()));
    }
    out.to_path_buf()
}

/// Verilates and wraps one variant; returns the one C++ file to compile for it.
fn variant(name: &str, waves: bool, verilog: &[PathBuf], out: &Path) -> PathBuf {
    let folder = out.join(name);
    // Files of an earlier SoC must not be compiled with the new one.
    let _ = fs::remove_dir_all(&folder);
    let class = format!("V{name}");
    // What LiteX and SpinalHDL write does not pass the lint that the chip passes by itself.
    let mut command = Command::new("verilator");
    command
        .args(["--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast"])
        .args(["--output-split", "0", "--timescale", "1ns/1ns"])
        .args(["-Wno-fatal", "-Wno-lint", "-Wno-style"])
        .args(["--top-module", "soc", "--prefix", &class])
        .args(waves.then_some("--trace"))
        // What a source includes lies beside it.
        .arg("--relative-includes")
        .arg("--Mdir")
        .arg(&folder)
        .arg(PUBLIC)
        .args(verilog);
    let output = command.output().unwrap_or_else(|error| stop(&format!("verilator does not start: {error}")));
    if !output.status.success() {
        stop(&format!("verilator refuses the SoC:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut text = String::new();
    for file in sources(&folder) {
        text += &format!("#include \"{}\"\n", file.display());
    }
    text += &format!("#include \"{}.h\"\n", folder.join(format!("{class}_soc")).display());
    text += &format!("#include \"{}.h\"\n", folder.join(format!("{class}_VexRiscv")).display());
    text += &format!("#define CARILLON_MODEL {class}\n");
    text += &format!("#define CARILLON_TABLE carillon_{name}\n");
    text += &format!("#define CARILLON_WAVES {}\n", u8::from(waves));
    text += "#include \"soc.hpp\"\n";
    let unit = folder.join("unit.cpp");
    write(&unit, &text);
    unit
}
