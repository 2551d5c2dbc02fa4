//! Wave files (VCD) on request.

use core::fmt;
use std::path::Path;

use crate::ffi::{Chip, Variant};
use crate::simulation::Simulation;

impl Simulation {
    /// Writes every signal from now on to a VCD file at `path`, which is created or overwritten.
    ///
    /// One clock is 10 ns in the file: the clock rises at multiples of 10, for the n-th time at 10·n, n being
    /// [`clocks`](Self::clocks), and falls half-way. Memories are left out. A chip writes at most one file, which is
    /// complete when the chip is dropped.
    ///
    /// A chip from [`new`](Self::new) can be traced only from its first clock: it is replaced by one that can be
    /// traced. A chip from [`with_waves`](Self::with_waves) can be traced from any clock.
    ///
    /// # Errors
    ///
    /// [`WaveError`]. The chip continues as before.
    pub fn trace_to(&mut self, path: impl AsRef<Path>) -> Result<(), WaveError> {
        if self.chip.has_wave() {
            return Err(WaveError::AlreadyTracing);
        }
        if !self.chip.can_trace() {
            if self.clocks() > 0 {
                return Err(WaveError::TooLate);
            }
            self.chip = Chip::new(self.model(), Variant::Waves).ok_or(WaveError::OutOfMemory)?;
        }
        self.chip.open_wave(path.as_ref()).map_err(|_| WaveError::NotOpened)
    }

    /// Writes buffered data to the wave file, for reading it while the chip exists. Without a file this does nothing.
    pub fn flush_trace(&mut self) {
        self.chip.flush_wave();
    }
}

/// A wave file cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveError {
    /// The chip is already writing a wave file.
    AlreadyTracing,
    /// The chip was made by `new` and its clock has run.
    TooLate,
    /// The file cannot be created.
    NotOpened,
    /// There is no memory for a chip that can be traced.
    OutOfMemory,
}

impl fmt::Display for WaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WaveError::AlreadyTracing => "this chip already writes a wave file: make a new Simulation for another one",
            WaveError::TooLate => {
                "a wave file must be started before the first clock: call trace_to earlier, or make the chip with \
                Simulation::with_waves"
            }
            WaveError::OutOfMemory => "no memory for a chip that can be traced; run fewer simulations at once",
            WaveError::NotOpened => "the wave file cannot be created: check that its folder exists and is writable",
        })
    }
}

impl core::error::Error for WaveError {}
