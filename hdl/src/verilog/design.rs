//! A circuit in one piece: all instances, each with its own statements, and all signals of all instances in one list.
//!
//! A port is one signal, which the surroundings and the part both name. So whatever is found out about it holds on both
//! sides.

use super::expression::{Expression, Id};
use crate::circuit::{Source, memory::Memory};
use std::collections::HashMap;

/// What a signal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An input of the instance that owns it.
    Input,
    /// An output of it.
    Output,
    /// A signal inside.
    Local,
    /// A flip-flop.
    Register {
        /// What it takes over at the edge.
        next: Id,
        /// The clock.
        clock: Id,
        /// What it holds at first.
        initial: u128,
    },
    /// What a flip-flop takes over.
    Next {
        /// The flip-flop.
        of: Id,
    },
    /// A number that follows from the parameters of its module.
    Parameter {
        /// How, in Verilog.
        formula: &'static str,
        /// Its value in the build that was elaborated.
        value: u128,
    },
}

/// One signal.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Its name in the instance that owns it.
    pub name: String,
    /// The instance, a place in [`Design::instances`].
    pub owner: usize,
    /// Bits.
    pub width: usize,
    /// What it is.
    pub kind: Kind,
}

/// A statement of a combinational block. A signal's value is that of the last assignment; whoever reads it reads that.
#[derive(Clone, Debug, PartialEq)]

pub enum Statement {
    Assign(Id, Expression),
    If { test: Expression, then: Vec<Statement>, otherwise: Vec<Statement> },
    Case { test: Expression, arms: Vec<(Expression, Vec<Statement>)>, otherwise: Vec<Statement> },
}

impl Statement {
    /// Calls `visit` with every expression in it.
    pub fn each_expression(&self, visit: &mut impl FnMut(&Expression)) {
        match self {
            Self::Assign(_, value) => visit(value),
            Self::If { test, then, otherwise } => {
                visit(test);
                for inner in then.iter().chain(otherwise) {
                    inner.each_expression(visit);
                }
            }
            Self::Case { test, arms, otherwise } => {
                visit(test);
                for inner in arms.iter().flat_map(|(_, block)| block).chain(otherwise) {
                    inner.each_expression(visit);
                }
            }
        }
    }

    /// Calls `visit` with every signal that it assigns.
    pub fn each_target(&self, visit: &mut impl FnMut(Id)) {
        match self {
            Self::Assign(target, _) => visit(*target),
            Self::If { then, otherwise, .. } => {
                for inner in then.iter().chain(otherwise) {
                    inner.each_target(visit);
                }
            }
            Self::Case { arms, otherwise, .. } => {
                for inner in arms.iter().flat_map(|(_, block)| block).chain(otherwise) {
                    inner.each_target(visit);
                }
            }
        }
    }
}

/// What is inside an instance.
#[derive(Clone, Debug)]
pub enum Body {
    /// Statements, in the order of the source.
    Logic(Vec<Statement>),
    /// A memory.
    Memory(Memory),
    /// Verilog written by hand, around an FPGA's own cells.
    Cell(String),
    /// Verilog that follows from tables.
    Template(String),
}

/// A part at one place.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its name in the instance around it.
    pub name: String,
    /// Where it is declared.
    pub source: Source,
    /// The instance around it.
    pub parent: Option<usize>,
    /// The instances in it.
    pub children: Vec<usize>,
    /// Its ports, in the order of the source.
    pub ports: Vec<Id>,
    /// Its registers and local signals, in the order of the source.
    pub inner: Vec<Id>,
    /// What is inside.
    pub body: Body,
}

impl Instance {
    /// The port of this name.
    pub fn port(&self, design: &Design, name: &str) -> Option<Id> {
        let mut ports = self.ports.iter().copied();
        ports.find(|&id| design.signals[id].name == name)
    }
}

/// The whole circuit. Instance 0 is the top.
#[derive(Clone, Debug, Default)]
pub struct Design {
    /// All signals.
    pub signals: Vec<Signal>,
    /// All instances, each after the one around it.
    pub instances: Vec<Instance>,
    /// The constants that are no parameters: their instance, name and value.
    pub constants: Vec<(usize, String, u128)>,
}

impl Design {
    /// The statements of an instance; none where it has none.
    pub fn statements(&self, instance: usize) -> &[Statement] {
        match &self.instances[instance].body {
            Body::Logic(statements) => statements,
            _ => &[],
        }
    }

    /// The part of this name in an instance.
    pub fn child(&self, number: usize, name: &str) -> Option<usize> {
        let children = self.instances[number].children.iter();
        let mut named = children.filter(|&&child| self.instances[child].name == name);
        named.next().copied()
    }

    /// Leaves out what is in an instance: its module is in another file.
    pub fn leave_out(&mut self, number: usize) {
        let instance = &mut self.instances[number];
        instance.body = Body::Cell(String::new());
        instance.inner.clear();
        let mut inside = std::mem::take(&mut instance.children);
        while let Some(part) = inside.pop() {
            let part = &mut self.instances[part];
            part.body = Body::Logic(Vec::new());
            part.ports.clear();
            part.inner.clear();
            inside.append(&mut part.children);
        }
    }

    /// Where each signal is read by statements: the instances.
    pub fn readers(&self) -> HashMap<Id, Vec<usize>> {
        let mut readers: HashMap<Id, Vec<usize>> = HashMap::new();
        for number in 0..self.instances.len() {
            for statement in self.statements(number) {
                statement.each_expression(&mut |value| {
                    value.each_signal(&mut |id| {
                        let of = readers.entry(id).or_default();
                        if !of.contains(&number) {
                            of.push(number);
                        }
                    });
                });
            }
        }
        readers
    }
}
