//! Looks into a running circuit: any signal, by its path.

use crate::figure::Line;
use rust_hdl::core::prelude::{Atom, Block, Probe};
use std::collections::HashMap;

/// How a value is written.
pub type Format = fn(u64) -> String;

/// One line to record.
pub struct Row {
    label: &'static str,
    path: &'static str,
    format: Option<Format>,
    gate: Option<&'static str>,
}

/// A signal of one bit, drawn as a level.
pub const fn level(label: &'static str, path: &'static str) -> Row {
    Row { label, path, format: None, gate: None }
}

/// A word, drawn as text.
pub const fn word(label: &'static str, path: &'static str, format: Format) -> Row {
    Row { label, path, format: Some(format), gate: None }
}

impl Row {
    /// The same, of no meaning while the bit at `gate` is 0.
    pub const fn while_high(self, gate: &'static str) -> Self {
        Self { gate: Some(gate), ..self }
    }
}

/// A number as people write it.
pub fn decimal(value: u64) -> String {
    value.to_string()
}

/// A word as programmers write it.
pub fn hexadecimal(value: u64) -> String {
    format!("{value:X}")
}

/// The values of all rows, clock by clock.
pub struct Recorder {
    rows: Vec<Row>,
    samples: Vec<HashMap<&'static str, u64>>,
}

impl Recorder {
    /// Records these rows.
    pub fn new(rows: Vec<Row>) -> Self {
        Self { rows, samples: Vec::new() }
    }

    /// Takes the values of this clock.
    pub fn sample(&mut self, circuit: &dyn Block) {
        let mut look = Look {
            path: Vec::new(),
            wanted: self.rows.iter().flat_map(|row| [Some(row.path), row.gate]).flatten().collect(),
            found: HashMap::new(),
        };
        circuit.accept("", &mut look);
        for path in look.wanted {
            assert!(look.found.contains_key(path), "the chip has no signal {path}: correct the scene");
        }
        self.samples.push(look.found);
    }

    /// The lines of a diagram, a clock first.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = vec![Line::clock("clock", self.samples.len())];
        for row in &self.rows {
            let values = self.samples.iter().map(|sample| {
                let open = row.gate.is_none_or(|gate| sample[gate] != 0);
                open.then(|| sample[row.path])
            });
            lines.push(match row.format {
                Some(format) => Line::texts(row.label, values.map(|value| value.map(format))),
                None => Line::levels(row.label, values.map(|value| value == Some(1))),
            });
        }
        lines
    }
}

/// One walk through the circuit.
struct Look {
    path: Vec<String>,
    wanted: Vec<&'static str>,
    found: HashMap<&'static str, u64>,
}

impl Probe for Look {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        // The outermost scope is the chip itself, without a name.
        let full: Vec<&str> = self.path[1..].iter().map(String::as_str).chain([name]).collect();
        let full = full.join(".");
        if let Some(path) = self.wanted.iter().find(|path| **path == full) {
            let literal = format!("{:x}", signal.verilog());
            let digits = literal.rsplit_once('h').map_or("", |(_, digits)| digits);
            let value = u64::from_str_radix(digits, 16)
                .unwrap_or_else(|_| panic!("{full} is {literal}, which is no number of 64 bits"));
            self.found.insert(path, value);
        }
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }
}
