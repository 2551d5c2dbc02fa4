//! All modules of a circuit: one for each part, or for several that are alike.

use super::design::Design;
use super::known::Known;
use super::module::{NAME, Writer};
use super::sources::Source;
use super::{ChipKind, Extent, reduce, select};
use std::collections::HashMap;

/// The chip's name for the module of the instance at `path`, where the chip is the top.
pub fn chip_module(path: &[&str]) -> String {
    match path {
        ["core", rest @ ..] if !rest.is_empty() => format!("carillon_{}", rest.join("_")),
        [] => "carillon".to_owned(),
        _ => format!("carillon_{}", path.join("_")),
    }
}

/// All modules of a circuit, the top first.
pub fn modules(
    mut design: Design,
    chip: ChipKind,
    extent: Extent,
    name: &dyn Fn(&[&str]) -> String,
) -> String {
    match extent {
        Extent::Build => {
            reduce::reduce(&mut design);
        }
        Extent::Whole => reduce::keep(&mut design),
    }
    let known = (extent == Extent::Whole).then(|| Known::new(&design));
    select::name_selections(&mut design);
    let readers = design.readers();
    let mut order = Vec::new();
    collect(&design, 0, &mut order);

    let mut texts: HashMap<usize, String> = HashMap::new();
    let mut named = HashMap::new();
    // Parts of one text share a module: the parts of the parts first.
    let mut shared: HashMap<(&str, String), usize> = HashMap::new();
    let mut copies: HashMap<usize, usize> = HashMap::new();
    for &number in order.iter().rev() {
        let source = Source::of(&design.instances[number], chip);
        let writer = Writer {
            design: &design,
            modules: &named,
            readers: &readers,
            wire_each_register: extent == Extent::Whole,
            known: known.as_ref(),
        };
        let text = writer.module(number, &source);
        let first = match extent {
            Extent::Build => *shared.entry((source.stem, text.clone())).or_insert(number),
            Extent::Whole => number,
        };
        *copies.entry(first).or_default() += 1;
        // The name is final when all copies are known; see below.
        named.insert(number, format!("{NAME}{first}{NAME}"));
        if first == number {
            texts.insert(number, text);
        }
    }
    let mut finals: HashMap<usize, String> = HashMap::new();
    for &number in order.iter().filter(|number| texts.contains_key(number)) {
        let mut own = name(&path(&design, number));
        if copies[&number] > 1 {
            let common = name(&[Source::of(&design.instances[number], chip).stem]);
            if !finals.values().any(|other| *other == common) {
                own = common;
            }
        }
        finals.insert(number, own);
    }
    let mut result = Vec::new();
    for number in order {
        if let Some(text) = texts.get(&number) {
            result.push(with_names(text, &finals[&number], &finals));
        }
    }
    result.join("\n")
}

/// The text with its module's name, and those of the modules that it uses.
fn with_names(text: &str, own: &str, finals: &HashMap<usize, String>) -> String {
    let mut result = String::new();
    let mut pieces = text.split(NAME);
    result += pieces.next().unwrap_or_default();
    result += own;
    result += pieces.next().unwrap_or_default();
    while let Some(number) = pieces.next() {
        let number: usize = number.parse().expect("an instance's number");
        result += &finals[&number];
        result += pieces.next().unwrap_or_default();
    }
    result
}

/// The instances below `number`, each before its parts.
fn collect(design: &Design, number: usize, to: &mut Vec<usize>) {
    to.push(number);
    for &child in &design.instances[number].children {
        collect(design, child, to);
    }
}

/// The names of the instances from the top down to `number`, without the top's.
pub fn path(design: &Design, number: usize) -> Vec<&str> {
    let mut names = Vec::new();
    let mut at = number;
    while let Some(parent) = design.instances[at].parent {
        names.push(design.instances[at].name.as_str());
        at = parent;
    }
    names.reverse();
    names
}
