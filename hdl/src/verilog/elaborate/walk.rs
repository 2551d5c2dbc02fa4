//! What a walk through a Rust-HDL circuit finds.

use crate::verilog::reading;
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind, Verilog};
use std::collections::HashMap;

/// A block as it was visited.
pub struct Visited {
    pub name: String,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub atoms: Vec<(String, Found)>,
    pub enums: HashMap<String, u128>,
    pub code: Verilog,
}

/// An atom as it was visited.
#[derive(Clone)]
pub struct Found {
    pub kind: AtomKind,
    pub width: usize,
    pub value: u128,
}

/// The blocks that have been visited.
#[derive(Default)]
pub struct Walk {
    pub blocks: Vec<Visited>,
    path: Vec<usize>,
    bundle: Vec<String>,
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let number = self.blocks.len();
        let parent = self.path.last().copied();
        if let Some(parent) = parent {
            self.blocks[parent].children.push(number);
        }
        self.blocks.push(Visited {
            name: name.to_owned(),
            parent,
            children: Vec::new(),
            atoms: Vec::new(),
            enums: HashMap::new(),
            code: node.hdl(),
        });
        self.path.push(number);
        self.bundle.clear();
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.bundle.push(name.to_owned());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let number = *self.path.last().expect("an atom stands in a block");
        let mut words = self.bundle.clone();
        words.push(name.to_owned());
        let found = Found { kind: signal.kind(), width: signal.bits(), value: reading::literal(&signal.verilog()).0 };
        let parent = self.blocks[number].parent;
        for block in [Some(number), parent].into_iter().flatten() {
            enums(&signal.descriptor(), &mut self.blocks[block].enums);
        }
        self.blocks[number].atoms.push((words.join("$"), found));
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.bundle.pop();
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.path.pop();
    }
}

/// Adds the values of the enumerations that a type is made of.
fn enums(of: &TypeDescriptor, to: &mut HashMap<String, u128>) {
    match &of.kind {
        TypeKind::Enum(labels) => {
            for (value, label) in labels.iter().enumerate() {
                to.insert(label.replace("::", "$"), value as u128);
            }
        }
        TypeKind::Composite(fields) => {
            for field in fields {
                enums(&field.kind, to);
            }
        }
        _ => {}
    }
}

impl Visited {
    /// It is Rust-HDL's flip-flop.
    pub fn is_register(&self) -> bool {
        let mut names: Vec<_> = self.atoms.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names == ["clock", "d", "q"] && matches!(self.code, Verilog::Custom(_))
    }
}
