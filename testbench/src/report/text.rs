//! The report for the terminal.

use super::{CableSummary, Summary};

/// A number with its thousands set apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The rows of the report: a heading for each group, then (name, value) pairs.
pub(super) fn rows(summary: &Summary) -> Vec<(&'static str, Vec<(String, String)>)> {
    let Summary {
        capture,
        timers,
        host,
        paper,
        chip,
        cable,
    } = summary;
    let row = |name: &str, value: String| (name.to_owned(), value);
    let seconds = |microseconds: u64| format!("{:.3} s", microseconds as f64 / 1e6);
    let skipped = format!(
        "{} not TCP, {} fragments, {} without time",
        grouped(capture.foreign),
        grouped(capture.fragments),
        grouped(capture.untimed)
    );
    let mut timer_rows = vec![
        row("started", grouped(timers.started)),
        row("stopped", grouped(timers.stopped)),
        row("expired", grouped(timers.expired)),
        row(
            "outstanding",
            format!(
                "{} at the peak, {} at the end",
                grouped(timers.outstanding_peak),
                grouped(timers.outstanding_at_end)
            ),
        ),
        row("wrong", grouped(timers.wrong)),
        row("lost", grouped(timers.lost)),
        row(
            "due to reported",
            format!(
                "{:.3} ticks on average, {} at most",
                timers.delay_mean,
                grouped(timers.delay_maximum)
            ),
        ),
    ];
    if timers.raced > 0 {
        timer_rows.push(row(
            "raced",
            format!(
                "{}: they fell due while their stop waited for the bus",
                grouped(timers.raced)
            ),
        ));
    }
    for kind in &timers.by_kind {
        let value = format!(
            "{} started, {} expired",
            grouped(kind.started),
            grouped(kind.expired)
        );
        timer_rows.push(row(kind.kind.name(), value));
    }
    let mut host_rows = Vec::new();
    if host.overloaded {
        host_rows.push(row(
            "overloaded",
            "more events than the bus carries, so reports come late: give --slots or --speed a higher value".to_owned(),
        ));
    }
    let ratio = host.interrupts_if_ticked as f64 / host.interrupts.max(1) as f64;
    host_rows.extend([
        row(
            "interrupts",
            format!(
                "{}, {:.3} a timer",
                grouped(host.interrupts),
                host.interrupts_per_timer
            ),
        ),
        row(
            "if ticked",
            format!(
                "{} interrupts of a hardware clock, {ratio:.0} times as many",
                grouped(host.interrupts_if_ticked)
            ),
        ),
        row(
            "the paper's T/M",
            format!(
                "{:.3} interrupts a timer (T = {:.0} ticks, M = {} slots)",
                paper.interrupts_per_timer,
                paper.mean_interval,
                grouped(chip.slots)
            ),
        ),
        row(
            "bus reads",
            format!(
                "{}, {:.3} a timer",
                grouped(host.bus_reads),
                host.bus_reads_per_timer
            ),
        ),
        row(
            "bus writes",
            format!(
                "{}, {:.3} a timer",
                grouped(host.bus_writes),
                host.bus_writes_per_timer
            ),
        ),
        row(
            "operations late by",
            format!("{} ticks at most", grouped(host.behind_maximum)),
        ),
    ]);
    let mut groups = vec![
        (
            "Capture",
            vec![
                row("file", capture.file.clone()),
                row(
                    "packets",
                    format!(
                        "{} in {}",
                        grouped(capture.packets),
                        seconds(capture.microseconds)
                    ),
                ),
                row(
                    "TCP",
                    format!(
                        "{} segments in {} connections",
                        grouped(capture.segments),
                        grouped(capture.connections)
                    ),
                ),
                row("skipped", skipped),
            ],
        ),
        ("Timers", timer_rows),
        ("Host", host_rows),
        (
            "Chip",
            vec![
                row(
                    "build",
                    format!(
                        "{} slots, FIFO of {} events, {} clocks a tick of 1 µs",
                        grouped(chip.slots),
                        grouped(chip.fifo),
                        grouped(chip.clocks_per_tick)
                    ),
                ),
                row(
                    if cable.is_some() { "ran" } else { "simulated" },
                    format!(
                        "{} ticks, {} clocks",
                        grouped(chip.ticks),
                        grouped(chip.clocks)
                    ),
                ),
                row(
                    "speed",
                    format!(
                        "{:.2} million clocks a second, {:.1} s in all",
                        chip.clocks_per_second / 1e6,
                        chip.seconds
                    ),
                ),
            ],
        ),
    ];
    if let Some(cable) = cable {
        groups.push(("Cable", cable_rows(cable)));
    }
    groups
}

/// The rows of a cable.
fn cable_rows(cable: &CableSummary) -> Vec<(String, String)> {
    let row = |name: &str, value: String| (name.to_owned(), value);
    vec![
        row("port", format!("{} at {} baud", cable.port, cable.baud)),
        row(
            "put right at once",
            format!(
                "{} answers that did not come, {} readings that did not agree, {} writes",
                cable.silences, cable.disagreements, cable.rewrites
            ),
        ),
        row(
            "put right by an audit",
            format!(
                "{} failed accesses, {} resets, {} settings, in {} audits",
                cable.failures, cable.recoveries, cable.mended, cable.audits
            ),
        ),
    ]
}

/// The report as lines of text.
pub fn text(summary: &Summary) -> String {
    let mut text = String::new();
    for (heading, rows) in rows(summary) {
        text += heading;
        text.push('\n');
        for (name, value) in rows {
            text += &format!("  {name:<24} {value}\n");
        }
    }
    text += if summary.timers.wrong + summary.timers.lost == 0 {
        "Every timer was reported once, at its exact tick; none was lost.\n"
    } else {
        "The chip or its driver is WRONG: see the differences.\n"
    };
    text
}
