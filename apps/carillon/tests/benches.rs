//! The benchmark in a short form: that it runs to its end, not how fast.

use std::fs;
use std::path::{Path, PathBuf};

#[allow(dead_code, reason = "its main function is the benchmark's")]
#[path = "../benches/simulator_clocks.rs"]
mod simulator_clocks;

#[test]
fn simulator_benchmark_in_short_form_runs_to_its_end() {
    let lowest = simulator_clocks::run(&simulator_clocks::SHORT);
    assert!(lowest.is_finite() && lowest > 0.0, "{lowest}");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("a folder can be listed").path()).collect()
}

/// A benchmark that no test runs would rot: each is in the `tests/benches.rs` of its crate.
#[test]
fn benchmarks_of_the_workspace_all_have_a_test() {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folders = entries(workspace);
    let within = folders.iter().flat_map(|folder| entries(folder));
    let packages = folders.iter().cloned().chain(within);
    let mut found = Vec::new();
    for package in packages.filter(|folder| folder.join("Cargo.toml").is_file()) {
        let benchmarks = entries(&package.join("benches")).into_iter();
        // A folder without that file has parts of a benchmark.
        for benchmark in benchmarks.filter(|path| path.is_file() || path.join("main.rs").is_file()) {
            let name = benchmark.file_name().unwrap_or_default().to_string_lossy();
            let tests = fs::read_to_string(package.join("tests/benches.rs")).unwrap_or_default();
            let path = format!("\"../benches/{name}\"");
            assert!(tests.contains(&path), "no test of {}", benchmark.display());
            found.push(name.into_owned());
        }
    }
    found.sort();
    assert_eq!(found, ["queues.rs", "simulator_clocks.rs", "timers.rs"]);
}
