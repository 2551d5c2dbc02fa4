//! From a Rust-HDL circuit to a [`Design`].

mod check;
mod kernel;
mod walk;

use super::design::{Body, Design, Instance, Kind, Signal, Statement};
use super::expression::{Expression, Id};
use super::parameters::is_switch;
use super::partial;
use crate::circuit::{Circuit, NoteKind, Source};
use kernel::{Kernel, Meaning};
use rust_hdl::prelude::{AtomKind, Verilog, check_all};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use walk::{Found, Visited, Walk};

/// The circuit as a design; its constants with a formula become parameters of their modules.
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
            let source = circuit.source();
            let instance = design.instances.len();
            let parent = block.parent.map(|parent| instances[&parent]);
            instances.insert(number, instance);
            design.instances.push(Instance {
                name: block.name.replace('$', "_"),
                source,
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
                let named = Expression::Constant { value: *value, width: 32, name: Some(Rc::from(label.as_str())) };
                names[number].insert(label.clone(), Meaning::Constant(named));
            }
            for (name, found) in &block.atoms {
                let meaning = atom(name, found, &source, instance, &mut design);
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
            if let Some(text) = circuits[&number].template() {
                design.instances[instance].body = Body::Template(text);
                // It declares its own signals.
                for id in std::mem::take(&mut design.instances[instance].inner) {
                    design.signals[id].kind = Kind::Local;
                }
                continue;
            }
            design.instances[instance].body = match &block.code {
                Verilog::Combinatorial(code) => {
                    let mut kernel = Kernel { names, design: &design, loops: Vec::new(), links: Vec::new() };
                    let mut statements = kernel.block(code);
                    statements.append(&mut kernel.links);
                    let mut all = self.begin(block, names, &design, &statements);
                    all.append(&mut statements);
                    Body::Logic(all)
                }
                Verilog::Custom(text) => {
                    Body::Memory(text.parse().unwrap_or_else(|error| panic!("{}: {error}", block.name)))
                }
                Verilog::Wrapper(wrapper) => Body::Cell(wrapper.code.clone()),
                Verilog::Empty => Body::Logic(Vec::new()),
                Verilog::Blackbox(_) => panic!("{}: write a wrapper around it", block.name),
            };
        }
        clocks(&mut design);
        check::names(&design);
        check::reading(&design);
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
fn register(block: &Visited, owner: usize, design: &mut Design, names: &mut HashMap<String, Meaning>) {
    let (_, q) = block.atoms.iter().find(|(name, _)| name == "q").expect("a flip-flop has q");
    let name = block.name.replace('$', "_");
    let first = design.signals.len();
    let (of, next, clock) = (first, first + 1, first + 2);
    let signal = |name: String, width, kind| Signal { name, owner, width, kind };
    design.signals.push(signal(name.clone(), q.width, Kind::Register { next, clock, initial: q.value }));
    design.signals.push(signal(format!("next_{name}"), q.width, Kind::Next { of }));
    design.signals.push(signal(format!("{name}_clock"), 1, Kind::Local));
    design.instances[owner].inner.push(of);
    for (port, id) in [("q", of), ("d", next), ("clock", clock)] {
        names.insert(format!("{}${port}", block.name), Meaning::Signal(id));
    }
}

/// Adds a signal or constant of an instance.
fn atom(name: &str, found: &Found, source: &Source, owner: usize, design: &mut Design) -> Meaning {
    let kind = match found.kind {
        AtomKind::Constant => {
            if let Some(formula) = source.note(name, NoteKind::Formula) {
                let id = design.signals.len();
                let is_parameter = is_switch(formula);
                design.signals.push(Signal {
                    name: if is_parameter { formula.to_owned() } else { name.to_uppercase() },
                    owner,
                    width: found.width,
                    kind: Kind::Parameter { formula, value: found.value },
                });
                design.instances[owner].inner.push(id);
                return Meaning::Signal(id);
            }
            let constant = (owner, name.to_owned(), found.value);
            design.constants.push(constant);
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
    design.signals.push(Signal { name: name.replace('$', "_").to_lowercase(), owner, width: found.width, kind });
    let instance = &mut design.instances[owner];
    if kind == Kind::Local {
        instance.inner.push(id);
    } else {
        instance.ports.push(id);
    }
    Meaning::Signal(id)
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
                Statement::Assign(target, Expression::Signal(driver, _)) if own.contains(target) => {
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
            *clock = *drivers.get(clock).unwrap_or_else(|| panic!("the flip-flop {name} has no clock"));
        }
    }
}
