//! The report for the terminal.

use super::Summary;
use super::rows::groups;

/// A number with its thousands set apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The report as lines of text, without the verdict.
pub fn text(summary: &Summary) -> String {
    let mut text = String::new();
    for (heading, rows) in groups(summary) {
        text += heading;
        text.push('\n');
        for row in rows {
            text += &format!("  {:<24} {}\n", row.name, row.value);
        }
    }
    text
}
