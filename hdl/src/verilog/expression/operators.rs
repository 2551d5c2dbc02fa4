//! Expressions joined by an operator.

use super::Expression::{self, Choose, Concat};
use super::bitwise::{bitwise, has_bits, run};
use super::compare::compare;
use super::{Binary, Unary, concat, constant, mask, resize, slice};

/// `of` after an operator with one operand.
pub fn unary(operator: Unary, of: Expression) -> Expression {
    let width = of.width();
    if let Some(value) = of.number() {
        return match operator {
            Unary::Not => constant(!value, width),
            Unary::Negate => constant(value.wrapping_neg(), width),
            Unary::All => constant(u128::from(value == mask(width)), 1),
            Unary::Any => constant(u128::from(value != 0), 1),
            Unary::Odd => constant(u128::from(value.count_ones() % 2), 1),
        };
    }
    if width == 1 && operator != Unary::Not {
        return of;
    }
    match (operator, of) {
        (Unary::Not, Expression::Unary(Unary::Not, inner)) => *inner,
        (Unary::Not, Expression::Binary(inner, left, right)) => match inner.opposite() {
            Some(opposite) => Expression::Binary(opposite, left, right),
            None => Expression::Unary(Unary::Not, Box::new(Expression::Binary(inner, left, right))),
        },
        (Unary::Any | Unary::Odd, Concat(parts)) if parts.iter().any(|part| part.is(0)) => {
            let kept = parts.into_iter().filter(|part| !part.is(0)).collect();
            unary(operator, concat(kept))
        }
        (Unary::Any, Expression::Binary(Binary::And, of, kept)) if has_bits(&of) && run(&kept).is_some() => {
            let (low, width) = run(&kept).expect("there is one");
            unary(operator, slice(*of, low, width))
        }
        (Unary::All, Concat(parts)) if parts.iter().any(|part| part.is(0)) => constant(0, 1),
        (operator, of) => Expression::Unary(operator, Box::new(of)),
    }
}

/// Two operands joined. They have one width, but for a shift's distance.
pub fn binary(operator: Binary, left: Expression, right: Expression) -> Expression {
    use Binary::{Add, And, Equal, Multiply, Or, ShiftLeft, ShiftRight, Subtract, Xor};
    let width = left.width();
    let shifts = matches!(operator, ShiftLeft | ShiftRight);
    assert!(shifts || width == right.width(), "operands of {width} and {} bits", right.width());
    if let (Some(a), Some(b)) = (left.number(), right.number()) {
        return calculate(operator, a, b, width);
    }
    match operator {
        And | Or | Xor => bitwise(operator, left, right),
        Add if left.is(0) => right,
        Add | Subtract if right.is(0) => left,
        Multiply if left.is(0) || right.is(0) => constant(0, width),
        Multiply if left.is(1) => right,
        Multiply if right.is(1) => left,
        ShiftLeft | ShiftRight if left.is(0) => left,
        ShiftLeft => match right.number() {
            Some(0) => left,
            Some(by) if by >= width as u128 => constant(0, width),
            Some(by) => concat(vec![slice(left, 0, width - by as usize), constant(0, by as usize)]),
            None => Expression::Binary(operator, Box::new(left), Box::new(right.narrow())),
        },
        ShiftRight => match right.number() {
            Some(by) if by >= width as u128 => constant(0, width),
            Some(by) => resize(slice(left, by as usize, width - by as usize), width),
            None => {
                let narrow = left.narrow();
                let shifted = Expression::Binary(operator, Box::new(narrow), Box::new(right.narrow()));
                resize(shifted, width)
            }
        },
        _ if operator.compares() => {
            if left.number().is_some() {
                compare(operator.exchanged(), right, left)
            } else {
                compare(operator, left, right)
            }
        }
        _ => Expression::Binary(operator, Box::new(left), Box::new(right)),
    }
    .also(|result| debug_assert!(operator != Equal || result.width() == 1))
}

trait Also: Sized {
    fn also(self, look: impl FnOnce(&Self)) -> Self {
        look(&self);
        self
    }
}

impl Also for Expression {}

/// Two numbers joined.
fn calculate(operator: Binary, a: u128, b: u128, width: usize) -> Expression {
    let bit = |value: bool| constant(u128::from(value), 1);
    match operator {
        Binary::And => constant(a & b, width),
        Binary::Or => constant(a | b, width),
        Binary::Xor => constant(a ^ b, width),
        Binary::Add => constant(a.wrapping_add(b), width),
        Binary::Subtract => constant(a.wrapping_sub(b), width),
        Binary::Multiply => constant(a.wrapping_mul(b), width),
        Binary::ShiftLeft if b >= width as u128 => constant(0, width),
        Binary::ShiftLeft => constant(a << b, width),
        Binary::ShiftRight if b >= width as u128 => constant(0, width),
        Binary::ShiftRight => constant(a >> b, width),
        Binary::Equal => bit(a == b),
        Binary::NotEqual => bit(a != b),
        Binary::Less => bit(a < b),
        Binary::LessOrEqual => bit(a <= b),
        Binary::Greater => bit(a > b),
        Binary::GreaterOrEqual => bit(a >= b),
    }
}

/// `then` where `test` is 1, else `otherwise`.
pub fn choose(test: Expression, then: Expression, otherwise: Expression) -> Expression {
    match test.number() {
        Some(0) => return otherwise,
        Some(_) => return then,
        None => {}
    }
    // The same number may have two names.
    if then == otherwise || then.number().is_some() && then.number() == otherwise.number() {
        return otherwise;
    }
    if then.width() == 1 {
        match (then.number(), otherwise.number()) {
            (Some(1), Some(0)) => return test,
            (Some(0), Some(1)) => return unary(Unary::Not, test),
            (Some(1), None) => return binary(Binary::Or, test, otherwise),
            (None, Some(0)) => return binary(Binary::And, test, then),
            (Some(0), None) => return binary(Binary::And, unary(Unary::Not, test), otherwise),
            (None, Some(1)) => return binary(Binary::Or, unary(Unary::Not, test), then),
            _ => {}
        }
    }
    if let Expression::Unary(Unary::Not, inner) = test {
        return choose(*inner, otherwise, then);
    }
    Choose(Box::new(test), Box::new(then), Box::new(otherwise))
}
