//! Verilog of the chips from `carillon-hdl`, of the SoC around it from LiteX, C++ from Verilator, one static library
//! from that and a C shim.
//!
//! The model is built twice, once such that it can be traced, as those of `carillon-sim`.
//!
//! LiteX and the processor are in the tree's `.venv`, where `make setup` puts them; `CARILLON_PYTHON=<program>` names
//! another Python that has what requirements-soc.txt lists.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use carillon_hdl::timer_chip;
use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::timer_chip::TimerBuild;

#[path = "../sim/verilator.rs"]
mod verilator;
use verilator::{compile, library, links_nothing, optimisation, sources, stop, write};

/// What writes the SoC, and what it uses.
const SCRIPT: &str = "../hdl/litex/soc.py";
const MODULES: [&str; 2] = ["../hdl/litex/carillon.py", "../hdl/litex/mtime.py"];
const PUBLIC: &str = "cpp/public.vlt";

/// How long a bit lasts on the line to the chip with a UART, as in the script.
const CLOCKS_A_BIT: u32 = 20;

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
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    let on_bus = chip("carillon", &Build::full(), &out);
    let wired = [
        ("carillon_spi", BusAdapter::Spi),
        (
            "carillon_uart",
            BusAdapter::Uart {
                clocks_a_bit: CLOCKS_A_BIT,
            },
        ),
    ];
    let [by_spi, by_uart] = wired.map(|(module, bus_adapter)| {
        let build = Build {
            slot_bits: 10,
            bus_adapter,
            ..Build::minimal()
        };
        chip(module, &build, &out)
    });
    let timer_chip = timer_chip(&out);
    let soc = soc(&on_bus, &timer_chip, &out.join("litex"));
    for waves in [false, true] {
        let name = if waves { "soc_waves" } else { "soc" };
        let unit = variant(
            name,
            waves,
            &[
                &on_bus,
                &by_spi,
                &by_uart,
                &timer_chip,
                &soc.join("soc.v"),
                &soc.join("cpu.v"),
                &soc.join("timer.sv"),
            ],
            &out,
        );
        let level = optimisation(waves);
        compile(&library, level, &format!("carillon_{name}"), |compiler| {
            compiler.file(&unit);
        });
    }
}

/// Writes the chip of this build as the module `module`, with a file of its own, which it returns.
fn chip(module: &str, build: &Build, out: &Path) -> PathBuf {
    let verilog = carillon_hdl::generate(build)
        .unwrap_or_else(|error| stop(&format!("the SoC's chip cannot be generated: {error}")));
    named(module, &verilog, out)
}

/// Writes the timer chip, with as many slots and events as the chip on the bus, as the module `carillon_timer`.
fn timer_chip(out: &Path) -> PathBuf {
    let build = TimerBuild {
        slot_bits: Build::full().slot_bits,
        ..TimerBuild::minimal()
    };
    let verilog = carillon_hdl::generate_timer(&build)
        .unwrap_or_else(|error| stop(&format!("the SoC's chip cannot be generated: {error}")));
    named("carillon_timer", &verilog, out)
}

/// Writes the Verilog of a chip with another name.
fn named(module: &str, verilog: &str, out: &Path) -> PathBuf {
    let path = out.join(module).with_extension("v");
    // The names of all its modules begin with that of the chip.
    write(&path, &verilog.replace("carillon", module));
    path
}

/// Has LiteX write the SoC around both chips into the folder `out`, which it returns.
fn soc(chip: &Path, timer_chip: &Path, out: &Path) -> PathBuf {
    let python = match std::env::var_os("CARILLON_PYTHON").filter(|name| !name.is_empty()) {
        Some(python) => PathBuf::from(python),
        None => Path::new("../.venv/bin/python").to_path_buf(),
    };
    let remedy = "Run `make setup`, which puts what requirements-soc.txt lists into .venv, or let CARILLON_PYTHON name \
                  a Python that has it; then build again.";
    let output = Command::new(&python)
        .args(["-B", SCRIPT, "--chip"])
        .arg(chip)
        .arg("--timer-chip")
        .arg(timer_chip)
        .arg("--out")
        .arg(out)
        .output()
        .unwrap_or_else(|error| {
            stop(&format!(
                "carillon-soc needs LiteX, and {} does not start: {error}\n{remedy}",
                python.display()
            ))
        });
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().collect();
        let last = lines[lines.len().saturating_sub(5)..].join("\n");
        stop(&format!(
            "{} does not write the SoC:\n{last}\n{remedy}",
            python.display()
        ));
    }
    out.to_path_buf()
}

/// Verilates and wraps one variant; returns the one C++ file to compile for it.
fn variant(name: &str, waves: bool, verilog: &[&Path], out: &Path) -> PathBuf {
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
    let output = command
        .output()
        .unwrap_or_else(|error| stop(&format!("verilator does not start: {error}")));
    if !output.status.success() {
        stop(&format!(
            "verilator refuses the SoC:\n{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let mut text = String::new();
    for file in sources(&folder) {
        text += &format!("#include \"{}\"\n", file.display());
    }
    text += &format!(
        "#include \"{}.h\"\n",
        folder.join(format!("{class}_soc")).display()
    );
    text += &format!(
        "#include \"{}.h\"\n",
        folder.join(format!("{class}_VexRiscv")).display()
    );
    text += &format!("#define CARILLON_MODEL {class}\n");
    text += &format!("#define CARILLON_TABLE carillon_{name}\n");
    text += &format!("#define CARILLON_WAVES {}\n", u8::from(waves));
    text += "#include \"soc.hpp\"\n";
    let unit = folder.join("unit.cpp");
    write(&unit, &text);
    unit
}
