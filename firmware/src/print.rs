//! Text at the UART. Not by `core::fmt`, which brings panics along.

use crate::mmio::Line;

/// Prints text as it is.
pub fn text(text: &str) {
    for &byte in text.as_bytes() {
        Line::Console.send(byte);
    }
}

/// The units of a decimal number of 64 bits, largest first.
const UNITS: [u64; 20] = {
    let mut units = [1; 20];
    let mut place = 19;
    while place > 0 {
        units[place - 1] = units[place] * 10;
        place -= 1;
    }
    units
};

/// Prints a number in decimal. By subtraction, since a division has a panic for a divisor of 0.
pub fn number(mut number: u64) {
    let mut printed = false;
    for unit in UNITS {
        let mut digit = b'0';
        while number >= unit {
            number -= unit;
            digit = digit.wrapping_add(1);
        }
        printed |= digit > b'0' || unit == 1;
        if printed {
            Line::Console.send(digit);
        }
    }
}

/// Prints text, a number, and the end of the line.
pub fn line(before: &str, value: u64, after: &str) {
    text(before);
    number(value);
    text(after);
    text("\n");
}
