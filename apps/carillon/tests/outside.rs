//! The examples of the READMEs and of the pages for those who come from other timer queues, in a crate outside this
//! repository, as a user has it: with a line for each dependency and no settings. What they print is compared with what
//! the page says below them.

#[path = "../../../testbench/common/running.rs"]
mod running;

use std::fs;
use std::path::Path;
use std::process::Command;

use running::output_of;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Where the examples are.
const PAGES: [&str; 6] = [
    "README.md",
    "regmap/README.md",
    "queues/README.md",
    "host-driver/README.md",
    "sim/README.md",
    "docs/from-wahern-timeout.md",
];

/// A page whose one example is a function, which waits.
const FUNCTION: &str = "docs/from-tokio-delay-queue.md";

/// Writes a wave of 20 clocks.
const WAVE: &str = "
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = carillon_sim::Model::find(1000, 16)?;
    let mut chip = carillon_sim::Simulation::with_waves(model)?;
    chip.trace_to(\"chip.vcd\")?;
    chip.clock(20);
    Ok(())
}
";

/// An example and what it prints.
struct Example {
    program: String,
    printed: String,
}

/// The blocks of a Markdown text that are fenced as `language`.
fn blocks(text: &str, language: &str) -> Vec<(usize, String)> {
    let fence = format!("```{language}\n");
    text.match_indices(&fence)
        .map(|(at, _)| {
            let (block, _) = text[at + fence.len()..].split_once("```").expect("an end of the block");
            (at, block.to_owned())
        })
        .collect()
}

/// A page's text.
fn text(page: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(page)).expect("a page")
}

/// The examples of a page, each with the block of text that follows it.
fn examples(page: &str) -> Vec<Example> {
    let text = text(page);
    let printed = blocks(&text, "text");
    blocks(&text, "rust")
        .into_iter()
        .map(|(at, program)| {
            let next = printed.iter().find(|block| block.0 > at);
            let printed = next.unwrap_or_else(|| panic!("{page} does not say what this prints:\n{program}"));
            Example { program, printed: printed.1.clone() }
        })
        .collect()
}

#[test]
fn outside_crate_builds_the_pages_examples_and_prints_what_they_say() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let root = fs::canonicalize(ROOT).expect("the repository");
    let crates =
        [("regmap", "regmap", ""), ("queues", "queues", ""), ("driver", "host-driver", ""), ("sim", "sim", "")];
    let lines = crates.map(|(name, path, features)| {
        let features: Vec<_> = features.split_whitespace().collect();
        let path = root.join(path);
        format!("carillon-{name} = {{ path = {path:?}, features = {features:?} }}\n")
    });
    let manifest = format!(
        "[package]\nname = \"outside\"\nedition = \"2024\"\n\n[dependencies]\n{}\
         tokio = {{ version = \"1\", features = [\"sync\", \"time\"] }}\n",
        lines.concat()
    );
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("a manifest");
    // The same versions as here, so that nothing has to be fetched.
    fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("the versions");
    let programs = folder.path().join("src/bin");
    fs::create_dir_all(&programs).expect("a folder");
    let all: Vec<Example> = PAGES.iter().flat_map(|page| examples(page)).collect();
    assert_eq!(all.len(), 9, "examples of all pages");
    let functions = blocks(&text(FUNCTION), "rust");
    assert_eq!(functions.len(), 1, "examples in {FUNCTION}");
    let library = functions[0].1.replace("async fn", "pub async fn");
    fs::write(folder.path().join("src/lib.rs"), library).expect("a library");
    for (n, example) in all.iter().enumerate() {
        fs::write(programs.join(format!("example{n}.rs")), &example.program).expect("an example");
    }
    fs::write(programs.join("wave.rs"), WAVE).expect("a program");
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command
            .args(arguments)
            .arg("--offline")
            .current_dir(folder.path())
            // Kept, so that the next run need not build the simulator again.
            .env("CARGO_TARGET_DIR", root.join("target/outside"))
            // The one that the examples use; the others would only take longer.
            .env("CARILLON_MODELS", "small10x16")
            // What `make coverage` and `make mutate` set is for the models here.
            .env_remove("CARILLON_COVERAGE")
            .env_remove("CARILLON_COVERAGE_OF")
            .env_remove("CARILLON_MUTANTS")
            // The settings of this repository, which cargo hands on.
            .env_remove("CXXFLAGS")
            .env_remove("CPLUS_INCLUDE_PATH");
        output_of(&mut command)
    };
    let built = cargo(&["build", "--lib", "--bins"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for (n, example) in all.iter().enumerate() {
        let run = cargo(&["run", "--quiet", "--bin", &format!("example{n}")]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        assert_eq!(String::from_utf8_lossy(&run.stdout), example.printed, "of\n{}", example.program);
    }
    let run = cargo(&["run", "--quiet", "--bin", "wave"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let wave = fs::read_to_string(folder.path().join("chip.vcd")).expect("a wave file");
    let (header, changes) = wave.split_once("$enddefinitions").expect("its header");
    let timescale: Vec<_> = header.split("$timescale").skip(1).collect();
    assert!(timescale[0].trim_start().starts_with("1ns"), "{header}");
    assert!(changes.contains("\n#150\n"), "half-way through clock 15");
}
