//! Expressions in which every node has a width of its own.
//!
//! Verilog gives an operand the width of its surroundings; here each operator has operands of one width, and every
//! change of width is a node. So a part of an expression can be replaced without a look at what is around it. The
//! constructors simplify: there is no other way to make a node, so no expression holds `x & 0` or a cast that does
//! nothing.

mod bitwise;
mod compare;
mod operators;
mod parts;

use std::rc::Rc;

pub use operators::{binary, choose, unary};
pub use parts::{concat, resize, slice};

/// A signal's place in [`super::design::Design::signals`].
pub type Id = usize;

/// The lowest `width` bits.
pub fn mask(width: usize) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
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
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
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
    Constant { value: value & mask(width), width, name: None }
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
            Self::Binary(operator, left, right) => binary(*operator, left.map(replace), right.map(replace)),
            Choose(test, then, otherwise) => choose(test.map(replace), then.map(replace), otherwise.map(replace)),
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

/// The number of low bits at which two expressions may both have a 1: above, one of them is 0.
fn common_width(left: &Expression, right: &Expression, both: bool) -> usize {
    let (a, b) = (left.narrow().width(), right.narrow().width());
    if both { a.min(b) } else { a.max(b) }
}
