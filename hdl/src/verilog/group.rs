//! Which combinational signals are driven by an expression, and which share an `always`.

use super::design::Statement;
use super::expression::{Expression, Id, choose};
use std::collections::{HashMap, HashSet};

/// Signals that one `always @(*)` drives.
pub struct Group {
    /// The signals, in the order of the source.
    pub targets: Vec<Id>,
    /// The statements.
    pub statements: Vec<Statement>,
}

/// The statements without all assignments to other signals.
pub fn project(statements: &[Statement], wanted: &HashSet<Id>) -> Vec<Statement> {
    let kept = statements.iter().filter_map(|statement| match statement {
        Statement::Assign(target, _) => wanted.contains(target).then(|| statement.clone()),
        Statement::If {
            test,
            then,
            otherwise,
        } => Some(Statement::If {
            test: test.clone(),
            then: project(then, wanted),
            otherwise: project(otherwise, wanted),
        }),
        Statement::Case {
            test,
            arms,
            otherwise,
        } => Some(Statement::Case {
            test: test.clone(),
            arms: arms
                .iter()
                .map(|(label, block)| (label.clone(), project(block, wanted)))
                .collect(),
            otherwise: project(otherwise, wanted),
        }),
    });
    super::tidy::tidy(kept)
}

/// Divides `targets` into those that an expression drives, and groups.
pub fn groups(statements: &[Statement], targets: &[Id]) -> (HashMap<Id, Expression>, Vec<Group>) {
    let wanted: HashSet<Id> = targets.iter().copied().collect();
    let projected = project(statements, &wanted);
    // Those that stand in one conditional belong together.
    let mut of: HashMap<Id, usize> = targets.iter().copied().zip(0..).collect();
    for statement in &projected {
        let mut inside = Vec::new();
        statement.each_target(&mut |id| inside.push(id));
        let group = of[&inside[0]];
        for id in inside {
            let other = of[&id];
            for value in of.values_mut().filter(|value| **value == other) {
                *value = group;
            }
        }
    }
    let mut plain = HashMap::new();
    let mut groups = Vec::new();
    let mut seen = HashSet::new();
    for &target in targets {
        let number = of[&target];
        if !seen.insert(number) {
            continue;
        }
        let members: Vec<Id> = targets
            .iter()
            .copied()
            .filter(|id| of[id] == number)
            .collect();
        let all: HashSet<Id> = members.iter().copied().collect();
        let own = project(statements, &all);
        if let Some(value) = expression(&own) {
            plain.insert(target, value);
        } else if reads_itself(&own, &all) {
            for member in members {
                let statements = project(statements, &HashSet::from([member]));
                match expression(&statements) {
                    Some(value) => {
                        plain.insert(member, value);
                    }
                    None => groups.push(Group {
                        targets: vec![member],
                        statements,
                    }),
                }
            }
        } else {
            groups.push(Group {
                targets: members,
                statements: own,
            });
        }
    }
    (plain, groups)
}

/// The statements as one expression, where they are simple enough.
fn expression(statements: &[Statement]) -> Option<Expression> {
    match statements {
        [Statement::Assign(_, value)] => Some(value.clone()),
        [
            Statement::Assign(target, before),
            Statement::If {
                test,
                then,
                otherwise,
            },
        ] => match (&then[..], &otherwise[..]) {
            ([Statement::Assign(other, value)], []) if other == target => {
                Some(choose(test.clone(), value.clone(), before.clone()))
            }
            _ => None,
        },
        [
            Statement::If {
                test,
                then,
                otherwise,
            },
        ] => match (&then[..], &otherwise[..]) {
            ([Statement::Assign(target, value)], [Statement::Assign(other, rest)])
                if other == target =>
            {
                Some(choose(test.clone(), value.clone(), rest.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether one of the signals is read among the statements: not every simulator looks at it again.
fn reads_itself(statements: &[Statement], targets: &HashSet<Id>) -> bool {
    let mut found = false;
    for statement in statements {
        statement.each_expression(&mut |value| {
            value.each_signal(&mut |id| found |= targets.contains(&id));
        });
    }
    found
}
