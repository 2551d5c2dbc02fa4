//! A module's text.

use super::design::{Body, Design, Instance, Kind, Statement};
use super::expression::{self as e, Expression, Id};
use super::memories;
use super::parameters::{self, Parameter, names};
use super::plan::{Plan, bits_read};
use super::sources::Source;
use super::text::place;
use super::writing::{self, Names, push_wrapped, range};
use crate::circuit::NoteKind;
use carillon_regmap::cli::AnyBuild;
use std::collections::{BTreeMap, HashMap, HashSet};

/// What the modules of a circuit need to know to be written.
pub struct Writer<'a> {
    /// The circuit.
    pub design: &'a Design,
    /// The names of the instances' modules.
    pub modules: &'a [String],
    /// Who reads each signal.
    readers: HashMap<Id, Vec<usize>>,
    /// The chip that the circuit is, or is part of.
    chip: AnyBuild,
}

/// A module that is being written.
pub struct Module<'a> {
    /// The instance that is written.
    pub number: usize,
    /// How its signals are driven.
    pub plan: Plan,
    /// The names of its signals and numbers.
    pub names: Names<'a>,
    /// The inputs of its parts that are driven in a port list.
    pub connected: HashSet<Id>,
    /// The constants that have been named in a port list or a condition.
    pub used: HashSet<String>,
}

/// Appends a part of a module behind an empty line.
pub fn push_part(part: &str, to: &mut String) {
    let part = part.trim_matches('\n');
    if part.is_empty() {
        return;
    }
    if !to.is_empty() {
        to.push('\n');
    }
    *to += part;
    to.push('\n');
}

impl<'a> Writer<'a> {
    /// A writer of the modules of `design`, called `modules`.
    pub fn new(design: &'a Design, modules: &'a [String], chip: AnyBuild) -> Self {
        Self { design, modules, readers: design.readers(), chip }
    }

    /// The instance of this number.
    pub fn instance(&self, number: usize) -> &Instance {
        &self.design.instances[number]
    }

    /// Whether the module of `number` reads the signal.
    pub fn reads(&self, number: usize, id: Id) -> bool {
        let of = self.readers.get(&id);
        of.is_some_and(|all| all.contains(&number))
    }

    /// Whether a person sets the parameters of this module: then they are plain numbers.
    pub fn is_outer(&self, number: usize) -> bool {
        let at = place(self.design, number);
        at.ends_with("_chip::core") || at.contains("_chip::top::")
    }

    /// The signal's name in the module of `number`.
    pub fn name(&self, number: usize, id: Id, plan: &Plan) -> String {
        let id = plan.straight.get(&id).copied().unwrap_or(id);
        let signal = &self.design.signals[id];
        // A top has pins and wires only; the strobes of a register file are called after registers.
        let is_top = place(self.design, number).contains("_chip::top::");
        let is_strobe = place(self.design, signal.owner) == "shared::register_file"
            && ["written_", "selected_", "asked_"].iter().any(|prefix| signal.name.starts_with(prefix));
        if signal.owner == number || is_strobe || is_top && signal.name.starts_with("bus_") {
            signal.name.clone()
        } else {
            format!("{}_{}", self.instance(signal.owner).name, signal.name)
        }
    }

    /// The module's own constants with a formula: name, width and formula.
    pub fn constants(&self, number: usize) -> impl Iterator<Item = (&str, usize, &'static str)> {
        let inner = self.instance(number).inner.iter();
        let signals = inner.map(|&id| &self.design.signals[id]);
        signals.filter_map(|signal| match signal.kind {
            Kind::Parameter { formula, .. } if signal.name != formula => {
                Some((signal.name.as_str(), signal.width, formula))
            }
            _ => None,
        })
    }

    /// All parameters that the instance's module may have.
    fn table(&self, number: usize) -> &'static [Parameter] {
        match (place(self.design, number), self.chip) {
            ("shared::register_file", AnyBuild::Counter(_)) => &parameters::COUNTER,
            ("shared::register_file", AnyBuild::Timer(_)) => &parameters::TIMER,
            (at, _) if at.starts_with("shared::") => &parameters::SHARED,
            (_, AnyBuild::Counter(_)) => &parameters::COUNTER,
            (_, AnyBuild::Timer(_)) => &parameters::TIMER,
        }
    }

    /// The parameters of an instance's module.
    pub fn parameters(&self, number: usize) -> Vec<&'static Parameter> {
        let instance = self.instance(number);
        let mut found: HashSet<&str> = HashSet::new();
        match &instance.body {
            Body::Memory(_) => return Vec::new(),
            Body::Template(text) => {
                let code = text.lines().filter_map(|line| line.split("//").next());
                found.extend(code.flat_map(names));
            }
            _ => {}
        }
        for &id in &instance.inner {
            if let Kind::Parameter { formula, .. } = self.design.signals[id].kind {
                found.extend(names(formula));
            }
        }
        for &child in &instance.children {
            let given = self.given(number, child);
            for one in self.parameters(child) {
                if !given.iter().any(|(name, _)| *name == one.name) {
                    found.insert(one.name);
                }
            }
            found.extend(given.iter().flat_map(|(_, value)| names(value)));
            found.extend(self.condition(number, child).into_iter().flat_map(names));
        }
        let has = |one: &&Parameter| found.contains(one.name);
        self.table(number).iter().filter(has).collect()
    }

    /// The parameters of the part `child` that are not handed down by their names.
    pub fn given(&self, number: usize, child: usize) -> Vec<(&str, &str)> {
        let name = self.instance(child).name.as_str();
        let note = self.instance(number).source.note(name, NoteKind::With);
        let pairs = note.into_iter().flat_map(|text| text.split(", "));
        pairs.map(|pair| pair.split_once(" = ").expect("NAME = value")).collect()
    }

    /// When there is the part `child`.
    pub fn condition(&self, number: usize, child: usize) -> Option<&'static str> {
        let name = self.instance(child).name.as_str();
        let source = &self.instance(number).source;
        source.note(name, NoteKind::OnlyIf)
    }

    /// The text of the instance's module.
    pub fn module(&self, number: usize) -> String {
        let source = Source::of(self.instance(number), self.chip);
        match &self.instance(number).body {
            Body::Logic(statements) => self.logic(number, statements, &source),
            Body::Memory(memory) => memories::module(memory).to_owned(),
            Body::Cell(text) | Body::Template(text) => {
                // An output that nobody reads is no port.
                let is_port = |line: &&str| match line.strip_prefix("assign ") {
                    Some(rest) => {
                        let name = rest.split(' ').next().unwrap_or_default();
                        self.instance(number).port(self.design, name).is_some()
                    }
                    None => true,
                };
                let indent = |line: &str| format!("    {line}").trim_end().to_owned() + "\n";
                let body: String = text.lines().filter(is_port).map(indent).collect();
                self.frame(number, &source, &body)
            }
        }
    }

    /// Header, parameters, ports and end around a body.
    fn frame(&self, number: usize, source: &Source, body: &str) -> String {
        let mut text = source.header();
        text += &format!("module {} ", self.modules[number]);
        let parameters = self.parameters(number);
        if !parameters.is_empty() {
            text += "#(\n";
            let typed = |one: &Parameter| match one.is_switch() && !self.is_outer(number) {
                true => format!("[0:0] {}", one.name),
                // Whatever width the number has that is given.
                false => format!("integer {}", one.name),
            };
            let longest = parameters.iter().map(|one| typed(one).len()).max();
            let longest = longest.unwrap_or_default();
            for (place, one) in parameters.iter().enumerate() {
                let comma = if place + 1 == parameters.len() { "" } else { "," };
                let declared = format!("    parameter {:longest$} = {}{comma}", typed(one), one.default);
                text += &format!("{declared:<44} // {}\n", one.comment);
            }
            text += ") ";
        }
        text += "(\n";
        let ports = &self.instance(number).ports;
        for (place, &port) in ports.iter().enumerate() {
            let signal = &self.design.signals[port];
            let direction = match signal.kind {
                Kind::Input => "input  wire",
                _ => "output wire",
            };
            let comma = if place + 1 == ports.len() { "" } else { "," };
            let declared = format!("    {direction} {}{}{comma}", range(signal.width), signal.name);
            text += &source.commented(&declared, &signal.name);
        }
        text += ");\n";
        text += body;
        text += "endmodule\n";
        text
    }

    /// The checks of the parameters' ranges.
    fn checks(&self, number: usize) -> String {
        let at = place(self.design, number);
        if !at.ends_with("_chip::core") && at != "shared::bus_adapter::uart" {
            return String::new();
        }
        let mut text = "    // A parameter out of its range: no tool finds the module that is named after the fault, and each says so.\n    generate\n".to_owned();
        for one in self.parameters(number) {
            let (outside, message) = one.check();
            text += &format!("        if ({outside}) {message} wrong ();\n");
        }
        if at == "timer_chip::core" {
            for (conflict, message) in parameters::TIMER_CONFLICTS {
                text += &format!("        if ({conflict}) {message} wrong ();\n");
            }
        }
        text + "    endgenerate\n"
    }

    fn logic(&self, number: usize, statements: &[Statement], source: &Source) -> String {
        let design = self.design;
        let plan = self.plan(number, statements);
        let ordered = self.in_order(statements, &plan);
        let straight = plan.straight.clone();
        let naming = Plan { straight, ..Plan::default() };
        let signal_name = |id: Id| self.name(number, id, &naming);
        let mut module = Module {
            number,
            plan,
            names: Names { signal: &signal_name, numbers: BTreeMap::new() },
            connected: HashSet::new(),
            used: HashSet::new(),
        };

        // Instances, and what stands in their port lists.
        let groups = self.groups(number);
        for group in &groups {
            self.connect(group, &mut module);
        }
        let mut plain_instances = String::new();
        let mut optional = String::new();
        let mut inside = HashSet::new();
        let mut bits: HashMap<Id, u128> = HashMap::new();
        self.bits(&module, None, &mut bits);
        // What is read whatever the build.
        let optional_inputs: HashSet<Id> = groups
            .iter()
            .filter(|group| group.condition.is_some())
            .flat_map(|group| &group.children)
            .flat_map(|&child| &self.instance(child).ports)
            .copied()
            .filter(|port| module.connected.contains(port))
            .collect();
        let mut always = HashMap::new();
        self.bits(&module, Some(&optional_inputs), &mut always);
        for group in &groups {
            match group.condition {
                None => plain_instances += &self.plain_group(group, &mut module),
                Some(condition) => {
                    module.used.extend(names(condition).map(str::to_owned));
                    let text = self.optional_group(group, condition, &mut module, &mut inside, [&bits, &always]);
                    push_part(&text, &mut optional);
                }
            }
        }
        if !optional.is_empty() {
            optional = format!("    generate\n{optional}    endgenerate\n");
        }

        let mut registers = String::new();
        for &id in &self.instance(number).inner {
            let signal = &design.signals[id];
            if let Kind::Register { initial, .. } = signal.kind {
                // No reset reaches a board's own parts: their registers begin as the bitstream says.
                let first = match place(design, number).starts_with("board::") {
                    true => format!(" = {}", writing::number(initial, signal.width)),
                    false => String::new(),
                };
                let line = format!("    reg {}{}{first};", range(signal.width), signal.name);
                registers += &source.commented(&line, &signal.name);
            }
        }
        let mut wires = String::new();
        for &child in &self.instance(number).children {
            wires += &self.outputs(child, &module, |port| !inside.contains(&port), "    ");
        }
        let mut assigned = String::new();
        for (id, value) in &ordered {
            if module.connected.contains(id) {
                continue;
            }
            let name = signal_name(*id);
            if design.signals[*id].kind == Kind::Output && design.signals[*id].owner == number {
                let head = format!("assign {name}");
                module.names.assignment(&head, value, &mut assigned);
            } else {
                let head = format!("wire {}{name}", range(value.width()));
                module.names.assignment(&head, value, &mut wires);
            }
        }
        let mut blocks = String::new();
        for (clock, block) in &module.plan.clocked {
            let head = format!("\n    always @(posedge {})", signal_name(*clock));
            let register_name = |id: Id| match design.signals[id].kind {
                Kind::Next { of } => signal_name(of),
                _ => signal_name(id),
            };
            let mut text = String::new();
            module.names.statements(block, 2, &register_name, &mut text);
            blocks += &match text.trim() {
                one if !one.contains('\n') => format!("{head} {one}\n"),
                _ => format!("{head} begin\n{text}    end\n"),
            };
        }
        let unused = self.unused(&module, &bits);

        let read = self.read_constants(number);
        let mut constants = String::new();
        for (name, width, formula) in self.constants(number) {
            let range = match (read.contains(name), width) {
                (true, 1) => "[0:0] ".to_owned(),
                (true, width) => range(width),
                // It is part of a width or a condition.
                (false, _) if module.used.contains(name) => String::new(),
                (false, _) => continue,
            };
            let line = format!("    localparam {range}{name} = {formula};");
            constants += &source.commented(&line, &name.to_lowercase());
        }
        constants += &module.names.declarations(&|line, name| source.commented(line, &name.to_lowercase()));

        let mut body = String::new();
        for part in
            [self.checks(number), constants, registers, wires, plain_instances, optional, assigned, blocks, unused]
        {
            push_part(&part, &mut body);
        }
        self.frame(number, source, &body)
    }

    /// The constants with a formula that the module's logic reads.
    fn read_constants(&self, number: usize) -> HashSet<String> {
        let mut found = HashSet::new();
        for statement in self.design.statements(number) {
            statement.each_expression(&mut |value| {
                value.each_signal(&mut |id| {
                    let signal = &self.design.signals[id];
                    if let Kind::Parameter { .. } = signal.kind {
                        found.insert(signal.name.clone());
                    }
                });
            });
        }
        found
    }

    /// Notes the bits that are read outside the port lists of `except`, or of none.
    pub fn bits(&self, module: &Module, except: Option<&HashSet<Id>>, read: &mut HashMap<Id, u128>) {
        for (id, value) in &module.plan.plain {
            if except.is_none_or(|except| !except.contains(id)) {
                bits_read(value, read);
            }
        }
        for (clock, block) in &module.plan.clocked {
            for statement in block {
                statement.each_expression(&mut |value| bits_read(value, read));
            }
            read.insert(*clock, 1);
        }
    }

    /// Names of signals with the bits that are in `left`.
    pub fn bit_names(name: &str, width: usize, left: u128) -> Vec<String> {
        let mut parts = Vec::new();
        let mut low = 0;
        while low < width {
            let run = ((left >> low).trailing_ones() as usize).min(width - low);
            if run == width {
                parts.push(name.to_owned());
            } else if run == 1 {
                parts.push(format!("{name}[{low}]"));
            } else if run > 1 {
                parts.push(format!("{name}[{}:{low}]", low + run - 1));
            }
            low += run.max(1);
        }
        parts
    }

    /// Says of bits that nobody reads that this is meant.
    fn unused(&self, module: &Module, read: &HashMap<Id, u128>) -> String {
        let number = module.number;
        let instance = self.instance(number);
        let is = |id: &Id, kind: Kind| self.design.signals[*id].kind == kind;
        let mut all: Vec<Id> = instance.ports.clone();
        all.retain(|id| is(id, Kind::Input));
        let inner = instance.inner.iter().copied();
        all.extend(inner.filter(|&id| {
            !matches!(self.design.signals[id].kind, Kind::Parameter { .. } | Kind::Next { .. })
                && !self.design.signals[id].name.ends_with("_clock")
        }));
        for &child in &instance.children {
            let ports = self.instance(child).ports.iter().copied();
            all.extend(ports.filter(|id| is(id, Kind::Output) && !module.plan.straight.contains_key(id)));
        }
        let mut parts = Vec::new();
        for id in all {
            let width = self.design.signals[id].width;
            let left = e::mask(width) & !read.get(&id).copied().unwrap_or(0);
            let name = self.name(number, id, &module.plan);
            parts.extend(Self::bit_names(&name, width, left));
        }
        // Of what is a memory's address, that takes as many bits as it has words.
        let mut addresses: Vec<Id> = module.plan.plain.keys().copied().collect();
        addresses.retain(|&id| self.memory_port(id).is_some_and(|width| width.1.is_none()));
        addresses.sort_unstable();
        for id in addresses {
            let from = match (&module.plan.plain[&id], module.connected.contains(&id)) {
                (Expression::Signal(from, _), true) => *from,
                _ => id,
            };
            let name = self.name(number, from, &module.plan);
            if !parts.contains(&name) {
                parts.push(name);
            }
        }
        if parts.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        let line = format!("    wire unused = &{{1'b0, {}}};", parts.join(", "));
        push_wrapped(&line, &mut text);
        text
    }

    /// Of a memory's port: its width in Verilog, and as a number where it is one.
    pub fn memory_port(&self, id: Id) -> Option<(String, Option<usize>)> {
        let signal = &self.design.signals[id];
        let instance = self.instance(signal.owner);
        let Body::Memory(memory) = &instance.body else {
            return None;
        };
        let width = memories::width(memory, &signal.name)?;
        if !width.contains("ADDRESS_BITS") {
            return None;
        }
        let parent = instance.parent?;
        let given = self.given(parent, signal.owner);
        let own = memories::parameters(memory, 1);
        let value = given
            .iter()
            .find(|(name, _)| *name == "ADDRESS_BITS")
            .map(|(_, value)| (*value).to_owned())
            .or_else(|| own.iter().find(|(name, _)| *name == "ADDRESS_BITS").map(|(_, value)| value.clone()))?;
        let number = value.parse::<usize>().ok().map(|value| match width {
            "ADDRESS_BITS - 4" => value - 4,
            _ => value,
        });
        Some((width.replace("ADDRESS_BITS", &value), number))
    }
}
