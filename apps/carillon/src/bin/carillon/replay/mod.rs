//! `carillon replay CAPTURE`.

mod arguments;
mod hosts;
mod told;
mod wave;

use anstyle::AnsiColor;
use carillon_replay::capture::{Capture, Contents};
use carillon_replay::report::{Ran, Summary, Verdict, csv, html, text};
use carillon_replay::{Idle, Options, Schedule, schedule};

pub use arguments::Arguments;

use crate::output;
use crate::seconds::last_tick;

/// Replays; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    arguments.check()?;
    let file = match arguments.capture.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => arguments.capture.display().to_string(),
    };
    let (schedule, contents) = read(arguments, &file)?;
    for doubt in contents.doubts() {
        output::note(format_args!("{} {file}: {doubt}\n", output::colour(AnsiColor::Yellow, "carillon:")));
    }

    let max_gap = arguments.max_gap();
    let (schedule, idle) = match max_gap {
        Some(most) => schedule.without_idle(most.div_ceil(arguments.tick)),
        None => (schedule, Idle::default()),
    };
    if idle.stretches > 0 {
        output::note(format_args!(
            "{} {file}: {:.3} s in which nothing happens are left out; --max-gap none keeps them\n",
            output::colour(AnsiColor::Yellow, "carillon:"),
            idle.ticks.saturating_mul(arguments.tick) as f64 / 1e6
        ));
    }

    let options = Options { service_every: arguments.service_every };
    let (outcome, fifo, cable) = hosts::replay(arguments, &schedule, options)?;

    let ran = Ran {
        queue: arguments.queue(),
        assist: arguments.assist(),
        wheels: arguments.wheels(),
        fifo,
        clocks_per_tick: arguments.clocks_per_tick(),
        tick: arguments.tick,
        intervals: arguments.intervals(),
        max_gap,
        idle,
    };
    let mut summary = Summary::new((&file, &contents), &schedule, &outcome, options, ran);
    summary.cable = cable;
    if let Some(path) = &arguments.html {
        output::write_file("--html", path, html(&summary, &schedule, &outcome))?;
    }
    if let Some(path) = &arguments.csv {
        output::write_file("--csv", path, csv(&schedule))?;
    }
    if arguments.json {
        let object = serde_json::to_string(&summary).map_err(|error| error.to_string())?;
        output::print(format_args!("{object}\n"))?;
    } else {
        output::say(text(&summary))?;
        let colour = match summary.verdict {
            Verdict::Exact => AnsiColor::Green,
            Verdict::ExactWithWarnings => AnsiColor::Yellow,
            Verdict::Wrong => AnsiColor::Red,
        };
        let verdict = output::colour(colour, summary.verdict.sentence());
        output::say(format_args!("{verdict}\n"))?;
    }
    for difference in &outcome.differences {
        output::complain(difference);
    }
    Ok(outcome.exit_status())
}

/// Reads the capture as far as it is wanted: what the hosts do, and what was in it.
fn read(arguments: &Arguments, file: &str) -> Result<(Schedule, Contents), String> {
    let last = arguments.until.map_or(u64::MAX, last_tick);
    let intervals = arguments.intervals().in_ticks(arguments.tick);
    let mut capture = Capture::open(&arguments.capture).map_err(|error| format!("{file} {error}"))?;
    let mut failure = None;
    let segments = capture
        .by_ref()
        .map_while(|segment| segment.map_err(|error| failure = Some(error)).ok())
        .take_while(|segment| segment.tick <= last)
        .map(|segment| segment.in_ticks(arguments.tick));
    let schedule = schedule(segments, &intervals, arguments.drain());
    match failure {
        Some(error) => Err(format!("{file} {error}")),
        None => Ok((schedule, capture.contents().clone())),
    }
}
