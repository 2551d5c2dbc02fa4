//! The baseline: C++ loops that run the same models with nothing around them.
//!
//! Each loop makes a chip, resets it, lets it clear its memory and enables it before the measurement starts.

use core::time::Duration;

use crate::ffi;
use crate::model::Model;

/// How long a bare C++ loop around the model takes for `clocks` clocks of an enabled chip with nothing armed.
pub fn bare_clocks(model: Model, clocks: u64) -> Duration {
    Duration::from_nanos(ffi::bare_clocks(model, clocks))
}

/// How long a bare C++ loop around the model takes for `reads` reads, one after another, of the register at the byte
/// offset `offset`, each held until its acknowledgement. Only the six bits of a word address count.
pub fn bare_reads(model: Model, reads: u64, offset: u32) -> Duration {
    Duration::from_nanos(ffi::bare_reads(model, reads, (offset / 4 % 64) as u8))
}
