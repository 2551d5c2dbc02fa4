//! Statements as text.

use super::{COLUMNS, Names, push_wrapped};
use crate::verilog::design::Statement;
use crate::verilog::expression::{Expression, Id};

impl Names<'_> {
    /// What gives a signal its value, `head` and the value: a line, or for a choice among several a line for each.
    pub fn assignment(&mut self, head: &str, value: &Expression, to: &mut String) {
        let mut ways = Vec::new();
        let mut rest = value;
        while let Expression::Choose(test, then, otherwise) = rest {
            let (test, then) = (self.expression(test, 2), self.expression(then, 2));
            ways.push(format!("{test} ? {then} :"));
            rest = otherwise;
        }
        ways.push(format!("{};", self.expression(rest, 1)));
        let line = format!("    {head} = {}", ways.join(" "));
        if ways.len() <= 2 && line.len() <= COLUMNS {
            *to += &format!("{line}\n");
        } else if ways.len() == 1 {
            push_wrapped(&line, to);
        } else {
            *to += &format!("    {head} =\n");
            for way in ways {
                push_wrapped(&format!("        {way}"), to);
            }
        }
    }

    /// Statements, each line indented by `depth` steps; `name` gives the target's name.
    pub fn statements(&mut self, statements: &[Statement], depth: usize, name: &dyn Fn(Id) -> String, to: &mut String) {
        let indent = "    ".repeat(depth);
        for statement in statements {
            match statement {
                Statement::Assign(target, value) => {
                    let text = self.expression(value, 0);
                    let line = format!("{indent}{} <= {text};", name(*target));
                    push_wrapped(&line, to);
                }
                Statement::If { .. } => self.conditional(statement, depth, "", name, to),
                Statement::Case { test, arms, otherwise } => {
                    let test = self.expression(test, 0);
                    *to += &format!("{indent}case ({test})\n");
                    for (label, block) in arms {
                        let label = self.expression(label, 0);
                        self.arm(&label, block, depth + 1, name, to);
                    }
                    self.arm("default", otherwise, depth + 1, name, to);
                    *to += &format!("{indent}endcase\n");
                }
            }
        }
    }

    /// One way of a case.
    fn arm(&mut self, label: &str, block: &[Statement], depth: usize, name: &dyn Fn(Id) -> String, to: &mut String) {
        let indent = "    ".repeat(depth);
        if block.is_empty() {
            *to += &format!("{indent}{label}: ;\n");
        } else if let Some(short) = self.one_line(block, name)
            && indent.len() + label.len() + short.len() + 2 <= COLUMNS
        {
            *to += &format!("{indent}{label}: {short}\n");
        } else {
            *to += &format!("{indent}{label}: begin\n");
            self.statements(block, depth + 1, name, to);
            *to += &format!("{indent}end\n");
        }
    }

    /// A single assignment as one line.
    fn one_line(&mut self, block: &[Statement], name: &dyn Fn(Id) -> String) -> Option<String> {
        match block {
            [Statement::Assign(target, value)] => {
                let text = self.expression(value, 0);
                Some(format!("{} <= {text};", name(*target)))
            }
            _ => None,
        }
    }

    fn conditional(
        &mut self,
        statement: &Statement,
        depth: usize,
        before: &str,
        name: &dyn Fn(Id) -> String,
        to: &mut String,
    ) {
        let Statement::If { test, then, otherwise } = statement else {
            unreachable!("only conditionals come here");
        };
        let indent = "    ".repeat(depth);
        let test = self.expression(test, 0);
        let head = format!("{indent}{before}if ({test})");
        if before.is_empty()
            && otherwise.is_empty()
            && let Some(short) = self.one_line(then, name)
            && head.len() + short.len() < COLUMNS
        {
            *to += &format!("{head} {short}\n");
            return;
        }
        push_wrapped(&format!("{head} begin"), to);
        self.statements(then, depth + 1, name, to);
        match &otherwise[..] {
            [] => *to += &format!("{indent}end\n"),
            [only @ Statement::If { .. }] => {
                self.conditional(only, depth, "end else ", name, to);
            }
            block => {
                *to += &format!("{indent}end else begin\n");
                self.statements(block, depth + 1, name, to);
                *to += &format!("{indent}end\n");
            }
        }
    }
}
