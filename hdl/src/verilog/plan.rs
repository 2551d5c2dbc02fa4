//! How the signals of a module are declared and driven.

use super::design::{Kind, Statement};
use super::expression::{self as e, Expression, Id};
use super::module::Writer;
use super::values::{project, values};
use std::collections::{HashMap, HashSet};

/// How a signal is declared and driven.
#[derive(Default)]
pub struct Plan {
    /// What the other signals are.
    pub plain: HashMap<Id, Expression>,
    /// The flip-flops' statements.
    pub clocked: Vec<(Id, Vec<Statement>)>,
    /// Children's outputs that go to an output of this module and nowhere else.
    pub straight: HashMap<Id, Id>,
}

impl Writer<'_> {
    /// That of an instance.
    pub fn plan(&self, number: usize, statements: &[Statement]) -> Plan {
        let mut plan = Plan::default();
        let mut targets = Vec::new();
        for statement in statements {
            statement.each_target(&mut |id| {
                if !targets.contains(&id) {
                    targets.push(id);
                }
            });
        }
        let mut combinational = Vec::new();
        let mut registers = Vec::new();
        for id in targets {
            match self.design.signals[id].kind {
                Kind::Next { of } if !self.reads(number, id) => {
                    registers.push((of, id));
                }
                Kind::Next { of } => {
                    registers.push((of, of));
                    combinational.push(id);
                }
                _ => combinational.push(id),
            }
        }
        plan.plain = values(statements, &combinational);
        plan.clocked = self.clocked(statements, &registers);
        for (&target, value) in &plan.plain {
            let output = self.design.signals[target].kind == Kind::Output;
            if let Expression::Signal(from, _) = value
                && output
                && self.design.signals[target].owner == number
                && self.design.signals[*from].owner != number
                && self.design.signals[*from].kind == Kind::Output
            {
                let before = plan.straight.get(from);
                // Of several outputs the first one is the child's.
                if before.is_none_or(|&before| target < before) {
                    plan.straight.insert(*from, target);
                }
            }
        }
        for target in plan.straight.values() {
            plan.plain.remove(target);
        }
        plan
    }

    /// The statements of the flip-flops, by clock.
    fn clocked(&self, statements: &[Statement], registers: &[(Id, Id)]) -> Vec<(Id, Vec<Statement>)> {
        let mut clocks: Vec<(Id, Vec<Statement>)> = Vec::new();
        let clock_of = |of: Id| match self.design.signals[of].kind {
            Kind::Register { clock, .. } => clock,
            _ => unreachable!("only flip-flops come here"),
        };
        let mut seen = Vec::new();
        for &(of, _) in registers {
            if !seen.contains(&clock_of(of)) {
                seen.push(clock_of(of));
            }
        }
        for clock in seen {
            let mut block = Vec::new();
            for &(of, source) in registers {
                if of == source && clock_of(of) == clock {
                    let Kind::Register { next, .. } = self.design.signals[of].kind else {
                        unreachable!("only flip-flops come here");
                    };
                    let width = self.design.signals[next].width;
                    let value = Expression::Signal(next, width);
                    let value = e::resize(value, self.design.signals[of].width);
                    block.push(Statement::Assign(next, value));
                }
            }
            let wanted: HashSet<Id> = registers
                .iter()
                .filter(|(of, source)| of != source && clock_of(*of) == clock)
                .map(|(_, next)| *next)
                .collect();
            let mut begun = HashSet::new();
            for statement in project(statements, &wanted) {
                let mut targets = Vec::new();
                statement.each_target(&mut |id| targets.push(id));
                // A flip-flop that nothing is assigned to keeps what it holds.
                if let Statement::Assign(target, Expression::Signal(from, _)) = &statement
                    && self.design.signals[*target].kind == (Kind::Next { of: *from })
                    && !begun.contains(target)
                {
                    continue;
                }
                begun.extend(targets);
                block.push(statement);
            }
            clocks.push((clock, block));
        }
        clocks
    }

    /// The plain signals, each after those that it reads.
    pub fn in_order(&self, statements: &[Statement], plan: &Plan) -> Vec<(Id, Expression)> {
        let mut order = Vec::new();
        let mut done = HashSet::new();
        let mut sources = Vec::new();
        for statement in statements {
            statement.each_target(&mut |id| sources.push(id));
        }
        for id in sources {
            place(id, plan, &mut done, &mut order);
        }
        order
    }
}

/// Appends a plain signal behind those that it reads.
fn place(id: Id, plan: &Plan, done: &mut HashSet<Id>, order: &mut Vec<(Id, Expression)>) {
    let Some(value) = plan.plain.get(&id) else {
        return;
    };
    if !done.insert(id) {
        return;
    }
    let mut before = Vec::new();
    value.each_signal(&mut |other| before.push(other));
    for other in before {
        place(other, plan, done, order);
    }
    order.push((id, value.clone()));
}

/// Notes the bits of signals that an expression reads.
pub fn bits_read(value: &Expression, read: &mut HashMap<Id, u128>) {
    match value {
        Expression::Signal(id, width) => *read.entry(*id).or_default() |= e::mask(*width),
        Expression::Slice { of, low, width } => match &**of {
            Expression::Signal(id, _) => *read.entry(*id).or_default() |= e::mask(*width) << low,
            other => bits_read(other, read),
        },
        Expression::Constant { .. } => {}
        Expression::Concat(parts) => parts.iter().for_each(|part| bits_read(part, read)),
        Expression::Unary(_, of) => bits_read(of, read),
        Expression::Binary(_, left, right) => {
            bits_read(left, read);
            bits_read(right, read);
        }
        Expression::Choose(test, then, otherwise) => {
            for part in [test, then, otherwise] {
                bits_read(part, read);
            }
        }
    }
}
