//! The two chips' maps, as the files need them.

use crate::{Feature, Register, counter_chip, timer_chip};

/// One chip's map and what is said of it beside its registers.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    /// Name of the peripheral, and what all names of the C header begin with.
    pub name: &'static str,
    /// The chip's name in a text.
    pub chip: &'static str,
    /// The chip in a line of text.
    pub what: &'static str,
    /// The file with its table, from the repository's root.
    pub source: &'static str,
    /// All registers.
    pub registers: &'static [Register],
    /// What a build may lack.
    pub features: &'static [Feature],
    /// What `ID` reads.
    pub id: u32,
    /// Bytes that the registers take.
    pub register_space: u32,
    /// Names and values that hold for every build, in the C header.
    pub limits: &'static [(&'static str, u32)],
    /// Where a word for each timer begins, and how many there are.
    pub window: Option<(u32, u32)>,
}

impl Map {
    /// Whether a register is another chip's as well, and described there.
    pub fn is_described_elsewhere(&self, register: &Register) -> bool {
        self.name != COUNTER.name && COUNTER.registers.contains(register)
    }
}

/// The counter chip.
pub const COUNTER: Map = Map {
    name: "CARILLON",
    chip: "Counter chip",
    what: "Timing wheels' busy bits, visited once a tick",
    source: "regmap/src/counter_chip/map.rs",
    registers: counter_chip::REGISTERS,
    features: &[Feature::Alarm, Feature::LookAhead, Feature::Coalescing, Feature::WheelModes],
    id: counter_chip::ID_VALUE,
    register_space: crate::ADDRESS_SPACE,
    limits: &[
        ("MAX_WHEELS", counter_chip::MAX_WHEELS),
        ("MIN_SLOT_BITS", counter_chip::MIN_SLOT_BITS),
        ("MAX_SLOT_BITS", counter_chip::MAX_SLOT_BITS),
        ("MIN_FIFO_BITS", crate::MIN_FIFO_BITS),
        ("MAX_FIFO_BITS", crate::MAX_FIFO_BITS),
        ("LAP_BITS", counter_chip::LAP_BITS),
    ],
    window: None,
};

/// The timer chip.
pub const TIMER: Map = Map {
    name: "CARILLON_TIMER",
    chip: "Timer chip",
    what: "Timers in a timing wheel that the chip keeps itself",
    source: "regmap/src/timer_chip/map.rs",
    registers: timer_chip::REGISTERS,
    features: &[Feature::LookAhead, Feature::Coalescing],
    id: timer_chip::ID_VALUE,
    register_space: crate::ADDRESS_SPACE,
    limits: &[
        ("MAX_WHEELS", timer_chip::MAX_WHEELS),
        ("MIN_SLOT_BITS", timer_chip::MIN_SLOT_BITS),
        ("MAX_SLOT_BITS", timer_chip::MAX_SLOT_BITS),
        ("MIN_FIFO_BITS", crate::MIN_FIFO_BITS),
        ("MAX_FIFO_BITS", crate::MAX_FIFO_BITS),
        ("MIN_WHEEL_BITS", timer_chip::MIN_WHEEL_BITS),
        ("MAX_INTERVAL", timer_chip::MAX_INTERVAL),
    ],
    window: Some((timer_chip::WINDOW, (timer_chip::ADDRESS_SPACE - timer_chip::WINDOW) / 4)),
};
