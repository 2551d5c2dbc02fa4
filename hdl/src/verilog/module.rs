//! A module's text.

use super::design::{Body, Design, Instance, Kind, Statement};
use super::expression::{self as e, Expression, Id};
use super::known::{Bits, Known};
use super::sources::Source;
use super::values::{project, values};
use super::writing::{Names, push_list, push_wrapped, range};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The longest expression that stands in a port list.
const LONGEST_CONNECTION: usize = 48;

/// The parts that no reset reaches: their registers begin as the bitstream says. All others begin as anything.
const WITHOUT_RESET: [&str; 2] = ["power_on", "heartbeat"];

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

/// How a signal is declared and driven.
#[derive(Default)]
struct Plan {
    /// What the other signals are.
    plain: HashMap<Id, Expression>,
    /// The flip-flops' statements.
    clocked: Vec<(Id, Vec<Statement>)>,
    /// Children's outputs that go to an output of this module and nowhere else.
    straight: HashMap<Id, Id>,
}

/// The first values of the bits of a register that stay as they are.
fn constants(bits: Bits, name: &str) -> String {
    let constant = bits.zero ^ bits.one;
    let mut text = String::new();
    let mut low = 0;
    while low < bits.width {
        let width = (constant >> low).trailing_ones() as usize;
        if width > 0 {
            let value = super::writing::number(bits.one >> low & e::mask(width), width);
            let slice = if bits.width == 1 {
                String::new()
            } else {
                format!("[{}:{low}]", low + width - 1)
            };
            text += &format!("    initial {name}{slice} = {value};\n");
        }
        low += width + 1;
    }
    text
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
            Body::Cell(text) => {
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

    fn plan(&self, number: usize, statements: &[Statement]) -> Plan {
        let mut plan = Plan::default();
        let mut targets = Vec::new();
        for statement in statements {
            statement.each_target(&mut |id| {
                if !targets.contains(&id) {
                    targets.push(id);
                }
            });
        }
        let mut combinational = Vec::new();
        let mut registers = Vec::new();
        for id in targets {
            match self.design.signals[id].kind {
                Kind::Next { of } if !self.wire_each_register && !self.reads(number, id) => {
                    registers.push((of, id));
                }
                Kind::Next { of } => {
                    registers.push((of, of));
                    combinational.push(id);
                }
                _ => combinational.push(id),
            }
        }
        plan.plain = values(statements, &combinational);
        plan.clocked = self.clocked(statements, &registers);
        for (&target, value) in &plan.plain {
            let output = self.design.signals[target].kind == Kind::Output;
            if let Expression::Signal(from, _) = value
                && output
                && self.design.signals[target].owner == number
                && self.design.signals[*from].owner != number
                && self.design.signals[*from].kind == Kind::Output
            {
                let before = plan.straight.get(from);
                // Of several outputs the first one is the child's.
                if before.is_none_or(|&before| target < before) {
                    plan.straight.insert(*from, target);
                }
            }
        }
        for target in plan.straight.values() {
            plan.plain.remove(target);
        }
        plan
    }

    /// The statements of the flip-flops, by clock.
    fn clocked(
        &self,
        statements: &[Statement],
        registers: &[(Id, Id)],
    ) -> Vec<(Id, Vec<Statement>)> {
        let mut clocks: Vec<(Id, Vec<Statement>)> = Vec::new();
        let clock_of = |of: Id| match self.design.signals[of].kind {
            Kind::Register { clock, .. } => clock,
            _ => unreachable!("only flip-flops come here"),
        };
        let mut seen = Vec::new();
        for &(of, _) in registers {
            if !seen.contains(&clock_of(of)) {
                seen.push(clock_of(of));
            }
        }
        for clock in seen {
            let mut block = Vec::new();
            for &(of, source) in registers {
                if of == source && clock_of(of) == clock {
                    let Kind::Register { next, .. } = self.design.signals[of].kind else {
                        unreachable!("only flip-flops come here");
                    };
                    let width = self.design.signals[next].width;
                    let value = Expression::Signal(next, width);
                    let value = e::resize(value, self.design.signals[of].width);
                    block.push(Statement::Assign(next, value));
                }
            }
            let wanted: HashSet<Id> = registers
                .iter()
                .filter(|(of, source)| of != source && clock_of(*of) == clock)
                .map(|(_, next)| *next)
                .collect();
            let mut begun = HashSet::new();
            for statement in project(statements, &wanted) {
                let mut targets = Vec::new();
                statement.each_target(&mut |id| targets.push(id));
                // A flip-flop that nothing is assigned to keeps what it holds.
                if let Statement::Assign(target, Expression::Signal(from, _)) = &statement
                    && self.design.signals[*target].kind == (Kind::Next { of: *from })
                    && !begun.contains(target)
                {
                    continue;
                }
                begun.extend(targets);
                block.push(statement);
            }
            clocks.push((clock, block));
        }
        clocks
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
            if let Kind::Register { initial, .. } = signal.kind {
                let (name, range) = (&signal.name, range(signal.width));
                let suffix = self.suffix();
                let first = if WITHOUT_RESET.contains(&source.stem) {
                    format!(" = {}", super::writing::number(initial, signal.width))
                } else {
                    String::new()
                };
                let line = format!("    reg {range}{name}{suffix}{first};");
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

    /// The plain signals, each after those that it reads.
    fn in_order(&self, statements: &[Statement], plan: &Plan) -> Vec<(Id, Expression)> {
        let mut order = Vec::new();
        let mut done = HashSet::new();
        let mut sources = Vec::new();
        for statement in statements {
            statement.each_target(&mut |id| sources.push(id));
        }
        for id in sources {
            place(id, plan, &mut done, &mut order);
        }
        order
    }

    /// Says of bits that nobody reads that this is meant.
    fn unused(&self, number: usize, statements: &[Statement], plan: &Plan) -> String {
        let mut read: HashMap<Id, u128> = HashMap::new();
        for statement in statements {
            statement.each_expression(&mut |value| bits_read(value, &mut read));
        }
        for (_, block) in &plan.clocked {
            for statement in block {
                statement.each_expression(&mut |value| bits_read(value, &mut read));
            }
        }
        for (clock, _) in &plan.clocked {
            read.insert(*clock, 1);
        }
        let instance = self.instance(number);
        let inputs = instance
            .ports
            .iter()
            .filter(|&&id| self.design.signals[id].kind == Kind::Input);
        let mut all: Vec<Id> = inputs.copied().collect();
        all.extend(instance.inner.iter().copied());
        for &child in &instance.children {
            let ports = self.instance(child).ports.iter().copied();
            all.extend(ports.filter(|&id| {
                self.design.signals[id].kind == Kind::Output
                    && self.reads(number, id)
                    && !plan.straight.contains_key(&id)
            }));
        }
        let mut parts = Vec::new();
        for id in all {
            let width = self.design.signals[id].width;
            let left = e::mask(width) & !read.get(&id).copied().unwrap_or(0);
            let name = self.name(number, id, plan);
            let mut low = 0;
            while low < width {
                let run = ((left >> low).trailing_ones() as usize).min(width - low);
                if run == width {
                    parts.push(name.clone());
                } else if run == 1 {
                    parts.push(format!("{name}[{low}]"));
                } else if run > 1 {
                    parts.push(format!("{name}[{}:{low}]", low + run - 1));
                }
                low += run.max(1);
            }
        }
        if parts.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        push_wrapped(
            &format!("    wire unused = &{{1'b0, {}}};", parts.join(", ")),
            &mut text,
        );
        text
    }
}

/// Appends a plain signal behind those that it reads.
fn place(id: Id, plan: &Plan, done: &mut HashSet<Id>, order: &mut Vec<(Id, Expression)>) {
    let Some(value) = plan.plain.get(&id) else {
        return;
    };
    if !done.insert(id) {
        return;
    }
    let mut before = Vec::new();
    value.each_signal(&mut |other| before.push(other));
    for other in before {
        place(other, plan, done, order);
    }
    order.push((id, value.clone()));
}

/// Notes the bits of signals that an expression reads.
fn bits_read(value: &Expression, read: &mut HashMap<Id, u128>) {
    match value {
        Expression::Signal(id, width) => *read.entry(*id).or_default() |= e::mask(*width),
        Expression::Slice { of, low, width } => match &**of {
            Expression::Signal(id, _) => *read.entry(*id).or_default() |= e::mask(*width) << low,
            other => bits_read(other, read),
        },
        Expression::Constant { .. } => {}
        Expression::Concat(parts) => parts.iter().for_each(|part| bits_read(part, read)),
        Expression::Unary(_, of) => bits_read(of, read),
        Expression::Binary(_, left, right) => {
            bits_read(left, read);
            bits_read(right, read);
        }
        Expression::Choose(test, then, otherwise) => {
            for part in [test, then, otherwise] {
                bits_read(part, read);
            }
        }
    }
}
