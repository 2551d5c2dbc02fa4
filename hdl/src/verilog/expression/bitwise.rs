//! And, or, exclusive or.

use super::Expression::{self, Concat, Signal, Slice};
use super::{Binary, Unary, binary, bits_of, common_width, concat, constant, mask, resize, slice, unary};

/// And, or, exclusive or.
pub fn bitwise(operator: Binary, left: Expression, right: Expression) -> Expression {
    let width = left.width();
    if left == right {
        return if operator == Binary::Xor { constant(0, width) } else { left };
    }
    let (left, right) = if left.number().is_some() { (right, left) } else { (left, right) };
    if let Some(value) = right.number() {
        match operator {
            Binary::And if value == 0 => return right,
            Binary::And if value == mask(width) => return left,
            Binary::Or | Binary::Xor if value == 0 => return left,
            Binary::Or if value == mask(width) => return right,
            Binary::Xor if value == mask(width) => return unary(Unary::Not, left),
            _ => {}
        }
    }
    let kept = common_width(&left, &right, operator == Binary::And);
    if kept < width {
        let narrow = binary(operator, slice(left, 0, kept), slice(right, 0, kept));
        return resize(narrow, width);
    }
    if operator != Binary::And
        && let Some(joined) = interleave(&left, &right)
    {
        return joined;
    }
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

/// The two as one concatenation, where neither has a bit that may be 1 beside one of the other.
fn interleave(left: &Expression, right: &Expression) -> Option<Expression> {
    let (Concat(low_parts), Concat(high_parts)) = (left, right) else {
        return None;
    };
    let spans = |parts: &[Expression]| {
        let mut top: usize = parts.iter().map(Expression::width).sum();
        let mut spans = Vec::new();
        for part in parts {
            top -= part.width();
            if !part.is(0) {
                spans.push((top, part.clone()));
            }
        }
        spans
    };
    let mut all = spans(low_parts);
    all.extend(spans(high_parts));
    all.sort_by_key(|(low, _)| *low);
    let mut result = Vec::new();
    let mut next = 0;
    for (low, part) in all {
        if low < next {
            return None;
        }
        if low > next {
            result.push(constant(0, low - next));
        }
        next = low + part.width();
        result.push(part);
    }
    if next < left.width() {
        result.push(constant(0, left.width() - next));
    }
    result.reverse();
    Some(concat(result))
}

/// Verilog can take bits of it.
pub fn has_bits(of: &Expression) -> bool {
    matches!(of, Signal(..) | Slice { .. })
}

/// Where the ones of a number are, the lowest and how many, if they are side by side.
pub fn run(of: &Expression) -> Option<(usize, usize)> {
    let value = of.number().filter(|&value| value != 0)?;
    let low = value.trailing_zeros() as usize;
    let width = bits_of(value >> low);
    (value >> low == mask(width)).then_some((low, width))
}
