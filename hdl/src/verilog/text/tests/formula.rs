//! What a formula gives: Verilog's operators on whole numbers.

use super::Numbers;

/// The operators with two operands, those of one rank together, the weakest first.
const RANKS: [&[&str]; 9] =
    [&["||"], &["&&"], &["|"], &["&"], &["==", "!="], &["<=", ">=", "<", ">"], &["<<", ">>"], &["+", "-"], &["*", "/"]];

/// The value of a formula where the names have these values.
pub fn value(formula: &str, names: &Numbers) -> i128 {
    let mut reader = Reader { rest: formula, names };
    let found = reader.choice();
    assert!(reader.rest.is_empty(), "{formula}: {}", reader.rest);
    found
}

/// `left` shifted by `by`; a negative distance is a large one, and nothing is left.
fn shifted(left: i128, by: i128, shift: fn(i128, u32) -> Option<i128>) -> i128 {
    let by = u32::try_from(by).ok();
    by.and_then(|by| shift(left, by)).unwrap_or(0)
}

struct Reader<'a> {
    rest: &'a str,
    names: &'a Numbers,
}

impl Reader<'_> {
    /// Takes `sign` if it comes next, and is no part of a longer one.
    fn takes(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let Some(rest) = self.rest.strip_prefix(sign) else {
            return false;
        };
        let longer = matches!(sign, "<" | ">" | "|" | "&") && rest.starts_with(['<', '>', '|', '&', '=']);
        if !longer {
            self.rest = rest.trim_start();
        }
        !longer
    }

    fn choice(&mut self) -> i128 {
        let test = self.binary(0);
        if !self.takes("?") {
            return test;
        }
        let then = self.choice();
        assert!(self.takes(":"), "a choice has two ways");
        let otherwise = self.choice();
        if test != 0 { then } else { otherwise }
    }

    fn binary(&mut self, rank: usize) -> i128 {
        let Some(signs) = RANKS.get(rank) else {
            return self.operand();
        };
        let mut left = self.binary(rank + 1);
        while let Some(sign) = signs.iter().find(|sign| self.takes(sign)) {
            let right = self.binary(rank + 1);
            left = match *sign {
                "||" => (left != 0 || right != 0).into(),
                "&&" => (left != 0 && right != 0).into(),
                "|" => left | right,
                "&" => left & right,
                "==" => (left == right).into(),
                "!=" => (left != right).into(),
                "<=" => (left <= right).into(),
                ">=" => (left >= right).into(),
                "<" => (left < right).into(),
                ">" => (left > right).into(),
                "<<" => shifted(left, right, i128::checked_shl),
                ">>" => shifted(left, right, i128::checked_shr),
                "+" => left + right,
                "-" => left - right,
                "*" => left * right,
                _ => left / right,
            };
        }
        left
    }

    fn operand(&mut self) -> i128 {
        if self.takes("~") {
            return !self.operand();
        }
        if self.takes("(") {
            let inner = self.choice();
            assert!(self.takes(")"), "parentheses come in pairs");
            return inner;
        }
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'';
        let end = self.rest.find(|letter| !is_word(letter));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.trim_start();
        let whole = match word.split_once('\'') {
            Some((_, digits)) => {
                let (base, digits) = digits.split_at(1);
                let radix = match base {
                    "h" => 16,
                    "b" => 2,
                    _ => 10,
                };
                i128::from_str_radix(digits, radix)
            }
            None => match self.names.get(word) {
                Some(value) => Ok(*value),
                None => word.parse(),
            },
        };
        let whole = whole.unwrap_or_else(|_| panic!("`{word}` is no number"));
        if !self.takes("[") {
            return whole;
        }
        let high = self.choice();
        assert!(self.takes(":"), "bits from one to another");
        let low = self.choice();
        assert!(self.takes("]"), "brackets come in pairs");
        whole >> low & ((1 << (high - low + 1)) - 1)
    }
}

#[test]
fn value_follows_verilogs_ranks() {
    let names = Numbers::from([("BITS".to_owned(), 12)]);
    for (formula, wanted) in [
        ("(1 << BITS) - 1", 4095),
        ("BITS < 4 ? 0 : 1 << BITS - 4", 256),
        ("5'd20 - BITS[3:1]", 14),
        ("~((2 << BITS) - 1) & 16'hffff", 0xe000),
        ("BITS > 11 && BITS != 13 || BITS == 0", 1),
        ("BITS / 2 - 1", 5),
        ("BITS == 12 ? 4'b0110 : 4'd1", 6),
    ] {
        assert_eq!(value(formula, &names), wanted, "{formula}");
    }
}
