//! Which bits can only ever be 0, or 1, and which states a state machine never comes to.
//!
//! The bits that a signal can have, and of a narrow one the numbers, are gathered from the reset's state on, through
//! statements, ports, flip-flops and memories, until nothing is added. What is never added cannot come about: so a
//! switch that is off takes what it switches with it, in whichever module that is, states of a machine among it, and
//! the address of a small build loses its upper bits. A memory's first contents count as 0.

mod bits;

use super::design::{Body, Design, Kind, Statement};
use super::expression::{Expression, Id, Unary, mask};
pub use bits::Bits;
use bits::joined;
use std::collections::HashMap;

/// What is known of all signals.
pub struct Known {
    of: Vec<Bits>,
}

impl Known {
    /// Finds out.
    pub fn new(design: &Design) -> Self {
        let mut known = Self {
            of: design
                .signals
                .iter()
                .map(|signal| match signal.kind {
                    Kind::Register { initial, .. } => Bits::number(initial, signal.width),
                    _ => Bits::none(signal.width),
                })
                .collect(),
        };
        for &port in &design.instances[0].ports {
            if design.signals[port].kind == Kind::Input {
                known.of[port] = Bits::any(design.signals[port].width);
            }
        }
        while known.round(design) {}
        known
    }

    /// What is known of a signal.
    pub fn signal(&self, id: Id) -> Bits {
        self.of[id]
    }

    fn add(&mut self, id: Id, bits: Bits) -> bool {
        let all = self.of[id].or(bits);
        let more = all != self.of[id];
        self.of[id] = all;
        more
    }

    /// Goes through the design once; returns whether anything was added.
    fn round(&mut self, design: &Design) -> bool {
        let mut more = false;
        for instance in &design.instances {
            match &instance.body {
                Body::Logic(statements) => {
                    let mut values = HashMap::new();
                    self.run(statements, &mut values);
                    for (id, (bits, _)) in values {
                        more |= self.add(id, bits);
                    }
                }
                Body::Memory(_) => {
                    let port = |name: &str| instance.port(design, name).expect("a memory's port");
                    let read = port("read_data");
                    let width = design.signals[read].width;
                    let mut bits = Bits::number(0, width);
                    if self.of[port("write_enable")].one != 0 {
                        let data = self.of[port("write_data")];
                        bits = bits.or(if data.width == width {
                            data
                        } else {
                            let one = if data.one == 0 { 0 } else { mask(width) };
                            Bits::new(bits.zero, one, width)
                        });
                    }
                    more |= self.add(read, bits);
                }
                Body::Cell(_) | Body::Template(_) => {
                    for &port in &instance.ports {
                        if design.signals[port].kind == Kind::Output {
                            more |= self.add(port, Bits::any(design.signals[port].width));
                        }
                    }
                }
            }
        }
        for (id, signal) in design.signals.iter().enumerate() {
            if let Kind::Register { next, .. } = signal.kind {
                more |= self.add(id, self.of[next]);
            }
        }
        more
    }

    /// Runs statements. Each value comes with whether the one before may remain.
    fn run(&self, statements: &[Statement], values: &mut HashMap<Id, (Bits, bool)>) {
        for statement in statements {
            match statement {
                Statement::Assign(target, value) => {
                    values.insert(*target, (self.bits(value), false));
                }
                Statement::If {
                    test,
                    then,
                    otherwise,
                } => {
                    let test = self.bits(test);
                    let mut branches = Vec::new();
                    if test.one != 0 {
                        branches.push(&then[..]);
                    }
                    if test.zero != 0 {
                        branches.push(&otherwise[..]);
                    }
                    self.branch(statement, &branches, values);
                }
                Statement::Case {
                    test,
                    arms,
                    otherwise,
                } => {
                    let test = self.bits(test);
                    let mut branches = Vec::new();
                    let mut left = test.reached();
                    if left {
                        for (label, block) in arms {
                            let label = label.number().expect("a label is a number");
                            if test.can_be(label) {
                                branches.push(&block[..]);
                            }
                            left &= test.value() != Some(label);
                        }
                        if left {
                            branches.push(&otherwise[..]);
                        }
                    }
                    self.branch(statement, &branches, values);
                }
            }
        }
    }

    /// Runs what may follow on a test, and joins the results. What nothing follows on has not been reached.
    fn branch(
        &self,
        statement: &Statement,
        branches: &[&[Statement]],
        values: &mut HashMap<Id, (Bits, bool)>,
    ) {
        let results: Vec<HashMap<Id, (Bits, bool)>> = branches
            .iter()
            .map(|block| {
                let mut values = HashMap::new();
                self.run(block, &mut values);
                values
            })
            .collect();
        let mut targets = Vec::new();
        statement.each_target(&mut |id| {
            if !targets.contains(&id) {
                targets.push(id);
            }
        });
        for id in targets {
            let mut all = Bits::none(self.of[id].width);
            let mut remains = false;
            for result in &results {
                match result.get(&id) {
                    Some((bits, partly)) => {
                        all = all.or(*bits);
                        remains |= partly;
                    }
                    None => remains = true,
                }
            }
            if !remains {
                values.insert(id, (all, false));
            } else {
                let (before, partly) = values
                    .get(&id)
                    .copied()
                    .unwrap_or((Bits::none(all.width), true));
                values.insert(id, (all.or(before), partly));
            }
        }
    }

    /// What an expression can be.
    pub fn bits(&self, expression: &Expression) -> Bits {
        let width = expression.width();
        match expression {
            Expression::Constant { value, width, .. } => Bits::number(*value, *width),
            Expression::Signal(id, _) => self.of[*id],
            Expression::Slice { of, low, width } => self.bits(of).slice(*low, *width),
            Expression::Concat(parts) => parts.iter().fold(Bits::none(0), |all, part| {
                let part = self.bits(part);
                Bits::new(
                    (all.zero << part.width) | part.zero,
                    (all.one << part.width) | part.one,
                    all.width + part.width,
                )
            }),
            Expression::Unary(operator, of) => {
                let of = self.bits(of);
                if !of.reached() {
                    return Bits::none(width);
                }
                match operator {
                    Unary::Not => Bits::new(of.one, of.zero, width),
                    Unary::Negate => of.value().map_or(Bits::any(width), |value| {
                        Bits::number(value.wrapping_neg() & mask(width), width)
                    }),
                    Unary::All => Bits::bit(of.zero != 0, of.one == mask(of.width)),
                    Unary::Any => Bits::bit(of.zero == mask(of.width), of.one != 0),
                    Unary::Odd => of.value().map_or(Bits::any(1), |value| {
                        Bits::number(u128::from(value.count_ones() % 2), 1)
                    }),
                }
            }
            Expression::Binary(operator, left, right) => {
                let (a, b) = (self.bits(left), self.bits(right));
                if !a.reached() || !b.reached() {
                    return Bits::none(width);
                }
                joined(*operator, a, b, width)
            }
            Expression::Choose(test, then, otherwise) => {
                let test = self.bits(test);
                let mut all = Bits::none(width);
                if test.one != 0 {
                    all = all.or(self.bits(then));
                }
                if test.zero != 0 {
                    all = all.or(self.bits(otherwise));
                }
                all
            }
        }
    }
}

#[cfg(test)]
mod tests;
