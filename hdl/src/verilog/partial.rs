//! Signals that are assigned in parts, as in `word[7:4] = nibble;`.
//!
//! Such a statement assigns the whole signal: its value so far with other bits in that place. Here these statements are
//! run, and the signal is assigned once, all of it. So no later step knows of parts, or of a value so far.

use super::design::{Design, Statement};
use super::expression::{self as e, Binary, Expression, Id};
use std::collections::{HashMap, HashSet};

/// What `signal[low +: width] = value` assigns to the signal.
pub fn part(signal: Id, bits: usize, low: usize, value: Expression) -> Expression {
    let so_far = Expression::Signal(signal, bits);
    let end = low + value.width();
    assert!(end <= bits, "bits {low} to {} of {bits}", end - 1);
    let mut parts = Vec::new();
    if end < bits {
        parts.push(e::slice(so_far.clone(), end, bits - end));
    }
    parts.push(value);
    if low > 0 {
        parts.push(e::slice(so_far, 0, low));
    }
    e::concat(parts)
}

/// Assigns each signal once that is assigned in parts.
///
/// # Panics
///
/// A part is assigned before the whole is.
pub fn join(statements: &mut Vec<Statement>, design: &Design) {
    let mut found = HashSet::new();
    for statement in statements.iter() {
        in_parts(statement, &mut found);
    }
    if found.is_empty() {
        return;
    }
    let mut values = HashMap::new();
    run(statements, &found, &mut values);
    drop_assignments(statements, &found);
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by_key(|(id, _)| *id);
    for (id, value) in values {
        let mut whole = true;
        value.each_signal(&mut |other| whole &= other != id);
        let name = &design.signals[id].name;
        assert!(whole, "a part of `{name}` is assigned before the whole is");
        statements.push(Statement::Assign(id, value));
    }
}

/// Finds the signals whose value so far is read by their own assignments.
fn in_parts(statement: &Statement, found: &mut HashSet<Id>) {
    match statement {
        Statement::Assign(target, value) => value.each_signal(&mut |id| {
            if id == *target {
                found.insert(id);
            }
        }),
        Statement::If { then, otherwise, .. } => {
            for inner in then.iter().chain(otherwise) {
                in_parts(inner, found);
            }
        }
        Statement::Case { arms, otherwise, .. } => {
            for inner in arms.iter().flat_map(|(_, block)| block).chain(otherwise) {
                in_parts(inner, found);
            }
        }
    }
}

/// Notes what the statements leave in the signals `wanted`.
fn run(statements: &[Statement], wanted: &HashSet<Id>, values: &mut HashMap<Id, Expression>) {
    for statement in statements {
        match statement {
            Statement::Assign(target, value) => {
                if wanted.contains(target) {
                    let so_far = values.get(target).cloned();
                    let value = value.map(&|node| match node {
                        Expression::Signal(id, _) if id == target => so_far.clone(),
                        _ => None,
                    });
                    values.insert(*target, value);
                }
            }
            Statement::If { test, then, otherwise } => {
                let mut other = values.clone();
                run(then, wanted, values);
                run(otherwise, wanted, &mut other);
                choose(test, values, &other);
            }
            Statement::Case { test, arms, otherwise } => {
                let before = values.clone();
                run(otherwise, wanted, values);
                for (label, block) in arms.iter().rev() {
                    let mut this = before.clone();
                    run(block, wanted, &mut this);
                    let test = e::binary(Binary::Equal, test.clone(), label.clone());
                    choose(&test, &mut this, values);
                    *values = this;
                }
            }
        }
    }
}

/// Joins the values of two ways.
fn choose(test: &Expression, values: &mut HashMap<Id, Expression>, otherwise: &HashMap<Id, Expression>) {
    values.retain(|id, _| otherwise.contains_key(id));
    for (id, value) in values {
        *value = by_part(test, value, &otherwise[id]);
    }
}

/// One of two values, part by part, so that the parts that they share stay as they are.
fn by_part(test: &Expression, then: &Expression, otherwise: &Expression) -> Expression {
    let mut ends: Vec<usize> = [then, otherwise].into_iter().flat_map(ends).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut parts = Vec::new();
    let mut low = 0;
    for end in ends {
        let [then, otherwise] = [then, otherwise].map(|value| e::slice(value.clone(), low, end - low));
        parts.push(e::choose(test.clone(), then, otherwise));
        low = end;
    }
    parts.reverse();
    e::concat(parts)
}

/// Where the parts of a concatenation end.
fn ends(value: &Expression) -> Vec<usize> {
    match value {
        Expression::Concat(parts) => {
            let ends = parts.iter().rev().scan(0, |end, part| {
                *end += part.width();
                Some(*end)
            });
            ends.collect()
        }
        other => vec![other.width()],
    }
}

/// Takes out the assignments to the signals `of`.
fn drop_assignments(statements: &mut Vec<Statement>, of: &HashSet<Id>) {
    statements.retain_mut(|statement| match statement {
        Statement::Assign(target, _) => !of.contains(target),
        Statement::If { then, otherwise, .. } => {
            drop_assignments(then, of);
            drop_assignments(otherwise, of);
            !then.is_empty() || !otherwise.is_empty()
        }
        Statement::Case { arms, otherwise, .. } => {
            for (_, block) in arms.iter_mut() {
                drop_assignments(block, of);
            }
            drop_assignments(otherwise, of);
            !otherwise.is_empty() || arms.iter().any(|(_, block)| !block.is_empty())
        }
    });
}

#[cfg(test)]
mod tests;
