//! The captures of this repository.

use std::fs::{self, File};
use std::path::Path;

use carillon_lab::{LabError, Traffic, load};

/// The captures of this repository, where the program was built. They are no part of the program.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testbench/captures");

/// The names of the captures that the page offers.
pub(super) fn captures() -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    let is_capture = |name: &String| [".pcap", ".pcapng", ".gz"].iter().any(|it| name.ends_with(it));
    let mut names: Vec<String> =
        fs::read_dir(FOLDER).into_iter().flatten().filter_map(name).filter(is_capture).collect();
    names.sort_unstable();
    names
}

/// Reads the capture of this name.
pub(super) fn load_named(name: &str) -> Result<Traffic, LabError> {
    if !captures().iter().any(|known| known == name) {
        return Err(LabError("is not one of the captures here".to_owned()));
    }
    let file = File::open(Path::new(FOLDER).join(name));
    load(file.map_err(|error| LabError(format!("cannot be opened: {error}")))?)
}
