//! Which bits can only ever be 0, or 1, and which states a state machine never comes to.
//!
//! The bits that a signal can have, and of a narrow one the numbers, are gathered from the reset's state on, through
//! statements, ports, flip-flops and memories, until nothing is added. What is never added cannot come about: so a
//! switch that is off takes what it switches with it, in whichever module that is, states of a machine among it, and
//! the address of a small build loses its upper bits. A memory's first contents count as 0.

use super::design::{Body, Design, Kind, Statement};
use super::expression::{Binary, Expression, Id, Unary, mask};
use std::collections::HashMap;

/// The widest signal of which each value is looked at, not only each bit: that of a state machine.
const NARROW: usize = 6;

/// The values that each bit can have. A bit that can have none has not been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The bits that can be 0.
    pub zero: u128,
    /// The bits that can be 1.
    pub one: u128,
    /// How many bits there are.
    pub width: usize,
    /// The numbers that it can be, one bit each; 0 where there are more than `NARROW` bits.
    numbers: u64,
}

impl Bits {
    /// All numbers of these bits.
    fn new(zero: u128, one: u128, width: usize) -> Self {
        let mut bits = Self {
            zero,
            one,
            width,
            numbers: 0,
        };
        if width <= NARROW {
            let all = 0..1_u64 << width;
            let possible = all.filter(|&value| bits.has(value.into()));
            bits.numbers = possible.fold(0, |numbers, value| numbers | 1 << value);
        }
        bits
    }

    fn none(width: usize) -> Self {
        Self::new(0, 0, width)
    }

    fn any(width: usize) -> Self {
        Self::new(mask(width), mask(width), width)
    }

    /// Just this number.
    pub fn number(value: u128, width: usize) -> Self {
        Self::new(!value & mask(width), value, width)
    }

    fn or(self, other: Self) -> Self {
        Self {
            zero: self.zero | other.zero,
            one: self.one | other.one,
            width: self.width,
            numbers: self.numbers | other.numbers,
        }
    }

    /// Of a narrow signal the numbers that it can be, one bit each; else 0.
    pub fn numbers(self) -> u64 {
        self.numbers
    }

    fn reached(self) -> bool {
        self.zero | self.one == mask(self.width)
    }

    /// The number that it is, if it can only be one.
    pub fn value(self) -> Option<u128> {
        (self.reached() && self.zero & self.one == 0).then_some(self.one)
    }

    /// The lowest number that it can be.
    fn least(self) -> u128 {
        self.one & !self.zero
    }

    /// Whether each bit can be as in `value`.
    fn has(self, value: u128) -> bool {
        value & !self.one == 0 && !value & mask(self.width) & !self.zero == 0
    }

    /// Whether it can be `value`.
    pub fn can_be(self, value: u128) -> bool {
        self.has(value) && (self.width > NARROW || self.numbers >> value & 1 == 1)
    }

    /// Whether it can be what `other` can be, both of the same width.
    fn can_equal(self, other: Self) -> bool {
        ((self.zero & other.zero) | (self.one & other.one)) == mask(self.width)
            && (self.width > NARROW || self.numbers & other.numbers != 0)
    }

    fn bit(zero: bool, one: bool) -> Self {
        Self::new(u128::from(zero), u128::from(one), 1)
    }

    fn slice(self, low: usize, width: usize) -> Self {
        if low == 0 && width == self.width {
            return self;
        }
        Self::new(
            (self.zero >> low) & mask(width),
            (self.one >> low) & mask(width),
            width,
        )
    }
}

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
                Body::Cell(_) => {
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

/// What two operands joined can be.
fn joined(operator: Binary, a: Bits, b: Bits, width: usize) -> Bits {
    match operator {
        Binary::And => Bits::new(a.zero | b.zero, a.one & b.one, width),
        Binary::Or => Bits::new(a.zero & b.zero, a.one | b.one, width),
        Binary::Xor => Bits::new(
            (a.zero & b.zero) | (a.one & b.one),
            (a.zero & b.one) | (a.one & b.zero),
            width,
        ),
        Binary::Add => sum(a, b, false),
        Binary::Subtract => {
            let inverted = Bits::new(b.one, b.zero, width);
            sum(a, inverted, true)
        }
        Binary::Multiply => match (a.value(), b.value()) {
            (Some(a), Some(b)) => Bits::number(a.wrapping_mul(b) & mask(width), width),
            _ => Bits::any(width),
        },
        Binary::ShiftLeft | Binary::ShiftRight => {
            let mut all = Bits::none(width);
            for by in 0..=b.one.min(width as u128) {
                if b.can_be(by) || by == width as u128 {
                    all = all.or(shifted(operator, a, by as usize));
                }
            }
            all
        }
        Binary::Equal | Binary::NotEqual => {
            let can_equal = a.can_equal(b);
            let can_differ = a.value().is_none() || a.value() != b.value();
            if operator == Binary::Equal {
                Bits::bit(can_differ, can_equal)
            } else {
                Bits::bit(can_equal, can_differ)
            }
        }
        Binary::Less => Bits::bit(a.one >= b.least(), a.least() < b.one),
        Binary::GreaterOrEqual => Bits::bit(a.least() < b.one, a.one >= b.least()),
        Binary::Greater => Bits::bit(a.least() <= b.one, a.one > b.least()),
        Binary::LessOrEqual => Bits::bit(a.one > b.least(), a.least() <= b.one),
    }
}

fn shifted(operator: Binary, a: Bits, by: usize) -> Bits {
    let width = a.width;
    if by >= width {
        return Bits::number(0, width);
    }
    if operator == Binary::ShiftLeft {
        Bits::new(
            ((a.zero << by) | mask(by)) & mask(width),
            (a.one << by) & mask(width),
            width,
        )
    } else {
        Bits::new(
            (a.zero >> by) | (mask(width) & !mask(width - by)),
            a.one >> by,
            width,
        )
    }
}

/// A sum, bit by bit with its carry.
fn sum(a: Bits, b: Bits, carry: bool) -> Bits {
    let mut carry = Bits::bit(!carry, carry);
    let mut all = Bits::none(a.width);
    for place in 0..a.width {
        let (a, b) = (a.slice(place, 1), b.slice(place, 1));
        let mut result = Bits::none(1);
        let mut next = Bits::none(1);
        for count in 0..8u32 {
            let [x, y, z] = [count & 1, count >> 1 & 1, count >> 2];
            let can = |bits: Bits, value: u32| if value == 1 { bits.one } else { bits.zero } != 0;
            if can(a, x) && can(b, y) && can(carry, z) {
                let total = x + y + z;
                result = result.or(Bits::number(u128::from(total & 1), 1));
                next = next.or(Bits::number(u128::from(total >> 1), 1));
            }
        }
        all.zero |= result.zero << place;
        all.one |= result.one << place;
        carry = next;
    }
    Bits::new(all.zero, all.one, all.width)
}

#[cfg(test)]
mod tests;
