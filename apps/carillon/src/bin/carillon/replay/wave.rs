//! `--vcd FILE`.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use carillon_program::wave::with_driver;
use carillon_replay::DriverEvent;
use carillon_sim::Simulation;
use tempfile::NamedTempFile;

use crate::output::Unfinished;

/// A wave that is being written: first the chip's, then with what the driver has done.
pub struct Wave {
    path: PathBuf,
    file: File,
    of_chip: NamedTempFile,
    _unfinished: Unfinished,
}

impl Wave {
    /// Writes the wave of `chip` from now on, into a file beside that at `path` until it ends.
    pub fn begin(path: &Path, chip: &mut Simulation) -> Result<Self, String> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let ((of_chip, file), unfinished) = Unfinished::make(|| {
            let of_chip =
                NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(|error| unwritten(path, error))?;
            let file = File::create(path).map_err(|error| unwritten(path, error))?;
            chip.trace_to(of_chip.path()).map_err(|error| told(path, error))?;
            let paths = vec![of_chip.path().to_owned(), path.to_owned()];
            Ok::<_, String>(((of_chip, file), paths))
        })?;
        Ok(Self { path: path.to_owned(), file, of_chip, _unfinished: unfinished })
    }

    /// Ends it, once the chip is gone.
    pub fn end(self, events: &[(u64, DriverEvent)]) -> Result<(), String> {
        let read = File::open(self.of_chip.path()).map(BufReader::new);
        read.and_then(|read| with_driver(read, BufWriter::new(self.file), events))
            .map_err(|error| told(&self.path, error))
    }
}

fn unwritten(path: &Path, error: impl Display) -> String {
    told(path, format_args!("cannot be written: {error}; choose another place"))
}

fn told(path: &Path, error: impl Display) -> String {
    format!("--vcd {}: {error}", path.display())
}
