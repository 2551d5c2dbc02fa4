//! What the rows of the map say of a register file.

use super::wires::Wire;
use crate::circuit::word_map::{Pattern, Row, Words};
use carillon_regmap::Register;

/// All that the rows decide.
pub struct Layout {
    /// The registers that there are.
    pub registers: Vec<&'static Register>,
    /// The words that there are.
    pub mapped: Words,
    /// Those that take time to read.
    pub slow: Words,
    /// The wires that there are.
    pub named: Vec<Selection>,
    /// All bits of a word.
    pub groups: Vec<Group>,
    /// The words that keep what is written.
    pub kept: Vec<Kept>,
    /// What each of them is called.
    pub hold_names: Vec<String>,
    /// The words that are shown before they are written.
    pub begins: Vec<Begins>,
    /// What each of them is called.
    pub begin_names: Vec<String>,
}

/// The name of a wire, and how the addresses of its registers are told from the others.
pub struct Selection {
    pub name: &'static str,
    pub pattern: Pattern,
}

/// Neighbouring bits that the same registers are written with but have no field for.
pub struct Group {
    pub lowest: u32,
    pub width: u32,
    pub hidden_in: Vec<Pattern>,
}

/// A word that keeps what is written.
pub struct Kept {
    pub word: u32,
    pub pattern: Pattern,
    /// Which of the wires is the word's alone.
    pub wire: Option<usize>,
}

/// Registers that show the same word, other than 0, while they have not been written since the last reset. They are
/// called after the first of them.
pub struct Begins {
    /// Where, and which of the words that keep something it is.
    pub places: Vec<(Pattern, Option<usize>)>,
    pub shown: u32,
}

impl Layout {
    /// That of these rows; the wires are those of the registers whose writes act, that other parts show, and that are
    /// asked for.
    pub fn new(rows: &[Row], acting: &[Wire], selected: &[Wire], asked: &[Wire]) -> Self {
        let all = |rows: &mut dyn Iterator<Item = &Row>| rows.fold(0, |all, row| all | row.words());
        let mapped = all(&mut rows.iter());
        let pattern = |on: Words| Pattern::new(on, mapped & !on);
        let of = |row: &Row| pattern(row.words());
        let among = |offsets: &[u32]| all(&mut rows.iter().filter(|row| offsets.contains(&row.register.offset)));

        let mut named: Vec<Selection> = Vec::new();
        for wire in acting.iter().chain(selected) {
            let words = among(wire.offsets);
            if words != 0 && named.iter().all(|one| one.name != wire.name) {
                named.push(Selection { name: wire.name, pattern: pattern(words) });
            }
        }

        // What can be read and is no other part's lies in memory.
        let stored = || rows.iter().filter(|row| row.register.access.readable() && !listed(selected, row.register));
        let written = || stored().filter(|row| row.register.access.writable());
        let without = |place: u32| {
            let lacks = |row: &&Row| readable_bits(row.register) & 1 << place == 0;
            written().filter(lacks).collect::<Vec<_>>()
        };
        let mut groups: Vec<Group> = Vec::new();
        for place in 0..32 {
            if place > 0 && without(place) == without(place - 1) {
                groups.last_mut().expect("the bit before has one").width += 1;
            } else {
                groups.push(Group { lowest: place, width: 1, hidden_in: without(place).into_iter().map(of).collect() });
            }
        }

        let kept: Vec<Kept> = written()
            .flat_map(|row| &row.elements)
            .map(|&(word, _)| {
                let pattern = pattern(1 << word);
                let wire = named.iter().position(|one| one.pattern == pattern);
                Kept { word, pattern, wire }
            })
            .collect();
        let mut begins: Vec<Begins> = Vec::new();
        let mut begin_names = Vec::new();
        for row in stored() {
            for (&(word, shown), name) in row.elements.iter().zip(row.names()) {
                let which = kept.iter().position(|one| one.word == word);
                let place = (pattern(1 << word), which);
                match begins.iter_mut().find(|one| one.shown == shown) {
                    Some(same) => same.places.push(place),
                    None if shown != 0 => {
                        begin_names.push(name);
                        begins.push(Begins { places: vec![place], shown });
                    }
                    None => {}
                }
            }
        }
        let slow = all(&mut rows.iter().filter(|row| listed(asked, row.register)));
        let hold_names = written().flat_map(Row::names).collect();
        Self {
            registers: rows.iter().map(|row| row.register).collect(),
            mapped,
            slow,
            named,
            groups,
            kept,
            hold_names,
            begins,
            begin_names,
        }
    }
}

/// Whether a list of wires has a register.
pub fn listed(list: &[Wire], register: &Register) -> bool {
    let mut offsets = list.iter().flat_map(|wire| wire.offsets);
    offsets.any(|&offset| offset == register.offset)
}

/// The bits of a register that can be read.
pub fn readable_bits(register: &Register) -> u32 {
    let fields = register.fields.iter().filter(|field| field.access.readable());
    fields.fold(0, |bits, field| bits | field.mask())
}
