//! Expressions in which every node has a width of its own.
//!
//! Verilog gives an operand the width of its surroundings; here each operator has operands of one width, and every
//! change of width is a node. So a part of an expression can be replaced without a look at what is around it. The
//! constructors simplify: there is no other way to make a node, so no expression holds `x & 0` or a cast that does
//! nothing.

use std::rc::Rc;

/// A signal's place in [`super::design::Design::signals`].
pub type Id = usize;

/// The lowest `width` bits.
pub fn mask(width: usize) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// The bits that `value` needs; one for 0.
pub fn bits_of(value: u128) -> usize {
    (128 - value.leading_zeros() as usize).max(1)
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Each bit inverted.
    Not,
    /// Two's complement.
    Negate,
    /// All bits are 1.
    All,
    /// Some bit is 1.
    Any,
    /// An odd number of bits is 1.
    Odd,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]

pub enum Binary {
    And,
    Or,
    Xor,
    Add,
    Subtract,
    Multiply,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Binary {
    /// Its result is one bit.
    pub fn compares(self) -> bool {
        use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        matches!(
            self,
            Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual
        )
    }

    /// The comparison that is true where this is false.
    fn opposite(self) -> Option<Self> {
        Some(match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::GreaterOrEqual => Self::Less,
            Self::Greater => Self::LessOrEqual,
            Self::LessOrEqual => Self::Greater,
            _ => return None,
        })
    }

    /// The same comparison with its operands exchanged.
    fn exchanged(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            other => other,
        }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]

pub enum Expression {
    /// A number, and the name that the source gives it.
    Constant {
        value: u128,
        width: usize,
        name: Option<Rc<str>>,
    },
    /// A signal, all of it.
    Signal(Id, usize),
    /// Bits `low` to `low + width - 1`.
    Slice {
        of: Box<Expression>,
        low: usize,
        width: usize,
    },
    /// The parts side by side, the highest first.
    Concat(Vec<Expression>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// The second where the first is 1, else the third.
    Choose(Box<Expression>, Box<Expression>, Box<Expression>),
}

use Expression::{Choose, Concat, Constant, Signal, Slice};

/// A number.
pub fn constant(value: u128, width: usize) -> Expression {
    Constant {
        value: value & mask(width),
        width,
        name: None,
    }
}

impl Expression {
    /// How many bits it has.
    pub fn width(&self) -> usize {
        match self {
            Constant { width, .. } | Signal(_, width) | Slice { width, .. } => *width,
            Concat(parts) => parts.iter().map(Self::width).sum(),
            Self::Unary(Unary::Not | Unary::Negate, of) => of.width(),
            Self::Unary(..) => 1,
            Self::Binary(operator, ..) if operator.compares() => 1,
            Self::Binary(_, left, _) => left.width(),
            Choose(_, then, _) => then.width(),
        }
    }

    /// Its value, if it is a number.
    pub fn number(&self) -> Option<u128> {
        match self {
            Constant { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// Whether it is the number `wanted`.
    pub fn is(&self, wanted: u128) -> bool {
        self.number() == Some(wanted)
    }

    /// Calls `visit` with every signal in it.
    pub fn each_signal(&self, visit: &mut impl FnMut(Id)) {
        match self {
            Constant { .. } => {}
            Signal(id, _) => visit(*id),
            Slice { of, .. } | Self::Unary(_, of) => of.each_signal(visit),
            Concat(parts) => parts.iter().for_each(|part| part.each_signal(visit)),
            Self::Binary(_, left, right) => {
                left.each_signal(visit);
                right.each_signal(visit);
            }
            Choose(test, then, otherwise) => {
                test.each_signal(visit);
                then.each_signal(visit);
                otherwise.each_signal(visit);
            }
        }
    }

    /// The same with each node that `replace` knows replaced, simplified again.
    pub fn map(&self, replace: &impl Fn(&Expression) -> Option<Expression>) -> Expression {
        if let Some(other) = replace(self) {
            return other;
        }
        match self {
            Constant { .. } | Signal(..) => self.clone(),
            Slice { of, low, width } => slice(of.map(replace), *low, *width),
            Concat(parts) => concat(parts.iter().map(|part| part.map(replace)).collect()),
            Self::Unary(operator, of) => unary(*operator, of.map(replace)),
            Self::Binary(operator, left, right) => {
                binary(*operator, left.map(replace), right.map(replace))
            }
            Choose(test, then, otherwise) => {
                choose(test.map(replace), then.map(replace), otherwise.map(replace))
            }
        }
    }

    /// For one that is `{0, x}`: x. Others are returned as they are.
    fn narrow(&self) -> Expression {
        match self {
            Concat(parts) if parts[0].is(0) => concat(parts[1..].to_vec()),
            Constant { value, .. } => slice(self.clone(), 0, bits_of(*value)),
            _ => self.clone(),
        }
    }
}

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
    assert!(
        width > 0 && low + width <= own,
        "bits {low}+:{width} of {own}"
    );
    if width == own {
        return of;
    }
    match of {
        Constant { value, name, .. } => {
            let kept = (value >> low) & mask(width);
            Constant {
                value: kept,
                width,
                name: name.filter(|_| kept == value),
            }
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
        Expression::Unary(Unary::Negate, of) if low == 0 => {
            unary(Unary::Negate, slice(*of, 0, width))
        }
        Expression::Binary(operator, left, right) => match operator {
            Binary::And | Binary::Or | Binary::Xor => binary(
                operator,
                slice(*left, low, width),
                slice(*right, low, width),
            ),
            Binary::Add | Binary::Subtract | Binary::Multiply if low == 0 => {
                binary(operator, slice(*left, 0, width), slice(*right, 0, width))
            }
            Binary::ShiftLeft if low == 0 => binary(operator, slice(*left, 0, width), *right),
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::ShiftLeft
                if low + width < own =>
            {
                let end = low + width;
                slice(
                    slice(Expression::Binary(operator, left, right), 0, end),
                    low,
                    width,
                )
            }
            _ => Slice {
                of: Box::new(Expression::Binary(operator, left, right)),
                low,
                width,
            },
        },
        Choose(test, then, otherwise) => choose(
            *test,
            slice(*then, low, width),
            slice(*otherwise, low, width),
        ),
        other => Slice {
            of: Box::new(other),
            low,
            width,
        },
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
    if joined.len() == 1 {
        joined.remove(0)
    } else {
        Concat(joined)
    }
}

/// Two neighbours as one, where they are numbers or bits of the same signal.
fn join(high: &Expression, low: &Expression) -> Option<Expression> {
    match (high, low) {
        (
            Constant {
                value: above,
                width: more,
                ..
            },
            Constant { value, width, .. },
        ) => Some(constant((above << width) | value, more + width)),
        (
            Slice {
                of,
                low: begin,
                width: more,
            },
            Slice {
                of: other,
                low,
                width,
            },
        ) if of == other && low + width == *begin => {
            Some(slice((**of).clone(), *low, more + width))
        }
        _ => None,
    }
}

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
        (Unary::Any, Expression::Binary(Binary::And, of, kept))
            if has_bits(&of) && run(&kept).is_some() =>
        {
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
    assert!(
        shifts || width == right.width(),
        "operands of {width} and {} bits",
        right.width()
    );
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
            Some(by) => concat(vec![
                slice(left, 0, width - by as usize),
                constant(0, by as usize),
            ]),
            None => Expression::Binary(operator, Box::new(left), Box::new(right.narrow())),
        },
        ShiftRight => match right.number() {
            Some(by) if by >= width as u128 => constant(0, width),
            Some(by) => resize(slice(left, by as usize, width - by as usize), width),
            None => {
                let narrow = left.narrow();
                let shifted =
                    Expression::Binary(operator, Box::new(narrow), Box::new(right.narrow()));
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

/// The number of low bits at which two expressions may both have a 1: above, one of them is 0.
fn common_width(left: &Expression, right: &Expression, both: bool) -> usize {
    let (a, b) = (left.narrow().width(), right.narrow().width());
    if both { a.min(b) } else { a.max(b) }
}

/// And, or, exclusive or.
fn bitwise(operator: Binary, left: Expression, right: Expression) -> Expression {
    let width = left.width();
    if left == right {
        return if operator == Binary::Xor {
            constant(0, width)
        } else {
            left
        };
    }
    let (left, right) = if left.number().is_some() {
        (right, left)
    } else {
        (left, right)
    };
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
fn has_bits(of: &Expression) -> bool {
    matches!(of, Signal(..) | Slice { .. })
}

/// Where the ones of a number are, the lowest and how many, if they are side by side.
fn run(of: &Expression) -> Option<(usize, usize)> {
    let value = of.number().filter(|&value| value != 0)?;
    let low = value.trailing_zeros() as usize;
    let width = bits_of(value >> low);
    (value >> low == mask(width)).then_some((low, width))
}

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
    parts
        .into_iter()
        .rev()
        .reduce(both)
        .unwrap_or(constant(1, 1))
}

/// A comparison whose left side is no number.
fn compare(operator: Binary, left: Expression, right: Expression) -> Expression {
    let width = left.width();
    if left == right {
        let holds = matches!(
            operator,
            Binary::Equal | Binary::LessOrEqual | Binary::GreaterOrEqual
        );
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
