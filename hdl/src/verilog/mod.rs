//! From the Rust-HDL circuit to a Verilog file that other tools take, and people.
//!
//! [`elaborate`] takes the circuit apart, [`reduce`] leaves what the build has, [`module`] writes what is left.

mod chip_kind;
mod demand;
mod design;
mod elaborate;
mod expression;
mod flaw;
mod flaws;
pub(crate) mod generator;
mod header;
mod inline;
mod known;
pub(crate) mod memory;
mod module;
mod modules;
mod partial;
mod reading;
mod reduce;
mod select;
mod sources;
#[cfg(test)]
mod tests;
mod tidy;
mod values;
pub mod vhdl;
mod writing;

use crate::Described;
use crate::VERIFIED;
use crate::circuit::Circuit;
use crate::counter_chip::top::{Top, elaborate};
use crate::timer_chip;
use carillon_regmap::counter_chip::{Build, BuildError};
use carillon_regmap::timer_chip::{TimerBuild, TimerBuildError};
pub(crate) use chip_kind::ChipKind;
use design::{Body, Design, Kind, Signal};
use flaws::FLAWS;
use modules::{board_module, chip_module, modules, path};
use serde_json::{Value, json};

/// The chip of `build` as Verilog-2001, top module `carillon`.
///
/// # Errors
///
/// A choice out of its range; see [`Build::validate`].
pub fn generate(build: &Build) -> Result<String, BuildError> {
    build.validate()?;
    Ok(Chip::counter(build).write(Extent::Build))
}

/// The same with everything that the source says: all parts, ports, registers and bits, of use in this build or not.
/// The proofs are about this text: what one build leaves out of a part they could not name.
///
/// # Errors
///
/// A choice out of its range; see [`Build::validate`].
pub fn generate_whole(build: &Build) -> Result<String, BuildError> {
    build.validate()?;
    Ok(Chip::counter(build).write(Extent::Whole))
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
    Ok(Chip::timer(build).write(Extent::Whole))
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
    Ok(found_in(Chip::counter(build)))
}

/// The same of a timer chip.
///
/// # Errors
///
/// A choice out of its range; see [`TimerBuild::validate`].
pub fn findings_timer(build: &TimerBuild) -> Result<String, TimerBuildError> {
    build.validate()?;
    Ok(found_in(shipped_timer(build)))
}

/// A timer chip with the pins that ship: none of the memory's where that is inside.
fn shipped_timer(build: &TimerBuild) -> Chip {
    let mut chip = Chip::timer(build);
    if build.timer_bits.is_some() {
        chip.design.hide("memory_");
    }
    chip
}

fn found_in(mut chip: Chip) -> String {
    let design = &mut chip.design;
    let is_state = |signal: &Signal| match signal.kind {
        Kind::Register { .. } => true,
        Kind::Input | Kind::Output => {
            matches!(design.instances[signal.owner].body, Body::Memory(_))
        }
        _ => false,
    };
    let state: Vec<bool> = design.signals.iter().map(is_state).collect();
    let found = reduce::reduce(design);
    let mut result = serde_json::Map::new();
    for (id, finding) in found.iter().enumerate().filter(|(id, _)| state[*id]) {
        let signal = &design.signals[id];
        let mut words = path(design, signal.owner);
        words.push(&signal.name);
        let [zeros, ones, needed] =
            [finding.zeros, finding.ones, finding.needed].map(|mask| format!("{mask:x}"));
        let numbers = format!("{:x}", finding.numbers);
        let found = json!({ "zeros": zeros, "ones": ones, "needed": needed, "numbers": numbers });
        result.insert(words.join("."), found);
    }
    format!("{:#}\n", Value::Object(result))
}

/// The chips with one flaw each, whole, that the proofs which must fail are about: their names and their text.
///
/// # Errors
///
/// A flaw that the chip no longer has room for: a signal that is gone, or an edit that changes nothing.
pub fn generate_flawed() -> impl Iterator<Item = Result<(&'static str, String), String>> {
    FLAWS.iter().map(|flaw| {
        let mut chip = Chip::verified(flaw.chip).ok_or("no such chip")?;
        let instance = chip.part(flaw.part)?;
        flaw.apply(&mut chip.design, instance)?;
        Ok((flaw.name, chip.write(Extent::Whole)))
    })
}

/// How much of a circuit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// What its build has.
    Build,
    /// All of it, each part as a module of its own.
    Whole,
}

/// A chip that has been taken apart.
struct Chip {
    header: String,
    kind: ChipKind,
    design: Design,
}

impl Chip {
    fn counter(build: &Build) -> Self {
        let circuit: Box<dyn Circuit> = match elaborate(build) {
            Top::Wishbone(chip) => chip,
            Top::AxiLite(chip) => chip,
            Top::Apb(chip) => chip,
            Top::Uart(chip) => chip,
            Top::Spi(chip) => chip,
        };
        Self {
            header: header("counter", &build.summary(), &build.options()),
            kind: ChipKind::Counter(*build),
            design: elaborate::elaborate(&*circuit),
        }
    }

    fn timer(build: &TimerBuild) -> Self {
        Self {
            header: header("timer", &build.summary(), &build.options()),
            kind: ChipKind::Timer(*build),
            design: elaborate::elaborate(&*timer_chip::elaborate(build)),
        }
    }

    /// The verified chip of this name.
    fn verified(name: &str) -> Option<Self> {
        let of_counters = VERIFIED.iter().find(|(other, _)| *other == name);
        let of_timers = timer_chip::VERIFIED
            .iter()
            .find(|(other, _)| *other == name);
        of_counters
            .map(|(_, build)| Self::counter(build))
            .or_else(|| of_timers.map(|(_, build)| Self::timer(build)))
    }

    /// The instance whose module is called `carillon_<part>`.
    fn part(&self, part: &str) -> Result<usize, String> {
        let name = format!("carillon_{part}");
        (0..self.design.instances.len())
            .find(|&number| chip_module(&path(&self.design, number)) == name)
            .ok_or_else(|| format!("the chip has no part {part}"))
    }

    fn write(self, extent: Extent) -> String {
        let modules = modules(self.design, self.kind, extent, &chip_module);
        file(&self.header, &modules)
    }
}

/// A file: its licence, what it is, and its modules, in which every net is declared.
fn file(header: &str, modules: &str) -> String {
    let licence = env!("CARGO_PKG_LICENSE");
    format!(
        "// SPDX-License-Identifier: {licence}\n{header}\n`default_nettype none\n\n{modules}\n`default_nettype wire\n"
    )
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

/// A board's Verilog: the top module is `board`, its own parts are `board_...`, the chip in it is `carillon` with the
/// parts that it has on its own.
///
/// `options` are those of the chip.
pub(crate) fn of_board(top: &dyn Circuit, chip: ChipKind, title: &str, options: &str) -> String {
    let name = match chip {
        ChipKind::Counter(_) => "counter",
        ChipKind::Timer(_) => "timer",
    };
    file(
        &format!(
            "// {title}, with the Carillon {name} chip of:\n//   {options}\n// Generated from Rust-HDL; do not edit.\n"
        ),
        &modules(
            elaborate::elaborate(top),
            chip,
            Extent::Build,
            &board_module,
        ),
    )
}
