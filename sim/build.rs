//! The chips' Verilog in `hdl/verilog`, with parameters; C++ from Verilator; one static library from that and a C shim.
//!
//! Each model is built twice: Verilator's tracing code costs a third of the speed even where nothing is traced, so it
//! has a variant of its own. The models are optimised as this crate is (`opt-level` in a profile), which in the tests'
//! profile is a little; those that can be traced are optimised less, as building them takes longer than their runs.
//!
//! `CARILLON_COVERAGE=1` in the environment compiles line coverage in, `CARILLON_COVERAGE=toggle` toggle coverage as
//! well. Toggle coverage makes ten times as much C++, which is optimised but little, or it would take minutes. Then
//! each model is built only once, as one that can be traced. `CARILLON_COVERAGE_OF=<model>,<model>` lets only these
//! count.
//!
//! The models with a UART or SPI (`CABLES`) and the timer chips (`TIMER_CHIPS`) are built once, to be stepped from outside
//! pin by pin: they cannot be traced, and of these only the timer chips count.
//!
//! `CARILLON_LINKS=no` makes no model, for builds of which nothing is linked: `make doc` sets it.
//!
//! `CARILLON_MODELS=<model>,<model>` builds only these, for who is in a hurry: the others cannot be made.
//!
//! `CARILLON_MUTANTS=<folder>` takes `<model>.v` from there, where it exists, in the place of the chip's Verilog: a
//! chip with mutants and an input `mutsel` that chooses one. Models without such a file, and all that can be traced,
//! are then left out: they cannot be made. `make mutate` sets it; see `testbench/mutation`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

mod verilator;
use carillon_regmap::BusAdapter;
use carillon_regmap::simulated::{CABLES, COUNTER_CHIPS, Row, TIMER_CHIPS, TimerRow};
use verilator::{compile, files, library, links_nothing, optimisation, sources, stop, write};

/// All warnings end the build, but for one: a file has the modules of several parts.
const LINT: &[&str] = &["-Wall", "-Wno-DECLFILENAME"];

/// What Verilator is told of warnings.
fn lint(mutants: bool) -> &'static [&'static str] {
    // What Yosys writes for a mutant is not written to please a lint.
    match mutants {
        true => &["-Wno-fatal", "-Wno-lint", "-Wno-style"],
        false => LINT,
    }
}

/// What the models count while they run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coverage {
    None,
    Line,
    LineAndToggle,
}

impl Coverage {
    fn from_environment() -> Self {
        match std::env::var("CARILLON_COVERAGE").as_deref() {
            Err(_) | Ok("" | "0") => Coverage::None,
            Ok("1") => Coverage::Line,
            Ok("toggle") => Coverage::LineAndToggle,
            Ok(other) => stop(&format!(
                "CARILLON_COVERAGE={other} is not understood: set it to 1 (lines) or toggle (lines and toggles), or \
                unset it"
            )),
        }
    }

    /// What the model `name` counts.
    fn of(self, name: &str) -> Self {
        match named("CARILLON_COVERAGE_OF") {
            Some(names) if !names.iter().any(|one| one == name) => Coverage::None,
            _ => self,
        }
    }

    /// For C++.
    fn define(self) -> &'static str {
        if self == Coverage::None { "0" } else { "1" }
    }

    fn verilator_options(self) -> &'static [&'static str] {
        match self {
            Coverage::None => &[],
            Coverage::Line => &["--coverage-line"],
            Coverage::LineAndToggle => &["--coverage-line", "--coverage-toggle"],
        }
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=verilator.rs");
    println!("cargo::rerun-if-changed=cpp");
    println!("cargo::rerun-if-env-changed=CARILLON_COVERAGE");
    println!("cargo::rerun-if-env-changed=CARILLON_COVERAGE_OF");
    println!("cargo::rerun-if-env-changed=CARILLON_MODELS");
    println!("cargo::rerun-if-env-changed=CARILLON_MUTANTS");
    println!("cargo::rerun-if-env-changed=VERILATOR_ROOT");
    if links_nothing() {
        return;
    }
    let coverage = Coverage::from_environment();
    let library = library();
    // Another Verilator brings another run-time library.
    println!("cargo::rerun-if-changed={}", library.join("verilated_config.h").display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));

    let units: Vec<Vec<Unit>> = std::thread::scope(|scope| {
        let buses = COUNTER_CHIPS.iter().map(|row| scope.spawn(|| model(row, &out, coverage)));
        let mut workers: Vec<_> = buses.collect();
        let cables = CABLES.iter().map(|row| scope.spawn(|| vec![cable(row, &out)]));
        workers.extend(cables);
        let timers = TIMER_CHIPS.iter().map(|row| scope.spawn(|| vec![timer(row, &out, coverage)]));
        workers.extend(timers);
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| exit(1))).collect()
    });
    let of = |fast| {
        let all = units.iter().flatten();
        all.filter(move |unit| unit.fast == fast).map(|unit| &unit.file)
    };
    let counts = ("CARILLON_COVERAGE_COMPILED", coverage.define());
    let [level, of_waves] = [false, true].map(optimisation);
    compile(&library, of_waves, "carillon_models_waves", |compiler| {
        compiler.define(counts.0, counts.1).files(of(false));
    });
    compile(&library, level, "carillon_models", |compiler| {
        compiler.define(counts.0, counts.1).files(of(true));
        compiler.file("cpp/runtime.cpp");
        // Without the crate `verilated`, what it would have compiled.
        if cfg!(not(feature = "verilated")) {
            let parts = ["verilated.cpp", "verilated_cov.cpp", "verilated_vcd_c.cpp"];
            compiler.files(parts.map(|part| library.join(part)));
            compiler.file("cpp/wave.cpp");
        }
    });
}

/// The folder with mutants, if there is one.
fn mutants() -> Option<PathBuf> {
    let folder = std::env::var_os("CARILLON_MUTANTS").filter(|folder| !folder.is_empty())?;
    let folder = PathBuf::from(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    if !folder.is_absolute() || !folder.is_dir() {
        stop(&format!(
            "CARILLON_MUTANTS={} must be the absolute path of a folder with <model>.v, or unset",
            folder.display()
        ));
    }
    Some(folder)
}

/// The C++ file of a model's variants that are left out, which have these names.
fn left_out(names: &[String], out: &Path) -> Unit {
    let mut text = "extern \"C\" const void* carillon_sim_left_out();\n".to_owned();
    for name in names {
        text += &format!("extern \"C\" const void* carillon_sim_{name}() {{ return carillon_sim_left_out(); }}\n");
    }
    let file = out.join(format!("{}_left_out.cpp", names[0]));
    write(&file, &text);
    Unit { file, fast: false }
}

/// A C++ file to compile.
struct Unit {
    file: PathBuf,
    /// Optimised as far as it goes.
    fast: bool,
}

/// The models that an environment variable names; `None` where it is not set. Ends the build where it names what is
/// none.
fn named(variable: &str) -> Option<Vec<String>> {
    let text = std::env::var(variable).ok().filter(|text| !text.is_empty())?;
    let names: Vec<String> = text.split(',').map(str::to_owned).collect();
    for name in &names {
        let mut all = COUNTER_CHIPS.iter().chain(&CABLES).map(|row| row.name);
        if !all.any(|row| row == name) && !TIMER_CHIPS.iter().any(|row| row.name == name) {
            stop(&format!(
                "{variable} names `{name}`, which is none of the models of regmap/src/simulated.rs; separate names by commas"
            ));
        }
    }
    Some(names)
}

/// Makes one model's variants; returns the C++ files to compile.
fn model(row: &Row, out: &Path, coverage: Coverage) -> Vec<Unit> {
    let [name, waves] = [row.name.to_owned(), format!("{}_waves", row.name)];
    if named("CARILLON_MODELS").is_some_and(|names| !names.contains(&name)) {
        return vec![left_out(&[name, waves], out)];
    }
    if let Some(folder) = mutants() {
        let source = folder.join(format!("{name}.v"));
        if !source.is_file() {
            return vec![left_out(&[name, waves], out)];
        }
        let verilog = Verilog::of_file(source);
        let file = variant(row, [false, false], true, &verilog, out, coverage);
        return vec![Unit { file, fast: true }, left_out(&[waves], out)];
    }
    let verilog = Verilog::of_row(row);
    // With toggle coverage one variant serves as both.
    let both = coverage == Coverage::LineAndToggle;
    let variants = if both { &[true][..] } else { &[false, true] };
    let make = |&waves: &bool| Unit {
        file: variant(row, [waves, both], false, &verilog, out, coverage.of(row.name)),
        fast: !waves,
    };
    variants.iter().map(make).collect()
}

/// Makes one model with a bus adapter for a cable.
fn cable(row: &Row, out: &Path) -> Unit {
    let bus = row.name.to_uppercase();
    let defines = format!("#define CARILLON_CABLE_{bus}\n");
    let verilog = || mutants().is_none().then(|| Verilog::of_row(row));
    stepped(row.name, verilog, &defines, "cable.hpp", out, Coverage::None)
}

/// Makes one timer chip.
fn timer(row: &TimerRow, out: &Path, coverage: Coverage) -> Unit {
    let coverage = coverage.of(row.name);
    let folder = mutants();
    let verilog = || match &folder {
        Some(folder) => {
            let file = Some(folder.join(format!("{}.v", row.name)));
            file.filter(|file| file.is_file()).map(Verilog::of_file)
        }
        None => {
            let parameters = row.build.parameters();
            Some(Verilog::of_chip("timer", row.build.bus_adapter, &parameters))
        }
    };
    let mut defines = format!(
        "#define CARILLON_COVERAGE {}\n#define CARILLON_MUTANTS {}\n",
        coverage.define(),
        u8::from(folder.is_some())
    );
    if row.build.timer_bits.is_some() {
        defines += "#define CARILLON_MEMORY_INSIDE\n";
    }
    stepped(row.name, verilog, &defines, "timer.hpp", out, coverage)
}

/// Makes one model that is stepped from outside pin by pin, where it is wanted and there is Verilog for it.
fn stepped(
    name: &str,
    verilog: impl Fn() -> Option<Verilog>,
    defines: &str,
    header: &str,
    out: &Path,
    coverage: Coverage,
) -> Unit {
    let wanted = named("CARILLON_MODELS").is_none_or(|names| names.iter().any(|one| one == name));
    let Some(verilog) = wanted.then(verilog).flatten() else {
        let file = out.join(format!("{name}_left_out.cpp"));
        let function = format!("carillon_sim_{name}() {{ return carillon_sim_stepped_left_out(); }}");
        write(
            &file,
            &format!(
                "extern \"C\" const void* carillon_sim_stepped_left_out();\nextern \"C\" const void* {function}\n"
            ),
        );
        return Unit { file, fast: false };
    };
    let folder = out.join(name);
    let class = format!("V{name}");
    let lint = lint(mutants().is_some());
    verilate(name, &class, &folder, &verilog, lint, coverage.verilator_options());
    let toggles = coverage == Coverage::LineAndToggle;
    let mut text = includes(&folder, toggles);
    text += &format!("#define CARILLON_MODEL {class}\n");
    text += &format!("#define CARILLON_TABLE carillon_sim_{name}\n");
    text += defines;
    text += &format!("#include \"{header}\"\n");
    let file = folder.join(format!("{name}_unit.cpp"));
    write(&file, &text);
    Unit { file, fast: !toggles }
}

/// A chip's Verilog, as Verilator wants it.
struct Verilog {
    files: Vec<PathBuf>,
    /// Which module it is, and with which parameters; of a file of its own there is only one, without any.
    options: Vec<String>,
}

impl Verilog {
    /// A chip that is in one file.
    fn of_file(file: PathBuf) -> Self {
        let files = vec![file];
        let options = vec![];
        Self { files, options }
    }

    /// One of the chips on a bus adapter, with these parameters.
    fn of_chip(chip: &str, bus_adapter: BusAdapter, parameters: &[(&str, u32)]) -> Self {
        let top = format!("carillon_{chip}_{}", bus_adapter.name());
        let all = parameters.iter().copied().chain(bus_adapter.parameter());
        let mut options = vec!["--top-module".to_owned(), top];
        options.extend(all.map(|(name, value)| format!("-G{name}={value}")));
        let files = files(chip, bus_adapter);
        Self { files, options }
    }

    /// Copies of the files, by whose folder counts of coverage are told from those of other models. Beside them is the
    /// file `parameters`, with the top module and the values of its parameters.
    fn copied(&self, to: &Path) -> Vec<PathBuf> {
        let failed = |error: std::io::Error| -> ! { stop(&format!("{}: {error}", to.display())) };
        fs::create_dir_all(to).unwrap_or_else(|error| failed(error));
        let given = self.options.iter().filter(|one| *one != "--top-module");
        let given: Vec<_> = given.map(|one| one.trim_start_matches("-G")).collect();
        write(&to.join("parameters"), &(given.join("\n") + "\n"));
        let copy = |file: &PathBuf| {
            let copy = to.join(file.file_name().expect("a file has a name"));
            fs::copy(file, &copy).unwrap_or_else(|error| failed(error));
            copy
        };
        self.files.iter().map(copy).collect()
    }

    /// A counter chip.
    fn of_row(row: &Row) -> Self {
        Self::of_chip("counter", row.build.bus_adapter, &row.build.parameters())
    }
}

/// Verilates and wraps one variant of a model, which can be traced or not, or is to serve as both; returns the one C++
/// file to compile for it.
fn variant(
    row: &Row,
    [waves, both]: [bool; 2],
    mutants: bool,
    verilog: &Verilog,
    out: &Path,
    coverage: Coverage,
) -> PathBuf {
    let model = row.name;
    let name = if waves { format!("{model}_waves") } else { model.to_owned() };
    let class = format!("V{name}");
    let folder = out.join(&name);
    let mut options = Vec::new();
    options.extend(waves.then_some("--trace"));
    options.extend((waves && coverage == Coverage::None).then_some("--savable"));
    options.extend(coverage.verilator_options());
    verilate(&name, &class, &folder, verilog, lint(mutants), &options);
    let mut text = includes(&folder, coverage == Coverage::LineAndToggle);
    text += &format!("#define CARILLON_MODEL {class}\n");
    text += &format!("#define CARILLON_TABLE carillon_sim_{name}\n");
    if both {
        text += &format!("#define CARILLON_PLAIN_TABLE carillon_sim_{model}\n");
    }
    text += &format!("#define CARILLON_COVERAGE {}\n", coverage.define());
    text += &format!("#define CARILLON_WAVES {}\n", u8::from(waves));
    text += &format!("#define CARILLON_MUTANTS {}\n", u8::from(mutants));
    text += &format!("#define CARILLON_ALARM {}\n", u8::from(row.build.alarm));
    text += &format!("#define CARILLON_WHEELS {}\n", row.build.wheels);
    text += "#include \"shim.hpp\"\n";
    let unit = folder.join(format!("{name}_unit.cpp"));
    write(&unit, &text);
    unit
}

/// Lets Verilator turn a chip's Verilog into C++ in `folder`; ends the build where it refuses.
fn verilate(name: &str, class: &str, folder: &Path, verilog: &Verilog, lint: &[&str], options: &[&str]) {
    // Files of an earlier chip must not be compiled with the new one.
    let _ = fs::remove_dir_all(folder);

    let counts = options.iter().any(|one| one.starts_with("--coverage"));
    let copies = counts.then(|| verilog.copied(&folder.join("verilog")));
    let files = copies.as_ref().unwrap_or(&verilog.files);
    let output = Command::new("verilator")
        .args(["--cc", "--flatten", "-O3", "--x-assign", "fast", "--x-initial", "unique", "--output-split", "0"])
        .args(["--timescale", "1ns/1ns"])
        .args(lint)
        .args(options)
        .args(["--prefix", class, "--Mdir"])
        .arg(folder)
        .args(&verilog.options)
        .args(files)
        .output()
        .unwrap_or_else(|error| stop(&format!("verilator does not start: {error}")));
    if !output.status.success() {
        stop(&format!("verilator refuses the model {name}:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
}

/// Text that includes all that Verilator wrote to `folder`; what runs once not optimised, if `quick`.
fn includes(folder: &Path, quick: bool) -> String {
    let mut text = String::new();
    for file in sources(folder) {
        let include = format!("#include \"{}\"\n", file.display());
        // Verilator's name for what runs once. With toggle coverage it is most of the text.
        if quick && include.contains("__Slow.cpp") {
            text += "#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n";
            text += &include;
            text += "#pragma GCC pop_options\n";
        } else {
            text += &include;
        }
    }
    text
}
