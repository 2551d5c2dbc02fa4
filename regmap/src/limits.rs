//! The limits that the map's field widths and array lengths set to every build.

/// The most wheels a build can have, and so the elements of `NEXT`, `WHEEL_SIZE` and `WHEEL_MODE` (1 is the fewest).
pub const MAX_WHEELS: u32 = 8;

/// The fewest busy bits a build can have, as a power of two: 2^10 = 1024 slots over all wheels.
pub const MIN_SLOT_BITS: u32 = 10;

/// The most busy bits a build can have, as a power of two: 2^20 = 1048576 slots over all wheels.
pub const MAX_SLOT_BITS: u32 = 20;

/// The shallowest event FIFO, as a power of two: 2^1 = 2 events.
pub const MIN_FIFO_BITS: u32 = 1;

/// The deepest event FIFO, as a power of two: 2^10 = 1024 events.
pub const MAX_FIFO_BITS: u32 = 10;

/// Bits of a lap in `ARM`: laps count modulo 2^8 = 256, and the chip tells at most 127 laps ahead from passed.
pub const LAP_BITS: u32 = 8;

/// Bytes of address space that the chip decodes, a power of two; its base address is a multiple of it.
pub const ADDRESS_SPACE: u32 = 0x100;
