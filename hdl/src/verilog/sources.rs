//! The Rust files of the parts: their headers and the comments of their ports are the Verilog's.

use super::design::{Body, Instance};
use crate::circuit::{self, memory::Memory};
use carillon_regmap::Register;
use carillon_regmap::cli::AnyBuild;

/// The file that describes a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What the part is called where several places share its module.
    pub stem: &'static str,
    /// The file.
    text: &'static str,
    /// Its parts are called after the registers of this chip.
    chip: AnyBuild,
}

/// A line of documentation with the names of its links only: `x` of [`x`] and of [`x`](y), the last word of a path.
fn without_links(line: &str) -> String {
    let mut pieces = line.split("[`");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (path, rest) = piece.split_once("`]").expect("a link ends in its line");
        let name = path.rsplit("::").next().unwrap_or_default();
        let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        text += &format!("`{name}`{}", target.map_or(rest, |(_, rest)| rest));
    }
    text
}

impl Source {
    /// That of an instance in this chip.
    pub fn of(instance: &Instance, chip: AnyBuild) -> Self {
        let circuit::Source { name, text, .. } = instance.source;
        let stem = match instance.body {
            Body::Memory(Memory::SinglePort { .. }) => "single_port_memory",
            _ => name,
        };
        Self { stem, text, chip }
    }

    /// The file's header as comments.
    pub fn header(&self) -> String {
        header(self.text)
    }

    /// The line `declared` with the comment of the field `name`, if it has one: behind it, or before it where there is
    /// no room.
    pub fn commented(&self, declared: &str, name: &str) -> String {
        match self.comment(name) {
            Some(comment) if declared.len().max(44) + comment.len() + 4 <= 120 => {
                format!("{declared:<44} // {comment}\n")
            }
            Some(comment) => format!("    // {comment}\n{declared}\n"),
            None => format!("{declared}\n"),
        }
    }

    /// The first line of the comment of `name`: a field of the part's, or of one of its buses.
    fn comment(&self, name: &str) -> Option<String> {
        let of_bus = || {
            let (field, name) = name.split_once('_')?;
            let (_, kind, text) = BUSES.iter().find(|(bus, ..)| *bus == field)?;
            let has_bus = self.text.contains(&format!("pub {field}: {kind}"));
            has_bus.then(|| comment(text, name)).flatten()
        };
        let of_field = comment(self.text, name).or_else(of_bus);
        of_field.map(str::to_owned).or_else(|| self.of_several(name))
    }

    /// That of one of several parts, which are called after registers or numbers: `REGISTER` in the comment of the
    /// field becomes the register with its offset, `NUMBER` the number.
    fn of_several(&self, name: &str) -> Option<String> {
        let (field, rest) = name.split_once('_')?;
        let several = format!(" {field}: Named<");
        let comment = comment(self.text, field).filter(|_| self.text.contains(&several))?;
        let called = |register: &&Register| {
            let rest = rest.to_uppercase();
            let index = rest.strip_prefix(register.name)?;
            match index.strip_prefix('_') {
                None => index.is_empty().then_some(0),
                Some(index) => index.parse().ok(),
            }
        };
        let register = self.chip.registers().iter().find_map(|one| Some((one, called(&one)?)));
        Some(match register {
            Some((register, index)) => {
                let offset = register.element(index)?;
                let told = format!("`{}` (0x{offset:03X})", rest.to_uppercase());
                comment.replace("REGISTER", &told)
            }
            None => comment.replace("NUMBER", rest).replace("REGISTER", &format!("a register of {rest}")),
        })
    }
}

/// A file's header as comments.
fn header(text: &str) -> String {
    text.lines().map_while(|line| line.strip_prefix("//!")).map(|line| format!("//{}\n", without_links(line))).collect()
}

/// What the register bus is, as comments.
pub fn register_bus() -> String {
    header(REGISTER_BUS)
}

/// The bundle of the register bus's signals.
const REGISTER_BUS: &str = include_str!("../shared/register_bus.rs");

/// The bundles of signals: what a part calls one, how its type's name begins, and its file.
const BUSES: [(&str, &str, &str); 2] =
    [("bus", "RegisterBus", REGISTER_BUS), ("memory", "Memory", include_str!("../timer_chip/memory_bus.rs"))];

/// The first line of the comment of the field `name` in a Rust file.
fn comment(text: &'static str, name: &str) -> Option<&'static str> {
    let mut comment = None;
    for line in text.lines().map(str::trim_start) {
        if let Some(text) = line.strip_prefix("///") {
            comment = comment.or(Some(text.trim()));
            continue;
        }
        let field = line.strip_prefix("pub ").unwrap_or(line);
        if field.strip_prefix(name).is_some_and(|rest| rest.starts_with(": ")) && comment.is_some() {
            return comment;
        }
        comment = None;
    }
    None
}
