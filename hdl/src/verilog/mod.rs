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
mod header;
mod inline;
mod known;
mod module;
mod modules;
mod one_text;
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

pub(crate) use writing::push_wrapped;

use crate::circuit::Circuit;
pub(crate) use chip_kind::ChipKind;
use design::{Body, Design, Kind, Signal};
pub(crate) use flaws::FLAWS;
use modules::{board_module, chip_module, modules, path};
pub(crate) use one_text::Text;
use serde_json::{Value, json};
use std::collections::HashMap;

/// How much of a circuit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What its build has.
    Build,
    /// All of it, each part as a module of its own.
    Whole,
}

/// A chip that has been taken apart.
pub(crate) struct Chip {
    header: String,
    kind: ChipKind,
    design: Design,
}

impl Chip {
    /// The chip that `circuit` describes; `header` opens its file.
    pub fn new(circuit: &dyn Circuit, kind: ChipKind, header: String) -> Self {
        Self {
            header,
            kind,
            design: elaborate::elaborate(circuit),
        }
    }

    /// Leaves out the pins whose names begin so.
    pub fn hide(&mut self, prefix: &str) {
        self.design.hide(prefix);
    }

    /// Its Verilog.
    pub fn write(self, extent: Extent) -> String {
        let modules = modules(self.design, self.kind, extent, &chip_module, HashMap::new());
        file(&self.header, &modules)
    }

    /// What the generator has found out about it, as JSON.
    pub fn findings(self) -> String {
        let mut design = self.design;
        let is_state = |signal: &Signal| match signal.kind {
            Kind::Register { .. } => true,
            Kind::Input | Kind::Output => {
                matches!(design.instances[signal.owner].body, Body::Memory(_))
            }
            _ => false,
        };
        let state: Vec<bool> = design.signals.iter().map(is_state).collect();
        let found = reduce::reduce(&mut design);
        let mut result = serde_json::Map::new();
        for (id, finding) in found.iter().enumerate().filter(|(id, _)| state[*id]) {
            let signal = &design.signals[id];
            let mut words = path(&design, signal.owner);
            words.push(&signal.name);
            let [zeros, ones, needed] =
                [finding.zeros, finding.ones, finding.needed].map(|mask| format!("{mask:x}"));
            let numbers = format!("{:x}", finding.numbers);
            let found =
                json!({ "zeros": zeros, "ones": ones, "needed": needed, "numbers": numbers });
            result.insert(words.join("."), found);
        }
        format!("{:#}\n", Value::Object(result))
    }
}

/// A file: its licence, what it is, and its modules, in which every net is declared.
fn file(header: &str, modules: &str) -> String {
    let licence = env!("CARGO_PKG_LICENSE");
    format!(
        "// SPDX-License-Identifier: {licence}\n{header}\n`default_nettype none\n\n{modules}\n`default_nettype wire\n"
    )
}

/// A board's Verilog: the top module is `board`, its own parts are `board_...`, the chip in it is an instance of the
/// text's.
///
/// `options` are those of the chip.
pub(crate) fn of_board(top: &dyn Circuit, chip: ChipKind, title: &str, options: &str) -> String {
    let mut design = elaborate::elaborate(top);
    let (bus, parameters) = chip.of_text();
    let number = design.child(0, "chip").expect("a board has a chip");
    design.leave_out(number);
    let given: Vec<_> = parameters
        .chunks(5)
        .map(|some| {
            let each = some.iter().map(|(name, value)| format!(".{name}({value})"));
            each.collect::<Vec<_>>().join(", ")
        })
        .collect();
    let name = chip.name();
    let module = format!(
        "carillon_{name}_{} #(\n        {}\n    )",
        bus.name(),
        given.join(",\n        ")
    );
    let outside = HashMap::from([(number, module)]);
    file(
        &format!(
            "// {title}, with the Carillon {name} chip of:\n//   {options}\n// Generated from Rust-HDL; do not edit.\n"
        ),
        &modules(design, chip, Extent::Build, &board_module, outside),
    )
}
