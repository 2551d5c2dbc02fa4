//! The models that are built: one row each, shared by the build script and the crate.

/// The build parameters of one Verilated model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Name in file names and C symbols.
    pub name: &'static str,
    /// Base-two logarithm of the busy bits in all wheels.
    pub slot_bits: u32,
    /// Base-two logarithm of the event FIFO's depth.
    pub fifo_bits: u32,
}

const fn row(name: &'static str, slot_bits: u32, fifo_bits: u32) -> Row {
    Row {
        name,
        slot_bits,
        fifo_bits,
    }
}

/// In the order of `Model`'s variants: by capacity, then by FIFO depth.
pub const ROWS: [Row; 8] = [
    row("tiny", 10, 1),
    row("small10x16", 10, 4),
    row("medium16x2", 16, 1),
    row("medium16x4", 16, 2),
    row("medium16x16", 16, 4),
    row("medium16x64", 16, 6),
    row("medium16x256", 16, 8),
    row("large20x16", 20, 4),
];
