//! The rows of the report: what is stated, and what it means.

use super::text::grouped;
use super::words::{self, time};
use super::{CableSummary, CaptureSummary, ChipSummary, IdleSummary, Summary, TcpSummary, TimerSummary};
use crate::Assist;
use crate::tcp::Kind;

/// One row.
pub(super) struct Row {
    pub name: &'static str,
    pub value: String,
    /// What the value means, as a sentence.
    pub meaning: &'static str,
}

const fn row(name: &'static str, value: String, meaning: &'static str) -> Row {
    Row { name, value, meaning }
}

/// The rows under their headings.
pub(super) fn groups(summary: &Summary) -> Vec<(&'static str, Vec<Row>)> {
    let mut groups = vec![
        ("Capture", capture(&summary.capture, &summary.idle)),
        ("Timers", timers(&summary.timers, &summary.tcp)),
        ("Host", host(summary)),
        ("Chip", chip(&summary.chip, summary.cable.is_some())),
    ];
    groups.extend(summary.cable.as_ref().map(|it| ("Cable", cable(it))));
    groups
}

fn capture(capture: &CaptureSummary, idle: &IdleSummary) -> Vec<Row> {
    let skipped: Vec<String> =
        capture.skipped.iter().map(|skipped| format!("{} {}", grouped(skipped.packets), skipped.reason)).collect();
    let mut rows = vec![
        row("file", capture.file.clone(), "The capture that was replayed."),
        row(
            "packets",
            format!("{} in {:.3} s", grouped(capture.packets), capture.microseconds as f64 / 1e6),
            "All packets in the file, and the time from the first to the last.",
        ),
        row(
            "TCP",
            format!("{} segments in {} connections", grouped(capture.segments), grouped(capture.connections)),
            "What was replayed: both hosts of each connection run their timers, as TCP prescribes.",
        ),
        row(
            "skipped",
            if skipped.is_empty() { "none".to_owned() } else { skipped.join(", ") },
            "Packets without a TCP segment that can be followed, by reason.",
        ),
    ];
    if capture.sorted > 0 {
        rows.push(row(
            "sorted",
            format!("{} packets", grouped(capture.sorted)),
            "Packets that stood behind a later one in the file, and were put in the order of their times.",
        ));
    }
    if capture.other_records > 0 {
        rows.push(row(
            "other records",
            grouped(capture.other_records),
            "Records of the file that are no packets, such as names.",
        ));
    }
    if let Some(gap) = idle.max_gap
        && idle.stretches > 0
    {
        rows.push(row(
            "idle time",
            format!(
                "{:.3} s left out, as {} stretches of it are cut to {} (--max-gap)",
                idle.left_out as f64 / 1e6,
                grouped(idle.stretches),
                time(gap)
            ),
            "Time in which no timer was started or stopped, or expired. Timers that ran meanwhile were started for so \
             much less; all happen in the same order.",
        ));
    }
    rows
}

fn timers(timers: &TimerSummary, tcp: &TcpSummary) -> Vec<Row> {
    let mut rows = vec![
        row("started", grouped(timers.started), "Calls of START_TIMER."),
        row("stopped", grouped(timers.stopped), "Calls of STOP_TIMER: what the timer waited for came in time."),
        row("expired", grouped(timers.expired), "Timers that were due, and were reported at their exact tick."),
        row(
            "outstanding",
            format!(
                "{} at the peak, {} at the end",
                grouped(timers.outstanding_peak),
                grouped(timers.outstanding_at_end)
            ),
            "Timers that were started and had neither been stopped nor expired.",
        ),
        row(
            "wrong",
            grouped(timers.wrong),
            "Timers that were reported early, twice, for another tick, or although they were stopped. A sorted list says \
             what is right.",
        ),
        row("lost", grouped(timers.lost), "Timers that were due and never reported."),
        row(
            "due to reported",
            format!("{:.3} ticks on average, {} at most", timers.delay_mean, grouped(timers.delay_maximum)),
            "How long after its due tick the host heard of a timer. The report names the exact tick all the same.",
        ),
        row(
            "its percentiles",
            format!(
                "50 %: {}, 90 %: {}, 99 %: {}, 99.9 %: {} ticks",
                grouped(timers.delay_p50),
                grouped(timers.delay_p90),
                grouped(timers.delay_p99),
                grouped(timers.delay_p999)
            ),
            "So many of 100 expiries were reported after at most so many ticks.",
        ),
    ];
    if timers.raced > 0 {
        rows.push(row(
            "raced",
            grouped(timers.raced),
            "Timers that fell due while the operation that was to stop them waited for the bus.",
        ));
    }
    rows.extend(timers.by_kind.iter().map(|kind| {
        row(
            kind.kind.name(),
            format!(
                "{} started, {} expired, {}",
                grouped(kind.started),
                grouped(kind.expired),
                match kind.kind {
                    Kind::Retransmission => format!("{} at least", time(tcp.retransmission_minimum)),
                    Kind::DelayedAcknowledgement => time(tcp.delayed_acknowledgement),
                    Kind::KeepAlive => time(tcp.keep_alive),
                    Kind::TimeWait => time(tcp.time_wait),
                }
            ),
            match kind.kind {
                Kind::Retransmission => "Sends again what was not acknowledged (RFC 6298).",
                Kind::DelayedAcknowledgement => {
                    "Acknowledges data although there is nothing to send (RFC 1122, 4.2.3.2)."
                }
                Kind::KeepAlive => "Asks whether a silent peer is still there (RFC 1122, 4.2.3.6).",
                Kind::TimeWait => "Keeps a closed connection for twice the maximum segment lifetime (RFC 9293, 3.6.1).",
            },
        )
    }));
    rows
}

fn host(summary: &Summary) -> Vec<Row> {
    let (host, assist) = (&summary.host, summary.chip.assist);
    let per_timer = |count, each| format!("{}, {each:.3} a timer", grouped(count));
    let mut rows = Vec::new();
    if host.overloaded {
        rows.push(row(
            "overloaded",
            words::overload(assist).to_owned(),
            "The chip reported more events than the bus carries, so that reports came ever later.",
        ));
    }
    let expected = words::expected(summary);
    rows.extend([
        row(
            "queue",
            host.queue.name().to_owned(),
            match assist {
                Assist::WholeQueue => "What the timers wait in: the chip keeps it in a memory of its own.",
                Assist::BusySlots | Assist::Alarm => "What the timers wait in: the host keeps it in its memory.",
            },
        ),
        row("interrupts", per_timer(host.interrupts, host.interrupts_per_timer), words::interrupts(assist)),
        row(
            "if ticked",
            format!(
                "{} interrupts of a hardware clock, {:.0} times as many",
                grouped(host.interrupts_if_ticked),
                host.interrupts_if_ticked as f64 / host.interrupts.max(1) as f64
            ),
            "What the same host takes without the chip, where a clock interrupts it at each tick.",
        ),
        row(
            "if ticked each ms",
            format!(
                "{} interrupts, timers late by {:.0} µs on average, {} at most",
                grouped(summary.baseline.long_tick_interrupts),
                summary.baseline.long_tick_late_mean,
                grouped(summary.baseline.long_tick_late_maximum)
            ),
            "What a kernel's tick of a millisecond takes: few interrupts, as it reports a timer at the next tick only.",
        ),
        row(
            "by a single timer",
            format!(
                "{} interrupts, set {} times",
                grouped(summary.baseline.single_timer_interrupts),
                grouped(summary.baseline.single_timer_sets)
            ),
            "What a timer takes that stands at the earliest expiry. It is set again whenever another expiry is the \
             earliest: the host keeps its timers in order for that, as Schemes 2 and 3 do.",
        ),
        row(expected.name, expected.value, expected.meaning),
        row("bus reads", per_timer(host.bus_reads, host.bus_reads_per_timer), words::reads(assist)),
        row("bus writes", per_timer(host.bus_writes, host.bus_writes_per_timer), words::writes(assist)),
        row(
            "operations late by",
            format!("{} ticks at most", grouped(host.behind_maximum)),
            "How long an operation waited for those before it, as the bus carries one transfer at a time.",
        ),
    ]);
    rows
}

fn chip(chip: &ChipSummary, at_a_cable: bool) -> Vec<Row> {
    vec![
        row(
            "build",
            format!(
                "{}, FIFO of {} events, {} clocks a tick of {}",
                words::wheels(&chip.wheels),
                grouped(chip.fifo),
                grouped(chip.clocks_per_tick),
                time(chip.tick_microseconds)
            ),
            "What the host set up, and what the chip was built to.",
        ),
        row(
            if at_a_cable { "ran" } else { "simulated" },
            format!("{} ticks, {} clocks", grouped(chip.ticks), grouped(chip.clocks)),
            "The time that passed for the chip.",
        ),
        row(
            "speed",
            format!("{:.2} million clocks a second, {:.1} s in all", chip.clocks_per_second / 1e6, chip.seconds),
            "How fast the replay ran on this computer.",
        ),
    ]
}

fn cable(cable: &CableSummary) -> Vec<Row> {
    vec![
        row("port", format!("{} at {} baud", cable.port, cable.baud), "The serial port with the chip at its end."),
        row(
            "put right at once",
            format!(
                "{} answers that did not come, {} readings that did not agree, {} writes",
                cable.silences, cable.disagreements, cable.rewrites
            ),
            "What the cable spoilt, and the driver read or wrote again.",
        ),
        row(
            "put right by an audit",
            format!(
                "{} failed accesses, {} resets, {} settings, in {} audits",
                cable.failures, cable.recoveries, cable.mended, cable.audits
            ),
            "What the driver found wrong in the chip later, and mended.",
        ),
    ]
}
