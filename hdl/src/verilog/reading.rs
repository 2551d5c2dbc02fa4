//! What the text means that Rust-HDL would print for an expression, by Verilog's rules of rank and width.
//!
//! Rust and Verilog rank their operators differently, and Verilog widens operands to the width of their surroundings.
//! What is tested and proved is the Verilog, so this is what the expression means here as well.

use super::expression::{self as e, Binary, Expression, Unary};
use rust_hdl::prelude::VerilogLiteral;
use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// An operand or operator of the text, in its order.
enum Token {
    Operand(Tree),
    Operator(Operator),
    Prefix(Unary),
}

#[derive(Clone, Copy)]
enum Operator {
    Plain(Binary),
    BothTrue,
    EitherTrue,
}

/// An expression as Verilog reads the text.
enum Tree {
    /// What has a width of its own.
    Leaf(Expression),
    Prefix(Unary, Box<Tree>),
    /// `~|x`, `~&x` and `~^x` are operators of one bit.
    Inverted(Unary, Box<Tree>),
    Infix(Operator, Box<Tree>, Box<Tree>),
}

/// The number that a literal stands for, and its width.
pub fn literal(literal: &VerilogLiteral) -> (u128, usize) {
    let text = format!("{literal:x}");
    let (width, digits) = text.split_once("'h").expect("a literal is <width>'h<digits>");
    (
        u128::from_str_radix(digits, 16).expect("a literal has at most 128 bits"),
        width.parse().expect("a width is a number"),
    )
}

/// The expression as it has `width` bits, or more where it needs them to be right.
pub fn read(source: &VerilogExpression, name: &dyn Fn(&str) -> Expression, width: usize) -> Expression {
    let tree = parse(source, name);
    let width = width.max(own_width(&tree));
    evaluate(&tree, width)
}

/// The expression as a condition.
pub fn condition(source: &VerilogExpression, name: &dyn Fn(&str) -> Expression) -> Expression {
    e::unary(Unary::Any, read(source, name, 1))
}

fn parse(source: &VerilogExpression, name: &dyn Fn(&str) -> Expression) -> Tree {
    let mut tokens = Vec::new();
    tokenise(source, name, &mut tokens);
    tokens.reverse();
    let tree = infix(&mut tokens, 0);
    assert!(tokens.is_empty(), "an operator lacks its operand");
    tree
}

/// Appends the text's tokens, without what stands in parentheses, which is one.
fn tokenise(source: &VerilogExpression, name: &dyn Fn(&str) -> Expression, to: &mut Vec<Token>) {
    let leaf = |value| Token::Operand(Tree::Leaf(value));
    match source {
        VerilogExpression::Signal(signal) => to.push(leaf(name(signal))),
        VerilogExpression::Literal(number) => {
            let (value, width) = literal(number);
            to.push(leaf(e::constant(value, width)));
        }
        VerilogExpression::Paren(inner) => to.push(Token::Operand(parse(inner, name))),
        VerilogExpression::Cast(inner, width) => {
            // Rust-HDL casts by `& mask`.
            let mask = Tree::Leaf(e::constant(e::mask(*width), *width));
            to.push(Token::Operand(Tree::Infix(
                Operator::Plain(Binary::And),
                Box::new(parse(inner, name)),
                Box::new(mask),
            )));
        }
        VerilogExpression::Unary(operator, inner) => {
            to.push(Token::Prefix(match operator {
                VerilogOpUnary::Not => Unary::Not,
                VerilogOpUnary::Neg => Unary::Negate,
                VerilogOpUnary::All => Unary::All,
                VerilogOpUnary::Any => Unary::Any,
                VerilogOpUnary::Xor => Unary::Odd,
            }));
            tokenise(inner, name, to);
        }
        VerilogExpression::Binary(left, operator, right) => {
            tokenise(left, name, to);
            to.push(Token::Operator(match operator {
                VerilogOp::Add => Operator::Plain(Binary::Add),
                VerilogOp::Sub => Operator::Plain(Binary::Subtract),
                VerilogOp::Mul => Operator::Plain(Binary::Multiply),
                VerilogOp::LogicalAnd => Operator::BothTrue,
                VerilogOp::LogicalOr => Operator::EitherTrue,
                VerilogOp::BitXor => Operator::Plain(Binary::Xor),
                VerilogOp::BitAnd => Operator::Plain(Binary::And),
                VerilogOp::BitOr => Operator::Plain(Binary::Or),
                VerilogOp::Shl => Operator::Plain(Binary::ShiftLeft),
                VerilogOp::Shr => Operator::Plain(Binary::ShiftRight),
                VerilogOp::Eq => Operator::Plain(Binary::Equal),
                VerilogOp::Lt => Operator::Plain(Binary::Less),
                VerilogOp::Le => Operator::Plain(Binary::LessOrEqual),
                VerilogOp::Ne => Operator::Plain(Binary::NotEqual),
                VerilogOp::Ge => Operator::Plain(Binary::GreaterOrEqual),
                VerilogOp::Gt => Operator::Plain(Binary::Greater),
            }));
            tokenise(right, name, to);
        }
        VerilogExpression::Index(of, at) => to.push(leaf(bits(of, 1, at, name))),
        VerilogExpression::Slice(of, width, at) => to.push(leaf(bits(of, *width, at, name))),
        other => panic!("the generator does not know this expression: {other:?}"),
    }
}

/// `of[at +: width]`; what is beyond the signal's end is 0.
fn bits(of: &VerilogExpression, width: usize, at: &VerilogExpression, name: &dyn Fn(&str) -> Expression) -> Expression {
    let of = read(of, name, 1);
    let at = read(at, name, 1);
    let shifted = e::binary(Binary::ShiftRight, of, at);
    e::resize(shifted, width)
}

/// How strongly Verilog binds an operator's operands.
fn rank(operator: Operator) -> u32 {
    match operator {
        Operator::Plain(operator) => super::writing::rank(operator),
        Operator::BothTrue => 2,
        Operator::EitherTrue => 1,
    }
}

/// The tree of the operators that rank above `above`. The next token is the last of the list.
fn infix(tokens: &mut Vec<Token>, above: u32) -> Tree {
    let mut left = prefix(tokens);
    while let Some(Token::Operator(operator)) = tokens.last() {
        let operator = *operator;
        if rank(operator) <= above {
            break;
        }
        tokens.pop();
        let right = infix(tokens, rank(operator));
        left = Tree::Infix(operator, Box::new(left), Box::new(right));
    }
    left
}

fn prefix(tokens: &mut Vec<Token>) -> Tree {
    match tokens.pop() {
        Some(Token::Operand(tree)) => tree,
        Some(Token::Prefix(Unary::Not)) => match tokens.last() {
            Some(Token::Prefix(reduction @ (Unary::All | Unary::Any | Unary::Odd))) => {
                let reduction = *reduction;
                tokens.pop();
                Tree::Inverted(reduction, Box::new(prefix(tokens)))
            }
            _ => Tree::Prefix(Unary::Not, Box::new(prefix(tokens))),
        },
        Some(Token::Prefix(operator)) => Tree::Prefix(operator, Box::new(prefix(tokens))),
        Some(Token::Operator(_)) | None => panic!("an operator lacks its operand"),
    }
}

/// The width that Verilog gives it where the surroundings ask for none.
fn own_width(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf(value) => value.width(),
        Tree::Prefix(Unary::Not | Unary::Negate, of) => own_width(of),
        Tree::Prefix(..) | Tree::Inverted(..) => 1,
        Tree::Infix(Operator::BothTrue | Operator::EitherTrue, ..) => 1,
        Tree::Infix(Operator::Plain(operator), left, right) => match operator {
            operator if operator.compares() => 1,
            Binary::ShiftLeft | Binary::ShiftRight => own_width(left),
            _ => own_width(left).max(own_width(right)),
        },
    }
}

/// Its value in surroundings of `width` bits, which is at least its own.
fn evaluate(tree: &Tree, width: usize) -> Expression {
    let alone = |tree: &Tree| evaluate(tree, own_width(tree));
    match tree {
        Tree::Leaf(value) => e::resize(value.clone(), width),
        Tree::Prefix(operator @ (Unary::Not | Unary::Negate), of) => e::unary(*operator, evaluate(of, width)),
        Tree::Prefix(operator, of) => e::resize(e::unary(*operator, alone(of)), width),
        Tree::Inverted(operator, of) => {
            let value = e::unary(Unary::Not, e::unary(*operator, alone(of)));
            e::resize(value, width)
        }
        Tree::Infix(operator @ (Operator::BothTrue | Operator::EitherTrue), left, right) => {
            let both = matches!(operator, Operator::BothTrue);
            let operator = if both { Binary::And } else { Binary::Or };
            let [left, right] = [left, right].map(|tree| e::unary(Unary::Any, alone(tree)));
            e::resize(e::binary(operator, left, right), width)
        }
        Tree::Infix(Operator::Plain(operator), left, right) => match operator {
            operator if operator.compares() => {
                let both = own_width(left).max(own_width(right));
                let value = e::binary(*operator, evaluate(left, both), evaluate(right, both));
                e::resize(value, width)
            }
            Binary::ShiftLeft | Binary::ShiftRight => e::binary(*operator, evaluate(left, width), alone(right)),
            _ => e::binary(*operator, evaluate(left, width), evaluate(right, width)),
        },
    }
}
