//! The parts in a module: plain ones, and those that only some builds have.

use super::design::{Body, Kind};
use super::expression::{self as e, Expression, Id};
use super::memories;
use super::module::{Module, Writer};
use super::parameters::names;
use super::plan::bits_read;
use super::writing::{COLUMNS, number, push_list, push_wrapped, range};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The longest expression that stands in a port list.
const LONGEST_CONNECTION: usize = 60;

/// Parts that stand side by side.
pub struct Group {
    /// When there are these parts.
    pub condition: Option<&'static str>,
    /// The parts.
    pub children: Vec<usize>,
}

/// `10 - 1` as `9`, `SLOT_BITS - 4 - 1` as `SLOT_BITS-5`.
fn less_one(width: &str) -> String {
    if let Ok(width) = width.parse::<usize>() {
        return (width - 1).to_string();
    }
    match width.split_once(" - ") {
        Some((name, by)) if by.parse::<usize>().is_ok() => {
            format!("{name}-{}", by.parse::<usize>().unwrap_or_default() + 1)
        }
        _ => format!("{width}-1"),
    }
}

impl Writer<'_> {
    /// The parts of a module; neighbours with the same condition stand together.
    pub fn groups(&self, number: usize) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for &child in &self.instance(number).children {
            let condition = self.condition(number, child);
            match groups.last_mut() {
                Some(last) if condition.is_some() && last.condition == condition => {
                    last.children.push(child);
                }
                _ => groups.push(Group { condition, children: vec![child] }),
            }
        }
        groups
    }

    /// Finds the inputs of parts that are driven in the port list.
    pub fn connect(&self, group: &Group, module: &mut Module) {
        for &child in &group.children {
            for &port in &self.instance(child).ports {
                if self.design.signals[port].kind == Kind::Input
                    && !self.reads(module.number, port)
                    && self.inline(port, module).is_some()
                {
                    module.connected.insert(port);
                }
            }
        }
    }

    /// What stands in the port list for an input, if that is short.
    fn inline(&self, port: Id, module: &mut Module) -> Option<String> {
        let value = module.plan.plain.get(&port)?;
        // Where the part is there, its condition holds.
        let condition = self.condition(module.number, self.design.signals[port].owner);
        let value = value.map(&|node| match node {
            Expression::Signal(id, 1) if Some(self.design.signals[*id].name.as_str()) == condition => {
                Some(e::constant(1, 1))
            }
            _ => None,
        });
        let text = match self.memory_port(port) {
            None => module.names.expression(&value, 0),
            Some((_, Some(width))) => {
                let value = e::slice(value, 0, width);
                if matches!(&value, Expression::Slice { of, .. } if !matches!(**of, Expression::Signal(..))) {
                    return None;
                }
                module.names.expression(&value, 0)
            }
            Some((width, None)) => match value {
                Expression::Signal(..) => {
                    let name = module.names.expression(&value, 0);
                    format!("{name}[{}:0]", less_one(&width))
                }
                _ => return None,
            },
        };
        (text.len() <= LONGEST_CONNECTION).then_some(text)
    }

    /// Parts that are always there.
    pub fn plain_group(&self, group: &Group, module: &mut Module) -> String {
        let children = group.children.iter();
        children.map(|&child| self.connection(child, module, "    ") + "\n").collect()
    }

    /// Parts that some builds have; notes the wires that are declared beside them.
    pub fn optional_group(
        &self,
        group: &Group,
        condition: &str,
        module: &mut Module,
        inside: &mut HashSet<Id>,
        [all_bits, always]: [&HashMap<Id, u128>; 2],
    ) -> String {
        let last = *group.children.last().expect("a group has a part");
        let label = &self.instance(last).name;
        let mut text = format!("        if ({condition}) begin : with_{label}\n");
        let inputs: HashSet<Id> = group
            .children
            .iter()
            .flat_map(|&child| &self.instance(child).ports)
            .copied()
            .filter(|port| module.connected.contains(port))
            .collect();
        let mut elsewhere = HashMap::new();
        self.bits(module, Some(&inputs), &mut elsewhere);
        // Wires from one of the parts to another.
        let mut within = HashSet::new();
        for &child in &group.children {
            for &port in &self.instance(child).ports {
                if self.design.signals[port].kind == Kind::Output
                    && !elsewhere.contains_key(&port)
                    && !module.plan.straight.contains_key(&port)
                    && all_bits.contains_key(&port)
                {
                    within.insert(port);
                }
            }
        }
        let mut declared = String::new();
        for &child in &group.children {
            declared += &self.outputs(child, module, |port| within.contains(&port), "            ");
        }
        if !declared.is_empty() {
            text += &format!("{declared}\n");
        }
        let parts: Vec<_> =
            group.children.iter().map(|&child| self.connection(child, module, "            ")).collect();
        text += &parts.join("\n");
        text += &format!("        end else begin : without_{label}\n");
        for &child in &group.children {
            for &port in &self.instance(child).ports {
                let signal = &self.design.signals[port];
                if signal.kind == Kind::Output && !within.contains(&port) {
                    let name = self.name(module.number, port, &module.plan);
                    let tie = self.tie(module.number, port, signal.width);
                    text += &format!("            assign {name} = {tie};\n");
                }
            }
        }
        inside.extend(within.iter().copied());
        // What only these parts read.
        let mut here = HashMap::new();
        for port in &inputs {
            if let Some(value) = module.plan.plain.get(port) {
                bits_read(value, &mut here);
            }
        }
        let mut names: BTreeMap<Id, Vec<String>> = BTreeMap::new();
        for (id, bits) in here {
            let left = bits & !always.get(&id).copied().unwrap_or(0);
            let signal = &self.design.signals[id];
            let is_parameter = matches!(signal.kind, Kind::Parameter { .. });
            let is_clock = signal.name == "clock" && signal.owner == module.number;
            if left != 0 && !within.contains(&id) && !is_parameter && !is_clock {
                let name = self.name(module.number, id, &module.plan);
                names.insert(id, Self::bit_names(&name, signal.width, left));
            }
        }
        // Inputs that are wires of their own, for they are long.
        for &child in &group.children {
            for &port in &self.instance(child).ports {
                if self.design.signals[port].kind == Kind::Input
                    && !module.connected.contains(&port)
                    && !self.reads(module.number, port)
                {
                    let name = self.name(module.number, port, &module.plan);
                    names.insert(port, vec![name]);
                }
            }
        }
        let names: Vec<_> = names.into_values().flatten().collect();
        if !names.is_empty() {
            text.push('\n');
            let line = format!("            wire unused = &{{1'b0, {}}};", names.join(", "));
            push_wrapped(&line, &mut text);
        }
        text + "        end\n"
    }

    /// What an output is where its part is not.
    fn tie(&self, number_of: usize, port: Id, width: usize) -> String {
        let signal = &self.design.signals[port];
        let part = &self.instance(signal.owner).name;
        let source = &self.instance(number_of).source;
        let field = format!("{part}.{}", signal.name);
        source.note(&field, crate::circuit::NoteKind::Otherwise).map_or_else(|| number(0, width), str::to_owned)
    }

    /// The declarations of those outputs of a part that are `wanted`.
    pub fn outputs(&self, child: usize, module: &Module, wanted: impl Fn(Id) -> bool, indent: &str) -> String {
        let mut by_width: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for &port in &self.instance(child).ports {
            let signal = &self.design.signals[port];
            if signal.kind == Kind::Output && !module.plan.straight.contains_key(&port) && wanted(port) {
                let name = self.name(module.number, port, &module.plan);
                by_width.entry(signal.width).or_default().push(name);
            }
        }
        let mut text = String::new();
        for (width, names) in by_width {
            let line = format!("{indent}wire {}{};", range(width), names.join(", "));
            push_wrapped(&line, &mut text);
        }
        text
    }

    /// An instance.
    fn connection(&self, child: usize, module: &mut Module, indent: &str) -> String {
        let number = module.number;
        let instance = self.instance(child);
        let mut connections = Vec::new();
        for &port in &instance.ports {
            let signal = &self.design.signals[port];
            let inside = match module.connected.contains(&port) {
                true => self.inline(port, module).expect("it was short before"),
                false => {
                    let name = self.name(number, port, &module.plan);
                    match self.memory_port(port) {
                        Some((width, None)) => format!("{name}[{}:0]", less_one(&width)),
                        Some((_, Some(width))) if width < signal.width => {
                            format!("{name}[{}:0]", width - 1)
                        }
                        _ => name,
                    }
                }
            };
            connections.push(format!(".{}({inside})", signal.name));
        }
        let mut text = format!("{indent}{}", self.modules[child]);
        let values = self.values(number, child);
        for (_, value) in &values {
            module.used.extend(names(value).map(str::to_owned));
        }
        if !values.is_empty() {
            let pairs: Vec<_> = values.iter().map(|(name, value)| format!(".{name}({value})")).collect();
            let line = format!("{text} #({}) {} (", pairs.join(", "), instance.name);
            if line.len() <= COLUMNS {
                text = line;
            } else {
                text += " #(\n";
                push_list(&format!("{indent}    "), &pairs, &mut text);
                text += &format!("{indent}) {} (", instance.name);
            }
        } else {
            text += &format!(" {} (", instance.name);
        }
        text.push('\n');
        push_list(&format!("{indent}    "), &connections, &mut text);
        text + &format!("{indent});\n")
    }

    /// The values of a part's parameters.
    pub fn values(&self, number: usize, child: usize) -> Vec<(&'static str, String)> {
        let given = self.given(number, child);
        let width = |port| {
            let id = self.instance(child).port(self.design, port);
            id.map_or(1, |id| self.design.signals[id].width)
        };
        let own: Vec<(&'static str, String)> = match &self.instance(child).body {
            Body::Memory(memory) => memories::parameters(memory, width("read_data")),
            _ => {
                let parameters = self.parameters(child).into_iter();
                parameters
                    .map(|one| {
                        let to_switch = one.is_switch() && self.is_outer(number) && !self.is_outer(child);
                        let value = match to_switch {
                            true => format!("{} != 0", one.name),
                            false => one.name.to_owned(),
                        };
                        (one.name, value)
                    })
                    .collect()
            }
        };
        own.into_iter()
            .map(|(name, value)| {
                let other = given.iter().find(|(other, _)| *other == name);
                (name, other.map_or(value, |(_, value)| (*value).to_owned()))
            })
            .collect()
    }
}
