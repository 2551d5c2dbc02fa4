//! A program in C and C++ on the library, compiled under the strictest settings and run.
#![cfg(target_os = "linux")]

#[path = "../../../testbench/tests/common/running.rs"]
mod running;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use running::output_of;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Where cargo has put the library: beside this test.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    test.parent().expect("in a folder").into()
}

/// Compiles `queues.c` with these arguments, and runs it. Needs gcc and g++ (on Debian: `apt-get install gcc g++`).
fn run(compiler: &str, arguments: &[&str]) {
    let scratch = tempfile::tempdir().expect("a folder");
    let program = scratch.path().join("program");
    let compiled = output_of(
        Command::new(compiler)
            .args(["-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"])
            .arg(format!("-I{HERE}"))
            .args(["-o".as_ref(), program.as_os_str()])
            .args(arguments)
            .args(["-lpthread", "-ldl", "-lm"]),
    );
    succeeds(&compiled);
    succeeds(&output_of(&mut Command::new(&program)));
}

fn succeeds(output: &Output) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
}

fn source() -> String {
    format!("{HERE}/tests/queues.c")
}

/// A program whose memory is limited, which the address sanitizer could not stand.
fn source_without_memory() -> String {
    format!("{HERE}/tests/memory.c")
}

fn archive() -> String {
    path(&libraries().join("libcarillon.a"))
}

fn path(path: &Path) -> String {
    path.to_str().expect("in UTF-8").into()
}

#[test]
fn c_program_with_the_archive_does_what_it_should() {
    run("gcc", &["-std=c99", &source(), &archive()]);
}

#[test]
fn c_program_with_the_shared_library_does_what_it_should() {
    let libraries = path(&libraries());
    let search = format!("-L{libraries}");
    let at_run_time = format!("-Wl,-rpath,{libraries}");
    run(
        "gcc",
        &["-std=c17", &source(), &search, &at_run_time, "-lcarillon"],
    );
}

#[test]
fn c_program_under_the_address_sanitizer_makes_no_fault() {
    run(
        "gcc",
        &["-g", "-fsanitize=address,undefined", &source(), &archive()],
    );
}

#[test]
fn cpp_program_with_the_archive_does_what_it_should() {
    let source = source();
    run(
        "g++",
        &["-std=c++11", "-x", "c++", &source, "-x", "none", &archive()],
    );
}

#[test]
fn c_program_whose_memory_runs_out_goes_on() {
    run("gcc", &["-std=c99", &source_without_memory(), &archive()]);
}
