//! Short forms for Rust-HDL's syntax tree of Verilog, for the parts whose logic follows from a table.

use rust_hdl::prelude::*;

use ast::{VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogOp, VerilogOpUnary};
pub(crate) use ast::{VerilogExpression as Expression, VerilogStatement as Statement};

pub(crate) fn signal(name: impl Into<String>) -> Expression {
    Expression::Signal(name.into())
}

/// A number of `N` bits.
pub(crate) fn number<const N: usize>(value: u64) -> Expression {
    Expression::Literal(Bits::<N>::from(value).into())
}

pub(crate) fn bit(value: bool) -> Expression {
    Expression::Literal(value.into())
}

pub(crate) fn not(operand: Expression) -> Expression {
    Expression::Unary(VerilogOpUnary::Not, Box::new(operand))
}

/// Every operation is put in parentheses: Rust-HDL prints none of its own.
fn binary(left: Expression, operation: VerilogOp, right: Expression) -> Expression {
    Expression::Paren(Box::new(Expression::Binary(
        Box::new(left),
        operation,
        Box::new(right),
    )))
}

pub(crate) fn and(left: Expression, right: Expression) -> Expression {
    binary(left, VerilogOp::BitAnd, right)
}

pub(crate) fn or(left: Expression, right: Expression) -> Expression {
    binary(left, VerilogOp::BitOr, right)
}

pub(crate) fn equal(left: Expression, right: Expression) -> Expression {
    binary(left, VerilogOp::Eq, right)
}

/// 0 if there is none.
pub(crate) fn any(operands: impl IntoIterator<Item = Expression>) -> Expression {
    operands
        .into_iter()
        .reduce(or)
        .unwrap_or_else(|| bit(false))
}

/// Bit `index` of `of`.
pub(crate) fn at(of: &str, index: Expression) -> Expression {
    Expression::Index(Box::new(signal(of)), Box::new(index))
}

/// One bit as bit `place` of `N`, the others of which are 0.
pub(crate) fn bit_at<const N: usize>(value: Expression, place: u64) -> Expression {
    let wide = Expression::Cast(Box::new(value), N);
    binary(wide, VerilogOp::Shl, number::<32>(place))
}

pub(crate) fn assign(to: impl Into<String>, value: Expression) -> Statement {
    Statement::Assignment(signal(to), value)
}

pub(crate) fn assign_slice(to: &str, width: u32, lowest: u32, value: Expression) -> Statement {
    Statement::SliceAssignment {
        base: signal(to),
        width: width as usize,
        offset: number::<32>(lowest.into()),
        replacement: value,
    }
}

pub(crate) fn when(test: Expression, then: VerilogBlock) -> Statement {
    Statement::If(VerilogConditional {
        test,
        then,
        otherwise: VerilogBlockOrConditional::None,
    })
}

pub(crate) fn comment(text: &str) -> Statement {
    Statement::Comment(text.to_owned())
}
