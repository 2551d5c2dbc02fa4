//! The report as one HTML page that needs nothing else: style and plots are in it.

use super::connections::connections;
use super::rows::groups;
use super::style::STYLE;
use super::text::grouped;
use super::words::{self, time};
use super::{Summary, Verdict, plots};
use crate::{Outcome, Schedule};

/// Connections in the page's table; `--csv` writes all.
const CONNECTIONS: usize = 100;

/// Where the idea comes from.
const PAPER: &str = "G. Varghese and T. Lauck, <cite>Hashed and Hierarchical Timing Wheels</cite>, SOSP 1987 and IEEE/ACM \
    Transactions on Networking 5(6), 1997. Its schemes are in sections 3 to 6, the chips in Appendix A.";

/// Text with the characters that HTML gives a meaning to written out.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Items of a list.
fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: String = items.into_iter().map(|item| format!("<li>{}", escaped(&item))).collect();
    format!("<ul>{items}</ul>")
}

/// What came of it, and what speaks against it.
fn banner(summary: &Summary, outcome: &Outcome) -> String {
    let sentence = summary.verdict.sentence();
    let warnings = list(summary.warnings.iter().cloned());
    match summary.verdict {
        Verdict::Exact => format!("<div class=\"verdict\">{sentence}</div>\n"),
        Verdict::ExactWithWarnings => {
            format!("<div class=\"verdict warned\">{sentence}{warnings}</div>\n")
        }
        Verdict::Wrong => {
            let differences = list(outcome.differences.iter().map(ToString::to_string));
            format!(
                "<div class=\"verdict bad\">{} timers wrong, {} lost. The first of them:{differences}{}</div>\n",
                outcome.wrong,
                outcome.lost,
                if summary.warnings.is_empty() { String::new() } else { format!("Besides:{warnings}") }
            )
        }
    }
}

/// The page.
pub fn html(summary: &Summary, schedule: &Schedule, outcome: &Outcome) -> String {
    let tick = time(summary.chip.tick_microseconds);
    let queue = summary.host.queue.name();
    let title = format!("carillon replay: {}, {queue}, ticks of {tick}", escaped(&summary.capture.file));
    let deed = words::deed(summary);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n{}\
         <p>The TCP connections of the capture ran their timers in {queue}, on {deed}. A tick is {tick}. \
         Each expiry was compared with a sorted list.</p>\n",
        banner(summary, outcome)
    );
    // The plots come first.
    page += "<h2>Plots</h2>\n<div class=\"plots\">\n";
    for (plot, caption) in plots(summary, schedule, outcome) {
        page += &format!("<figure>\n{plot}<figcaption>{caption}</figcaption>\n</figure>\n");
    }
    page += "</div>\n";
    for (heading, rows) in groups(summary) {
        page += &format!("<h2>{heading}</h2>\n<dl>\n");
        for row in rows {
            page += &format!("<dt>{}<dd>{}<small>{}</small>\n", row.name, escaped(&row.value), row.meaning);
        }
        page += "</dl>\n";
    }
    page += &table(schedule);
    page + &format!("<h2>The paper</h2>\n<p>{PAPER}</p>\n")
}

/// The plots, each with what it shows.
fn plots(summary: &Summary, schedule: &Schedule, outcome: &Outcome) -> [(String, &'static str); 6] {
    let tick = summary.chip.tick_microseconds;
    [
        (plots::interrupts_bars(summary), words::beside_ticks(summary.chip.assist)),
        (
            plots::cost_bars(summary),
            "What a timer costs the host. The last line is the interrupts that are expected, each timer by itself; \
             timers that share an interrupt take fewer.",
        ),
        (plots::outstanding_plot(schedule, tick), "Timers outstanding: started, and neither stopped nor expired yet."),
        (
            plots::events_plot(schedule, tick),
            "Timers started, stopped and expired. Most are stopped, as what they wait for comes in time.",
        ),
        (
            plots::intervals_plot(schedule, tick),
            "How long timers ran, from start to stop, expiry or the end of the replay, by what they are for. Both axes are \
             logarithmic.",
        ),
        (
            plots::interrupts_over_time_plot(schedule, outcome, tick),
            "Interrupts of the host over time. They follow the timers, not the clock.",
        ),
    ]
}

/// The connections with the most expiries.
fn table(schedule: &Schedule) -> String {
    let mut rows = connections(schedule);
    rows.sort_by_key(|row| std::cmp::Reverse(row.all().expired));
    let mut table =
        "<h2>Connections</h2>\n<p>The timers of both ends. A retransmission that expired means that a segment or its \
        acknowledgement was lost or late.</p>\n<div class=\"scroll\"><table>\n\
        <tr><th>connection<th>started<th>stopped<th>expired<th>retransmissions expired\n"
            .to_owned();
    for row in rows.iter().take(CONNECTIONS) {
        let all = row.all();
        table += &format!(
            "<tr><td>{} – {}<td>{}<td>{}<td>{}<td>{}\n",
            row.first,
            row.second,
            grouped(all.started),
            grouped(all.stopped),
            grouped(all.expired),
            grouped(row.kinds[0].expired)
        );
    }
    table += "</table></div>\n";
    if rows.len() > CONNECTIONS {
        table += &format!(
            "<p>These are the {CONNECTIONS} with the most expiries of {}; --csv writes all.</p>\n",
            grouped(rows.len() as u64)
        );
    }
    table
}
