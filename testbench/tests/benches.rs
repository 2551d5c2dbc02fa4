//! Every benchmark in a short form: that it runs to its end, not how fast.

use std::path::Path;

#[allow(dead_code, reason = "its main function is the benchmark's")]
#[path = "../benches/queues.rs"]
mod queues;
#[allow(dead_code, reason = "its main function is the benchmark's")]
#[path = "../benches/simulator_clocks.rs"]
mod simulator_clocks;

/// The benchmarks of the tests below.
const HERE: [&str; 2] = ["queues.rs", "simulator_clocks.rs"];

#[test]
#[ignore = "long"]
fn queues_benchmark_in_short_form_runs_to_its_end() {
    let options = queues::options(std::iter::empty()).expect("no arguments are right");
    queues::run(&options).expect("the queues do as the oracle");
}

#[test]
fn simulator_benchmark_in_short_form_runs_to_its_end() {
    let lowest = simulator_clocks::run(&simulator_clocks::SHORT);
    assert!(lowest.is_finite() && lowest > 0.0, "{lowest}");
}

/// A benchmark that no test runs would rot.
#[test]
fn benchmarks_of_the_workspace_all_have_a_test_here() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate is in the workspace's folder");
    let files = |folder: &Path| -> Vec<_> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries
            .map(|entry| entry.expect("a folder can be listed").path())
            .collect()
    };
    let mut found = Vec::new();
    for package in files(workspace) {
        if package.join("Cargo.toml").is_file() {
            found.extend(files(&package.join("benches")));
        }
    }
    found.sort();
    let expected = HERE.map(|name| workspace.join("testbench/benches").join(name));
    assert_eq!(found, expected);
}
