//! What the program says, and what it removes where it is interrupted.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anstyle::{AnsiColor, Style};
#[cfg(feature = "study")]
use carillon_program::document::Document;

/// The exit status after an interrupt, as a shell states it: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// Whether nothing is to be said that was not asked for.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Files and links that are worth nothing unless the program ends by itself.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Chooses how much to say, and lets an interrupt remove what is not finished. Who starts the program with a signal
/// ignored, as `nohup` and scripts in the background do, wants it to go on: then all signals stay as they are.
pub fn set_up(quiet: bool) -> Result<(), String> {
    QUIET.store(quiet, Ordering::Relaxed);
    let set = ctrlc::try_set_handler(|| {
        // Until the end nobody makes another one.
        let paths = unfinished();
        for path in paths.iter() {
            // Never a device that the user has named.
            if fs::symlink_metadata(path).is_ok_and(|it| it.is_file() || it.is_symlink()) {
                let _ = fs::remove_file(path);
            }
        }
        exit(INTERRUPTED);
    });
    match set {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(format!("interrupts cannot be caught: {error}")),
    }
}

/// Whether nothing is to be said that was not asked for.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints what was asked for. Whoever closes the pipe has seen enough, which is no error.
pub fn print(text: impl Display) -> Result<(), String> {
    let mut out = anstream::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// Prints what tells how it went, unless that is not wanted.
pub fn say(text: impl Display) -> Result<(), String> {
    if is_quiet() { Ok(()) } else { print(text) }
}

/// Writes a line to standard error that tells how it goes, unless that is not wanted.
pub fn note(text: impl Display) {
    if !is_quiet() {
        let _ = write!(anstream::stderr(), "{text}");
    }
}

/// Writes an error to standard error.
pub fn complain(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{} {text}", colour(AnsiColor::Red, "carillon:"));
}

/// Text in a colour, which is left out where none is wanted.
pub fn colour(colour: AnsiColor, text: impl Display) -> String {
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{text}{style:#}")
}

/// The page that the option `option` names, with the marks of `command`; an empty one where there is no file yet.
#[cfg(feature = "study")]
pub fn document(option: &str, path: &Path, command: &str) -> Result<Document, String> {
    let page = fs::read_to_string(path).unwrap_or_default();
    Document::new(&page, command).map_err(|error| format!("{option} {}: {error}; choose another file", path.display()))
}

/// Writes `text` to the file that the option `option` names. No part of it stays where that fails.
pub fn write_file(option: &str, path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    let told = |error| format!("{option} {} cannot be written: {error}; choose another place", path.display());
    let (mut file, _unfinished) = Unfinished::make(|| {
        let file = File::create(path).map_err(told)?;
        Ok::<_, String>((file, vec![path.to_owned()]))
    })?;
    file.write_all(text.as_ref()).map_err(|error| {
        if file.metadata().is_ok_and(|it| it.is_file()) {
            let _ = fs::remove_file(path);
        }
        told(error)
    })
}

/// Files and links that an interrupt removes, as long as this lives.
pub struct Unfinished(Vec<PathBuf>);

impl Unfinished {
    /// Makes something, and says which files and links belong to it. An interrupt waits for that.
    pub fn make<T, E>(make: impl FnOnce() -> Result<(T, Vec<PathBuf>), E>) -> Result<(T, Self), E> {
        let mut paths = unfinished();
        let (made, its) = make()?;
        paths.extend_from_slice(&its);
        Ok((made, Self(its)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut paths = unfinished();
        for its in &self.0 {
            if let Some(at) = paths.iter().position(|path| path == its) {
                paths.swap_remove(at);
            }
        }
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}
