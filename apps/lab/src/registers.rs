//! The registers with their fields, as the page shows them: from the register map, for the build at hand.

use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::counter_chip::field::params;
use carillon_regmap::{Access, Register};
use serde::Serialize;

use super::LabError;
use super::machine::Machine;

/// A register of the chip at hand.
#[derive(Debug, Serialize)]
pub(super) struct Shown {
    name: String,
    pub(super) offset: u32,
    access: &'static str,
    doc: &'static str,
    fields: Vec<ShownField>,
}

/// One of its fields.
#[derive(Debug, Serialize)]
struct ShownField {
    name: &'static str,
    low: u32,
    width: u32,
    writable: bool,
    doc: &'static str,
}

/// The registers that a chip with this word of `PARAMS` has, by their offsets.
pub(super) fn shown(parameters: u32) -> Vec<Shown> {
    let has = |register: &&Register| {
        let feature = register.feature.map(carillon_regmap::Feature::parameter);
        feature.is_none_or(|bit| bit.is_set(parameters))
    };
    let wheels = params::WHEELS.get(parameters);
    REGISTERS
        .iter()
        .filter(has)
        .flat_map(|register| {
            let count = if register.is_array() { wheels } else { 1 };
            (0..count).filter_map(|index| {
                Some(Shown {
                    name: if register.is_array() {
                        format!("{}[{index}]", register.name)
                    } else {
                        register.name.to_owned()
                    },
                    offset: register.element(index)?,
                    access: abbreviation(register.access),
                    doc: register.doc,
                    fields: register
                        .fields
                        .iter()
                        .map(|field| ShownField {
                            name: field.name,
                            low: field.offset,
                            width: field.width,
                            writable: field.access.writable(),
                            doc: field.doc,
                        })
                        .collect(),
                })
            })
        })
        .collect()
}

const fn abbreviation(access: Access) -> &'static str {
    match access {
        Access::ReadOnly => "RO",
        Access::ReadWrite => "RW",
        Access::WriteOnly => "WO",
        Access::WriteOneToClear => "RW1C",
    }
}

/// What a host would read from each of these registers if it began to read in this clock, at a cost of no clock;
/// `None` where the bus refuses.
pub(super) fn words(machine: &mut Machine, shown: &[Shown]) -> Result<Vec<Option<u32>>, LabError> {
    let saved = machine.save_chip()?;
    let read = |register: &Shown| machine.peek(&saved, register.offset);
    Ok(shown.iter().map(read).collect())
}
