//! A history as a program that a person can put into a test.

use core::fmt::Write as _;

use crate::plan::History;

/// The history as a Rust test, with what came of each step beside it.
pub fn program(history: &History, outcomes: &[String]) -> String {
    let mut text = String::from("#[test]\nfn history() {\n    use carillon_histories::plan::*;\n");
    let setup = format!("{:#?}", history.setup).replace('\n', "\n        ");
    let setup = ["Kind", "Way", "Profile"]
        .iter()
        .zip(["kind", "way", "profile"])
        .fold(setup, |text, (name, field)| text.replace(&format!("{field}: "), &format!("{field}: {name}::")));
    let _ = writeln!(text, "    let history = History {{\n        setup: {setup},\n        steps: vec![");
    for (place, step) in history.steps.iter().enumerate() {
        let step = format!("{step:?}").replacen(", ", ", Fault::", usize::from(is_fault(step)));
        let outcome = outcomes.get(place).map_or("", String::as_str);
        let line = format!("            Step::{step},");
        let _ = match outcome {
            "" => writeln!(text, "{line}"),
            outcome => writeln!(text, "{line} // {outcome}"),
        };
    }
    let end = outcomes.get(history.steps.len()).map_or("", String::as_str);
    let _ = writeln!(text, "        ],\n    }};");
    if !end.is_empty() {
        let _ = writeln!(text, "    // At the end: {end}");
    }
    text.push_str("    assert_eq!(carillon_histories::judge(&history).broken, None);\n}\n");
    text
}

const fn is_fault(step: &crate::plan::Step) -> bool {
    matches!(step, crate::plan::Step::Fault(..))
}
