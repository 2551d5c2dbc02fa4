//! The values that the bits of a number can have.

use crate::verilog::expression::{Binary, mask};

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
    pub fn new(zero: u128, one: u128, width: usize) -> Self {
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

    pub fn none(width: usize) -> Self {
        Self::new(0, 0, width)
    }

    pub fn any(width: usize) -> Self {
        Self::new(mask(width), mask(width), width)
    }

    /// Just this number.
    pub fn number(value: u128, width: usize) -> Self {
        Self::new(!value & mask(width), value, width)
    }

    pub fn or(self, other: Self) -> Self {
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

    pub fn reached(self) -> bool {
        self.zero | self.one == mask(self.width)
    }

    /// The number that it is, if it can only be one.
    pub fn value(self) -> Option<u128> {
        (self.reached() && self.zero & self.one == 0).then_some(self.one)
    }

    /// The lowest number that it can be.
    pub fn least(self) -> u128 {
        self.one & !self.zero
    }

    /// Whether each bit can be as in `value`.
    pub fn has(self, value: u128) -> bool {
        value & !self.one == 0 && !value & mask(self.width) & !self.zero == 0
    }

    /// Whether it can be `value`.
    pub fn can_be(self, value: u128) -> bool {
        self.has(value) && (self.width > NARROW || self.numbers >> value & 1 == 1)
    }

    /// Whether it can be what `other` can be, both of the same width.
    pub fn can_equal(self, other: Self) -> bool {
        ((self.zero & other.zero) | (self.one & other.one)) == mask(self.width)
            && (self.width > NARROW || self.numbers & other.numbers != 0)
    }

    pub fn bit(zero: bool, one: bool) -> Self {
        Self::new(u128::from(zero), u128::from(one), 1)
    }

    pub fn slice(self, low: usize, width: usize) -> Self {
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

/// What two operands joined can be.
pub fn joined(operator: Binary, a: Bits, b: Bits, width: usize) -> Bits {
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

pub fn shifted(operator: Binary, a: Bits, by: usize) -> Bits {
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
pub fn sum(a: Bits, b: Bits, carry: bool) -> Bits {
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
