//! What each combinational signal is, as one expression.
//!
//! Simulators evaluate a continuous assignment as they begin. `always @(*)` waits for an event instead; constants and
//! the first values of registers cause none, so a block that depends on these alone would not run, and leave X.

use super::design::Statement;
use super::expression::{Binary, Expression, Id, binary, choose};
use std::collections::{HashMap, HashSet};

/// The statements without all assignments to other signals.
pub fn project(statements: &[Statement], wanted: &HashSet<Id>) -> Vec<Statement> {
    let kept = statements.iter().filter_map(|statement| match statement {
        Statement::Assign(target, _) => wanted.contains(target).then(|| statement.clone()),
        Statement::If { test, then, otherwise } => Some(Statement::If {
            test: test.clone(),
            then: project(then, wanted),
            otherwise: project(otherwise, wanted),
        }),
        Statement::Case { test, arms, otherwise } => Some(Statement::Case {
            test: test.clone(),
            arms: arms.iter().map(|(label, block)| (label.clone(), project(block, wanted))).collect(),
            otherwise: project(otherwise, wanted),
        }),
    });
    super::tidy::tidy(kept)
}

/// The value of each of `targets`.
pub fn values(statements: &[Statement], targets: &[Id]) -> HashMap<Id, Expression> {
    let value = |&target: &Id| {
        let own = project(statements, &HashSet::from([target]));
        let value = after(&own, None).expect("a circuit without latches assigns on every way");
        (target, value)
    };
    targets.iter().map(value).collect()
}

/// What the one signal that the statements assign is after them, if it was `before`.
fn after(statements: &[Statement], before: Option<Expression>) -> Option<Expression> {
    statements.iter().fold(before, |now, statement| match statement {
        Statement::Assign(_, value) => Some(value.clone()),
        Statement::If { test, then, otherwise } => {
            Some(choose(test.clone(), after(then, now.clone())?, after(otherwise, now)?))
        }
        Statement::Case { test, arms, otherwise } => {
            let mut arms: Vec<(Expression, Expression)> = arms
                .iter()
                .map(|(label, block)| {
                    let chosen = binary(Binary::Equal, test.clone(), label.clone());
                    Some((chosen, after(block, now.clone())?))
                })
                .collect::<Option<_>>()?;
            // Where the arms are all that there are, the last one is what is left.
            let rest = match after(otherwise, now) {
                Some(rest) => rest,
                None => arms.pop()?.1,
            };
            Some(one_of(arms, rest))
        }
    })
}

/// The value whose test holds, of which one at most does, or `rest`.
fn one_of(arms: Vec<(Expression, Expression)>, rest: Expression) -> Expression {
    let mut by_value: Vec<(Expression, Expression)> = Vec::new();
    for (test, value) in arms {
        if value == rest || value.number().is_some() && value.number() == rest.number() {
            continue;
        }
        match by_value.iter_mut().find(|(_, other)| *other == value) {
            Some((tests, _)) => *tests = binary(Binary::Or, tests.clone(), test),
            None => by_value.push((test, value)),
        }
    }
    let arm = |rest, (test, value)| choose(test, value, rest);
    by_value.into_iter().rev().fold(rest, arm)
}
