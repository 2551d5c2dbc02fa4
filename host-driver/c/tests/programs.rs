//! A program in C and C++ on the library, compiled under the strictest settings and run.
#![cfg(target_os = "linux")]

#[path = "../../../testbench/common/running.rs"]
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

/// Compiles a program with these arguments, runs it, and gives what it prints. Needs gcc and g++ (on Debian: `apt-get
/// install gcc g++`).
fn run(compiler: &str, arguments: &[&str]) -> String {
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
    let output = output_of(&mut Command::new(&program));
    succeeds(&output);
    String::from_utf8(output.stdout).expect("text")
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
    run("gcc", &["-std=c17", &source(), &search, &at_run_time, "-lcarillon"]);
}

#[test]
fn c_program_under_the_address_sanitizer_makes_no_fault() {
    run("gcc", &["-g", "-fsanitize=address,undefined", &source(), &archive()]);
}

#[test]
fn cpp_program_with_the_archive_does_what_it_should() {
    let source = source();
    run("g++", &["-std=c++11", "-x", "c++", &source, "-x", "none", &archive()]);
}

/// The block of the README that is fenced as `language`, after `heading`.
fn block(heading: &str, language: &str) -> String {
    let page = std::fs::read_to_string(format!("{HERE}/../README.md")).expect("a page");
    let (_, section) = page.split_once(heading).expect("the heading");
    let fence = format!("```{language}\n");
    let (_, block) = section.split_once(&fence).expect("a block");
    block.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn readme_the_program_in_c_prints_what_the_page_says() {
    let heading = "\n## In C and C++\n";
    let scratch = tempfile::tempdir().expect("a folder");
    let source = scratch.path().join("program.c");
    std::fs::write(&source, block(heading, "c")).expect("writable");
    let output = run("gcc", &["-std=c99", &path(&source), &archive()]);
    assert_eq!(output, block(heading, "text"));
}

#[test]
fn c_program_whose_memory_runs_out_goes_on() {
    run("gcc", &["-std=c99", &source_without_memory(), &archive()]);
}
