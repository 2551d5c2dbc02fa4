//! # The register file
//!
//! **Purpose.** The bus side of the register map: answers every access, tells the other parts which register is
//! written, keeps what can be read back, and gathers the word that a read shows. All of it follows from the rows of
//! `carillon_regmap` that the build has.
//!
//! **Interface.** The register bus (see [`crate::shared::register_bus`]). `written` has a strobe for each register whose write
//! makes some part do something. `selected` has a wire for each register that shows what a part does, which is then to
//! be on `live`, where all else is 0; some of these words take time (`asked`) and are there with `answered`. Every
//! other register that can be read is a constant, or shows what was written last: to add one, add its row to the map.
//! One that makes a part do something, or shows what a part does, needs its wire in the lists below as well. `refused`
//! and, a clock later, `refused_late` say that a write does not count, `postponed` that it is not done at once.
//!
//! **Timing.** With `execute` in clock *e*: `failed`, `asked` and `written` in *e* + 1; `done` of a write or of a
//! failed access in *e* + 1, of a read in *e* + 2, of a word that is asked for in the clock of `answered`, *e* + 2 or
//! later, of a write that is postponed in that of `answered`, *e* + 1 or later. `read_data` is a register: it shows
//! from the clock after `done` what was true in that clock. `refused` and `postponed` belong to *e* + 1, `refused_late`
//! to *e* + 2. A read that is executed in the clock before `clear` is forgotten; after `clear` `read_data` is 0.
//!
//! **Invariants.** Each access has one `done`. At most one strobe is high, and none with `failed`. Nothing that is read
//! changes by being read. What is written in *e* stands in memory before the next `execute`.
//!
//! **What is kept** lies in one memory, which has what was written last. A flip-flop for each register says whether it
//! was written since the last reset; if not, its word after reset is shown. So a reset takes one clock, and what the
//! memory begins with does not matter. Bits without a field are written too, and are 0 in the register behind the
//! memory, which takes each word over first, since a block RAM is slow to show one.

use crate::circuit::named::Named;
use crate::circuit::syntax::{
    Expression, and, any, assign, assign_slice, at, bit, bit_at, comment, not, number, or, signal,
    when,
};
use crate::circuit::word_map::{Pattern, Row, Words};
use crate::circuit::{Circuit, Part};
use crate::shared::memory::EntryMemory;
use crate::shared::register_bus::RegisterBusSlave;
use carillon_regmap::{Register, offset};
use rust_hdl::prelude::*;

/// A wire of the register file, and the registers that it stands for.
pub struct Wire {
    /// What it is called.
    pub name: &'static str,
    /// Their byte offsets.
    pub offsets: &'static [u32],
}

/// The wires of a bundle, which a chip declares with the macro `wires`.
pub trait Wires: Part + Default {
    /// In the order of [`wires`](Self::wires).
    const LIST: &'static [Wire];

    /// The wires.
    fn wires(&mut self) -> impl Iterator<Item = &mut Signal<Out, Bit>>;
}

/// A wire for each of some registers, or for several that a wire stands for, called as in the map, whose module
/// `offset` is in scope.
macro_rules! wires {
    ($(#[$doc:meta])+ $name:ident; $($wire:ident: $($register:ident)+;)+) => {
        $(#[$doc])+
        #[derive(LogicInterface, Default)]
        #[allow(non_snake_case, reason = "registers are called as in the map")]
        pub struct $name {
            $(
                #[doc = concat!("Of", $(" `", stringify!($register), "`",)+ ".")]
                pub $wire: Signal<Out, Bit>,
            )+
        }

        impl $crate::circuit::Part for $name {}

        impl $crate::shared::register_file::Wires for $name {
            const LIST: &'static [$crate::shared::register_file::Wire] = &[$(
                $crate::shared::register_file::Wire { name: stringify!($wire), offsets: &[$(offset::$register),+] }
            ),+];

            fn wires(&mut self) -> impl Iterator<Item = &mut Signal<Out, Bit>> {
                [$(&mut self.$wire),+].into_iter()
            }
        }
    };
}
pub(crate) use wires;

/// The register file; see the module's header.
#[derive(Circuit)]
pub struct RegisterFile<W: Wires, S: Wires, A: Wires> {
    /// The one clock.
    pub clock: Signal<In, Clock>,
    /// Back to reset values.
    pub clear: Signal<In, Bit>,
    /// The register bus.
    pub bus: RegisterBusSlave,
    /// What is written in this clock does not count.
    pub refused: Signal<In, Bit>,
    /// What was written in the clock before does not count.
    pub refused_late: Signal<In, Bit>,
    /// What is written in this clock takes time: it is done when `answered` comes.
    pub postponed: Signal<In, Bit>,
    /// The word asked for is there, or what was postponed is done.
    pub answered: Signal<In, Bit>,
    /// What is `selected` of the other parts; 0 where nothing is.
    pub live: Signal<In, Bits<32>>,
    /// Which register is written.
    pub written: W,
    /// Which word of the other parts is to be shown.
    pub selected: S,
    /// Which word is asked for.
    pub asked: A,
    memory: EntryMemory<32>,
    /// An access was made in the clock before.
    executed: DFF<Bit>,
    /// It was a write that found its register.
    acting: DFF<Bit>,
    /// It found no register, or wrote part of a word.
    failing: DFF<Bit>,
    /// It was a read of a word that takes time.
    asking: DFF<Bit>,
    /// The access shows no word: a write, or one that failed.
    silent: DFF<Bit>,
    /// A read is done; its word is taken over at the next edge.
    showing: DFF<Bit>,
    /// What was written goes to memory, unless refused late.
    keeping: DFF<Bit>,
    /// The word from memory, without bits that have no field.
    stored: DFF<Bits<32>>,
    /// The word read; 0 after a write or a reset.
    answer: DFF<Bits<32>>,
    /// The access is to REGISTER.
    is: Named<DFF<Bit>>,
    /// REGISTER has been written since the last reset.
    holds: Named<DFF<Bit>>,
    /// REGISTER, or one of the same word, shows its reset word.
    begins: Named<DFF<Bit>>,
    /// From bit NUMBER on up to the next one, memory is not shown.
    hides: Named<DFF<Bit>>,
    /// Bit n: there is a register at word n.
    mapped: Constant<Bits<64>>,
    /// Bit n: the register at word n takes time to read.
    slow: Constant<Bits<64>>,
    known: Signal<Local, Bit>,
    keep: Signal<Local, Bit>,
    held: Signal<Local, Bit>,
    untouched: Signal<Local, Bits<32>>,
    word: Signal<Local, Bits<32>>,
    _named: Vec<Selection>,
    _groups: Vec<Group>,
    _kept: Vec<Kept>,
    _begins: Vec<Begins>,
}

/// The name of a wire, and how the addresses of its registers are told from the others.
struct Selection {
    name: &'static str,
    pattern: Pattern,
}

/// Neighbouring bits that the same registers are written with but have no field for.
struct Group {
    lowest: u32,
    width: u32,
    hidden_in: Vec<Pattern>,
}

/// A word that keeps what is written.
struct Kept {
    word: u32,
    pattern: Pattern,
    /// Which of the wires is the word's alone.
    wire: Option<usize>,
}

/// Registers that show the same word, other than 0, while they have not been written since the last reset. They are
/// called after the first of them.
struct Begins {
    /// Where, and which of the words that keep something it is.
    places: Vec<(Pattern, Option<usize>)>,
    shown: u32,
}

/// Whether a list of wires has a register.
fn listed(list: &[Wire], register: &Register) -> bool {
    let mut offsets = list.iter().flat_map(|wire| wire.offsets);
    offsets.any(|&offset| offset == register.offset)
}

/// The bits of a register that can be read.
fn readable_bits(register: &Register) -> u32 {
    let fields = register
        .fields
        .iter()
        .filter(|field| field.access.readable());
    fields.fold(0, |bits, field| bits | field.mask())
}

impl<W: Wires, S: Wires, A: Wires> RegisterFile<W, S, A> {
    /// The register file of a chip that has these registers.
    pub(crate) fn new(rows: &[Row]) -> Self {
        let all = |rows: &mut dyn Iterator<Item = &Row>| rows.fold(0, |all, row| all | row.words());
        let mapped = all(&mut rows.iter());
        let pattern = |on: Words| Pattern::new(on, mapped & !on);
        let of = |row: &Row| pattern(row.words());
        let among = |offsets: &[u32]| {
            all(&mut rows
                .iter()
                .filter(|row| offsets.contains(&row.register.offset)))
        };

        let mut named: Vec<Selection> = Vec::new();
        for wire in W::LIST.iter().chain(S::LIST) {
            let words = among(wire.offsets);
            if words != 0 && named.iter().all(|one| one.name != wire.name) {
                named.push(Selection {
                    name: wire.name,
                    pattern: pattern(words),
                });
            }
        }

        // What can be read and is no other part's lies in memory.
        let stored = || {
            rows.iter()
                .filter(|row| row.register.access.readable() && !listed(S::LIST, row.register))
        };
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
                groups.push(Group {
                    lowest: place,
                    width: 1,
                    hidden_in: without(place).into_iter().map(of).collect(),
                });
            }
        }

        let kept: Vec<Kept> = written()
            .flat_map(|row| &row.elements)
            .map(|&(word, _)| {
                let pattern = pattern(1 << word);
                let wire = named.iter().position(|one| one.pattern == pattern);
                Kept {
                    word,
                    pattern,
                    wire,
                }
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
                        begins.push(Begins {
                            places: vec![place],
                            shown,
                        });
                    }
                    None => {}
                }
            }
        }
        let slow = all(&mut rows.iter().filter(|row| listed(A::LIST, row.register)));
        RegisterFileParts {
            written: W::default(),
            selected: S::default(),
            asked: A::default(),
            memory: EntryMemory::new(6),
            is: Named::new(named.iter().map(|one| one.name.to_lowercase())),
            holds: Named::new(written().flat_map(Row::names)),
            begins: Named::new(begin_names),
            hides: Named::new(groups.iter().map(|group| group.lowest.to_string())),
            mapped: Constant::new(mapped.into()),
            slow: Constant::new(slow.into()),
            _kept: kept,
            _named: named,
            _groups: groups,
            _begins: begins,
        }
        .assemble()
    }

    /// Whether the address of the clock before named a register of each wire.
    fn are(&self, list: &[Wire]) -> Vec<bool> {
        let is = |wire: &Wire| {
            let mut named = self._named.iter().zip(self.is.iter());
            named.any(|(one, is)| one.name == wire.name && is.q.val())
        };
        list.iter().map(is).collect()
    }

    /// The same in Verilog, of one wire.
    fn is_in_verilog(&self, wire: &Wire) -> Expression {
        let there = self._named.iter().any(|one| one.name == wire.name);
        match there {
            true => signal(format!("is_{}$q", wire.name.to_lowercase())),
            false => bit(false),
        }
    }

    /// Setting a wheel's size takes those above it away.
    fn takes_away(above: &Kept, below: &Kept) -> bool {
        let sizes = offset::WHEEL_SIZE / 4..offset::WHEEL_SIZE / 4 + carillon_regmap::MAX_WHEELS;
        above.word > below.word && sizes.contains(&above.word) && sizes.contains(&below.word)
    }
}

impl<W: Wires, S: Wires, A: Wires> Logic for RegisterFile<W, S, A> {
    fn update(&mut self) {
        // The access.
        let address = self.bus.address.val().index() as u32;
        let among = |words: &Constant<Bits<64>>| words.val().get_bit(address as usize);
        let (execute, write) = (self.bus.execute.val(), self.bus.write.val());
        let known = among(&self.mapped) & (self.bus.whole.val() | !write);
        self.known.next = known;
        self.executed.d.next = execute;
        self.acting.d.next = execute & write & known;
        self.failing.d.next = execute & !known;
        self.asking.d.next = execute & !write & among(&self.slow);
        self.silent.d.next = write | !known;
        for (one, is) in self._named.iter().zip(self.is.iter_mut()) {
            is.d.next = one.pattern.accepts(address);
        }
        let acting = self.acting.q.val();
        let asking = self.asking.q.val();
        let (executed, silent) = (self.executed.q.val(), self.silent.q.val());
        self.showing.d.next = executed & !silent & !asking & !self.clear.val();
        let done = (executed & silent & !self.postponed.val())
            | self.showing.q.val()
            | self.answered.val();
        let are = self.are(W::LIST);
        for (wire, is) in self.written.wires().zip(are) {
            wire.next = acting & is;
        }
        let are = self.are(S::LIST);
        for (wire, is) in self.selected.wires().zip(are) {
            wire.next = is;
        }
        let are = self.are(A::LIST);
        for (wire, is) in self.asked.wires().zip(are) {
            wire.next = asking & is;
        }
        self.bus.done.next = done;
        self.bus.failed.next = self.failing.q.val();

        // What is kept.
        self.keeping.d.next = acting & !self.refused.val() & !self.clear.val();
        let keep = self.keeping.q.val() & !self.refused_late.val();
        self.keep.next = keep;
        let here_held: Vec<bool> = self.holds.iter().map(|holds| holds.q.val()).collect();
        let mut held = false;
        let mut kept = None;
        let is: Vec<bool> = self.is.iter().map(|is| is.q.val()).collect();
        for (one, holds) in self._kept.iter().zip(self.holds.iter_mut()) {
            let here = one.pattern.accepts(address);
            held |= here & holds.q.val();
            let written = keep & one.wire.map_or(here, |wire| is[wire]);
            holds.d.next = (holds.q.val() | written) & !self.clear.val();
            if written {
                kept = Some(one);
            } else if kept.is_some_and(|below| Self::takes_away(one, below)) {
                holds.d.next = false;
            }
        }
        self.memory.read_address.next = u64::from(address).into();
        self.memory.write_address.next = u64::from(address).into();
        self.memory.write_data.next = self.bus.data.val();
        self.memory.write_enable.next = keep;

        // What a read shows.
        let mut stored = u64::from(self.memory.read_data.val());
        for (group, hides) in self._groups.iter().zip(self.hides.iter_mut()) {
            hides.d.next = !held || group.hidden_in.iter().any(|one| one.accepts(address));
            if hides.q.val() {
                stored &= !(((1 << group.width) - 1) << group.lowest);
            }
        }
        self.stored.d.next = stored.into();
        let mut untouched = 0;
        for (one, begins) in self._begins.iter().zip(self.begins.iter_mut()) {
            begins.d.next = one.places.iter().any(|(pattern, which)| {
                pattern.accepts(address) && !which.is_some_and(|which| here_held[which])
            });
            if begins.q.val() {
                untouched |= u64::from(one.shown);
            }
        }
        self.held.next = held;
        self.untouched.next = untouched.into();
        let word = u64::from(self.live.val()) | u64::from(self.stored.q.val()) | untouched;
        self.word.next = word.into();
        self.answer.d.next = match (done, silent) {
            (false, _) => self.answer.q.val(),
            (true, true) => 0.into(),
            (true, false) => word.into(),
        };
        if self.clear.val() {
            self.answer.d.next = 0.into();
        }
        self.bus.read_data.next = self.answer.q.val();
    }

    fn connect(&mut self) {
        self.memory.read_address.connect();
        self.memory.write_address.connect();
        self.memory.write_data.connect();
        self.memory.write_enable.connect();
        for wire in (self.written.wires())
            .chain(self.selected.wires())
            .chain(self.asked.wires())
        {
            wire.connect();
        }
        self.known.connect();
        self.keep.connect();
        self.held.connect();
        self.untouched.connect();
        self.word.connect();
        self.bus.done.connect();
        self.bus.failed.connect();
        self.bus.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        let named = |field: &str, parts: &Named<DFF<Bit>>| -> Vec<String> {
            let name = |name| format!("{field}_{name}");
            parts.names().map(name).collect()
        };
        let (is, holds) = (named("is", &self.is), named("holds", &self.holds));
        let (begins, hides) = (named("begins", &self.begins), named("hides", &self.hides));
        let mut code = vec![comment("The access.")];
        let address = || signal("bus$address");
        let (execute, write) = (|| signal("bus$execute"), || signal("bus$write"));
        let known = || signal("known");
        let acting = || signal("acting$q");
        code.extend([
            assign(
                "known",
                and(
                    at("mapped", address()),
                    or(signal("bus$whole"), not(write())),
                ),
            ),
            assign("executed$d", execute()),
            assign("acting$d", and(and(execute(), write()), known())),
            assign("failing$d", and(execute(), not(known()))),
            assign(
                "asking$d",
                and(and(execute(), not(write())), at("slow", address())),
            ),
            assign("silent$d", or(write(), not(known()))),
        ]);
        for (one, name) in self._named.iter().zip(&is) {
            code.push(assign(format!("{name}$d"), one.pattern.test()));
        }
        for wire in W::LIST {
            let value = and(acting(), self.is_in_verilog(wire));
            code.push(assign(format!("written${}", wire.name), value));
        }
        for wire in S::LIST {
            let value = self.is_in_verilog(wire);
            code.push(assign(format!("selected${}", wire.name), value));
        }
        for wire in A::LIST {
            let value = and(signal("asking$q"), self.is_in_verilog(wire));
            code.push(assign(format!("asked${}", wire.name), value));
        }
        let shows = and(
            and(signal("executed$q"), not(signal("silent$q"))),
            not(or(signal("asking$q"), signal("clear"))),
        );
        let at_once = and(
            and(signal("executed$q"), signal("silent$q")),
            not(signal("postponed")),
        );
        code.extend([
            assign("showing$d", shows),
            assign(
                "bus$done",
                or(or(at_once, signal("showing$q")), signal("answered")),
            ),
            assign("bus$failed", signal("failing$q")),
            comment("What is kept."),
            assign(
                "keeping$d",
                and(and(acting(), not(signal("refused"))), not(signal("clear"))),
            ),
            assign(
                "keep",
                and(signal("keeping$q"), not(signal("refused_late"))),
            ),
        ]);
        let mut forgotten = Vec::new();
        for (one, name) in self._kept.iter().zip(&holds) {
            let above = self._kept.iter().zip(&holds);
            let above = above.filter(|(other, _)| Self::takes_away(other, one));
            let clear = |name: &String| assign(format!("{name}$d"), bit(false));
            let mut then = vec![assign(format!("{name}$d"), bit(true))];
            then.extend(above.map(|(_, name)| clear(name)));
            let wire = one.wire.map(|wire| signal(format!("{}$q", is[wire])));
            let here = wire.unwrap_or_else(|| one.pattern.test());
            code.push(when(and(signal("keep"), here), then));
            forgotten.push(clear(name));
        }
        code.push(when(signal("clear"), forgotten));
        let held = self._kept.iter().zip(&holds);
        let held = held.map(|(one, name)| and(one.pattern.test(), signal(format!("{name}$q"))));
        code.push(assign("held", any(held)));
        for (one, name) in self._begins.iter().zip(&begins) {
            let shows = one.places.iter().map(|(pattern, which)| match which {
                Some(which) => and(pattern.test(), not(signal(format!("{}$q", holds[*which])))),
                None => pattern.test(),
            });
            code.push(assign(format!("{name}$d"), any(shows)));
        }
        for (group, name) in self._groups.iter().zip(&hides) {
            let registers = group.hidden_in.iter().map(|one| one.test());
            let hidden = or(not(signal("held")), any(registers));
            code.push(assign(format!("{name}$d"), hidden));
        }
        for port in ["memory$read_address", "memory$write_address"] {
            code.push(assign(port, number::<10>(0)));
            code.push(assign_slice(port, 6, 0, address()));
        }
        let mut untouched = number::<32>(0);
        for place in 0..32 {
            let shown = self._begins.iter().zip(&begins);
            let shown = shown.filter(|(one, _)| one.shown >> place & 1 != 0);
            let names: Vec<_> = shown.map(|(_, name)| signal(format!("{name}$q"))).collect();
            if !names.is_empty() {
                untouched = or(untouched, bit_at::<32>(any(names), place));
            }
        }
        code.push(assign("untouched", untouched));
        code.extend([
            assign("memory$write_data", signal("bus$data")),
            assign("memory$write_enable", signal("keep")),
            comment("What a read shows."),
            assign("stored$d", signal("memory$read_data")),
            assign(
                "word",
                or(or(signal("live"), signal("stored$q")), signal("untouched")),
            ),
        ]);
        for (group, name) in self._groups.iter().zip(&hides) {
            let hide = assign_slice("stored$d", group.width, group.lowest, number::<32>(0));
            code.push(when(signal(format!("{name}$q")), vec![hide]));
        }
        // One enable and one reset: no gate stands before the flip-flops.
        let silence = when(
            or(signal("silent$q"), signal("clear")),
            vec![assign("answer$d", number::<32>(0))],
        );
        code.push(when(
            or(signal("bus$done"), signal("clear")),
            vec![assign("answer$d", signal("word")), silence],
        ));
        code.push(assign("bus$read_data", signal("answer$q")));
        Verilog::Combinatorial(code)
    }
}

#[cfg(test)]
mod tests;
