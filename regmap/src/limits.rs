//! The limits that the maps set to every build of either chip.

/// The shallowest event FIFO, as a power of two: 2^1 = 2 events.
pub const MIN_FIFO_BITS: u32 = 1;

/// The deepest event FIFO, as a power of two: 2^10 = 1024 events.
pub const MAX_FIFO_BITS: u32 = 10;

/// Bytes of address space that the chip decodes, a power of two; its base address is a multiple of it.
pub const ADDRESS_SPACE: u32 = 0x100;
