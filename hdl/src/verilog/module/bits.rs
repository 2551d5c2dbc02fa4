//! What a module says of single bits: those that never change, and those that nobody reads.

use super::Writer;
use super::plan::Plan;
use crate::verilog::design::{Kind, Statement};
use crate::verilog::expression::{self as e, Expression, Id};
use crate::verilog::known::Bits;
use crate::verilog::writing::{number, push_wrapped};
use std::collections::HashMap;

/// The first values of the bits of a register that stay as they are.
pub fn constants(bits: Bits, name: &str) -> String {
    let constant = bits.zero ^ bits.one;
    let mut text = String::new();
    let mut low = 0;
    while low < bits.width {
        let width = (constant >> low).trailing_ones() as usize;
        if width > 0 {
            let value = number(bits.one >> low & e::mask(width), width);
            let slice = if bits.width == 1 {
                String::new()
            } else {
                format!("[{}:{low}]", low + width - 1)
            };
            text += &format!("    initial {name}{slice} = {value};\n");
        }
        low += width + 1;
    }
    text
}

impl Writer<'_> {
    /// Says of bits that nobody reads that this is meant.
    pub fn unused(&self, number: usize, statements: &[Statement], plan: &Plan) -> String {
        let mut read: HashMap<Id, u128> = HashMap::new();
        for statement in statements {
            statement.each_expression(&mut |value| bits_read(value, &mut read));
        }
        for (_, block) in &plan.clocked {
            for statement in block {
                statement.each_expression(&mut |value| bits_read(value, &mut read));
            }
        }
        for (clock, _) in &plan.clocked {
            read.insert(*clock, 1);
        }
        let instance = self.instance(number);
        let inputs = instance
            .ports
            .iter()
            .filter(|&&id| self.design.signals[id].kind == Kind::Input);
        let mut all: Vec<Id> = inputs.copied().collect();
        all.extend(instance.inner.iter().copied());
        for &child in &instance.children {
            let ports = self.instance(child).ports.iter().copied();
            all.extend(ports.filter(|&id| {
                self.design.signals[id].kind == Kind::Output
                    && self.reads(number, id)
                    && !plan.straight.contains_key(&id)
            }));
        }
        let mut parts = Vec::new();
        for id in all {
            let width = self.design.signals[id].width;
            let left = e::mask(width) & !read.get(&id).copied().unwrap_or(0);
            let name = self.name(number, id, plan);
            let mut low = 0;
            while low < width {
                let run = ((left >> low).trailing_ones() as usize).min(width - low);
                if run == width {
                    parts.push(name.clone());
                } else if run == 1 {
                    parts.push(format!("{name}[{low}]"));
                } else if run > 1 {
                    parts.push(format!("{name}[{}:{low}]", low + run - 1));
                }
                low += run.max(1);
            }
        }
        if parts.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        push_wrapped(
            &format!("    wire unused = &{{1'b0, {}}};", parts.join(", ")),
            &mut text,
        );
        text
    }
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
