//! Statements without what does nothing: decided tests, empty branches, assignments that later ones replace.

use super::design::{Body, Design, Statement};
use super::expression::{self as e, Binary, Expression, Id, Unary, mask};
use std::collections::{HashMap, HashSet};

/// Tidies the statements of all instances.
pub fn tidy_all(design: &mut Design) {
    for instance in &mut design.instances {
        if let Body::Logic(statements) = &mut instance.body {
            *statements = tidy(std::mem::take(statements));
        }
    }
}

/// The same without them.
pub fn tidy(statements: impl IntoIterator<Item = Statement>) -> Vec<Statement> {
    let mut result = flatten(statements);
    replaced(&mut result, &HashSet::new());
    repeated(&mut result, &HashMap::new());
    // What has become empty is taken out.
    flatten(result)
}

fn flatten(statements: impl IntoIterator<Item = Statement>) -> Vec<Statement> {
    let mut result = Vec::new();
    for statement in statements {
        match statement {
            Statement::Assign(..) => result.push(statement),
            Statement::If { test, then, otherwise } => {
                if let Some(value) = test.number() {
                    result.extend(flatten(if value != 0 { then } else { otherwise }));
                } else {
                    conditional(test, flatten(then), flatten(otherwise), &mut result);
                }
            }
            Statement::Case { test, arms, otherwise } => choice(test, arms, otherwise, &mut result),
        }
    }
    result
}

fn conditional(test: Expression, then: Vec<Statement>, otherwise: Vec<Statement>, to: &mut Vec<Statement>) {
    if then == otherwise {
        to.extend(then);
    } else if then.is_empty() {
        to.push(Statement::If { test: e::unary(Unary::Not, test), then: otherwise, otherwise: Vec::new() });
    } else if let Expression::Unary(Unary::Not, inner) = &test
        && !otherwise.is_empty()
    {
        to.push(Statement::If { test: (**inner).clone(), then: otherwise, otherwise: then });
    } else if otherwise.is_empty()
        && let [Statement::If { test: inner, then: both, otherwise: neither }] = &then[..]
        && neither.is_empty()
    {
        to.push(Statement::If {
            test: e::binary(Binary::And, test, inner.clone()),
            then: both.clone(),
            otherwise: Vec::new(),
        });
    } else {
        to.push(Statement::If { test, then, otherwise });
    }
}

fn choice(
    test: Expression,
    arms: Vec<(Expression, Vec<Statement>)>,
    otherwise: Vec<Statement>,
    to: &mut Vec<Statement>,
) {
    if let Some(value) = test.number() {
        let found = arms.into_iter().find(|(label, _)| label.is(value));
        to.extend(flatten(found.map_or(otherwise, |(_, block)| block)));
        return;
    }
    let otherwise = flatten(otherwise);
    let mut arms: Vec<_> = arms.into_iter().map(|(label, block)| (label, flatten(block))).collect();
    arms.retain(|(_, block)| !block.is_empty() || !otherwise.is_empty());
    if arms.is_empty() {
        to.extend(otherwise);
    } else if arms.len() == 1 {
        let (label, block) = arms.remove(0);
        conditional(e::binary(Binary::Equal, test, label), block, otherwise, to);
    } else {
        to.push(Statement::Case { test, arms, otherwise });
    }
}

/// Takes out assignments to signals of `later`, and those that a later one of the same block replaces. Returns what the
/// block assigns on every way through it.
fn replaced(statements: &mut Vec<Statement>, later: &HashSet<Id>) -> HashSet<Id> {
    let mut certain = HashSet::new();
    let mut all = later.clone();
    let mut kept = Vec::new();
    for mut statement in std::mem::take(statements).into_iter().rev() {
        let own = match &mut statement {
            Statement::Assign(target, _) => {
                if all.contains(target) {
                    continue;
                }
                HashSet::from([*target])
            }
            Statement::If { then, otherwise, .. } => {
                let (a, b) = (replaced(then, &all), replaced(otherwise, &all));
                a.intersection(&b).copied().collect()
            }
            Statement::Case { test, arms, otherwise } => {
                let ways = arms.len() as u128 == mask(test.width()).wrapping_add(1);
                let mut sets: Vec<_> = arms.iter_mut().map(|(_, block)| replaced(block, &all)).collect();
                let rest = replaced(otherwise, &all);
                if !ways {
                    sets.push(rest);
                }
                let first = sets.pop().unwrap_or_default();
                first.into_iter().filter(|id| sets.iter().all(|set| set.contains(id))).collect()
            }
        };
        all.extend(own.iter().copied());
        certain.extend(own);
        kept.push(statement);
    }
    kept.reverse();
    *statements = kept;
    certain
}

/// Takes out assignments of what the signal has already. `values` are those that are certain before the block.
fn repeated(statements: &mut Vec<Statement>, values: &HashMap<Id, Expression>) {
    let mut values = values.clone();
    statements.retain_mut(|statement| {
        let mut blocks: Vec<&mut Vec<Statement>> = match statement {
            Statement::Assign(target, value) => {
                return values.insert(*target, value.clone()).as_ref() != Some(value);
            }
            Statement::If { then, otherwise, .. } => vec![then, otherwise],
            Statement::Case { arms, otherwise, .. } => {
                let mut blocks: Vec<_> = arms.iter_mut().map(|(_, block)| block).collect();
                blocks.push(otherwise);
                blocks
            }
        };
        for block in &mut blocks {
            repeated(block, &values);
        }
        statement.each_target(&mut |target| {
            values.remove(&target);
        });
        true
    });
}

#[cfg(test)]
mod tests;
