//! The text that serves every build: a module for each kind of part, with parameters.
//!
//! A circuit is elaborated once, as the largest build. Its constants that follow from the build are parameters here
//! ([`NoteKind::Formula`](crate::circuit::NoteKind)), which no simplification looks into.

mod comments;
mod instance;
mod memories;
mod module;
pub mod parameters;
mod prune;
#[cfg(test)]
mod tests;

use super::ChipKind;
use super::design::{Body, Design};
use super::elaborate::{Constants, elaborate_as};
use super::{reduce, select, sources};
use crate::circuit::Circuit;
use module::Writer;
use std::collections::BTreeMap;

/// The files that describe some circuits, by their names without `.v`, each with its modules in order. What one of them
/// needs of a part that they share, all have.
pub(crate) fn files(circuits: &[(&dyn Circuit, ChipKind)]) -> BTreeMap<String, Vec<String>> {
    let mut designs: Vec<(Design, Vec<String>, ChipKind)> = circuits
        .iter()
        .map(|&(circuit, chip)| {
            let mut design = elaborate_as(circuit, Constants::Parameters);
            reduce::keep(&mut design);
            let numbers = 0..design.instances.len();
            let modules = numbers.map(|number| module_name(&design, number, chip));
            let modules = modules.collect();
            (design, modules, chip)
        })
        .collect();
    let mut needed = prune::Needed::new();
    loop {
        let before = needed.len();
        for (design, modules, _) in &designs {
            prune::find(design, modules, &mut needed);
        }
        if needed.len() == before {
            break;
        }
    }
    let names: Vec<String> = designs.iter().flat_map(|one| one.1.clone()).collect();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut strangers: Vec<String> = Vec::new();
    for (design, modules, chip) in &mut designs {
        prune::prune(design, modules, &needed);
        select::name_selections(design);
        let writer = Writer::new(design, modules, *chip);
        let mut order = Vec::new();
        collect(design, 0, &mut order);
        for number in order {
            let text = writer
                .module(number)
                .replace("see `register_bus`", "see carillon_shared.v");
            let text = comments::with_true_names(&text, &names, *chip);
            let name = &modules[number];
            match texts.get(name) {
                Some(other) => assert_eq!(other, &text, "two parts of the kind {name} differ"),
                None => {
                    let found = comments::strangers(&text, &names, *chip).into_iter();
                    strangers.extend(found.map(|other| format!("{name}: `{other}`")));
                    let file = file_name(design, number, *chip);
                    files.entry(file).or_default().push(text.clone());
                    texts.insert(name.clone(), text);
                }
            }
        }
    }
    strangers.dedup();
    assert!(
        strangers.is_empty(),
        "comments name what is not there: {strangers:#?}"
    );
    let shared = files.entry("carillon_shared".to_owned()).or_default();
    shared.insert(0, sources::register_bus().replace('`', ""));
    files
}

/// The instances below `number`, each before its parts.
fn collect(design: &Design, number: usize, to: &mut Vec<usize>) {
    to.push(number);
    for &child in &design.instances[number].children {
        collect(design, child, to);
    }
}

/// What the chip's own modules are called by.
fn chip_name(chip: ChipKind) -> &'static str {
    match chip {
        ChipKind::Counter(_) => "carillon_counter",
        ChipKind::Timer(_) => "carillon_timer",
    }
}

/// Where an instance is declared: the path of its Rust module in this crate.
fn place(design: &Design, number: usize) -> &'static str {
    let place = design.instances[number].source.place;
    place.strip_prefix("carillon_hdl::").unwrap_or(place)
}

/// The name of an instance's module.
fn module_name(design: &Design, number: usize, chip: ChipKind) -> String {
    let instance = &design.instances[number];
    if let Body::Memory(memory) = &instance.body {
        return memories::module_name(memory).to_owned();
    }
    let own = chip_name(chip);
    let name = instance.source.name;
    match place(design, number) {
        "counter_chip::core" | "timer_chip::core" => own.to_owned(),
        "shared::register_file" => format!("{own}_register_file"),
        at if at.starts_with("shared::bus_adapter::") => {
            let path = at.trim_start_matches("shared::bus_adapter::");
            format!("carillon_{}", path.replace("::", "_"))
        }
        at if at.starts_with("shared::") => format!("carillon_{name}"),
        at => match at
            .strip_prefix("counter_chip::top::")
            .or(at.strip_prefix("timer_chip::top::"))
        {
            Some(bus) => format!("{own}_{bus}"),
            None => format!("{own}_{name}"),
        },
    }
}

/// The file that an instance's module stands in.
fn file_name(design: &Design, number: usize, chip: ChipKind) -> String {
    let own = chip_name(chip);
    let at = place(design, number);
    if let Some(adapter) = at.strip_prefix("shared::bus_adapter::") {
        let adapter = adapter.split("::").next().unwrap_or(adapter);
        return match adapter {
            "access" => "carillon_shared".to_owned(),
            other => format!("carillon_{other}"),
        };
    }
    match at {
        "shared::register_file" => own.to_owned(),
        at if at.starts_with("shared::") => "carillon_shared".to_owned(),
        at if at.contains("::top::") => module_name(design, number, chip),
        _ => own.to_owned(),
    }
}
