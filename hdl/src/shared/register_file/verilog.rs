//! The register file in Verilog: it follows from tables, which no kernel can say.

use super::RegisterFile;
use super::wires::{Wire, Wires};
use crate::circuit::named::Named;
use crate::circuit::syntax::{
    Expression, Statement, and, any, assign, assign_slice, at, bit, bit_at, comment, not, number,
    or, signal, when,
};
use rust_hdl::prelude::*;

impl<W: Wires, S: Wires, A: Wires> RegisterFile<W, S, A> {
    /// Whether the address named a register of a wire.
    fn is_in_verilog(&self, wire: &Wire) -> Expression {
        let there = self._layout.named.iter().any(|one| one.name == wire.name);
        match there {
            true => signal(format!("is_{}$q", wire.name.to_lowercase())),
            false => bit(false),
        }
    }

    /// The logic of [`update`](rust_hdl::prelude::Logic::update).
    pub(super) fn in_verilog(&self) -> Vec<Statement> {
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
        for (one, name) in self._layout.named.iter().zip(&is) {
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
        for (one, name) in self._layout.kept.iter().zip(&holds) {
            let above = self._layout.kept.iter().zip(&holds);
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
        let held = self._layout.kept.iter().zip(&holds);
        let held = held.map(|(one, name)| and(one.pattern.test(), signal(format!("{name}$q"))));
        code.push(assign("held", any(held)));
        for (one, name) in self._layout.begins.iter().zip(&begins) {
            let shows = one.places.iter().map(|(pattern, which)| match which {
                Some(which) => and(pattern.test(), not(signal(format!("{}$q", holds[*which])))),
                None => pattern.test(),
            });
            code.push(assign(format!("{name}$d"), any(shows)));
        }
        for (group, name) in self._layout.groups.iter().zip(&hides) {
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
            let shown = self._layout.begins.iter().zip(&begins);
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
        for (group, name) in self._layout.groups.iter().zip(&hides) {
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
        code
    }
}
