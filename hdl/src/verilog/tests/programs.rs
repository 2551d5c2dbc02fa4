//! Circuits and statements made up for tests, and what they do.

use crate::circuit::Source;
use crate::verilog::design::{Body, Design, Instance, Kind, Signal as Wire, Statement};
use crate::verilog::expression::{self as e, Expression, Id, Unary};
use std::collections::BTreeMap;

pub fn assign(target: Id, value: Expression) -> Statement {
    Statement::Assign(target, value)
}

/// A circuit of one part: six signals of four bits, and statements.
pub fn of_statements(statements: Vec<Statement>) -> Design {
    let signal = |id| Wire { name: format!("s{id}"), owner: 0, width: 4, kind: Kind::Local };
    Design {
        signals: (0..6).map(signal).collect(),
        instances: vec![Instance {
            name: "top".to_owned(),
            source: Source { name: "top", text: "", place: "", notes: &[] },
            parent: None,
            children: Vec::new(),
            ports: Vec::new(),
            inner: Vec::new(),
            body: Body::Logic(statements),
        }],
        constants: Vec::new(),
    }
}

/// The value of an expression for the values of its signals.
pub fn evaluate(expression: &Expression, values: &[u128]) -> u128 {
    let number = |node: &Expression| match node {
        Expression::Signal(id, width) => Some(e::constant(values[*id], *width)),
        _ => None,
    };
    let result = expression.map(&number);
    result.number().expect("numbers make a number")
}

/// Numbers that look random and are the same in each run.
pub struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Self(1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}

/// Statements that read the signals 0 to 2, of one bit, and assign the signals 3 to 5, of four.
pub fn program(random: &mut Random, depth: usize) -> Vec<Statement> {
    let mut statements = Vec::new();
    for _ in 0..random.below(4) {
        let test = Expression::Signal(random.below(3), 1);
        let other = Expression::Signal(random.below(3), 1);
        statements.push(match random.below(if depth == 0 { 1 } else { 4 }) {
            0 => {
                let value = match random.below(2) {
                    0 => e::constant(random.below(16) as u128, 4),
                    _ => e::concat(vec![e::constant(random.below(8) as u128, 3), test]),
                };
                assign(3 + random.below(3), value)
            }
            1 | 2 => Statement::If {
                test: if random.below(2) == 0 { test } else { e::unary(Unary::Not, test) },
                then: program(random, depth - 1),
                otherwise: program(random, depth - 1),
            },
            _ => Statement::Case {
                test: Expression::Concat(vec![test, other]),
                arms: (0..random.below(5))
                    .map(|label| (e::constant(label as u128, 2), program(random, depth - 1)))
                    .collect(),
                otherwise: program(random, depth - 1),
            },
        });
    }
    statements
}

/// What the statements leave in the signals 3 to 5, for values of the signals 0 to 2.
pub fn run(statements: &[Statement], inputs: u128) -> BTreeMap<Id, u128> {
    let mut values = BTreeMap::new();
    step(statements, inputs, &mut values);
    values
}

fn step(statements: &[Statement], inputs: u128, values: &mut BTreeMap<Id, u128>) {
    for statement in statements {
        let all: Vec<u128> = (0..6)
            .map(|id| match id {
                0..3 => inputs >> id & 1,
                _ => values.get(&id).copied().unwrap_or(0),
            })
            .collect();
        match statement {
            Statement::Assign(target, value) => {
                values.insert(*target, evaluate(value, &all));
            }
            Statement::If { test, then, otherwise } => {
                let holds = evaluate(test, &all) == 1;
                step(if holds { then } else { otherwise }, inputs, values);
            }
            Statement::Case { test, arms, otherwise } => {
                let value = evaluate(test, &all);
                let arm = arms.iter().find(|(label, _)| label.is(value));
                step(arm.map_or(otherwise, |(_, block)| block), inputs, values);
            }
        }
    }
}
