//! What `docs/testplan.md` names exists.

use std::fs;
use std::path::Path;

/// What stands behind a name that may still be missing.
const MARK: &str = " (to come)";

/// A name in the plan: file, test or task, and whether it is marked as still to come.
type Name = (String, String, bool);

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// All names of the form `file::name` in the plan.
fn names() -> Vec<Name> {
    let plan = fs::read_to_string(root().join("docs/testplan.md")).expect("docs/testplan.md");
    let parts: Vec<&str> = plan.split('`').collect();
    // What stands between backquotes is every second part, and what follows it the next.
    parts[1..]
        .chunks(2)
        .filter_map(|pair| {
            let (file, name) = pair[0].split_once("::")?;
            let marked = pair.get(1).is_some_and(|after| after.starts_with(MARK));
            Some((file.to_owned(), name.to_owned(), marked))
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
        if lines
            .by_ref()
            .find(|line| !line.starts_with("#["))
            .is_some_and(|line| line.starts_with(&head))
        {
            return true;
        }
    }
    false
}

/// The names that a predicate finds wanting, one a line.
fn listed(wanting: impl Fn(&Name) -> bool) -> String {
    let mut lines: Vec<String> = names()
        .into_iter()
        .filter(wanting)
        .map(|(file, name, _)| format!("  {file}::{name}\n"))
        .collect();
    lines.sort();
    lines.dedup();
    lines.concat()
}

#[test]
fn testplan_every_name_without_a_mark_exists() {
    assert!(names().len() > 100, "the plan has been read");
    let missing = listed(|(file, name, marked)| !marked && !exists(file, name));
    assert!(
        missing.is_empty(),
        "docs/testplan.md names what does not exist; rename it there too, or write it:\n{missing}"
    );
}

#[test]
fn testplan_name_that_is_made_up_is_missed() {
    let here = "testbench/tests/testplan.rs";
    assert!(exists(here, "testplan_every_name_without_a_mark_exists"));
    assert!(!exists(here, "testplan_every_name"), "only part of a name");
    assert!(!exists(here, "listed"), "a function that is no test");
    assert!(exists("hdl/formal/event_fifo.sby", "prove"));
    assert!(!exists("hdl/formal/event_fifo.sby", "smtbmc"), "no task");
    assert!(!exists("hdl/formal/nothing.sby", "prove"));
}

#[test]
#[ignore = "tests of the chip's new parts are still being written: remove this line with the last mark in docs/testplan.md"]
fn testplan_nothing_is_still_to_come() {
    let here = listed(|(file, name, marked)| *marked && exists(file, name));
    let missing = listed(|(file, name, marked)| *marked && !exists(file, name));
    assert!(
        here.is_empty() && missing.is_empty(),
        "remove `{MARK}` in docs/testplan.md behind\n{here}and write\n{missing}"
    );
}
