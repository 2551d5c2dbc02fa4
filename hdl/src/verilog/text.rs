//! The text that serves every build: a module for each kind of part, with parameters.
//!
//! A circuit is elaborated once, as the largest build. Its constants that follow from the build are parameters here
//! ([`NoteKind::Formula`](crate::circuit::NoteKind)), which no simplification looks into.

#[cfg(test)]
mod tests;

use super::design::{Body, Design};
use super::elaborate::elaborate;
use super::flaw::Flaw;
use super::module::Writer;
use super::writing::push_list;
use super::{comments, memories, prune, select, sources, tidy};
use crate::circuit::Circuit;
use carillon_regmap::cli::AnyBuild;
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
    chip: AnyBuild,
}

impl Text {
    /// That of these circuits.
    pub fn new(circuits: impl Iterator<Item = (Box<dyn Circuit>, AnyBuild)>) -> Self {
        let elaborated = circuits.map(|(circuit, chip)| {
            let design = elaborate(&*circuit);
            let numbers = 0..design.instances.len();
            let modules = numbers.map(|number| module_name(&design, number, chip));
            let modules = modules.collect();
            Elaborated { design, modules, chip }
        });
        Self::of(elaborated.collect())
    }

    fn of(circuits: Vec<Elaborated>) -> Self {
        let mut tidied = circuits.clone();
        for one in &mut tidied {
            tidy::tidy_all(&mut one.design);
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
        Self { circuits, needed, names }
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
                        assert_eq!(other, &module.text, "two of the kind {} differ", module.name);
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
        assert!(strangers.is_empty(), "comments name what is not there: {strangers:#?}");
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
        let mut one = top.cloned().ok_or_else(|| format!("there is no {}", flaw.chip))?;
        let numbers = 0..one.design.instances.len();
        let part = (numbers.clone().find(|&at| part_name(&path(&one.design, at)) == flaw.part))
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
        tidy::tidy_all(&mut one.design);
        prune::prune(&mut one.design, &one.modules, &self.needed);
        select::name_selections(&mut one.design);
        let writer = Writer::new(&one.design, &one.modules, one.chip);
        let mut order = Vec::new();
        collect(&one.design, 0, &mut order);
        let module = |number: usize| {
            let text = writer.module(number).replace("see `register_bus`", "see carillon_shared.v");
            Module {
                name: one.modules[number].clone(),
                file: file_name(&one.design, number, one.chip),
                text: comments::with_true_names(&text, &self.names, one.chip),
            }
        };
        order.into_iter().map(module).collect()
    }
}

/// A board's Verilog: the top module is `board`, its own parts are `board_...`, and the chip in it is an instance of the
/// text's.
pub(crate) fn of_board(top: &dyn Circuit, chip: AnyBuild, title: &str) -> String {
    let mut design = elaborate(top);
    let number = design.child(0, "chip").expect("a board has a chip");
    design.leave_out(number);
    let numbers = 0..design.instances.len();
    let mut modules: Vec<_> = numbers.map(|number| module_name(&design, number, chip)).collect();
    let parameters = chip.parameters();
    let given = parameters.iter().map(|(name, value)| format!(".{name}({value})"));
    let mut text = format!("{} #(\n", modules[number]);
    push_list("        ", &given.collect::<Vec<_>>(), &mut text);
    modules[number] = text + "    )";
    let one = Elaborated { design, modules, chip };
    let text = Text::of(vec![one.clone()]);
    let mut modules = text.modules(one);
    modules.retain(|module| module.name.starts_with("board"));
    let modules = modules.into_iter().map(|module| module.text);
    format!(
        "// SPDX-License-Identifier: {}\n// {title}, with the Carillon chip of:\n//   carillon generate {}\n\
         // Generated from Rust-HDL; do not edit.\n\n`default_nettype none\n\n{}\n`default_nettype wire\n",
        env!("CARGO_PKG_LICENSE"),
        chip.options(),
        modules.collect::<Vec<_>>().join("\n")
    )
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
pub fn place(design: &Design, number: usize) -> &'static str {
    let place = design.instances[number].source.place;
    place.strip_prefix("carillon_hdl::").unwrap_or(place)
}

/// The name of an instance's module.
fn module_name(design: &Design, number: usize, chip: AnyBuild) -> String {
    let instance = &design.instances[number];
    if let Body::Memory(memory) = &instance.body {
        return memories::module_name(memory).to_owned();
    }
    let own = chip.core();
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
        at => match at.strip_prefix("counter_chip::top::").or(at.strip_prefix("timer_chip::top::")) {
            Some(bus) => format!("{own}_{bus}"),
            None => format!("{own}_{name}"),
        },
    }
}

/// The file that an instance's module stands in.
fn file_name(design: &Design, number: usize, chip: AnyBuild) -> String {
    let own = chip.core();
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

/// What the flaws call the part at `path`: its path from the core, or from the top where it is not in the core.
fn part_name(path: &[&str]) -> String {
    match path {
        ["core", rest @ ..] if !rest.is_empty() => rest.join("_"),
        _ => path.join("_"),
    }
}

/// The names of the instances from the top down to `number`, without the top's.
fn path(design: &Design, number: usize) -> Vec<&str> {
    let mut names = Vec::new();
    let mut at = number;
    while let Some(parent) = design.instances[at].parent {
        names.push(design.instances[at].name.as_str());
        at = parent;
    }
    names.reverse();
    names
}
