//! Chips with one flaw each, on which a proof must fail.
//!
//! A flaw names a part, the signals that it is about, and what is done to whatever is assigned to them. It is applied
//! to the statements, not to text, so it does not hang on how a line is written. One that changes nothing is an error.

use super::design::{Body, Design, Kind, Statement};
use super::expression::{self as e, Binary, Expression, Id, mask};
use super::values::project;
use std::collections::HashSet;

/// A flaw.
#[derive(Clone, Copy, Debug)]
pub struct Flaw {
    /// Its name, which is that of its task and its file.
    pub name: &'static str,
    /// The top module of the text that it is made of.
    pub chip: &'static str,
    /// The part that it is in: its path from the core, or from the top where it is not in the core.
    pub part: &'static str,
    /// The signals of the part whose assignments are edited; a flip-flop stands for what it takes over.
    pub of: &'static [&'static str],
    /// What is done to them, one after the other.
    pub edits: &'static [Edit],
}

/// What is done to the assignments of a signal, and to the tests that they stand under.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    /// This number is assigned, whatever was.
    Is(u128),
    /// Where the signal was read, this is.
    Read(&'static str, By),
    /// Where the first number stood, the second does.
    Number(u128, u128),
    /// The same, where it is the operator's right operand.
    Operand(Binary, u128, u128),
    /// The first operator becomes the second.
    Operator(Binary, Binary),
    /// Comparisons with this operator hold, whatever they compare.
    Holds(Binary),
    /// The number is not assigned.
    LeavesOut(u128),
    /// In a part that is written as text: where the first piece stood in an assignment, the second does.
    Text(&'static str, &'static str),
}

/// What is read in place of a signal.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// A number.
    Number(u128),
    /// Another signal.
    Signal(&'static str),
    /// A signal and a number added to it.
    Plus(&'static str, u128),
    /// The bits of the first signal that the second one does not have.
    Without(&'static str, &'static str),
    /// The bits that either has.
    Either(&'static str, &'static str),
}

/// An edit whose signals have been found.
enum Action {
    Is(u128),
    Read(Id, Expression),
    Number(u128, u128),
    Operand(Binary, u128, u128),
    Operator(Binary, Binary),
    Holds(Binary),
    LeavesOut(u128),
}

impl Flaw {
    /// Puts the flaw into the part `instance`.
    ///
    /// # Errors
    ///
    /// A signal that the part does not have, or nothing that the edit changes.
    pub fn apply(&self, design: &mut Design, instance: usize) -> Result<(), String> {
        if let Body::Template(text) = &design.instances[instance].body {
            design.instances[instance].body = Body::Template(self.in_text(text)?);
            return Ok(());
        }
        for (name, edit) in (self.of.iter()).flat_map(|name| self.edits.iter().map(move |edit| (name, edit))) {
            let action = self.action(design, instance, *edit)?;
            let target = assigned(design, self.signal(design, instance, name)?);
            let statements = design.statements(instance);
            let before = project(statements, &HashSet::from([target]));
            let after: Vec<_> = before.iter().filter_map(|one| action.on(one)).collect();
            if before == after {
                return Err(format!("{}: {edit:?} changes nothing of {name}", self.name));
            }
            let mut others = HashSet::new();
            for statement in statements {
                statement.each_target(&mut |id| {
                    others.insert(id);
                });
            }
            others.remove(&target);
            let mut flawed = project(statements, &others);
            flawed.extend(after);
            design.instances[instance].body = Body::Logic(flawed);
        }
        Ok(())
    }

    /// The text of a part, flawed.
    fn in_text(&self, text: &str) -> Result<String, String> {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (name, edit) in (self.of.iter()).flat_map(|name| self.edits.iter().map(move |edit| (name, edit))) {
            let Edit::Text(from, to) = edit else {
                return Err(format!("{}: {} is written as text", self.name, self.part));
            };
            let assigns =
                |line: &String| [format!("{name} <= "), format!("wire {name} = ")].iter().any(|one| line.contains(one));
            let mut found = (lines.iter_mut()).filter(|line| assigns(line) && line.contains(from));
            let line = (found.next()).ok_or_else(|| format!("{}: {edit:?} changes nothing of {name}", self.name))?;
            *line = line.replacen(from, to, 1);
        }
        Ok(lines.join("\n") + "\n")
    }

    /// The signal of this name in the part, or of one of its parts as `<part>_<signal>`.
    fn signal(&self, design: &Design, instance: usize, name: &str) -> Result<Id, String> {
        let part = &design.instances[instance];
        let own = part.ports.iter().chain(&part.inner).copied();
        let mut own = own.filter(|&id| design.signals[id].name == name);
        let of_parts = part.children.iter().flat_map(|&child| {
            let child = &design.instances[child];
            child.ports.iter().map(move |&port| (&child.name, port))
        });
        let mut of_parts = of_parts.filter(|(child, port)| {
            name.strip_prefix(child.as_str())
                .and_then(|rest| rest.strip_prefix('_'))
                .is_some_and(|rest| rest == design.signals[*port].name)
        });
        own.next()
            .or_else(|| of_parts.next().map(|(_, port)| port))
            .ok_or_else(|| format!("{}: {} has no signal `{name}`", self.name, self.part))
    }

    fn action(&self, design: &Design, instance: usize, edit: Edit) -> Result<Action, String> {
        let id = |name| self.signal(design, instance, name);
        let read = |name, width| {
            let id = id(name)?;
            let all = Expression::Signal(id, design.signals[id].width);
            Ok::<_, String>(e::resize(all, width))
        };
        Ok(match edit {
            Edit::Is(value) => Action::Is(value),
            Edit::Number(from, to) => Action::Number(from, to),
            Edit::Operand(operator, from, to) => Action::Operand(operator, from, to),
            Edit::Operator(from, to) => Action::Operator(from, to),
            Edit::Holds(operator) => Action::Holds(operator),
            Edit::LeavesOut(value) => Action::LeavesOut(value),
            Edit::Text(..) => return Err(format!("{}: {} is no text", self.name, self.part)),
            Edit::Read(name, by) => {
                let from = id(name)?;
                let width = design.signals[from].width;
                let to = match by {
                    By::Number(value) => e::constant(value, width),
                    By::Signal(name) => read(name, width)?,
                    By::Plus(name, number) => {
                        let number = e::constant(number, width);
                        e::binary(Binary::Add, read(name, width)?, number)
                    }
                    By::Without(name, other) => {
                        let without = e::unary(e::Unary::Not, read(other, width)?);
                        e::binary(Binary::And, read(name, width)?, without)
                    }
                    By::Either(name, other) => e::binary(Binary::Or, read(name, width)?, read(other, width)?),
                };
                Action::Read(from, to)
            }
        })
    }
}

/// What is assigned where the signal is meant.
fn assigned(design: &Design, id: Id) -> Id {
    match design.signals[id].kind {
        Kind::Register { next, .. } => next,
        _ => id,
    }
}

impl Action {
    fn on(&self, statement: &Statement) -> Option<Statement> {
        let block = |block: &[Statement]| block.iter().filter_map(|one| self.on(one)).collect();
        Some(match statement {
            Statement::Assign(target, value) => Statement::Assign(
                *target,
                match self {
                    Self::Is(number) => e::constant(*number, value.width()),
                    Self::LeavesOut(number) if value.is(*number) => return None,
                    _ => self.edited(value),
                },
            ),
            Statement::If { test, then, otherwise } => {
                Statement::If { test: self.edited(test), then: block(then), otherwise: block(otherwise) }
            }
            Statement::Case { test, arms, otherwise } => Statement::Case {
                test: self.edited(test),
                arms: arms.iter().map(|(label, statements)| (label.clone(), block(statements))).collect(),
                otherwise: block(otherwise),
            },
        })
    }

    fn edited(&self, value: &Expression) -> Expression {
        value.map(&|node| match (self, node) {
            (Self::Read(from, to), Expression::Signal(id, _)) if id == from => Some(to.clone()),
            (Self::Number(from, to), Expression::Constant { value, width, .. })
                if value == from && *to <= mask(*width) =>
            {
                Some(e::constant(*to, *width))
            }
            (Self::Operand(wanted, from, to), Expression::Binary(operator, left, right))
                if operator == wanted && right.is(*from) =>
            {
                let to = e::constant(*to, right.width());
                Some(e::binary(*operator, self.edited(left), to))
            }
            (Self::Operator(from, to), Expression::Binary(operator, left, right)) if operator == from => {
                Some(e::binary(*to, self.edited(left), self.edited(right)))
            }
            (Self::Holds(holds), Expression::Binary(operator, ..)) if operator == holds => Some(e::constant(1, 1)),
            _ => None,
        })
    }
}
