//! What a run leaves behind.

use super::{counter, timer};
use carillon_hdl::Described;
use carillon_models::counter_chip::Reached;
use carillon_regmap::counter_chip::Build;
use carillon_sim::{Model, TimerModel};
use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

/// How a chip is called in a table.
pub fn name(build: &Build) -> String {
    Model::of(build).map_or_else(|_| build.chip_options(), |model| model.to_string())
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
    for (what, count) in places(&whole.reached) {
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

/// What is worth telling.
fn places(reached: &Reached) -> Vec<(&'static str, u64)> {
    vec![
        (
            "late events dropped for want of room (`late_overflow`)",
            reached.late_lost,
        ),
        ("events acknowledged", reached.acknowledged),
        (
            "of these, in the clock in which another entered the FIFO",
            reached.acknowledged_while_found,
        ),
        (
            "bits written in the clock in which the cursor found an event",
            reached.written_under_the_cursor,
        ),
        (
            "waits for room within a cascade",
            reached.blocked_in_cascade,
        ),
        ("cascades up to wheel 2 or higher", reached.high_cascades),
        ("events held for the host (`HOLD`)", reached.held),
        (
            "bits cleared by the chip (`AUTO_CLEAR`)",
            reached.auto_cleared,
        ),
        (
            "`NEXT` with a busy slot in the same lap",
            reached.next_ahead,
        ),
        ("`NEXT` with one in the next lap", reached.next_wrapped),
        ("`NEXT` with none", reached.next_none),
        ("clocks with the alarm reached", reached.alarm),
        (
            "alarms set more than 2^16 ticks from now, but for the end of time",
            reached.far_alarms,
        ),
        (
            "starts with ticks of 256 clocks or more",
            reached.long_ticks,
        ),
        (
            "changes of bit 31 of now (`half_period`)",
            reached.half_periods,
        ),
        (
            "arms for a lap more than 64 away from the wheel's",
            reached.far_laps,
        ),
        (
            "of these, 127 ahead or 128 behind, where the two meet",
            reached.limit_laps,
        ),
        (
            "clocks in which coalescing held an event's interrupt back",
            reached.coalesced,
        ),
        ("clocks in which time was paused", reached.paused),
        ("resets, by pin or by `CTRL`", reached.resets),
    ]
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
