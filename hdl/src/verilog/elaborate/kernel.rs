//! From Rust-HDL's syntax tree of a kernel to statements.

use crate::verilog::design::{Design, Statement};
use crate::verilog::expression::{self as e, Expression, Id};
use crate::verilog::{partial, reading};
use rust_hdl::prelude::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogExpression, VerilogLink, VerilogStatement,
};
use std::collections::HashMap;

/// What a name of a kernel stands for.
#[derive(Clone)]
pub enum Meaning {
    Signal(Id),
    Constant(Expression),
}

/// A kernel's statements and what its names mean.
pub struct Kernel<'a> {
    pub names: &'a HashMap<String, Meaning>,
    pub design: &'a Design,
    pub loops: Vec<(String, usize)>,
    pub links: Vec<Statement>,
}

impl Kernel<'_> {
    /// The name as Rust-HDL would print it.
    fn plain(&self, name: &str) -> String {
        let mut text = name.trim_start_matches('.').replace("::", "$").replace('.', "$");
        if let Some(short) = text.strip_suffix("$next") {
            text.truncate(short.len());
        }
        while let Some((before, rest)) = text.clone().split_once('[') {
            let (index, after) = rest.split_once(']').expect("brackets come in pairs");
            text = format!("{before}${}{after}", self.index(index));
        }
        text
    }

    /// A sum of numbers and loop variables.
    fn index(&self, text: &str) -> usize {
        let term = |word: &str| {
            let word = word.trim_matches(|letter: char| letter == '(' || letter == ')' || letter == ' ');
            let variable = self.loops.iter().rev().find(|(name, _)| name == word);
            variable.map_or_else(
                || word.parse().unwrap_or_else(|_| panic!("the generator does not know the index `{text}`")),
                |(_, value)| *value,
            )
        };
        text.split('+').map(term).sum()
    }

    fn meaning(&self, name: &str) -> Meaning {
        if let Some((_, value)) = self.loops.iter().rev().find(|(loops, _)| loops == name) {
            return Meaning::Constant(e::constant(*value as u128, 32));
        }
        let plain = self.plain(name);
        self.names
            .get(&plain)
            .cloned()
            .unwrap_or_else(|| panic!("a kernel names `{plain}`, which is none of its signals"))
    }

    fn value(&self, name: &str) -> Expression {
        match self.meaning(name) {
            Meaning::Signal(id) => Expression::Signal(id, self.design.signals[id].width),
            Meaning::Constant(value) => value,
        }
    }

    fn target(&self, name: &str) -> Id {
        match self.meaning(name) {
            Meaning::Signal(id) => id,
            Meaning::Constant(_) => panic!("a kernel assigns `{name}`, which is a constant"),
        }
    }

    pub fn block(&mut self, block: &VerilogBlock) -> Vec<Statement> {
        let mut statements = Vec::new();
        for statement in block {
            self.statement(statement, &mut statements);
        }
        statements
    }

    fn statement(&mut self, statement: &VerilogStatement, to: &mut Vec<Statement>) {
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(target), value) => {
                let target = self.target(target);
                let width = self.design.signals[target].width;
                let value = reading::read(value, &|name| self.value(name), width);
                to.push(Statement::Assign(target, e::resize(value, width)));
            }
            VerilogStatement::SliceAssignment {
                base: VerilogExpression::Signal(target),
                width,
                offset,
                replacement,
            } => {
                let target = self.target(target);
                let low = reading::read(offset, &|name| self.value(name), 1);
                let low = low.number().expect("a part begins at a number") as usize;
                let value = reading::read(replacement, &|name| self.value(name), *width);
                let value = e::resize(value, *width);
                let bits = self.design.signals[target].width;
                to.push(Statement::Assign(target, partial::part(target, bits, low, value)));
            }
            VerilogStatement::If(conditional) => {
                let test = reading::condition(&conditional.test, &|name| self.value(name));
                let then = self.block(&conditional.then);
                let otherwise = match &conditional.otherwise {
                    VerilogBlockOrConditional::Block(block) => self.block(block),
                    VerilogBlockOrConditional::Conditional(other) => {
                        let mut inner = Vec::new();
                        self.statement(other, &mut inner);
                        inner
                    }
                    VerilogBlockOrConditional::None => Vec::new(),
                };
                to.push(Statement::If { test, then, otherwise });
            }
            VerilogStatement::Match(choice) => {
                let test = reading::read(&choice.test, &|name| self.value(name), 1);
                let width = test.width();
                let mut arms = Vec::new();
                let mut otherwise = Vec::new();
                for case in &choice.cases {
                    let block = self.block(&case.block);
                    if case.condition == "default" {
                        otherwise = block;
                        break;
                    }
                    arms.push((self.label(&case.condition, width), block));
                }
                to.push(Statement::Case { test, arms, otherwise });
            }
            VerilogStatement::Macro(block) => {
                for inner in block {
                    self.statement(inner, to);
                }
            }
            VerilogStatement::Loop(looped) => {
                for value in looped.from.as_usize()..looped.to.as_usize() {
                    self.loops.push((looped.index.clone(), value));
                    for inner in &looped.block {
                        self.statement(inner, to);
                    }
                    self.loops.pop();
                }
            }
            VerilogStatement::Link(links) => {
                for link in links {
                    // Of a bundle's names, the owner's ends with a `$`, or the signal's begins with one.
                    let plain = |name: &str| name.trim_matches(['.', '$']).to_owned();
                    let of = |owner: &str, name: &str| format!("{}.{}", plain(owner), plain(name));
                    let (to, from) = match link {
                        VerilogLink::Forward(link) => {
                            (of(&link.other_name, &link.my_name), of(&link.owner_name, &link.my_name))
                        }
                        VerilogLink::Backward(link) => {
                            (of(&link.owner_name, &link.my_name), of(&link.other_name, &link.my_name))
                        }
                        VerilogLink::Bidirectional(_) => {
                            panic!("the generator does not know links of both directions")
                        }
                    };
                    let value = self.value(&from);
                    self.links.push(Statement::Assign(self.target(&to), value));
                }
            }
            VerilogStatement::Comment(_) => {}
            other => panic!("the generator does not know this statement: {other:?}"),
        }
    }

    /// A case's label: an enumeration's value or a number.
    fn label(&self, text: &str, width: usize) -> Expression {
        if let Ok(value) = text.parse() {
            return e::constant(value, width);
        }
        let value = self.value(text);
        assert!(
            value.number().is_some_and(|value| value <= e::mask(width)),
            "the label `{text}` is a number of the case's width"
        );
        e::resize(value, width)
    }
}
