//! A release build of the firmware cannot panic: no path to the panic handler is linked.

mod common;

use carillon_soc::{Event, Soc, firmware};
use common::program;

/// Symbols of a program that a panic goes through.
fn ways_to_panic(name: &str) -> Vec<String> {
    let program = program(name);
    let names = program.symbols().iter().map(|symbol| &symbol.name);
    let mut names: Vec<_> = names.cloned().collect();
    assert!(names.iter().any(|name| name == "main"), "no symbols");
    let parts = ["panic", "rust_begin_unwind", "unwrap_failed", "expect_failed", "_fail"];
    names.retain(|name| parts.iter().any(|part| name.contains(part)));
    names
}

#[test]
fn no_program_has_a_path_to_a_panic() {
    let programs = firmware::names();
    assert!(programs.contains(&"app_counter_chip".to_owned()), "{programs:?}");
    for name in programs {
        assert_eq!(ways_to_panic(&name), [""; 0], "{name}");
    }
}

#[test]
fn a_program_that_can_panic_is_noticed_and_ends() {
    assert_ne!(ways_to_panic("examples/panics"), [""; 0]);
    let mut soc = Soc::new(&program("examples/panics")).expect("the program fits");
    let ended = soc.run(1_000_000);
    assert_eq!(ended, Some(Event::Finished(0xFFFF_0001)), "{soc:?}");
}
