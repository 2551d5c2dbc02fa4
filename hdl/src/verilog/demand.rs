//! Which bits somebody needs, from the pins backwards.

use super::design::{Body, Design, Kind, Statement};
use super::expression::{self as e, Binary, Expression, Id, Unary, mask};

/// What is needed of all signals.
pub struct Demand {
    of: Vec<u128>,
}

impl Demand {
    /// Finds out.
    pub fn new(design: &Design) -> Self {
        let mut demand = Self {
            of: vec![0; design.signals.len()],
        };
        for (number, instance) in design.instances.iter().enumerate() {
            for &port in &instance.ports {
                let signal = &design.signals[port];
                let outside = number == 0 && signal.kind == Kind::Output;
                let cell = matches!(instance.body, Body::Cell(_)) && signal.kind == Kind::Input;
                if outside || cell {
                    demand.of[port] = mask(signal.width);
                }
            }
        }
        while demand.round(design) {}
        demand
    }

    /// The bits of a signal that are needed.
    pub fn signal(&self, id: Id) -> u128 {
        self.of[id]
    }

    fn round(&mut self, design: &Design) -> bool {
        let before = self.of.clone();
        for instance in design.instances.iter().rev() {
            match &instance.body {
                Body::Logic(statements) => {
                    self.block(statements);
                }
                Body::Memory(memory) => {
                    let port = |name: &str| instance.port(design, name);
                    let Some(read) = port("read_data").filter(|&id| self.of[id] != 0) else {
                        continue;
                    };
                    let needed = self.of[read];
                    for &id in &instance.ports {
                        let signal = &design.signals[id];
                        if signal.kind == Kind::Input {
                            let used = mask(memory.used(&signal.name, signal.width));
                            let whole_words = signal.width == design.signals[read].width;
                            self.of[id] |= if signal.name == "write_data" && whole_words {
                                needed
                            } else if used == 0 {
                                0
                            } else {
                                used
                            };
                        }
                    }
                }
                Body::Cell(_) | Body::Template(_) => {}
            }
        }
        for (id, signal) in design.signals.iter().enumerate() {
            if let Kind::Register { next, clock, .. } = signal.kind {
                self.of[next] |= self.of[id];
                if self.of[id] != 0 {
                    self.of[clock] = 1;
                }
            }
        }
        self.of != before
    }

    /// Goes through statements; returns whether any is needed.
    fn block(&mut self, statements: &[Statement]) -> bool {
        let mut needed = false;
        for statement in statements.iter().rev() {
            needed |= match statement {
                Statement::Assign(target, value) => {
                    let bits = self.of[*target];
                    self.need(value, bits);
                    bits != 0
                }
                Statement::If {
                    test,
                    then,
                    otherwise,
                } => {
                    let inside = self.block(then) | self.block(otherwise);
                    if inside {
                        self.need(test, 1);
                    }
                    inside
                }
                Statement::Case {
                    test,
                    arms,
                    otherwise,
                } => {
                    let mut inside = self.block(otherwise);
                    for (_, block) in arms {
                        inside |= self.block(block);
                    }
                    if inside {
                        self.need(test, mask(test.width()));
                    }
                    inside
                }
            };
        }
        needed
    }

    /// Notes that the bits `needed` of an expression are needed.
    fn need(&mut self, value: &Expression, needed: u128) {
        let needed = needed & mask(value.width());
        if needed == 0 {
            return;
        }
        match value {
            Expression::Constant { .. } => {}
            Expression::Signal(id, _) => self.of[*id] |= needed,
            Expression::Slice { of, low, .. } => self.need(of, needed << low),
            Expression::Concat(parts) => {
                let mut low = 0;
                for part in parts.iter().rev() {
                    self.need(part, (needed >> low) & mask(part.width()));
                    low += part.width();
                }
            }
            Expression::Unary(Unary::Not, of) => self.need(of, needed),
            Expression::Unary(Unary::Negate, of) => self.need(of, mask(e::bits_of(needed))),
            Expression::Unary(_, of) => self.need(of, mask(of.width())),
            Expression::Binary(operator, left, right) => match operator {
                Binary::And => {
                    self.need(left, needed & right.number().unwrap_or(u128::MAX));
                    self.need(right, needed & left.number().unwrap_or(u128::MAX));
                }
                Binary::Or => {
                    self.need(left, needed & !right.number().unwrap_or(0));
                    self.need(right, needed & !left.number().unwrap_or(0));
                }
                Binary::Xor => {
                    self.need(left, needed);
                    self.need(right, needed);
                }
                Binary::Add | Binary::Subtract | Binary::Multiply => {
                    let bits = mask(e::bits_of(needed));
                    self.need(left, bits);
                    self.need(right, bits);
                }
                Binary::ShiftLeft => {
                    self.need(left, mask(e::bits_of(needed)));
                    self.need(right, mask(right.width()));
                }
                _ => {
                    self.need(left, mask(left.width()));
                    self.need(right, mask(right.width()));
                }
            },
            Expression::Choose(test, then, otherwise) => {
                self.need(test, 1);
                self.need(then, needed);
                self.need(otherwise, needed);
            }
        }
    }
}

#[cfg(test)]
mod tests;
