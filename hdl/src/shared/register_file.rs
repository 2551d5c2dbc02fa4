//! # The register file
//!
//! **Purpose.** The bus side of the register map: answers every access, tells the other parts which register is
//! written, keeps what can be read back, and gathers the word that a read shows. All of it follows from the rows of the
//! register map.
//!
//! **Interface.** The register bus (see [`crate::shared::register_bus`]). `written_*` is a strobe for each register whose write
//! makes some part do something. `selected_*` is high for each register that shows what a part does, which is then to
//! be on `live`, where all else is 0; some of these words take time (`asked_*`) and are there with `answered`. Every
//! other register that can be read is a constant, or shows what was written last: to add one, add its row to the map.
//! One that makes a part do something, or shows what a part does, needs its wire in the lists below as well. `refused`
//! and, a clock later, `refused_late` say that a write does not count, `postponed` that it is not done at once.
//!
//! **Timing.** With `execute` in clock *e*: `failed`, `asked_*` and `written_*` in *e* + 1; `done` of a write or of a
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

mod layout;
mod text;
pub mod wires;

use crate::circuit::Circuit;
use crate::circuit::named::Named;
use crate::circuit::word_map::Row;
use crate::shared::memory::EntryMemory;
use crate::shared::register_bus::RegisterBusSlave;
use carillon_regmap::Register;
use carillon_regmap::counter_chip::offset;
use layout::{Kept, Layout};
use rust_hdl::prelude::*;
use wires::{Wire, Wires};

/// The register file; see the module's header.
#[derive(Circuit)]
#[template]
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
    /// What is selected of the other parts; 0 where nothing is.
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
    _layout: Layout,
}

impl<W: Wires, S: Wires, A: Wires> RegisterFile<W, S, A> {
    /// The register file of a chip that has these registers.
    pub(crate) fn new(rows: &[Row]) -> Self {
        let layout = Layout::new(rows, W::LIST, S::LIST, A::LIST);
        RegisterFileParts {
            written: W::default(),
            selected: S::default(),
            asked: A::default(),
            memory: EntryMemory::new(6),
            is: Named::new(layout.named.iter().map(|one| one.name.to_lowercase())),
            holds: Named::new(layout.hold_names.iter().cloned()),
            begins: Named::new(layout.begin_names.iter().cloned()),
            hides: Named::new(layout.groups.iter().map(|group| group.lowest.to_string())),
            mapped: Constant::new(layout.mapped.into()),
            slow: Constant::new(layout.slow.into()),
            _layout: layout,
        }
        .assemble()
    }

    /// Whether the address of the clock before named a register of each wire.
    fn are(&self, list: &[Wire]) -> Vec<bool> {
        let is = |wire: &Wire| {
            let mut named = self._layout.named.iter().zip(self.is.iter());
            named.any(|(one, is)| one.name == wire.name && is.q.val())
        };
        list.iter().map(is).collect()
    }

    /// Setting a wheel's size takes those above it away.
    fn takes_away(above: &Kept, below: &Kept) -> bool {
        let sizes = offset::WHEEL_SIZE / 4..offset::WHEEL_SIZE / 4 + carillon_regmap::counter_chip::MAX_WHEELS;
        above.word > below.word && sizes.contains(&above.word) && sizes.contains(&below.word)
    }
}

/// The register is a wheel's size: setting it takes the wheels above away.
fn is_size(register: &Register) -> bool {
    register.is_array() && register.offset == offset::WHEEL_SIZE
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
        for (one, is) in self._layout.named.iter().zip(self.is.iter_mut()) {
            is.d.next = one.pattern.accepts(address);
        }
        let acting = self.acting.q.val();
        let asking = self.asking.q.val();
        let (executed, silent) = (self.executed.q.val(), self.silent.q.val());
        self.showing.d.next = executed & !silent & !asking & !self.clear.val();
        let done = (executed & silent & !self.postponed.val()) | self.showing.q.val() | self.answered.val();
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
        for (one, holds) in self._layout.kept.iter().zip(self.holds.iter_mut()) {
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
        for (group, hides) in self._layout.groups.iter().zip(self.hides.iter_mut()) {
            hides.d.next = !held || group.hidden_in.iter().any(|one| one.accepts(address));
            if hides.q.val() {
                stored &= !(((1 << group.width) - 1) << group.lowest);
            }
        }
        self.stored.d.next = stored.into();
        let mut untouched = 0;
        for (one, begins) in self._layout.begins.iter().zip(self.begins.iter_mut()) {
            begins.d.next = one
                .places
                .iter()
                .any(|(pattern, which)| pattern.accepts(address) && !which.is_some_and(|which| here_held[which]));
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
        for wire in (self.written.wires()).chain(self.selected.wires()).chain(self.asked.wires()) {
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

    // Its Verilog follows from tables, which no kernel can say: see `text`.
    fn hdl(&self) -> Verilog {
        Verilog::Empty
    }
}

#[cfg(test)]
mod tests;
