//! The program `carillon`, as several test files run it, and the capture that they replay.
#![allow(dead_code, reason = "each test file uses a part of it")]

#[path = "../../../../testbench/common/running.rs"]
pub mod running;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use running::output_of;

/// From the folder in which cargo runs the tests.
pub const WEB_LOSSY: &str = "../../testbench/captures/web-lossy.pcap";

/// Little of the capture, on the smallest model.
pub const SHORT: &str =
    "replay ../../testbench/captures/web-lossy.pcap --until 0.02 --drain 0 --wheel-size 1024 --speed=4";

/// The program.
pub const CARILLON: &str = env!("CARGO_BIN_EXE_carillon");

/// The program with the words of `line` as its arguments.
pub fn program(line: &str) -> Command {
    arguments_of(Command::new(CARILLON), line)
}

/// The same, to which signals do what they do by default.
pub fn program_for_signals(line: &str) -> Command {
    arguments_of(running::with_default_signals(CARILLON), line)
}

fn arguments_of(mut command: Command, line: &str) -> Command {
    command.args(line.split_whitespace()).stdin(Stdio::null());
    command
}

/// What it says.
pub fn output(command: &mut Command) -> Output {
    output_of(command)
}

/// The same, with the words of `line`.
pub fn carillon(line: &str) -> Output {
    output(&mut program(line))
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Asserts that the program has refused something with status 2, these words, and no output.
pub fn assert_refused(output: &Output, words: &str) {
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}: {errors}");
    assert!(errors.contains(words), "{words}: {errors}");
    assert!(output.stdout.is_empty(), "{words}: {output:?}");
}

/// The Python of the virtual environment: of `CARILLON_VENV` if that is set, else of `.venv` at the repository's root.
pub fn python() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let environment = std::env::var_os("CARILLON_VENV").map_or_else(|| root.join(".venv"), PathBuf::from);
    let python = environment.join("bin/python");
    assert!(
        python.exists(),
        "{} is missing: `make setup` installs it, with what requirements*.txt list",
        python.display()
    );
    python
}
