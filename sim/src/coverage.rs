//! Verilator's coverage on request: set `CARILLON_COVERAGE=1` (lines) or `toggle` (lines and toggles) when the crate is
//! built; it applies to the models in `CARILLON_COVERAGE_OF` (`tiny,largest`), or to all.
//!
//! If it is compiled in and `CARILLON_COVERAGE_TO` names a folder, each program sums the counts of its chips, and
//! writes a file for each model there whenever a chip is dropped. `make coverage` collects these files.

use core::fmt;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::path::{Path, PathBuf};

use crate::ffi;
use crate::model::Model;
use crate::simulation::Simulation;
use crate::timer_chip::TimerSimulation;

/// Whether a model counts coverage: `CARILLON_COVERAGE` was set when the crate was built, and `CARILLON_COVERAGE_OF`,
/// if that was set, named the model.
pub fn coverage_compiled(model: Model) -> bool {
    ffi::coverage_compiled(model)
}

impl Simulation {
    /// Writes this chip's counts, added to those already written by chips of the same model in this program, to a file
    /// at `path` for `verilator_coverage`. The file is created or overwritten. The chip then counts from 0 again.
    ///
    /// # Errors
    ///
    /// [`CoverageError`]; without coverage compiled in no file is made.
    pub fn write_coverage(&mut self, path: impl AsRef<Path>) -> Result<(), CoverageError> {
        if !coverage_compiled(self.model()) {
            return Err(CoverageError::NotCompiled);
        }
        write(path.as_ref(), |name| self.chip.write_coverage(name))
    }
}

/// Has a chip write its counts to a file at `path`.
fn write(path: &Path, put: impl FnOnce(&CStr)) -> Result<(), CoverageError> {
    let name = path.to_str().and_then(|text| CString::new(text).ok()).ok_or(CoverageError::PathNotText)?;
    // Verilator aborts the program if it cannot open the file; check that first.
    File::create(path).map_err(|_| CoverageError::NotOpened)?;
    put(&name);
    Ok(())
}

/// Has a chip that counts, and that is dropped, write its counts to the folder that collects them.
fn leave(model: &str, put: impl FnOnce(&CStr)) {
    let Some(folder) = std::env::var_os("CARILLON_COVERAGE_TO") else {
        return;
    };
    // A name that no other program and no other model uses.
    let program = std::env::current_exe().unwrap_or_default();
    let path = PathBuf::from(folder).join(format!(
        "{}-{}-{model}.dat",
        program.file_stem().unwrap_or_default().to_string_lossy(),
        std::process::id(),
    ));
    if let Err(error) = write(&path, put) {
        eprintln!("{}: {error}", path.display());
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        if coverage_compiled(self.model()) {
            let waves = if self.chip.can_trace() { "_waves" } else { "" };
            let model = format!("{}{waves}", self.model().name());
            leave(&model, |name| self.chip.write_coverage(name));
        }
    }
}

impl Drop for TimerSimulation {
    fn drop(&mut self) {
        if self.chip.counts() {
            leave(self.model.name(), |name| self.chip.write_coverage(name));
        }
    }
}

/// Coverage cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverageError {
    /// The models were built without coverage.
    NotCompiled,
    /// The path is not UTF-8 or contains a zero.
    PathNotText,
    /// The file cannot be created.
    NotOpened,
}

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CoverageError::NotCompiled => {
                "the models were built without coverage: set CARILLON_COVERAGE=1 in the environment and build again"
            }
            CoverageError::PathNotText => "the coverage file's path must be UTF-8 without zero bytes",
            CoverageError::NotOpened => {
                "the coverage file cannot be created: check that its folder exists and is writable"
            }
        })
    }
}

impl core::error::Error for CoverageError {}
