//! Names for what Verilog can take no bits of.

use super::design::{Body, Design, Kind, Signal, Statement};
use super::expression::{Expression, Id};
use super::writing::is_selection;

/// Gives a signal to each expression that is no signal and whose bits are taken.
pub fn name_selections(design: &mut Design) {
    for number in 0..design.instances.len() {
        let Body::Logic(statements) = &design.instances[number].body else {
            continue;
        };
        let mut found: Vec<Expression> = Vec::new();
        for statement in statements {
            statement.each_expression(&mut |value| selections(value, &mut found));
        }
        if found.is_empty() {
            continue;
        }
        let mut added: Vec<(Expression, Id)> = Vec::new();
        for value in found {
            if added.iter().any(|(other, _)| *other == value) {
                continue;
            }
            let id = design.signals.len();
            design.signals.push(Signal {
                name: format!("selected_{}", added.len()),
                owner: number,
                width: value.width(),
                kind: Kind::Local,
            });
            design.instances[number].inner.push(id);
            added.push((value, id));
        }
        let replace = |node: &Expression| {
            let Expression::Slice { of, low, width } = node else {
                return None;
            };
            let (_, id) = added.iter().find(|(value, _)| *value == **of)?;
            Some(Expression::Slice { of: Box::new(Expression::Signal(*id, of.width())), low: *low, width: *width })
        };
        let Body::Logic(statements) = &mut design.instances[number].body else {
            unreachable!("it was one above");
        };
        for statement in statements.iter_mut() {
            replace_in(statement, &replace);
        }
        let new = added.into_iter().map(|(value, id)| Statement::Assign(id, value));
        statements.splice(0..0, new);
    }
}

/// Replaces nodes in all expressions of a statement.
fn replace_in(statement: &mut Statement, replace: &impl Fn(&Expression) -> Option<Expression>) {
    match statement {
        Statement::Assign(_, value) => *value = value.map(replace),
        Statement::If { test, then, otherwise } => {
            *test = test.map(replace);
            for inner in then.iter_mut().chain(otherwise) {
                replace_in(inner, replace);
            }
        }
        Statement::Case { test, arms, otherwise } => {
            *test = test.map(replace);
            let blocks = arms.iter_mut().flat_map(|(_, block)| block);
            for inner in blocks.chain(otherwise) {
                replace_in(inner, replace);
            }
        }
    }
}

fn selections(value: &Expression, found: &mut Vec<Expression>) {
    match value {
        Expression::Slice { of, low, width } => match &**of {
            Expression::Signal(..) => {}
            Expression::Binary(super::expression::Binary::ShiftRight, inner, by)
                if is_selection(inner, by, *low, *width) =>
            {
                selections(by, found);
            }
            other => {
                selections(other, found);
                found.push(other.clone());
            }
        },
        Expression::Constant { .. } | Expression::Signal(..) => {}
        Expression::Concat(parts) => parts.iter().for_each(|part| selections(part, found)),
        Expression::Unary(_, of) => selections(of, found),
        Expression::Binary(_, left, right) => {
            selections(left, found);
            selections(right, found);
        }
        Expression::Choose(test, then, otherwise) => {
            for part in [test, then, otherwise] {
                selections(part, found);
            }
        }
    }
}
