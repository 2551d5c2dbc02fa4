//! What a circuit is made of, and what follows from that without being said.

pub use carillon_hdl_derive::Circuit;
use rust_hdl::prelude::*;

/// A field of a circuit: a signal, a bundle of signals, a flip-flop, a constant, or another circuit.
pub trait Part: Block {
    /// Before the logic of the circuit around it is looked at: takes that circuit's clock; a flip-flop keeps its value
    /// unless that logic tells it otherwise.
    fn prepare(&mut self, _clock: Clock) {}

    /// Marks an input as driven from outside.
    fn drive(&mut self) {}

    /// It, if it is another circuit.
    fn circuit(&self) -> Option<&dyn Circuit> {
        None
    }
}

/// Where a circuit is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of its type in small letters: `late_check`.
    pub name: &'static str,
    /// The Rust file. Its header and the comments of its ports are the Verilog's.
    pub text: &'static str,
    /// The path of the Rust module.
    pub place: &'static str,
    /// What the Verilog makes of its fields.
    pub notes: &'static [Note],
}

/// What the Verilog makes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The field.
    pub field: &'static str,
    /// What is told.
    pub kind: NoteKind,
    /// Verilog over the parameters of the circuit's module.
    pub text: &'static str,
}

/// What a [`Note`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// The value of a constant.
    Formula,
    /// The parameters of a part that are not those of the module around it: `NAME = value, NAME = value`.
    With,
    /// When there is the part.
    OnlyIf,
    /// What an output of the part is where the part is not there; the field is `part.output`. Else it is 0.
    Otherwise,
}

impl Source {
    /// The text of the note of this kind at `field`.
    pub fn note(&self, field: &str, kind: NoteKind) -> Option<&'static str> {
        let mut notes = self.notes.iter();
        let found = notes.find(|note| note.field == field && note.kind == kind)?;
        Some(found.text)
    }
}

/// A circuit whose fields are declared once: `#[derive(Circuit)]` implements it, and with it [`Block`] and [`Part`].
///
/// If it has a field `clock`, this is the clock of all its flip-flops and parts. The constructor makes `<Name>Parts`,
/// which has the constants and the parts, and calls its method `assemble`. What the circuit does is told by [`Logic`].
pub trait Circuit: Part {
    /// Where it is declared.
    fn source(&self) -> Source;

    /// The circuits in it, with the names of their fields.
    fn circuits(&self) -> Vec<(&'static str, &dyn Circuit)>;

    /// Marks all inputs as driven from outside.
    fn drive_inputs(&mut self);

    /// The body of its Verilog module, where that follows from tables and not from its logic.
    fn template(&self) -> Option<String> {
        None
    }

    /// The circuit as a top, with every pin marked as driven from outside.
    fn into_top(mut self) -> Self
    where
        Self: Sized,
    {
        self.drive_inputs();
        self.connect_all();
        self
    }
}

impl<D: Direction, T: Synth> Part for Signal<D, T> {
    fn drive(&mut self) {
        if self.kind() == AtomKind::InputParameter {
            self.connect();
        }
    }
}

impl<T: Synth> Part for Constant<T> {}

impl<T: Synth> Part for DFF<T> {
    fn prepare(&mut self, clock: Clock) {
        self.clock.connect();
        self.clock.next = clock;
        self.d.connect();
        self.d.next = self.q.val();
    }
}
