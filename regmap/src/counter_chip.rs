//! The register map of the counter chip.

mod build;
mod map;

pub use build::{Build, BuildError};
pub use map::{REGISTERS, offset, reset};

/// The fields, in one module for each register.
pub mod field {
    #[doc(inline)]
    pub use super::map::fields::*;
}

/// What `ID` reads: "CARL" in ASCII, the first letter in the highest byte.
pub const ID_VALUE: u32 = 0x4341_524C;

/// The most wheels a build can have, and so the elements of `NEXT`, `WHEEL_SIZE` and `WHEEL_MODE` (1 is the fewest).
pub const MAX_WHEELS: u32 = 8;

/// The fewest busy bits a build can have, as a power of two: 2^10 = 1024 slots over all wheels.
pub const MIN_SLOT_BITS: u32 = 10;

/// The most busy bits a build can have, as a power of two: 2^20 = 1048576 slots over all wheels.
pub const MAX_SLOT_BITS: u32 = 20;

/// Bits of a lap in `ARM`: laps count modulo 2^8 = 256, and the chip tells at most 127 laps ahead from passed.
pub const LAP_BITS: u32 = 8;
