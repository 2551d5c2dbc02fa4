//! Every test and proof that a document names exists, and every file that the map does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The documents that name tests.
fn documents() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("docs")).expect("docs");
    let inside = folder.map(|entry| entry.expect("an entry").path());
    inside
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .chain([root().join("README.md"), root().join("CONTRIBUTING.md")])
        .collect()
}

/// All names of the form `file::name` in a document.
fn names(document: &Path) -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(document).expect("a document");
    // What stands between backquotes is every second part.
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|quoted| {
            let (file, name) = quoted.split_once("::")?;
            let is_file = file.ends_with(".rs") || file.ends_with(".sby");
            is_file.then(|| (file.to_owned(), name.to_owned()))
        })
        .collect()
}

/// Whether a Rust file has the test, or a SymbiYosys file the task.
fn exists(file: &str, name: &str) -> bool {
    let Ok(text) = fs::read_to_string(root().join(file)) else {
        return false;
    };
    if file.ends_with(".sby") {
        return text
            .lines()
            .skip_while(|line| *line != "[tasks]")
            .skip(1)
            .take_while(|line| !line.starts_with('['))
            .any(|line| line.split_whitespace().next() == Some(name));
    }
    let mut lines = text.lines().map(str::trim);
    let head = format!("fn {name}(");
    while lines.any(|line| line == "#[test]") {
        if lines.by_ref().find(|line| !line.starts_with("#[")).is_some_and(|line| line.starts_with(&head)) {
            return true;
        }
    }
    false
}

#[test]
fn documents_every_test_that_they_name_exists() {
    let mut missing = String::new();
    for document in documents() {
        for (file, name) in names(&document) {
            if !exists(&file, &name) {
                let document = document.file_name().expect("a name").to_string_lossy();
                missing += &format!("  {document}: {file}::{name}\n");
            }
        }
    }
    assert!(missing.is_empty(), "the documents name what does not exist; rename it there too, or write it:\n{missing}");
}

#[test]
fn map_every_file_that_it_names_exists() {
    let text = fs::read_to_string(root().join("docs/map.md")).expect("a page");
    let quoted = text.split('`').skip(1).step_by(2);
    let paths: Vec<&str> = quoted
        .map(|quoted| quoted.split("::").next().unwrap_or(quoted))
        .filter(|path| path.contains('/') && !path.contains(' '))
        .collect();
    assert!(paths.len() > 100, "the map has been read");
    let missing: Vec<_> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "docs/map.md: there is no {missing:?}");
}

#[test]
fn testplan_every_row_names_what_holds_it() {
    let page = fs::read_to_string(root().join("docs/verification.md")).expect("a page");
    let (_, plan) = page.split_once("\n## Test plan\n").expect("the plan");
    assert!(plan.lines().count() > 100, "the plan has been read");
    for row in plan.lines().filter(|line| line.starts_with("| ")) {
        let held = row.trim_end_matches(" |").rsplit(" | ").next();
        let held = held.expect("a last column");
        let heads = held == "held by" || held == "---";
        assert!(heads || held.contains("::"), "held by nothing: {row}");
    }
}

#[test]
fn documents_name_that_is_made_up_is_missed() {
    let here = "apps/carillon/tests/testplan.rs";
    assert!(exists(here, "documents_every_test_that_they_name_exists"));
    assert!(!exists(here, "documents_every_test"), "only part of a name");
    assert!(!exists(here, "documents"), "a function that is no test");
    assert!(exists("testbench/formal/event_fifo.sby", "prove"));
    assert!(!exists("testbench/formal/event_fifo.sby", "smtbmc"), "no task");
    assert!(!exists("testbench/formal/nothing.sby", "prove"));
}
