//! Expressions as text.

mod lines;
mod statements;

use super::expression::{Binary, Expression, Id, Unary, mask};
use std::collections::BTreeMap;

pub use lines::{COLUMNS, push_list, push_wrapped};

/// How strongly Verilog binds an operator's operands.
pub fn rank(operator: Binary) -> u32 {
    match operator {
        Binary::Multiply => 11,
        Binary::Add | Binary::Subtract => 10,
        Binary::ShiftLeft | Binary::ShiftRight => 9,
        Binary::Less | Binary::LessOrEqual | Binary::Greater | Binary::GreaterOrEqual => 8,
        Binary::Equal | Binary::NotEqual => 7,
        Binary::And => 5,
        Binary::Xor => 4,
        Binary::Or => 3,
    }
}

fn sign(operator: Binary) -> &'static str {
    match operator {
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Add => "+",
        Binary::Subtract => "-",
        Binary::Multiply => "*",
        Binary::ShiftLeft => "<<",
        Binary::ShiftRight => ">>",
        Binary::Equal => "==",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterOrEqual => ">=",
    }
}

/// The names of a module, and the numbers that it names.
pub struct Names<'a> {
    /// A signal's name in this module.
    pub signal: &'a dyn Fn(Id) -> String,
    /// Named numbers that have been written: value, width, and the enumeration that it is of.
    pub numbers: BTreeMap<String, (u128, usize, String)>,
}

/// A number with its width.
pub fn number(value: u128, width: usize) -> String {
    if width == 1 || value < 1000 && (width < 8 || value != mask(width)) {
        format!("{width}'d{value}").replace("1'd", if width == 1 { "1'b" } else { "1'd" })
    } else {
        format!("{width}'h{value:0digits$x}", digits = width.div_ceil(4))
    }
}

/// A range of bits in a declaration, with the space behind it; nothing for one bit.
pub fn range(width: usize) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

/// `text_upper` of a Rust name, such as `State$AwaitLength` or `word_mask`.
fn constant_name(name: &str) -> String {
    let mut text = String::new();
    let mut low = false;
    for letter in name.chars() {
        if letter == '$' {
            text.push('_');
            low = false;
            continue;
        }
        if letter.is_uppercase() && low {
            text.push('_');
        }
        low = letter.is_lowercase() || letter.is_ascii_digit();
        text.extend(letter.to_uppercase());
    }
    text
}

impl Names<'_> {
    /// The declarations of the named numbers, those of an enumeration in its order; `commented` puts a comment behind
    /// the line of a name.
    pub fn declarations(&self, commented: &dyn Fn(&str, &str) -> String) -> String {
        let mut numbers: Vec<_> = self.numbers.iter().collect();
        numbers.sort_by_key(|(name, (value, _, group))| match group.as_str() {
            "" => ("", 0, name.as_str()),
            group => (group, *value, ""),
        });
        let declared = numbers.into_iter().map(|(name, (value, width, _))| {
            let (range, value) = (range(*width), number(*value, *width));
            commented(&format!("    localparam {range}{name} = {value};"), name)
        });
        declared.collect()
    }

    /// A number, by its name where that tells more.
    fn constant(&mut self, value: u128, width: usize, name: Option<&str>) -> String {
        let Some(name) = name else {
            return number(value, width);
        };
        let of_enumeration = name.split_once('$').map(|(group, _)| constant_name(group));
        let says_one = || name.split('_').any(|word| word == "one");
        let plain = value == 0 || value == mask(width) || value == 1 && says_one();
        if plain && of_enumeration.is_none() {
            return number(value, width);
        }
        let name = constant_name(name);
        let group = of_enumeration.unwrap_or_default();
        let wanted = (value, width, group);
        let entry = self.numbers.entry(name.clone()).or_insert(wanted.clone());
        if *entry == wanted { name } else { number(value, width) }
    }

    /// The expression's text, in parentheses where what is around it ranks above `around`.
    pub fn expression(&mut self, value: &Expression, around: u32) -> String {
        match value {
            Expression::Constant { value, width, name } => self.constant(*value, *width, name.as_deref()),
            Expression::Signal(id, _) => (self.signal)(*id),
            Expression::Slice { of, low, width } => self.slice(of, *low, *width),
            Expression::Concat(parts) => {
                let copies = &parts[0];
                if parts.len() > 1 && copies.number().is_none() && parts.iter().all(|part| part == copies) {
                    let text = self.expression(copies, 0);
                    return format!("{{{}{{{text}}}}}", parts.len());
                }
                let texts: Vec<_> = parts.iter().map(|part| self.expression(part, 0)).collect();
                format!("{{{}}}", texts.join(", "))
            }
            Expression::Unary(Unary::Not, of) => match &**of {
                Expression::Unary(Unary::Any, inner) => self.prefix("~|", inner),
                Expression::Unary(Unary::All, inner) => self.prefix("~&", inner),
                other => self.prefix("~", other),
            },
            Expression::Unary(operator, of) => {
                let sign = match operator {
                    Unary::Negate => "-",
                    Unary::All => "&",
                    Unary::Any => "|",
                    Unary::Odd => "^",
                    Unary::Not => "~",
                };
                self.prefix(sign, of)
            }
            Expression::Binary(operator, left, right) => {
                let own = rank(*operator);
                // Readers do not know the ranks by heart: mixed operators stand in parentheses.
                let inner = |operand: &Expression| match operand {
                    Expression::Binary(other, ..) if other != operator => {
                        let sums = own >= 7 && rank(*other) == 10;
                        if sums { own } else { 100 }
                    }
                    _ => own,
                };
                let left_text = self.expression(left, inner(left));
                // Verilog reads from left to right, which matters but for these three.
                let any_order = matches!(operator, Binary::And | Binary::Or | Binary::Xor);
                let around_right = match &**right {
                    Expression::Binary(other, ..) if rank(*other) <= own => {
                        if any_order && other == operator {
                            own
                        } else {
                            100
                        }
                    }
                    other => inner(other),
                };
                let right_text = self.expression(right, around_right);
                let text = format!("{left_text} {} {right_text}", sign(*operator));
                if own < around { format!("({text})") } else { text }
            }
            Expression::Choose(test, then, otherwise) => {
                let text = format!(
                    "{} ? {} : {}",
                    self.expression(test, 2),
                    self.expression(then, 2),
                    self.expression(otherwise, 1)
                );
                if around > 1 { format!("({text})") } else { text }
            }
        }
    }

    /// An operator before its operand.
    fn prefix(&mut self, sign: &str, of: &Expression) -> String {
        let text = self.expression(of, 100);
        // Two such operators side by side would be one of another meaning.
        if text.starts_with(['~', '|', '&', '^', '-']) { format!("{sign}({text})") } else { format!("{sign}{text}") }
    }

    fn slice(&mut self, of: &Expression, low: usize, width: usize) -> String {
        match of {
            Expression::Signal(id, _) if width == 1 => format!("{}[{low}]", (self.signal)(*id)),
            Expression::Signal(id, _) => {
                format!("{}[{}:{low}]", (self.signal)(*id), low + width - 1)
            }
            Expression::Binary(Binary::ShiftRight, of, by) if is_selection(of, by, low, width) => {
                let by = self.expression(by, 0);
                format!("{}[{by}]", self.expression(of, 100))
            }
            other => panic!("Verilog takes no bits of {other:?}"),
        }
    }
}

/// `x[by]`, with nothing beyond its end.
pub fn is_selection(of: &Expression, by: &Expression, low: usize, width: usize) -> bool {
    low == 0
        && width == 1
        && matches!(of, Expression::Signal(_, bits) if by.width() < 32 && 1usize << by.width() <= *bits)
}
