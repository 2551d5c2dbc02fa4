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
use super::flaw::Flaw;
use super::modules::{chip_module, path};
use super::writing::push_list;
use super::{reduce, select, sources};
use crate::circuit::Circuit;
use module::Writer;
use std::collections::BTreeMap;

/// The text of some circuits. What one of them needs of a part that they share, all have.
pub(crate) struct Text {
    circuits: Vec<Elaborated>,
    needed: prune::Needed,
    /// The names of all modules.
    names: Vec<String>,
}

/// A circuit, and the names of its instances' modules.
#[derive(Clone)]
struct Elaborated {
    design: Design,
    modules: Vec<String>,
    chip: ChipKind,
}

impl Text {
    /// That of these circuits.
    pub fn new(circuits: &[(&dyn Circuit, ChipKind)]) -> Self {
        let elaborated = circuits.iter().map(|&(circuit, chip)| {
            let design = elaborate_as(circuit, Constants::Parameters);
            let numbers = 0..design.instances.len();
            let modules = numbers.map(|number| module_name(&design, number, chip));
            let modules = modules.collect();
            Elaborated {
                design,
                modules,
                chip,
            }
        });
        Self::of(elaborated.collect())
    }

    fn of(circuits: Vec<Elaborated>) -> Self {
        let mut tidied = circuits.clone();
        for one in &mut tidied {
            reduce::keep(&mut one.design);
        }
        let mut needed = prune::Needed::new();
        loop {
            let before = needed.len();
            for one in &tidied {
                prune::find(&one.design, &one.modules, &mut needed);
            }
            if needed.len() == before {
                break;
            }
        }
        let names = circuits.iter().flat_map(|one| one.modules.clone());
        let names = names.collect();
        Self {
            circuits,
            needed,
            names,
        }
    }

    /// The files, by their names without `.v`, each with its modules in order.
    pub fn files(&self) -> BTreeMap<String, Vec<String>> {
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut strangers: Vec<String> = Vec::new();
        for one in &self.circuits {
            for module in self.modules(one.clone()) {
                match texts.get(&module.name) {
                    Some(other) => {
                        assert_eq!(
                            other, &module.text,
                            "two of the kind {} differ",
                            module.name
                        );
                    }
                    None => {
                        let found = comments::strangers(&module.text, &self.names, one.chip);
                        let found = found.into_iter();
                        strangers.extend(found.map(|name| format!("{}: `{name}`", module.name)));
                        let file = files.entry(module.file).or_default();
                        file.push(module.text.clone());
                        texts.insert(module.name, module.text);
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

    /// The modules of the circuit that the flaw names, with the flaw in each instance of its part's module.
    ///
    /// # Errors
    ///
    /// See [`Flaw::apply`].
    pub fn flawed(&self, flaw: &Flaw) -> Result<String, String> {
        let top = self.circuits.iter().find(|one| one.modules[0] == flaw.chip);
        let mut one = top
            .cloned()
            .ok_or_else(|| format!("there is no {}", flaw.chip))?;
        let name = format!("carillon_{}", flaw.part);
        let numbers = 0..one.design.instances.len();
        let part = (numbers
            .clone()
            .find(|&at| chip_module(&path(&one.design, at)) == name))
        .ok_or_else(|| format!("{} has no part {}", flaw.chip, flaw.part))?;
        for at in numbers.filter(|&at| one.modules[at] == one.modules[part]) {
            flaw.apply(&mut one.design, at)?;
        }
        let mut texts: BTreeMap<String, String> = BTreeMap::new();
        for module in self.modules(one) {
            texts.insert(module.name, module.text);
        }
        let texts: Vec<_> = texts.into_values().collect();
        Ok(texts.join("\n"))
    }

    /// The modules of a circuit: of those that are alike each.
    fn modules(&self, mut one: Elaborated) -> Vec<Module> {
        reduce::keep(&mut one.design);
        prune::prune(&mut one.design, &one.modules, &self.needed);
        select::name_selections(&mut one.design);
        let writer = Writer::new(&one.design, &one.modules, one.chip);
        let mut order = Vec::new();
        collect(&one.design, 0, &mut order);
        let module = |number: usize| {
            let text = writer
                .module(number)
                .replace("see `register_bus`", "see carillon_shared.v");
            Module {
                name: one.modules[number].clone(),
                file: file_name(&one.design, number, one.chip),
                text: comments::with_true_names(&text, &self.names, one.chip),
            }
        };
        order.into_iter().map(module).collect()
    }
}

/// The modules of a board: `board` and its own parts; the chip is an instance of the text's top.
pub(crate) fn board(top: &dyn Circuit, chip: ChipKind) -> String {
    let mut design = elaborate_as(top, Constants::Numbers);
    let number = design.child(0, "chip").expect("a board has a chip");
    design.leave_out(number);
    let numbers = 0..design.instances.len();
    let mut modules: Vec<_> = numbers
        .map(|number| module_name(&design, number, chip))
        .collect();
    let parameters = chip.parameters();
    let given = parameters
        .iter()
        .map(|(name, value)| format!(".{name}({value})"));
    let mut text = format!("{} #(\n", modules[number]);
    push_list("        ", &given.collect::<Vec<_>>(), &mut text);
    modules[number] = text + "    )";
    let one = Elaborated {
        design,
        modules,
        chip,
    };
    let text = Text::of(vec![one.clone()]);
    let mut modules = text.modules(one);
    modules.retain(|module| module.name.starts_with("board"));
    let modules = modules.into_iter().map(|module| module.text);
    modules.collect::<Vec<_>>().join("\n")
}

/// A module that has been written.
struct Module {
    name: String,
    /// The file that it stands in.
    file: String,
    text: String,
}

/// The instances below `number`, each before its parts.
fn collect(design: &Design, number: usize, to: &mut Vec<usize>) {
    to.push(number);
    for &child in &design.instances[number].children {
        collect(design, child, to);
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
    let own = chip.name();
    let name = instance.source.name;
    match place(design, number) {
        "counter_chip::core" | "timer_chip::core" => own.to_owned(),
        "shared::register_file" => format!("{own}_register_file"),
        at if at.starts_with("shared::bus_adapter::") => {
            let path = at.trim_start_matches("shared::bus_adapter::");
            format!("carillon_{}", path.replace("::", "_"))
        }
        at if at.starts_with("shared::") => format!("carillon_{name}"),
        "board::uart" | "board::spi" => "board".to_owned(),
        at if at.starts_with("board::") => format!("board_{name}"),
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
    let own = chip.name();
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
