//! `PARAMS` of the builds that the fake chips are. Words are written out here rather than taken from the driver.

/// A chip with 2 wheels, 2^12 slots and 2^4 events.
pub const PARAMS: u32 = 2 | (12 << 4) | (4 << 9);
/// A chip with 8 wheels, 2^20 slots, 2^4 events and every feature.
pub const FULL: u32 = 8 | (20 << 4) | (4 << 9) | (0xF << 16);
