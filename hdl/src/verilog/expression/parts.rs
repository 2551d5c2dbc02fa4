//! Bits of an expression, and expressions side by side.

use super::Expression::{self, Choose, Concat, Constant, Slice};
use super::{Binary, Unary, binary, choose, constant, mask, unary};

/// `{0, of}` with `width` bits, or the lowest bits of `of`.
pub fn resize(of: Expression, width: usize) -> Expression {
    let own = of.width();
    if width <= own {
        return slice(of, 0, width);
    }
    if let Constant { value, name, .. } = of {
        return Constant { value, width, name };
    }
    concat(vec![constant(0, width - own), of])
}

/// Bits of an expression.
pub fn slice(of: Expression, low: usize, width: usize) -> Expression {
    let own = of.width();
    assert!(width > 0 && low + width <= own, "bits {low}+:{width} of {own}");
    if width == own {
        return of;
    }
    match of {
        Constant { value, name, .. } => {
            let kept = (value >> low) & mask(width);
            Constant { value: kept, width, name: name.filter(|_| kept == value) }
        }
        Slice { of, low: inner, .. } => slice(*of, inner + low, width),
        Concat(parts) => {
            let mut result = Vec::new();
            let mut begin = own;
            for part in parts {
                begin -= part.width();
                let first = low.max(begin);
                let end = (low + width).min(begin + part.width());
                if first < end {
                    result.push(slice(part, first - begin, end - first));
                }
            }
            concat(result)
        }
        Expression::Unary(Unary::Not, of) => unary(Unary::Not, slice(*of, low, width)),
        Expression::Unary(Unary::Negate, of) if low == 0 => unary(Unary::Negate, slice(*of, 0, width)),
        Expression::Binary(operator, left, right) => match operator {
            Binary::And | Binary::Or | Binary::Xor => {
                binary(operator, slice(*left, low, width), slice(*right, low, width))
            }
            Binary::Add | Binary::Subtract | Binary::Multiply if low == 0 => {
                binary(operator, slice(*left, 0, width), slice(*right, 0, width))
            }
            Binary::ShiftLeft if low == 0 => binary(operator, slice(*left, 0, width), *right),
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::ShiftLeft if low + width < own => {
                let end = low + width;
                slice(slice(Expression::Binary(operator, left, right), 0, end), low, width)
            }
            _ => Slice { of: Box::new(Expression::Binary(operator, left, right)), low, width },
        },
        Choose(test, then, otherwise) => choose(*test, slice(*then, low, width), slice(*otherwise, low, width)),
        other => Slice { of: Box::new(other), low, width },
    }
}

/// Parts side by side, the highest first.
pub fn concat(parts: Vec<Expression>) -> Expression {
    let mut flat: Vec<Expression> = Vec::new();
    for part in parts {
        match part {
            Concat(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    let mut joined: Vec<Expression> = Vec::new();
    for part in flat {
        let both = joined.last().and_then(|last| join(last, &part));
        match both {
            Some(both) => *joined.last_mut().expect("there is a last") = both,
            None => joined.push(part),
        }
    }
    if joined.len() == 1 { joined.remove(0) } else { Concat(joined) }
}

/// Two neighbours as one, where they are numbers or bits of the same signal.
fn join(high: &Expression, low: &Expression) -> Option<Expression> {
    match (high, low) {
        (Constant { value: above, width: more, .. }, Constant { value, width, .. }) => {
            Some(constant((above << width) | value, more + width))
        }
        (Slice { of, low: begin, width: more }, Slice { of: other, low, width })
            if of == other && low + width == *begin =>
        {
            Some(slice((**of).clone(), *low, more + width))
        }
        _ => None,
    }
}
