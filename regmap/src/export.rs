//! The files that are generated from the table: one module for each, and what they share.

pub mod c_header;
pub mod datasheet;
mod map;
pub mod proofs;
pub mod svd;
pub mod system_rdl;
mod text;

pub use map::{COUNTER, Map, TIMER};

use std::fs;
use std::io;
use std::path::Path;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The command, given at the repository's root, that writes all generated files anew.
pub const COMMAND: &str = "cargo run -p carillon-regmap --features export --bin export";

/// A file that is generated from the table and checked in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Where it lies, relative to the repository's root, with `/` between folders.
    pub path: &'static str,
    /// All of its text.
    pub text: String,
}

impl GeneratedFile {
    /// Whether the file under `root` has this text. A missing or unreadable file has not.
    pub fn is_current(&self, root: &Path) -> bool {
        fs::read_to_string(root.join(self.path)).is_ok_and(|text| text == self.text)
    }

    /// Writes the file under `root`, with the folders that it lies in.
    ///
    /// # Errors
    ///
    /// Whatever the file system answers.
    pub fn write(&self, root: &Path) -> io::Result<()> {
        let path = root.join(self.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &self.text)
    }
}

/// All generated files, in memory.
///
/// # Errors
///
/// The table breaks a rule of CMSIS-SVD; the error says which and where.
pub fn generate() -> Result<Vec<GeneratedFile>, svd_rs::SvdError> {
    Ok(vec![
        GeneratedFile { path: "regmap/generated/carillon.svd", text: svd::generate(&COUNTER)? },
        GeneratedFile { path: "regmap/generated/carillon.rdl", text: system_rdl::generate(&COUNTER) },
        GeneratedFile { path: "regmap/generated/carillon.h", text: c_header::generate(&COUNTER) },
        GeneratedFile { path: "testbench/formal/words.svh", text: proofs::generate(&COUNTER) },
        GeneratedFile { path: "docs/registers.md", text: datasheet::generate(&[COUNTER, TIMER]) },
        GeneratedFile { path: "regmap/generated/carillon_timer.svd", text: svd::generate(&TIMER)? },
        GeneratedFile { path: "regmap/generated/carillon_timer.rdl", text: system_rdl::generate(&TIMER) },
        GeneratedFile { path: "regmap/generated/carillon_timer.h", text: c_header::generate(&TIMER) },
    ])
}
