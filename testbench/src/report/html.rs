//! The report as one HTML page that needs nothing else: style and plots are in it.

use super::text::rows;
use super::{Summary, plots};
use crate::replay::{Outcome, Schedule};

/// The style sheet: the browser's own colours, light or dark.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;background:Canvas;color:CanvasText}\
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}\
table{border-collapse:collapse;width:100%}td{padding:.15rem .6rem .15rem 0;vertical-align:top;border-bottom:1px solid #8884}\
td:first-child{width:14rem;opacity:.75}td:last-child{font-variant-numeric:tabular-nums}\
.verdict{padding:.6rem 1rem;border-left:.4rem solid #2e9a68;background:#2e9a6822}.verdict.bad{border-color:#d0453a;background:#d0453a22}\
figure{margin:1.5rem 0}figcaption{opacity:.8}svg{width:100%;height:auto}svg text{fill:CanvasText}\
svg rect[fill=\"#FFFFFF\"]{fill:Canvas}";

/// Text with the characters that HTML gives a meaning to written out.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The page.
pub fn html(summary: &Summary, schedule: &Schedule, outcome: &Outcome) -> String {
    let title = format!("carillon replay: {}", escaped(&summary.capture.file));
    let (class, verdict) = if outcome.is_exact() {
        (
            "verdict",
            "Every timer was reported once, at its exact tick; none was lost.".to_owned(),
        )
    } else {
        let list: String = outcome
            .differences
            .iter()
            .map(|difference| format!("<li>{}</li>", escaped(&difference.to_string())))
            .collect();
        (
            "verdict bad",
            format!(
                "{} timers wrong, {} lost. The first of them:<ul>{list}</ul>",
                outcome.wrong, outcome.lost
            ),
        )
    };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n<p class=\"{class}\">{verdict}</p>\n"
    );
    for (heading, rows) in rows(summary) {
        page += &format!("<h2>{heading}</h2>\n<table>\n");
        for (name, value) in rows {
            page += &format!("<tr><td>{}<td>{}\n", escaped(&name), escaped(&value));
        }
        page += "</table>\n";
    }
    page += "<h2>Plots</h2>\n";
    for (caption, plot) in [
        ("Timers outstanding.", plots::outstanding_plot(schedule)),
        (
            "Timers started, stopped and expired.",
            plots::events_plot(schedule),
        ),
        (
            "How long timers ran, by what they are for; both axes are logarithmic.",
            plots::intervals_plot(schedule),
        ),
        (
            "Interrupts of the host over time.",
            plots::interrupts_over_time_plot(schedule, outcome),
        ),
        (
            "Interrupts of the host: with the chip, and ticked by a hardware clock.",
            plots::interrupts_plot(summary),
        ),
        (
            "What a timer costs the host. T/M, the paper's expectation under Scheme 6, counts each timer alone: timers \
             that share a slot share its interrupt.",
            plots::cost_plot(summary),
        ),
    ] {
        page += &format!("<figure>\n{plot}<figcaption>{caption}</figcaption>\n</figure>\n");
    }
    page
}
