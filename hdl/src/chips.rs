//! Both chips as Verilog: as they ship, whole for the proofs, and flawed for the proofs that must fail.

use crate::circuit::Circuit;
use crate::counter_chip::top::{Top, elaborate};
use crate::shared::describe::Described;
use crate::timer_chip;
use crate::verilog::{Chip, ChipKind, Extent, FLAWS, Text};
use carillon_regmap::counter_chip::{Build, BuildError, MAX_SLOT_BITS, MAX_WHEELS};
use carillon_regmap::timer_chip::{self as limits, TimerBuild, TimerBuildError};
use carillon_regmap::{BusAdapter, MAX_FIFO_BITS, MIN_CLOCKS_A_BIT};

/// The chip of `build` as Verilog-2001, top module `carillon`.
///
/// # Errors
///
/// A choice out of its range; see [`Build::validate`].
pub fn generate(build: &Build) -> Result<String, BuildError> {
    build.validate()?;
    Ok(counter(build).write(Extent::Build))
}

/// The same with everything that the source says: all parts, ports, registers and bits, of use in this build or not.
/// The proofs are about this text: what one build leaves out of a part they could not name.
///
/// # Errors
///
/// A choice out of its range; see [`Build::validate`].
pub fn generate_whole(build: &Build) -> Result<String, BuildError> {
    build.validate()?;
    Ok(counter(build).write(Extent::Whole))
}

/// The timer chip of `build` as Verilog-2001, top module `carillon`.
///
/// # Errors
///
/// A choice out of its range; see [`TimerBuild::validate`].
pub fn generate_timer(build: &TimerBuild) -> Result<String, TimerBuildError> {
    build.validate()?;
    Ok(shipped_timer(build).write(Extent::Build))
}

/// The same with everything that the source says, as [`generate_whole`] writes the counter chip.
///
/// # Errors
///
/// A choice out of its range; see [`TimerBuild::validate`].
pub fn generate_timer_whole(build: &TimerBuild) -> Result<String, TimerBuildError> {
    build.validate()?;
    Ok(timer(build).write(Extent::Whole))
}

/// What [`generate`] has found out about the chip that [`generate_whole`] writes, as JSON, for the proof that both are
/// the same machine: of each flip-flop and each memory's port, by its path, the bits that are always 0, those that are
/// always 1, and those of the others that are needed, as masks in hexadecimal digits; and of a narrow one a mask of the
/// numbers that it can be, else 0.
///
/// # Errors
///
/// A choice out of its range; see [`Build::validate`].
pub fn findings(build: &Build) -> Result<String, BuildError> {
    build.validate()?;
    Ok(counter(build).findings())
}

/// The same of a timer chip.
///
/// # Errors
///
/// A choice out of its range; see [`TimerBuild::validate`].
pub fn findings_timer(build: &TimerBuild) -> Result<String, TimerBuildError> {
    build.validate()?;
    Ok(shipped_timer(build).findings())
}

/// The chips with one flaw each that the proofs which must fail are about: their names and their text, which is the one
/// for all builds.
///
/// # Errors
///
/// A flaw that the chip no longer has room for: a signal that is gone, or an edit that changes nothing.
pub fn generate_flawed() -> impl Iterator<Item = Result<(&'static str, String), String>> {
    let text = whole_text();
    (FLAWS.iter()).map(move |flaw| Ok((flaw.name, text.flawed(flaw)?)))
}

/// Both chips on each bus, as large as they can be.
pub(crate) fn whole_text() -> Text {
    let largest = Build {
        wheels: MAX_WHEELS,
        slot_bits: MAX_SLOT_BITS,
        fifo_bits: MAX_FIFO_BITS,
        ..Build::full()
    };
    // Wide records and memory inside: no chip has both, but the text does.
    let largest_timer = TimerBuild {
        wheels: limits::MAX_WHEELS,
        slot_bits: limits::MAX_SLOT_BITS,
        fifo_bits: MAX_FIFO_BITS,
        wide: true,
        look_ahead: true,
        coalescing: true,
        timer_bits: Some(limits::MAX_TIMER_BITS),
        ..TimerBuild::full()
    };
    let adapters = [
        BusAdapter::Wishbone,
        BusAdapter::AxiLite,
        BusAdapter::Apb,
        BusAdapter::Uart {
            clocks_a_bit: MIN_CLOCKS_A_BIT,
        },
        BusAdapter::Spi,
    ];
    let mut circuits: Vec<(Box<dyn Circuit>, ChipKind)> = Vec::new();
    for bus_adapter in adapters {
        let build = Build {
            bus_adapter,
            ..largest
        };
        circuits.push((circuit(&build), ChipKind::Counter(build)));
        let build = TimerBuild {
            bus_adapter,
            ..largest_timer
        };
        circuits.push((timer_chip::elaborate(&build), ChipKind::Timer(build)));
    }
    let circuits: Vec<_> = circuits.iter().map(|(one, chip)| (&**one, *chip)).collect();
    Text::new(&circuits)
}

/// The Verilog that serves all chips: the files' names without `.v`, and their text.
pub fn text() -> Vec<(String, String)> {
    let file = |name: &str, modules: &[String]| {
        format!(
            "// SPDX-License-Identifier: {}\n// {}. Version {}.\n{}// Generated from Rust-HDL; do not edit.\n\n\
             // No module here has a delay, so none has a time scale, whatever others have.\n\
             // verilator lint_off TIMESCALEMOD\n`default_nettype none\n\n{}\n`default_nettype wire\n\
             // verilator lint_on TIMESCALEMOD\n",
            env!("CARGO_PKG_LICENSE"),
            title(name),
            env!("CARGO_PKG_VERSION"),
            needs(name),
            modules.join("\n")
        )
    };
    whole_text()
        .files()
        .into_iter()
        .map(|(name, modules)| {
            let text = file(&name, &modules);
            (name, text)
        })
        .collect()
}

/// Which files go with a file, as a comment.
fn needs(file: &str) -> String {
    let name = file.trim_start_matches("carillon_");
    match name.split_once('_') {
        _ if name == "shared" => String::new(),
        Some((chip @ ("counter" | "timer"), bus)) => {
            format!("// With it go carillon_{chip}.v, carillon_{bus}.v and carillon_shared.v.\n")
        }
        _ => "// With it goes carillon_shared.v.\n".to_owned(),
    }
}

/// What a file of the text is.
fn title(file: &str) -> String {
    let bus = |name: &str| match name {
        "wishbone" => "Wishbone B4",
        "axi_lite" => "AXI4-Lite",
        "apb" => "APB4",
        "spi" => "SPI",
        "uart" => "UART",
        other => unreachable!("there is no bus {other}"),
    };
    let name = file.trim_start_matches("carillon_");
    match name.split_once('_') {
        _ if name == "shared" => "What the parts of both Carillon chips share".to_owned(),
        Some((chip @ ("counter" | "timer"), of)) => {
            format!("The Carillon {chip} chip on {}", bus(of))
        }
        _ if matches!(name, "counter" | "timer") => {
            format!("The Carillon {name} chip behind its register bus")
        }
        _ => format!("The {} adapter of both Carillon chips", bus(name)),
    }
}

pub(crate) fn circuit(build: &Build) -> Box<dyn Circuit> {
    match elaborate(build) {
        Top::Wishbone(chip) => chip,
        Top::AxiLite(chip) => chip,
        Top::Apb(chip) => chip,
        Top::Uart(chip) => chip,
        Top::Spi(chip) => chip,
    }
}

pub(crate) fn counter(build: &Build) -> Chip {
    let circuit = circuit(build);
    let header = header("counter", &build.summary(), &build.options());
    Chip::new(&*circuit, ChipKind::Counter(*build), header)
}

fn timer(build: &TimerBuild) -> Chip {
    let header = header("timer", &build.summary(), &build.options());
    let circuit = timer_chip::elaborate(build);
    Chip::new(&*circuit, ChipKind::Timer(*build), header)
}

/// A timer chip with the pins that ship: none of the memory's where that is inside.
fn shipped_timer(build: &TimerBuild) -> Chip {
    let mut chip = timer(build);
    if build.timer_bits.is_some() {
        chip.hide("memory_");
    }
    chip
}

/// The comment that opens the file of a chip with this summary and these options.
fn header(kind: &str, summary: &str, options: &str) -> String {
    let mut text = format!(
        "// The Carillon {kind} chip, version {}. Generated from Rust-HDL; do not edit.\n//\n",
        env!("CARGO_PKG_VERSION")
    );
    for line in summary.lines() {
        text += &format!("//   {line}\n");
    }
    text += &format!("//\n// To make it again:\n//   carillon generate {options}\n");
    text
}
