//! What becomes of a signal.

use crate::circuit::memory::Memory;
use crate::verilog::demand::Demand;
use crate::verilog::design::{Body, Design, Kind};
use crate::verilog::expression::{self as e, Id};
use crate::verilog::known::Known;

/// What becomes of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It keeps this number of low bits.
    Kept(usize),
    /// It is this number, everywhere.
    Constant(u128),
    /// Nobody reads it.
    Unread,
}

/// A signal whose width is given from outside.
fn is_fixed(design: &Design, id: Id) -> bool {
    let signal = &design.signals[id];
    let port = matches!(signal.kind, Kind::Input | Kind::Output);
    let instance = &design.instances[signal.owner];
    port && (signal.owner == 0 || matches!(instance.body, Body::Cell(_)))
}

/// What becomes of a signal that is no port of a memory.
pub fn fate(design: &Design, known: &Known, demand: &Demand, id: Id) -> Fate {
    let width = design.signals[id].width;
    if is_fixed(design, id) {
        return Fate::Kept(width);
    }
    let needed = demand.signal(id);
    if needed == 0 {
        return Fate::Unread;
    }
    let bits = known.signal(id);
    if bits.zero & bits.one & needed == 0 {
        return Fate::Constant(bits.one & needed);
    }
    Fate::Kept(width.min(e::bits_of(bits.one & needed)))
}

/// What becomes of the ports of the memory `instance`.
pub fn fates_of_memory(
    design: &Design,
    known: &Known,
    demand: &Demand,
    instance: usize,
    memory: &Memory,
    fates: &mut [Fate],
) {
    let instance = &design.instances[instance];
    let [read, write] = ["read_data", "write_data"]
        .map(|name| instance.port(design, name).expect("a memory's port"));
    let of_read = fate(design, known, demand, read);
    let entries = matches!(memory, Memory::Entries { .. } | Memory::Words { .. });
    for &port in &instance.ports {
        let signal = &design.signals[port];
        let used = memory.used(&signal.name, signal.width);
        fates[port] = match of_read {
            _ if used == 0 => Fate::Unread,
            Fate::Kept(width) if entries && (port == read || port == write) => Fate::Kept(width),
            Fate::Kept(_) => Fate::Kept(used),
            other if port == read => other,
            _ => Fate::Unread,
        };
    }
}
