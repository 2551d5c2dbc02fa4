//! A module's text.

pub mod bits;
pub mod plan;

use super::design::{Body, Design, Instance, Kind, Statement};
use super::expression::Id;
use super::known::Known;
use super::sources::Source;
use super::writing::{Names, push_list, push_wrapped, range};
use bits::constants;
use plan::Plan;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The longest expression that stands in a port list.
const LONGEST_CONNECTION: usize = 48;

/// A module's text but for its name, which stands where `NAME` does.
pub const NAME: &str = "\u{1}";

/// What a module's instance needs to know to be written.
pub struct Writer<'a> {
    /// The circuit.
    pub design: &'a Design,
    /// The module of each instance, as far as they have been written.
    pub modules: &'a HashMap<usize, String>,
    /// Who reads each signal.
    pub readers: &'a HashMap<Id, Vec<usize>>,
    /// Each flip-flop `x` is called `x_q` and has the wires `x` and `next_x`. A proof can join its own wires with these
    /// and not lose what the flip-flop begins with, which Yosys notes at its net.
    pub wire_each_register: bool,
    /// What each flip-flop can be from a reset on, where all that the source says is written. A bit that nothing
    /// changes is a constant in a build, so it begins with its value here.
    pub known: Option<&'a Known>,
}

impl Writer<'_> {
    fn instance(&self, number: usize) -> &Instance {
        &self.design.instances[number]
    }

    /// The signal's name in the module of `number`.
    fn name(&self, number: usize, id: Id, plan: &Plan) -> String {
        let id = plan.straight.get(&id).copied().unwrap_or(id);
        let signal = &self.design.signals[id];
        if signal.owner == number {
            signal.name.clone()
        } else {
            format!("{}_{}", self.instance(signal.owner).name, signal.name)
        }
    }

    /// What follows a flip-flop's name where it is declared and assigned.
    fn suffix(&self) -> &'static str {
        if self.wire_each_register { "_q" } else { "" }
    }

    /// Whether the module of `number` reads the signal.
    fn reads(&self, number: usize, id: Id) -> bool {
        self.readers
            .get(&id)
            .is_some_and(|all| all.contains(&number))
    }

    /// The text of the instance's module, with `NAME` for its name.
    pub fn module(&self, number: usize, source: &Source) -> String {
        match &self.instance(number).body {
            Body::Logic(statements) => self.logic(number, statements, source),
            Body::Memory(memory) => {
                let instance = self.instance(number);
                let port = |name| {
                    instance
                        .port(self.design, name)
                        .expect("a memory has both ports")
                };
                let read = port("read_data");
                let width = |signal: usize| self.design.signals[signal].width;
                let body = memory.verilog(width(read), width(port(memory.read_address())));
                let register = memory.reads_into_register().then_some(read);
                self.frame(number, memory.header(), None, register, &body)
            }
            Body::Cell(text) | Body::Template(text) => {
                let body: String = text
                    .lines()
                    .map(|line| format!("    {line}").trim_end().to_owned() + "\n")
                    .collect();
                self.frame(number, "", Some(source), None, &body)
            }
        }
    }

    /// Header, ports and end around a body, in which the output `register` is one. `header` is that of a part without a
    /// source.
    fn frame(
        &self,
        number: usize,
        header: &str,
        source: Option<&Source>,
        register: Option<Id>,
        body: &str,
    ) -> String {
        let mut text = format!("module {NAME} (\n");
        let ports = &self.instance(number).ports;
        for (place, &port) in ports.iter().enumerate() {
            let signal = &self.design.signals[port];
            let direction = match signal.kind {
                Kind::Input => "input  wire",
                _ if register == Some(port) => "output reg ",
                _ => "output wire",
            };
            let comma = if place + 1 == ports.len() { "" } else { "," };
            let declared = format!(
                "    {direction} {}{}{comma}",
                range(signal.width),
                signal.name
            );
            text += &match source {
                Some(source) => source.commented(&declared, &signal.name),
                None => format!("{declared}\n"),
            };
        }
        text += ");\n";
        text += body;
        text += "endmodule\n";
        let header = source.map_or_else(|| header.to_owned(), |source| source.header_of(&text));
        text.insert_str(0, &header);
        text
    }

    fn logic(&self, number: usize, statements: &[Statement], source: &Source) -> String {
        let plan = self.plan(number, statements);
        let design = self.design;
        let signal_name = |id: Id| self.name(number, id, &plan);
        let mut names = Names {
            signal: &signal_name,
            numbers: BTreeMap::new(),
        };

        // Instances, and what stands in their port lists.
        let mut connected = HashSet::new();
        let mut instances = String::new();
        for &child in &self.instance(number).children {
            instances += &self.connection(number, child, &plan, &mut names, &mut connected);
        }

        let mut declarations = String::new();
        for &id in &self.instance(number).inner {
            let signal = &design.signals[id];
            if let Kind::Register { .. } = signal.kind {
                let (name, range) = (&signal.name, range(signal.width));
                let suffix = self.suffix();
                let line = format!("    reg {range}{name}{suffix};");
                declarations += &source.commented(&line, name);
                if let Some(known) = self.known {
                    declarations += &constants(known.signal(id), &format!("{name}{suffix}"));
                }
                if self.wire_each_register {
                    declarations += &format!("    wire {range}{name} = {name}{suffix};\n");
                }
            }
        }
        let mut wires = String::new();
        let of_its_own = |name: &str| {
            let mut signals = design.signals.iter();
            signals.any(|signal| signal.owner == number && signal.name == name)
        };
        for &child in &self.instance(number).children {
            let mut by_width: BTreeMap<usize, Vec<String>> = BTreeMap::new();
            for &port in &self.instance(child).ports {
                let signal = &design.signals[port];
                if signal.kind == Kind::Output
                    && !plan.straight.contains_key(&port)
                    && self.reads(number, port)
                {
                    let name = signal_name(port);
                    assert!(!of_its_own(&name), "two signals are called `{name}`");
                    by_width.entry(signal.width).or_default().push(name);
                }
            }
            for (width, names) in by_width {
                let first = format!("    wire {}{}", range(width), names.join(", "));
                push_wrapped(&format!("{first};"), &mut wires);
            }
        }
        let mut assigned = String::new();
        for (id, value) in self.in_order(statements, &plan) {
            if connected.contains(&id) {
                continue;
            }
            let name = signal_name(id);
            if design.signals[id].kind == Kind::Output && design.signals[id].owner == number {
                names.assignment(&format!("assign {name}"), &value, &mut assigned);
            } else {
                let head = format!("wire {}{name}", range(value.width()));
                names.assignment(&head, &value, &mut wires);
            }
        }
        let mut blocks = String::new();
        for (clock, block) in &plan.clocked {
            let head = format!("\n    always @(posedge {})", signal_name(*clock));
            let register_name = |id: Id| match design.signals[id].kind {
                Kind::Next { of } => signal_name(of) + self.suffix(),
                _ => signal_name(id),
            };
            let mut text = String::new();
            names.statements(block, 2, &register_name, &mut text);
            blocks += &match text.trim() {
                one if !one.contains('\n') => format!("{head} {one}\n"),
                _ => format!("{head} begin\n{text}    end\n"),
            };
        }

        let mut body =
            names.declarations(&|line, name| source.commented(line, &name.to_lowercase()));
        for part in [
            declarations,
            wires,
            instances.trim_start_matches('\n').to_owned(),
            assigned,
            blocks.trim_start_matches('\n').to_owned(),
            self.unused(number, statements, &plan),
        ] {
            if !part.is_empty() {
                if !body.is_empty() {
                    body.push('\n');
                }
                body += &part;
            }
        }
        self.frame(number, "", Some(source), None, &body)
    }

    /// An instance; notes which of its inputs are driven in its port list.
    fn connection(
        &self,
        number: usize,
        child: usize,
        plan: &Plan,
        names: &mut Names,
        connected: &mut HashSet<Id>,
    ) -> String {
        let instance = self.instance(child);
        let mut connections = Vec::new();
        for &port in &instance.ports {
            let signal = &self.design.signals[port];
            let inside = match signal.kind {
                Kind::Input => match plan.plain.get(&port) {
                    Some(value) if !self.reads(number, port) => {
                        let text = names.expression(value, 0);
                        if text.len() <= LONGEST_CONNECTION {
                            connected.insert(port);
                            text
                        } else {
                            self.name(number, port, plan)
                        }
                    }
                    _ => self.name(number, port, plan),
                },
                _ if plan.straight.contains_key(&port) || self.reads(number, port) => {
                    self.name(number, port, plan)
                }
                _ => String::new(),
            };
            connections.push(format!(".{}({inside})", signal.name));
        }
        let mut lines = String::new();
        push_list("        ", &connections, &mut lines);
        format!(
            "\n    {} {} (\n{lines}    );\n",
            self.modules[&child], instance.name
        )
    }
}
