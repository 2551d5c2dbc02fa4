//! What a run leaves behind.

use super::{counter, timer};
use carillon_regmap::counter_chip::Build;
use carillon_sim::{Model, TimerModel};
use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

/// How a chip is called in a table.
pub fn name(build: &Build) -> String {
    Model::of(build).map_or_else(|_| build.as_options().to_string(), |model| model.to_string())
}

/// What a run was asked to do and how long it took.
pub struct Run {
    /// As typed.
    pub command: String,
    /// Who was compared with the reference model.
    pub compared: &'static str,
    pub first_seed: u64,
    pub seeds: u64,
    pub jobs: usize,
    pub took: Duration,
}

/// The result, in Markdown.
pub fn page(run: &Run, builds: &[Build], totals: &[counter::Total]) -> String {
    let mut whole = counter::Total::default();
    for total in totals {
        whole += *total;
    }
    let mut page = head(
        run,
        "reference model",
        whole.reached.transfers,
        whole.clocks,
        "difference and no broken promise",
    );
    page += "| chip | seeds | operations | clocks | events | late events | waits for room | cascades |\n";
    page += "| --- | --: | --: | --: | --: | --: | --: | --: |\n";
    for (build, total) in builds.iter().zip(totals) {
        let reached = &total.reached;
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            name(build),
            grouped(total.seeds),
            grouped(reached.transfers),
            grouped(total.clocks),
            grouped(reached.events),
            grouped(reached.late_events),
            grouped(reached.blocked),
            grouped(reached.cascades)
        );
    }
    page += "\nHow often the run reached the cases that are easy to get wrong:\n\n";
    page += "| what | how often |\n| --- | --: |\n";
    for (what, count) in whole.reached.table() {
        let _ = writeln!(page, "| {what} | {} |", grouped(count));
    }
    page
}

/// What was compared, for how long and how fast.
fn head(run: &Run, against: &str, operations: u64, clocks: u64, without: &str) -> String {
    let seconds = run.took.as_secs_f64();
    format!(
        "```text\n$ {}\n```\n\n\
         {} and {against}: {} operations in {} clocks,\n**no {without}**.\n\n\
         - Version {} at {}.\n\
         - Seeds {} to {}, each for one chip, the chips of the table in turn. A seed gives the same clocks again.\n\
         - {:.0} s with {} threads: {} operations and {} clocks a second.\n\n",
        run.command,
        run.compared,
        grouped(operations),
        grouped(clocks),
        env!("CARGO_PKG_VERSION"),
        commit(),
        run.first_seed,
        run.first_seed + run.seeds - 1,
        seconds,
        run.jobs,
        grouped((operations as f64 / seconds) as u64),
        grouped((clocks as f64 / seconds) as u64),
    )
}

/// The result of the timer chip, in Markdown.
pub fn timer_page(run: &Run, models: &[TimerModel], totals: &[timer::Total]) -> String {
    let mut whole = timer::Total::default();
    for total in totals {
        whole += *total;
    }
    let mut page = head(
        run,
        "contract",
        whole.reached.operations,
        whole.reached.clocks,
        "broken promise",
    );
    page += "| chip | seeds | operations | clocks | events |\n| --- | --: | --: | --: | --: |\n";
    for (model, total) in models.iter().zip(totals) {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} |",
            model.name(),
            grouped(total.seeds),
            grouped(total.reached.operations),
            grouped(total.reached.clocks),
            grouped(total.reached.events),
        );
    }
    page += "\nHow often the run reached each case:\n\n| what | how often |\n| --- | --: |\n";
    for (what, count) in whole.reached.table() {
        let _ = writeln!(page, "| {what} | {} |", grouped(count));
    }
    page
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// What Git calls the sources, where there is one.
fn commit() -> String {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    match output {
        Ok(output) if output.status.success() => {
            let name = String::from_utf8_lossy(&output.stdout);
            format!("commit `{}`", name.trim())
        }
        _ => "an unknown commit".to_owned(),
    }
}
