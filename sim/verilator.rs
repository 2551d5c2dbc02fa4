//! What the build scripts of all Verilated models need of Verilator.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

use carillon_regmap::BusAdapter;

/// Where the chips' Verilog is, from a package's folder.
const VERILOG: &str = "../hdl/verilog";

/// The files of one chip on a bus adapter, those that others need first; a change of one runs the build script again.
pub fn files(chip: &str, bus_adapter: BusAdapter) -> Vec<PathBuf> {
    let bus = bus_adapter.name();
    let names = ["shared", bus, chip, &format!("{chip}_{bus}")];
    let path = |name: &str| {
        let path = Path::new(VERILOG).join(format!("carillon_{name}.v"));
        println!("cargo::rerun-if-changed={}", path.display());
        path.canonicalize().unwrap_or_else(|error| stop(&format!("{}: {error}", path.display())))
    };
    names.map(path).into()
}

/// Ends the build with one message that names the remedy.
pub fn stop(message: &str) -> ! {
    for line in message.lines() {
        println!("cargo::error={line}");
    }
    exit(1);
}

/// Whether nothing is linked, so that no model is needed; making them takes minutes. Clippy's builds are known by
/// cargo's variable; `CARILLON_LINKS=no` tells it of others, such as the documentation's.
pub fn links_nothing() -> bool {
    println!("cargo::rerun-if-env-changed=CARILLON_LINKS");
    std::env::var_os("CARILLON_LINKS").is_some_and(|links| links == "no")
        || std::env::var_os("RUSTC_WORKSPACE_WRAPPER")
            .is_some_and(|wrapper| wrapper.to_string_lossy().contains("clippy"))
}

/// How far a model is optimised: as the crate is (`opt-level` in a profile), a model that can be traced less, as
/// building it takes longer than its runs.
pub fn optimisation(waves: bool) -> u32 {
    let level = std::env::var("OPT_LEVEL").expect("cargo sets OPT_LEVEL for build scripts");
    // `s` and `z` are none of C++'s numbers.
    let level: u32 = level.parse().unwrap_or(3);
    if waves { level.min(2) / 2 } else { level }
}

/// Compiles what `add` adds into one static library.
pub fn compile(library: &Path, optimisation: u32, name: &str, add: impl FnOnce(&mut cc::Build)) {
    let mut compiler = cc::Build::new();
    compiler
        .cpp(true)
        .std("gnu++17")
        .opt_level(optimisation)
        .debug(false)
        .warnings(false)
        .flag_if_supported("-faligned-new")
        .flag_if_supported("-fcf-protection=none")
        .include("cpp")
        .include(library)
        .include(library.join("vltstd"));
    add(&mut compiler);
    compiler.compile(name);
}

/// Verilator's include folder; ends the build where there is no Verilator 5.
pub fn library() -> PathBuf {
    let ask = |argument: &[&str]| {
        let output = Command::new("verilator").args(argument).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(version) = ask(&["--version"]) else {
        stop(
            "Carillon needs Verilator 5 to turn the chip into a simulator, and finds no `verilator` in PATH.\n\
             Install it with `sudo apt-get install verilator g++` (Debian 12 or later, Ubuntu 24.04 or later),\n\
             check with `make setup`, and build again.",
        );
    };
    let major = version.split_whitespace().nth(1).and_then(|word| word.split('.').next());
    if major.and_then(|word| word.parse::<u32>().ok()).is_none_or(|major| major < 5) {
        stop(&format!(
            "Carillon needs Verilator 5, and finds `{version}`.\n\
             Install 5.006 or later: `sudo apt-get install verilator` on Debian 12 or Ubuntu 24.04, otherwise from\n\
             https://verilator.org; check with `make setup`, and build again."
        ));
    }
    let library = PathBuf::from(ask(&["--getenv", "VERILATOR_ROOT"]).unwrap_or_default()).join("include");
    if !library.join("verilated.cpp").is_file() {
        stop(&format!(
            "Verilator's run-time library is not in {}.\n\
             Install Verilator again (`sudo apt-get install --reinstall verilator`), or set VERILATOR_ROOT to its\n\
             folder.",
            library.display()
        ));
    }
    library
}

/// The C++ files that Verilator wrote, in a fixed order.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| stop(&format!("cannot list {}: {error}", folder.display())))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "cpp"))
        .collect();
    files.sort();
    files
}

/// Writes a file; ends the build where it cannot be written.
pub fn write(path: &Path, text: &str) {
    if let Err(error) = fs::write(path, text) {
        stop(&format!("cannot write {}: {error}", path.display()));
    }
}
