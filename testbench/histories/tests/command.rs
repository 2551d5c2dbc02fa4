//! The command: what it prints, and how it goes on after a part.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carillon-histories"));
    command.args(arguments).output().expect("it runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn command_counts_histories_and_faults() {
    let output = run(&["--count", "30", "--profile", "errors"]);
    assert!(output.status.success(), "{output:?}");
    let text = printed(&output);
    assert!(text.starts_with("30 histories, 0 failed\n"), "{text}");
    assert!(text.contains(" lost answer\n"), "{text}");
}

#[test]
fn command_prints_the_history_of_a_seed_with_its_outcomes() {
    let output = run(&["--seed", "3", "--profile", "calm"]);
    assert!(output.status.success(), "{output:?}");
    let text = printed(&output);
    assert!(text.starts_with("#[test]\nfn history() {\n"), "{text}");
    assert!(text.contains("// timer 0"), "{text}");
    assert!(text.ends_with("seed 3 passes\n"), "{text}");
}

#[test]
fn command_with_a_log_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let log = log.to_str().expect("a name");
    let counted = |count: &str| {
        let output = run(&["--count", count, "--profile", "garbage", "--log", log]);
        assert!(output.status.success(), "{output:?}");
        printed(&output)
    };
    let parts = || std::fs::read_to_string(log).expect("a log").lines().count();
    counted("1000");
    assert_eq!(parts(), 1);
    let twice = counted("2000");
    assert!(twice.starts_with("2000 histories, 0 failed\n"), "{twice}");
    assert_eq!(parts(), 2);
    // Nothing is left to run: the counts come from the log.
    assert_eq!(counted("2000"), twice);
    assert_eq!(parts(), 2);
    // Another profile is another matter.
    run(&["--count", "10", "--profile", "calm", "--log", log]);
    assert_eq!(parts(), 3);
}

#[test]
fn command_refuses_a_profile_that_is_none_and_says_which_there_are() {
    let output = run(&["--profile", "none"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("calm, errors, resets"), "{text}");
    let help = printed(&run(&["--help"]));
    assert!(help.contains("carillon-histories --seed 4711"), "{help}");
}
