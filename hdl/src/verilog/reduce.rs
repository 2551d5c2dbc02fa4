//! Leaves of a design only what its build has.
//!
//! What is constant becomes a number everywhere, what is always 0 at a signal's upper end or is never looked at there
//! is cut off, and what nobody needs is dropped: statements, signals, ports, memories, whole instances. Each makes room
//! for the others, so it is done until nothing changes.

mod fate;

use super::demand::Demand;
use super::design::{Body, Design, Kind, Statement};
use super::expression::{self as e, Expression, Id};
use super::inline::inline;
use super::known::Known;
use super::tidy::tidy;
use fate::{Fate, fate, fates_of_memory};
use std::collections::HashMap;

/// What was found out about a signal: of its bits, those that are always 0, those that are always 1, and those that are
/// needed and neither. The others are not needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Always 0.
    pub zeros: u128,
    /// Always 1.
    pub ones: u128,
    /// Needed.
    pub needed: u128,
    /// Of a narrow signal the numbers that it can be, one bit each; else 0.
    pub numbers: u64,
}

/// Does it. Returns what it was done by, of each signal.
pub fn reduce(design: &mut Design) -> Vec<Finding> {
    let mut findings = vec![Finding::default(); design.signals.len()];
    let widths: Vec<usize> = design.signals.iter().map(|one| one.width).collect();
    let mut first = true;
    loop {
        let before = shape(design);
        let known = Known::new(design);
        let demand = Demand::new(design);
        for (id, finding) in findings.iter_mut().enumerate() {
            let (bits, needed) = (known.signal(id), demand.signal(id));
            finding.zeros |= needed & bits.zero & !bits.one;
            finding.ones |= needed & bits.one & !bits.zero;
            finding.needed = needed & bits.zero & bits.one;
            // Of a signal that has lost bits which may be 1, the numbers are no longer known.
            let lost = e::mask(widths[id]) & !e::mask(bits.width);
            if first {
                finding.numbers = bits.numbers();
            } else if lost & !finding.zeros == 0 {
                finding.numbers &= bits.numbers();
            }
        }
        first = false;
        rewrite(design, &known, &demand);
        forward(design);
        drop_empty(design);
        if shape(design) == before && !inline(design) {
            return findings;
        }
    }
}

/// Drops only what does nothing in any build.
pub fn keep(design: &mut Design) {
    for instance in &mut design.instances {
        if let Body::Logic(statements) = &mut instance.body {
            *statements = tidy(std::mem::take(statements));
        }
    }
}

/// What tells whether a round has changed anything.
fn shape(design: &Design) -> (Vec<usize>, Vec<Vec<Statement>>) {
    (
        design.signals.iter().map(|signal| signal.width).collect(),
        (0..design.instances.len())
            .map(|number| design.statements(number).to_vec())
            .collect(),
    )
}

fn rewrite(design: &mut Design, known: &Known, demand: &Demand) {
    let mut fates: Vec<Fate> = (0..design.signals.len())
        .map(|id| fate(design, known, demand, id))
        .collect();
    for number in 0..design.instances.len() {
        if let Body::Memory(memory) = &design.instances[number].body {
            fates_of_memory(design, known, demand, number, memory, &mut fates);
        }
    }
    // A flip-flop and what it takes over go together.
    for id in 0..design.signals.len() {
        if let Kind::Register { next, .. } = design.signals[id].kind {
            fates[next] = match fates[id] {
                Fate::Kept(width) => match fates[next] {
                    // Read elsewhere, it may be wider.
                    Fate::Kept(other) => Fate::Kept(width.max(other)),
                    _ => Fate::Kept(width),
                },
                _ => fates[next],
            };
        }
    }
    let replace = |node: &Expression| -> Option<Expression> {
        match node {
            Expression::Constant { .. } => Some(node.clone()),
            Expression::Signal(id, width) => Some(match fates[*id] {
                Fate::Kept(kept) => e::resize(Expression::Signal(*id, kept), *width),
                Fate::Constant(value) => e::constant(value, *width),
                // Its reader is about to go.
                Fate::Unread => e::constant(0, *width),
            }),
            other => known
                .bits(other)
                .value()
                .map(|value| e::constant(value, other.width())),
        }
    };
    for instance in &mut design.instances {
        if let Body::Logic(statements) = &mut instance.body {
            *statements = tidy(
                statements
                    .iter()
                    .filter_map(|statement| rewrite_statement(statement, &fates, known, &replace)),
            );
        }
    }
    for (id, signal) in design.signals.iter_mut().enumerate() {
        if let Fate::Kept(width) = fates[id] {
            signal.width = width;
            if let Kind::Register { initial, .. } = &mut signal.kind {
                *initial &= e::mask(width);
            }
        }
    }
    let gone = |id: &Id| matches!(fates[*id], Fate::Kept(_));
    for instance in &mut design.instances {
        instance.ports.retain(gone);
        instance.inner.retain(gone);
        if let Body::Memory(_) = instance.body
            && instance.ports.is_empty()
        {
            instance.body = Body::Logic(Vec::new());
        }
    }
}

fn rewrite_statement(
    statement: &Statement,
    fates: &[Fate],
    known: &Known,
    replace: &impl Fn(&Expression) -> Option<Expression>,
) -> Option<Statement> {
    let block = |statements: &[Statement]| -> Vec<Statement> {
        statements
            .iter()
            .filter_map(|statement| rewrite_statement(statement, fates, known, replace))
            .collect()
    };
    match statement {
        Statement::Assign(target, value) => match fates[*target] {
            Fate::Kept(width) => Some(Statement::Assign(
                *target,
                e::resize(value.map(replace), width),
            )),
            _ => None,
        },
        Statement::If {
            test,
            then,
            otherwise,
        } => Some(Statement::If {
            test: test.map(replace),
            then: block(then),
            otherwise: block(otherwise),
        }),
        Statement::Case {
            test,
            arms,
            otherwise,
        } => {
            let can = known.bits(test);
            let test = test.map(replace);
            // Its upper bits may be gone, and then they are in no label that can come about.
            let narrow = narrowed(&test);
            let width = narrow.width();
            let arms = arms
                .iter()
                .filter(|(label, _)| can.can_be(label.number().expect("a label is a number")))
                .map(|(label, statements)| (e::resize(label.clone(), width), block(statements)))
                .collect();
            Some(Statement::Case {
                test: narrow,
                arms,
                otherwise: block(otherwise),
            })
        }
    }
}

/// `x` of `{0, x}`.
fn narrowed(test: &Expression) -> Expression {
    match test {
        Expression::Concat(parts) if parts[0].is(0) => e::concat(parts[1..].to_vec()),
        other => other.clone(),
    }
}

/// Lets readers of a local signal that is only another name read the other.
fn forward(design: &mut Design) {
    for number in 0..design.instances.len() {
        let mut others: HashMap<Id, Expression> = HashMap::new();
        for statement in design.statements(number) {
            if let Statement::Assign(target, value @ Expression::Signal(..)) = statement
                && design.signals[*target].kind == Kind::Local
                && times_assigned(design.statements(number), *target) == 1
            {
                others.insert(*target, value.clone());
            }
        }
        if others.is_empty() {
            continue;
        }
        let resolve = |id: Id| {
            let mut found = others.get(&id)?;
            while let Expression::Signal(next, _) = found
                && let Some(further) = others.get(next)
            {
                found = further;
            }
            Some(found.clone())
        };
        let replace = |node: &Expression| match node {
            Expression::Signal(id, _) => resolve(*id),
            _ => None,
        };
        if let Body::Logic(statements) = &mut design.instances[number].body {
            for statement in statements.iter_mut() {
                replace_in(statement, &replace);
            }
        }
    }
}

fn times_assigned(statements: &[Statement], wanted: Id) -> usize {
    let mut count = 0;
    for statement in statements {
        statement.each_target(&mut |id| count += usize::from(id == wanted));
    }
    count
}

/// Replaces nodes in all expressions of a statement.
pub fn replace_in(statement: &mut Statement, replace: &impl Fn(&Expression) -> Option<Expression>) {
    match statement {
        Statement::Assign(_, value) => *value = value.map(replace),
        Statement::If {
            test,
            then,
            otherwise,
        } => {
            *test = test.map(replace);
            for inner in then.iter_mut().chain(otherwise) {
                replace_in(inner, replace);
            }
        }
        Statement::Case {
            test,
            arms,
            otherwise,
        } => {
            *test = test.map(replace);
            let blocks = arms.iter_mut().flat_map(|(_, block)| block);
            for inner in blocks.chain(otherwise) {
                replace_in(inner, replace);
            }
        }
    }
}

/// Takes instances away in which nothing is left.
fn drop_empty(design: &mut Design) {
    for number in (1..design.instances.len()).rev() {
        let instance = &design.instances[number];
        let empty = matches!(&instance.body, Body::Logic(statements) if statements.is_empty());
        let parent = instance.parent.expect("only the top has none");
        if empty && instance.children.is_empty() {
            design.instances[parent]
                .children
                .retain(|&child| child != number);
        }
    }
}
