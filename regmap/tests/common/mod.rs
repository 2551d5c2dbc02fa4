//! The languages that the exported C is for, and their compilers at their strictest.

use std::ffi::OsStr;
use std::process::Command;

/// Compiler, language and standard.
pub const LANGUAGES: [[&str; 3]; 3] = [["gcc", "c", "c99"], ["g++", "c++", "c++11"], ["g++", "c++", "c++20"]];

/// Compiles without a warning.
pub fn compile(language: [&str; 3], arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) {
    let [compiler, name, standard] = language;
    let compiled = Command::new(compiler)
        .args(["-x", name, &format!("-std={standard}")])
        .args(["-Wall", "-Wextra", "-Werror", "-pedantic"])
        .args(arguments)
        .output()
        .expect("cannot run gcc or g++; install them (on Debian: apt-get install gcc g++)");
    assert!(compiled.status.success(), "{standard}: {}", String::from_utf8_lossy(&compiled.stderr));
}
