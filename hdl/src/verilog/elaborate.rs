//! From a Rust-HDL circuit to a [`Design`].

use super::design::{Body, Design, Instance, Kind, Signal, Statement};
use super::expression::{self as e, Expression, Id};
use super::{partial, reading};
use crate::circuit::Circuit;
use rust_hdl::prelude::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogExpression, VerilogLink, VerilogStatement,
};
use rust_hdl::prelude::{
    Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind, Verilog, check_all,
};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The circuit as a design.
///
/// # Panics
///
/// Rust-HDL's own checks fail, or a kernel says what the generator does not know.
pub fn elaborate(circuit: &dyn Circuit) -> Design {
    check_all(circuit).expect("Rust-HDL's checks pass");
    let mut walk = Walk::default();
    circuit.accept("top", &mut walk);
    walk.finish(circuit)
}

/// What a name of a kernel stands for.
#[derive(Clone)]
enum Meaning {
    Signal(Id),
    Constant(Expression),
}

/// A block as it was visited.
struct Visited {
    name: String,
    parent: Option<usize>,
    children: Vec<usize>,
    atoms: Vec<(String, Found)>,
    enums: HashMap<String, u128>,
    code: Verilog,
}

/// An atom as it was visited.
#[derive(Clone)]
struct Found {
    kind: AtomKind,
    width: usize,
    value: u128,
}

#[derive(Default)]
struct Walk {
    blocks: Vec<Visited>,
    path: Vec<usize>,
    bundle: Vec<String>,
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let number = self.blocks.len();
        let parent = self.path.last().copied();
        if let Some(parent) = parent {
            self.blocks[parent].children.push(number);
        }
        self.blocks.push(Visited {
            name: name.to_owned(),
            parent,
            children: Vec::new(),
            atoms: Vec::new(),
            enums: HashMap::new(),
            code: node.hdl(),
        });
        self.path.push(number);
        self.bundle.clear();
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.bundle.push(name.to_owned());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let number = *self.path.last().expect("an atom stands in a block");
        let mut words = self.bundle.clone();
        words.push(name.to_owned());
        let found = Found {
            kind: signal.kind(),
            width: signal.bits(),
            value: reading::literal(&signal.verilog()).0,
        };
        let parent = self.blocks[number].parent;
        for block in [Some(number), parent].into_iter().flatten() {
            enums(&signal.descriptor(), &mut self.blocks[block].enums);
        }
        self.blocks[number].atoms.push((words.join("$"), found));
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.bundle.pop();
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.path.pop();
    }
}

/// Adds the values of the enumerations that a type is made of.
fn enums(of: &TypeDescriptor, to: &mut HashMap<String, u128>) {
    match &of.kind {
        TypeKind::Enum(labels) => {
            for (value, label) in labels.iter().enumerate() {
                to.insert(label.replace("::", "$"), value as u128);
            }
        }
        TypeKind::Composite(fields) => {
            for field in fields {
                enums(&field.kind, to);
            }
        }
        _ => {}
    }
}

impl Visited {
    /// It is Rust-HDL's flip-flop.
    fn is_register(&self) -> bool {
        let mut names: Vec<_> = self.atoms.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names == ["clock", "d", "q"] && matches!(self.code, Verilog::Custom(_))
    }
}

impl Walk {
    fn finish(self, top: &dyn Circuit) -> Design {
        let mut design = Design::default();
        let mut circuits: HashMap<usize, &dyn Circuit> = HashMap::new();
        // The instance of each block that is no flip-flop, and the names that its kernel knows.
        let mut instances = HashMap::new();
        let mut names: Vec<HashMap<String, Meaning>> = vec![HashMap::new(); self.blocks.len()];
        for (number, block) in self.blocks.iter().enumerate() {
            if block.is_register() {
                let parent = block.parent.expect("a flip-flop is no circuit");
                register(block, instances[&parent], &mut design, &mut names[parent]);
                continue;
            }
            let circuit = match block.parent {
                Some(parent) => {
                    let inside = circuits[&parent].circuits();
                    let found = inside.iter().find(|(name, _)| *name == block.name);
                    found.expect("what is in a circuit is its field").1
                }
                None => top,
            };
            circuits.insert(number, circuit);
            let instance = design.instances.len();
            let parent = block.parent.map(|parent| instances[&parent]);
            instances.insert(number, instance);
            design.instances.push(Instance {
                name: block.name.replace('$', "_"),
                source: circuit.source(),
                parent,
                children: Vec::new(),
                ports: Vec::new(),
                inner: Vec::new(),
                body: Body::Logic(Vec::new()),
            });
            if let Some(parent) = parent {
                design.instances[parent].children.push(instance);
            }
            for (label, value) in &block.enums {
                let named = Expression::Constant {
                    value: *value,
                    width: 32,
                    name: Some(Rc::from(label.as_str())),
                };
                names[number].insert(label.clone(), Meaning::Constant(named));
            }
            for (name, found) in &block.atoms {
                let meaning = atom(name, found, instance, &mut design);
                if found.kind.is_parameter()
                    && let Some(parent) = block.parent
                {
                    let outside = format!("{}${name}", block.name);
                    names[parent].insert(outside, meaning.clone());
                }
                names[number].insert(name.clone(), meaning);
            }
        }
        for (number, block) in self.blocks.iter().enumerate() {
            let Some(&instance) = instances.get(&number) else {
                continue;
            };
            let names = &names[number];
            design.instances[instance].body = match &block.code {
                Verilog::Combinatorial(code) => {
                    let mut kernel = Kernel {
                        names,
                        design: &design,
                        loops: Vec::new(),
                        links: Vec::new(),
                    };
                    let mut statements = kernel.block(code);
                    statements.append(&mut kernel.links);
                    let mut all = self.begin(block, names, &design, &statements);
                    all.append(&mut statements);
                    Body::Logic(all)
                }
                Verilog::Custom(text) => Body::Memory(
                    text.parse()
                        .unwrap_or_else(|error| panic!("{}: {error}", block.name)),
                ),
                Verilog::Wrapper(wrapper) => Body::Cell(wrapper.code.clone()),
                Verilog::Empty => Body::Logic(Vec::new()),
                Verilog::Blackbox(_) => panic!("{}: write a wrapper around it", block.name),
            };
        }
        clocks(&mut design);
        check_names(&design);
        check_reading(&design);
        for number in 0..design.instances.len() {
            if let Body::Logic(statements) = &mut design.instances[number].body {
                let mut statements = std::mem::take(statements);
                partial::join(&mut statements, &design);
                design.instances[number].body = Body::Logic(statements);
            }
        }
        design
    }

    /// What holds in every circuit unless `statements` say otherwise, as [`Part`](crate::circuit::Part) has it for
    /// Rust-HDL's simulator: flip-flops and parts have the clock, and a flip-flop keeps its value.
    fn begin(
        &self,
        block: &Visited,
        names: &HashMap<String, Meaning>,
        design: &Design,
        statements: &[Statement],
    ) -> Vec<Statement> {
        let signal = |name: &str| match names.get(name) {
            Some(Meaning::Signal(id)) => Some(*id),
            _ => None,
        };
        let Some(clock) = signal("clock") else {
            return Vec::new();
        };
        let value = |id: Id| Expression::Signal(id, design.signals[id].width);
        let mut assigned = HashSet::new();
        for statement in statements {
            statement.each_target(&mut |id| {
                assigned.insert(id);
            });
        }
        let mut begin = Vec::new();
        for &child in &block.children {
            let child = &self.blocks[child];
            let port = |name: &str| signal(&format!("{}${name}", child.name));
            if let Some(to) = port("clock").filter(|to| !assigned.contains(to)) {
                begin.push(Statement::Assign(to, value(clock)));
            }
            if child.is_register()
                && let (Some(next), Some(held)) = (port("d"), port("q"))
            {
                begin.push(Statement::Assign(next, value(held)));
            }
        }
        begin
    }
}

/// Adds a flip-flop to the instance that uses it.
fn register(
    block: &Visited,
    owner: usize,
    design: &mut Design,
    names: &mut HashMap<String, Meaning>,
) {
    let (_, q) = block
        .atoms
        .iter()
        .find(|(name, _)| name == "q")
        .expect("a flip-flop has q");
    let name = block.name.replace('$', "_");
    let first = design.signals.len();
    let (of, next, clock) = (first, first + 1, first + 2);
    let signal = |name: String, width, kind| Signal {
        name,
        owner,
        width,
        kind,
    };
    design.signals.push(signal(
        name.clone(),
        q.width,
        Kind::Register {
            next,
            clock,
            initial: q.value,
        },
    ));
    design
        .signals
        .push(signal(format!("next_{name}"), q.width, Kind::Next { of }));
    design
        .signals
        .push(signal(format!("{name}_clock"), 1, Kind::Local));
    design.instances[owner].inner.push(of);
    for (port, id) in [("q", of), ("d", next), ("clock", clock)] {
        names.insert(format!("{}${port}", block.name), Meaning::Signal(id));
    }
}

/// Adds a signal or constant of an instance.
fn atom(name: &str, found: &Found, owner: usize, design: &mut Design) -> Meaning {
    let kind = match found.kind {
        AtomKind::Constant => {
            return Meaning::Constant(Expression::Constant {
                value: found.value,
                width: found.width,
                name: Some(Rc::from(name)),
            });
        }
        AtomKind::InputParameter => Kind::Input,
        AtomKind::OutputParameter | AtomKind::OutputPassthrough => Kind::Output,
        AtomKind::LocalSignal => Kind::Local,
        other => panic!("{name}: the generator does not know {other:?}"),
    };
    let id = design.signals.len();
    design.signals.push(Signal {
        name: name.replace('$', "_"),
        owner,
        width: found.width,
        kind,
    });
    let instance = &mut design.instances[owner];
    if kind == Kind::Local {
        instance.inner.push(id);
    } else {
        instance.ports.push(id);
    }
    Meaning::Signal(id)
}

/// A kernel's statements and what its names mean.
struct Kernel<'a> {
    names: &'a HashMap<String, Meaning>,
    design: &'a Design,
    loops: Vec<(String, usize)>,
    links: Vec<Statement>,
}

impl Kernel<'_> {
    /// The name as Rust-HDL would print it.
    fn plain(&self, name: &str) -> String {
        let mut text = name
            .trim_start_matches('.')
            .replace("::", "$")
            .replace('.', "$");
        if let Some(short) = text.strip_suffix("$next") {
            text.truncate(short.len());
        }
        while let Some((before, rest)) = text.clone().split_once('[') {
            let (index, after) = rest.split_once(']').expect("brackets come in pairs");
            text = format!("{before}${}{after}", self.index(index));
        }
        text
    }

    /// A sum of numbers and loop variables.
    fn index(&self, text: &str) -> usize {
        let term = |word: &str| {
            let word =
                word.trim_matches(|letter: char| letter == '(' || letter == ')' || letter == ' ');
            let variable = self.loops.iter().rev().find(|(name, _)| name == word);
            variable.map_or_else(
                || {
                    word.parse().unwrap_or_else(|_| {
                        panic!("the generator does not know the index `{text}`")
                    })
                },
                |(_, value)| *value,
            )
        };
        text.split('+').map(term).sum()
    }

    fn meaning(&self, name: &str) -> Meaning {
        if let Some((_, value)) = self.loops.iter().rev().find(|(loops, _)| loops == name) {
            return Meaning::Constant(e::constant(*value as u128, 32));
        }
        let plain = self.plain(name);
        self.names
            .get(&plain)
            .cloned()
            .unwrap_or_else(|| panic!("a kernel names `{plain}`, which is none of its signals"))
    }

    fn value(&self, name: &str) -> Expression {
        match self.meaning(name) {
            Meaning::Signal(id) => Expression::Signal(id, self.design.signals[id].width),
            Meaning::Constant(value) => value,
        }
    }

    fn target(&self, name: &str) -> Id {
        match self.meaning(name) {
            Meaning::Signal(id) => id,
            Meaning::Constant(_) => panic!("a kernel assigns `{name}`, which is a constant"),
        }
    }

    fn block(&mut self, block: &VerilogBlock) -> Vec<Statement> {
        let mut statements = Vec::new();
        for statement in block {
            self.statement(statement, &mut statements);
        }
        statements
    }

    fn statement(&mut self, statement: &VerilogStatement, to: &mut Vec<Statement>) {
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(target), value) => {
                let target = self.target(target);
                let width = self.design.signals[target].width;
                let value = reading::read(value, &|name| self.value(name), width);
                to.push(Statement::Assign(target, e::resize(value, width)));
            }
            VerilogStatement::SliceAssignment {
                base: VerilogExpression::Signal(target),
                width,
                offset,
                replacement,
            } => {
                let target = self.target(target);
                let low = reading::read(offset, &|name| self.value(name), 1);
                let low = low.number().expect("a part begins at a number") as usize;
                let value = reading::read(replacement, &|name| self.value(name), *width);
                let value = e::resize(value, *width);
                let bits = self.design.signals[target].width;
                to.push(Statement::Assign(
                    target,
                    partial::part(target, bits, low, value),
                ));
            }
            VerilogStatement::If(conditional) => {
                let test = reading::condition(&conditional.test, &|name| self.value(name));
                let then = self.block(&conditional.then);
                let otherwise = match &conditional.otherwise {
                    VerilogBlockOrConditional::Block(block) => self.block(block),
                    VerilogBlockOrConditional::Conditional(other) => {
                        let mut inner = Vec::new();
                        self.statement(other, &mut inner);
                        inner
                    }
                    VerilogBlockOrConditional::None => Vec::new(),
                };
                to.push(Statement::If {
                    test,
                    then,
                    otherwise,
                });
            }
            VerilogStatement::Match(choice) => {
                let test = reading::read(&choice.test, &|name| self.value(name), 1);
                let width = test.width();
                let mut arms = Vec::new();
                let mut otherwise = Vec::new();
                for case in &choice.cases {
                    let block = self.block(&case.block);
                    if case.condition == "default" {
                        otherwise = block;
                        break;
                    }
                    arms.push((self.label(&case.condition, width), block));
                }
                to.push(Statement::Case {
                    test,
                    arms,
                    otherwise,
                });
            }
            VerilogStatement::Macro(block) => {
                for inner in block {
                    self.statement(inner, to);
                }
            }
            VerilogStatement::Loop(looped) => {
                for value in looped.from.as_usize()..looped.to.as_usize() {
                    self.loops.push((looped.index.clone(), value));
                    for inner in &looped.block {
                        self.statement(inner, to);
                    }
                    self.loops.pop();
                }
            }
            VerilogStatement::Link(links) => {
                for link in links {
                    // Of a bundle's names, the owner's ends with a `$`, or the signal's begins with one.
                    let plain = |name: &str| name.trim_matches(['.', '$']).to_owned();
                    let of = |owner: &str, name: &str| format!("{}.{}", plain(owner), plain(name));
                    let (to, from) = match link {
                        VerilogLink::Forward(link) => (
                            of(&link.other_name, &link.my_name),
                            of(&link.owner_name, &link.my_name),
                        ),
                        VerilogLink::Backward(link) => (
                            of(&link.owner_name, &link.my_name),
                            of(&link.other_name, &link.my_name),
                        ),
                        VerilogLink::Bidirectional(_) => {
                            panic!("the generator does not know links of both directions")
                        }
                    };
                    let value = self.value(&from);
                    self.links.push(Statement::Assign(self.target(&to), value));
                }
            }
            VerilogStatement::Comment(_) => {}
            other => panic!("the generator does not know this statement: {other:?}"),
        }
    }

    /// A case's label: an enumeration's value or a number.
    fn label(&self, text: &str, width: usize) -> Expression {
        if let Ok(value) = text.parse() {
            return e::constant(value, width);
        }
        let value = self.value(text);
        assert!(
            value.number().is_some_and(|value| value <= e::mask(width)),
            "the label `{text}` is a number of the case's width"
        );
        e::resize(value, width)
    }
}

/// Replaces each flip-flop's own clock by the signal that drives it, and drops these assignments.
fn clocks(design: &mut Design) {
    let mut drivers = HashMap::new();
    let own: Vec<Id> = design
        .signals
        .iter()
        .filter_map(|signal| match signal.kind {
            Kind::Register { clock, .. } => Some(clock),
            _ => None,
        })
        .collect();
    for instance in &mut design.instances {
        if let Body::Logic(statements) = &mut instance.body {
            statements.retain(|statement| match statement {
                Statement::Assign(target, Expression::Signal(driver, _))
                    if own.contains(target) =>
                {
                    drivers.insert(*target, *driver);
                    false
                }
                _ => true,
            });
        }
    }
    for signal in &mut design.signals {
        let name = &signal.name;
        if let Kind::Register { clock, .. } = &mut signal.kind {
            *clock = *drivers
                .get(clock)
                .unwrap_or_else(|| panic!("the flip-flop {name} has no clock"));
        }
    }
}

/// Makes sure that no two signals of an instance have one name: a flip-flop `x` brings the signals `next_x` and
/// `x_clock`.
fn check_names(design: &Design) {
    let mut seen = HashSet::new();
    for signal in &design.signals {
        assert!(
            seen.insert((signal.owner, &signal.name)),
            "{}: two signals have the name `{}`",
            design.instances[signal.owner].name,
            signal.name
        );
    }
}

/// Makes sure that every signal means the same wherever its instance reads it: no reader stands between two
/// assignments.
fn check_reading(design: &Design) {
    for number in 0..design.instances.len() {
        let mut assigned_after: HashMap<Id, usize> = HashMap::new();
        let mut first: HashMap<Id, usize> = HashMap::new();
        let mut reads: Vec<(usize, Id)> = Vec::new();
        let mut place = 0;
        order(
            design.statements(number),
            &mut place,
            &mut |place, event| match event {
                Event::Assigned(id) => {
                    first.entry(id).or_insert(place);
                    assigned_after.insert(id, place);
                }
                Event::Read(id) => reads.push((place, id)),
            },
        );
        for (place, id) in reads {
            let begun = first.get(&id).is_some_and(|&first| first < place);
            let goes_on = assigned_after.get(&id).is_some_and(|&last| last >= place);
            assert!(
                !(begun && goes_on),
                "{}: `{}` is read between two of its assignments",
                design.instances[number].name,
                design.signals[id].name
            );
        }
    }
}

enum Event {
    Read(Id),
    Assigned(Id),
}

/// Tells of all readings and assignments in the order of the text.
fn order(statements: &[Statement], place: &mut usize, tell: &mut impl FnMut(usize, Event)) {
    for statement in statements {
        *place += 1;
        let here = *place;
        match statement {
            Statement::Assign(target, value) => {
                // Its own value so far is what a part leaves of it.
                value.each_signal(&mut |id| {
                    if id != *target {
                        tell(here, Event::Read(id));
                    }
                });
                tell(here, Event::Assigned(*target));
            }
            Statement::If {
                test,
                then,
                otherwise,
            } => {
                test.each_signal(&mut |id| tell(here, Event::Read(id)));
                order(then, place, tell);
                order(otherwise, place, tell);
            }
            Statement::Case {
                test,
                arms,
                otherwise,
            } => {
                test.each_signal(&mut |id| tell(here, Event::Read(id)));
                for (_, block) in arms {
                    order(block, place, tell);
                }
                order(otherwise, place, tell);
            }
        }
    }
}
