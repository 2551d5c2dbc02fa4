//! Leaves out what no build reads.
//!
//! A module is one text for all its instances: so what one of them needs, all have.

use super::design::{Body, Design, Kind, Statement};
use super::expression::{Expression, Id};
use std::collections::HashSet;

/// Signals by the name of their module and their own.
pub type Needed = HashSet<(String, String)>;

/// Adds the signals of a design that somebody reads, if those in `needed` are.
pub fn find(design: &Design, modules: &[String], needed: &mut Needed) {
    let mut live = Live { design, modules, of: HashSet::new() };
    for id in 0..design.signals.len() {
        let (module, name) = live.key(id);
        if needed.contains(&(module.to_owned(), name.to_owned())) {
            live.mark(id);
        }
    }
    for &port in &design.instances[0].ports {
        live.mark(port);
    }
    for instance in &design.instances {
        let fixed = !matches!(instance.body, Body::Logic(_));
        for &port in instance.ports.iter().filter(|_| fixed) {
            // Of a template only what is read is assigned.
            if design.signals[port].kind == Kind::Input || !matches!(instance.body, Body::Template(_)) {
                live.mark(port);
            }
        }
    }
    loop {
        let before = live.of.len();
        for number in 0..design.instances.len() {
            live.block(design.statements(number));
        }
        for (id, signal) in design.signals.iter().enumerate() {
            if let Kind::Register { next, clock, .. } = signal.kind
                && live.has(id)
            {
                live.mark(next);
                live.mark(clock);
            }
        }
        if live.of.len() == before {
            break;
        }
    }
    let found = live.of.into_iter();
    needed.extend(found.map(|(module, name)| (module.to_owned(), name.to_owned())));
}

/// Drops the other signals; `modules` are the modules' names of all instances.
pub fn prune(design: &mut Design, modules: &[String], needed: &Needed) {
    let has = |id: usize| {
        let signal = &design.signals[id];
        needed.contains(&(modules[signal.owner].clone(), signal.name.clone()))
    };
    let alive: Vec<bool> = (0..design.signals.len()).map(has).collect();
    for instance in &mut design.instances {
        let parameter = |id: &Id| matches!(design.signals[*id].kind, Kind::Parameter { .. });
        instance.ports.retain(|&id| alive[id]);
        instance.inner.retain(|id| alive[*id] || parameter(id));
        if let Body::Logic(statements) = &mut instance.body {
            let kept = std::mem::take(statements);
            let kept = kept.into_iter().filter_map(|one| keep(one, &alive));
            *statements = kept.collect();
        }
    }
}

/// What is left of a statement.
fn keep(statement: Statement, alive: &[bool]) -> Option<Statement> {
    let block =
        |block: Vec<Statement>| -> Vec<Statement> { block.into_iter().filter_map(|one| keep(one, alive)).collect() };
    match statement {
        Statement::Assign(target, _) => alive[target].then_some(statement),
        Statement::If { test, then, otherwise } => {
            let (then, otherwise) = (block(then), block(otherwise));
            let any = !then.is_empty() || !otherwise.is_empty();
            any.then_some(Statement::If { test, then, otherwise })
        }
        Statement::Case { test, arms, otherwise } => {
            let arms: Vec<_> = arms.into_iter().map(|(label, inner)| (label, block(inner))).collect();
            let otherwise = block(otherwise);
            let any = !otherwise.is_empty() || arms.iter().any(|(_, block)| !block.is_empty());
            any.then_some(Statement::Case { test, arms, otherwise })
        }
    }
}

/// The signals that are read, by module and name.
struct Live<'a> {
    design: &'a Design,
    modules: &'a [String],
    of: HashSet<(&'a str, &'a str)>,
}

impl<'a> Live<'a> {
    fn key(&self, id: Id) -> (&'a str, &'a str) {
        let signal = &self.design.signals[id];
        (&self.modules[signal.owner], &signal.name)
    }

    fn mark(&mut self, id: Id) {
        let key = self.key(id);
        self.of.insert(key);
    }

    fn has(&self, id: Id) -> bool {
        self.of.contains(&self.key(id))
    }

    fn read(&mut self, value: &Expression) {
        value.each_signal(&mut |id| self.mark(id));
    }

    /// Goes through statements; returns whether any is needed.
    fn block(&mut self, statements: &[Statement]) -> bool {
        let mut needed = false;
        for statement in statements {
            needed |= match statement {
                Statement::Assign(target, value) => {
                    let live = self.has(*target);
                    if live {
                        self.read(value);
                    }
                    live
                }
                Statement::If { test, then, otherwise } => {
                    let inside = self.block(then) | self.block(otherwise);
                    if inside {
                        self.read(test);
                    }
                    inside
                }
                Statement::Case { test, arms, otherwise } => {
                    let mut inside = self.block(otherwise);
                    for (_, block) in arms {
                        inside |= self.block(block);
                    }
                    if inside {
                        self.read(test);
                    }
                    inside
                }
            };
        }
        needed
    }
}
