//! Comparisons.

use super::Expression;
use super::bitwise::has_bits;
use super::{Binary, Unary, binary, common_width, constant, mask, slice, unary};

/// `of & under == value`, a comparison for each run of ones in `under`.
fn masked_equal(of: &Expression, under: u128, value: u128) -> Expression {
    if value & !under != 0 {
        return constant(0, 1);
    }
    let mut parts = Vec::new();
    let mut left = under;
    while left != 0 {
        let low = left.trailing_zeros() as usize;
        let width = (left >> low).trailing_ones() as usize;
        let wanted = constant(value >> low, width);
        parts.push(binary(Binary::Equal, slice(of.clone(), low, width), wanted));
        left &= !(mask(width) << low);
    }
    let both = |all, part| binary(Binary::And, all, part);
    parts.into_iter().rev().reduce(both).unwrap_or(constant(1, 1))
}

/// A comparison whose left side is no number.
pub fn compare(operator: Binary, left: Expression, right: Expression) -> Expression {
    let width = left.width();
    if left == right {
        let holds = matches!(operator, Binary::Equal | Binary::LessOrEqual | Binary::GreaterOrEqual);
        return constant(u128::from(holds), 1);
    }
    if let Some(value) = right.number() {
        // The left side is at most `most`.
        let most = mask(left.narrow().width());
        match operator {
            Binary::Equal if value > most => return constant(0, 1),
            Binary::NotEqual if value > most => return constant(1, 1),
            Binary::Less | Binary::LessOrEqual if value > most => return constant(1, 1),
            Binary::Greater | Binary::GreaterOrEqual if value > most => return constant(0, 1),
            Binary::LessOrEqual if value == most => return constant(1, 1),
            Binary::Greater if value == most => return constant(0, 1),
            Binary::Less if value == 0 => return constant(0, 1),
            Binary::GreaterOrEqual if value == 0 => return constant(1, 1),
            Binary::Less if value == 1 => {
                return compare(Binary::Equal, left, constant(0, width));
            }
            Binary::Equal => {
                if let Expression::Binary(Binary::And, of, under) = &left
                    && let Some(under) = under.number()
                    && has_bits(of)
                {
                    return masked_equal(of, under, value);
                }
            }
            _ => {}
        }
        match operator {
            Binary::Equal if width == 1 && value == 1 => return left,
            Binary::NotEqual if width == 1 && value == 0 => return left,
            Binary::Equal | Binary::NotEqual if width == 1 => return unary(Unary::Not, left),
            _ => {}
        }
    }
    let kept = common_width(&left, &right, false);
    if kept < width {
        return binary(operator, slice(left, 0, kept), slice(right, 0, kept));
    }
    Expression::Binary(operator, Box::new(left), Box::new(right))
}
