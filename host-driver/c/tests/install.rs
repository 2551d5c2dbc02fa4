//! What `make install-c` installs, as other programs find it: by our own reading of its file for pkg-config, and by
//! pkg-config where it is. The programs in C are those of `programs.rs`.
#![cfg(target_os = "linux")]

#[path = "../../../testbench/common/running.rs"]
mod running;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use running::output_of;

const HERE: &str = env!("CARGO_MANIFEST_DIR");
const VERSION: &str = env!("CARGO_PKG_VERSION");
const PREFIX: &str = "/opt/carillon";
/// It was 22 MB once, most of it what debuggers know of Rust's own library.
const MOST_OF_THE_ARCHIVE: u64 = 3_000_000;

/// Runs a program to its end, and gives what it prints.
fn printed(command: &mut Command) -> String {
    let output = output_of(command);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}: {errors}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

fn install(destination: &Path) {
    let mut make = Command::new("make");
    // As from a shell, even if another `make` has started this test.
    for variable in ["MAKEFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "BUILT"] {
        make.env_remove(variable);
    }
    for variable in ["LIBDIR", "INCLUDEDIR", "STRIP"] {
        make.env_remove(variable);
    }
    make.args(["--no-print-directory", "-C"])
        .arg(format!("{HERE}/../.."))
        .arg("install-c")
        .arg(format!("DESTDIR={}", destination.display()))
        .arg(format!("PREFIX={PREFIX}"));
    printed(&mut make);
}

/// The fields of a file for pkg-config, with the values of its variables.
fn read(file: &str) -> HashMap<String, String> {
    let mut variables = HashMap::new();
    let mut fields = HashMap::new();
    for line in file.lines().filter(|line| !line.is_empty()) {
        let end = line.find([':', '=']).expect("a variable or a field");
        let (name, value) = (&line[..end], line[end + 1..].trim());
        let value = variables.iter().fold(value.to_owned(), with_value);
        let is_field = line[end..].starts_with(':');
        let into = if is_field { &mut fields } else { &mut variables };
        into.insert(name.to_owned(), value);
    }
    fields
}

fn with_value(text: String, (name, value): (&String, &String)) -> String {
    text.replace(&format!("${{{name}}}"), value)
}

/// The words of these fields, with the folders behind the one in which all was installed.
fn words(fields: &HashMap<String, String>, names: &[&str], destination: &Path) -> Vec<String> {
    let destination = destination.display();
    let all = names.iter().flat_map(|&name| fields[name].split(' '));
    all.map(|word| match word.split_at_checked(2) {
        Some((option @ ("-I" | "-L"), folder)) => format!("{option}{destination}{folder}"),
        _ => word.to_owned(),
    })
    .collect()
}

/// What pkg-config says; `None` where it is not.
fn asked(destination: &Path, options: &[&str]) -> Option<Vec<String>> {
    let mut command = Command::new("pkg-config");
    let there = Command::new("pkg-config").arg("--version").output();
    if there.is_err() {
        return None;
    }
    let folder = format!("{}{PREFIX}/lib/pkgconfig", destination.display());
    command
        .env("PKG_CONFIG_LIBDIR", folder)
        .env("PKG_CONFIG_SYSROOT_DIR", destination)
        .env_remove("PKG_CONFIG_PATH")
        .args(options)
        .arg("carillon-queues");
    let said = printed(&mut command);
    Some(said.split_whitespace().map(str::to_owned).collect())
}

/// Compiles the programs with these words and runs them; they find the shared library in `libraries`.
fn run_with(words: &[String], options: &[&str], libraries: &Path) {
    for source in ["queues.c", "memory.c"] {
        let scratch = tempfile::tempdir().expect("a folder");
        let program = scratch.path().join("program");
        printed(
            Command::new("gcc")
                .args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror"])
                .args(options)
                .args(["-o".as_ref(), program.as_os_str()])
                .arg(format!("{HERE}/tests/{source}"))
                .args(words),
        );
        printed(Command::new(&program).env("LD_LIBRARY_PATH", libraries));
    }
}

#[test]
fn installed_library_is_found_by_its_file_for_pkg_config() {
    let destination = tempfile::tempdir().expect("a folder");
    let destination = destination.path();
    install(destination);
    let root = destination.join(&PREFIX[1..]);
    let libraries = root.join("lib");

    // The files and the links.
    let archive = libraries.join("libcarillon.a").metadata().expect("there");
    assert!(archive.len() < MOST_OF_THE_ARCHIVE, "the archive has {} bytes", archive.len());
    let abi = match VERSION.split('.').collect::<Vec<_>>()[..] {
        ["0", minor, _] => format!("0.{minor}"),
        [major, ..] => major.to_owned(),
        [] => unreachable!("a version has numbers"),
    };
    let link = |name: &str| std::fs::read_link(libraries.join(name)).expect("a link");
    let named = format!("libcarillon.so.{abi}");
    assert_eq!(link("libcarillon.so"), Path::new(&named));
    let whole = format!("libcarillon.so.{VERSION}");
    assert_eq!(link(&named), Path::new(&whole));
    let dynamic = printed(
        Command::new("readelf").env("LC_ALL", "C").args(["--dynamic".as_ref(), libraries.join(&whole).as_os_str()]),
    );
    assert!(dynamic.contains(&format!("Library soname: [{named}]")), "{dynamic}");
    let header = |path: &Path| std::fs::read(path).expect("a header");
    assert!(header(&root.join("include/carillon_queues.h")) == header(&Path::new(HERE).join("carillon_queues.h")));

    // By our own reading.
    let file = libraries.join("pkgconfig/carillon-queues.pc");
    let fields = read(&std::fs::read_to_string(file).expect("there"));
    assert_eq!(fields["Version"], VERSION);
    let shared = words(&fields, &["Cflags", "Libs"], destination);
    let whole = words(&fields, &["Cflags", "Libs", "Libs.private"], destination);
    run_with(&shared, &[], &libraries);
    // A static program needs nothing of the folder.
    run_with(&whole, &["-static"], Path::new("/"));

    // By pkg-config, if it is there.
    let options = ["--cflags", "--libs"];
    let asked_of_both = asked(destination, &options).zip(asked(destination, &["--static", "--cflags", "--libs"]));
    if let Some((shared_words, all_words)) = asked_of_both {
        run_with(&shared_words, &[], &libraries);
        run_with(&all_words, &["-static"], Path::new("/"));
        let sorted = |mut words: Vec<String>| {
            words.sort();
            words
        };
        assert_eq!(sorted(shared_words), sorted(shared));
        assert_eq!(sorted(all_words), sorted(whole));
    } else {
        // Past the harness, which keeps what a test that passes says.
        let told = writeln!(
            std::io::stderr(),
            "\npkg-config is not here: carillon-queues.pc was tried by our own reading of it alone. \
             On Debian: apt-get install pkgconf\n"
        );
        told.expect("somebody reads it");
    }
}
