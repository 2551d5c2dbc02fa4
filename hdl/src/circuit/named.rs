//! Parts of one kind, as many as a build has, each with a name of its own.

use super::Part;
use rust_hdl::prelude::*;

/// The parts, in order. In the Verilog each is called `<field>_<name>`, where Rust-HDL's own `Vec` would number them.
pub(crate) struct Named<B>(Vec<(String, B)>);

impl<B: Default> Named<B> {
    /// One part, in its default state, for each name.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().map(|name| (name, B::default())).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &B> {
        self.0.iter().map(|(_, part)| part)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut B> {
        self.0.iter_mut().map(|(_, part)| part)
    }
}

impl<B: Block> Logic for Named<B> {
    fn update(&mut self) {}
}

impl<B: Block> Block for Named<B> {
    fn connect_all(&mut self) {
        for (_, part) in &mut self.0 {
            part.connect_all();
        }
    }

    fn update_all(&mut self) {
        for (_, part) in &mut self.0 {
            part.update_all();
        }
    }

    fn has_changed(&self) -> bool {
        self.0.iter().any(|(_, part)| part.has_changed())
    }

    fn accept(&self, field: &str, probe: &mut dyn Probe) {
        for (name, part) in &self.0 {
            part.accept(&format!("{field}_{name}"), probe);
        }
    }
}

impl<B: Part> Part for Named<B> {
    fn prepare(&mut self, clock: Clock) {
        for (_, part) in &mut self.0 {
            part.prepare(clock);
        }
    }
}
