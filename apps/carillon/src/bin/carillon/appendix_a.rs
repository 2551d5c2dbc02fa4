//! `carillon appendix-a`.

use std::fs;
use std::path::PathBuf;

use carillon_replay::capture::Capture;
use carillon_replay::schedule;
use carillon_replay::tcp::Intervals;
use carillon_program::appendix_a::{Sweeps, WAYS, capture_table, properties, runs, sweeps};

use crate::seconds::{last_tick, seconds};
use crate::{output, progress};

const EXAMPLES: &str = "\
Examples:
  make appendix-a                                  the tables in docs/measured/, anew (minutes)
  carillon appendix-a --intervals 100 --outstanding 1 --wheel-size 64 --wheels 2 --until 0.1 --to .    a short form";

/// Count interrupts, bus transfers and memory per timer, for software, an alarm and both chips (Appendix A).
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Intervals T of the synthetic timers, in ticks
    #[arg(
        long,
        value_name = "TICKS",
        value_delimiter = ',',
        default_values_t = Sweeps::default().intervals,
        value_parser = clap::value_parser!(u64).range(10..=1 << 22)
    )]
    intervals: Vec<u64>,

    /// Numbers of timers outstanding, n
    #[arg(
        long,
        value_name = "TIMERS",
        value_delimiter = ',',
        default_values_t = Sweeps::default().outstanding,
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    outstanding: Vec<u32>,

    /// Slots of the wheel, M: powers of two
    #[arg(
        long,
        value_name = "SLOTS",
        value_delimiter = ',',
        default_values_t = Sweeps::default().slots,
        value_parser = clap::value_parser!(u32).range(16..=1024)
    )]
    wheel_size: Vec<u32>,

    /// Numbers of wheels m
    #[arg(
        long,
        value_name = "WHEELS",
        value_delimiter = ',',
        default_values_t = Sweeps::default().wheels,
        value_parser = clap::value_parser!(u32).range(2..=4)
    )]
    wheels: Vec<u32>,

    /// Capture; may be repeated
    #[arg(
        long,
        value_name = "FILE",
        default_value = "testbench/captures/web-lossy.pcap"
    )]
    capture: Vec<PathBuf>,

    /// Replay only the first SECONDS of a capture
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    until: f64,

    /// Existing folder for `appendix-a.md`; the plot goes to `figures/` in it
    #[arg(long, value_name = "FOLDER", default_value = "docs/measured")]
    to: PathBuf,
}

/// Ticks after the last packet.
const DRAIN: u64 = 300_000;

/// Ticks after which a silent peer is asked, an hour: two are more than four wheels of 256 slots span.
const KEEP_ALIVE: u64 = 3_600_000_000;

/// Measures, and writes the page.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    if let Some(slots) = arguments
        .wheel_size
        .iter()
        .find(|slots| !slots.is_power_of_two())
    {
        return Err(format!(
            "--wheel-size {slots}: the timer chip's wheel has a power of two of slots"
        ));
    }
    let page = arguments.to.join("appendix-a.md");
    let document = output::document("--to", &page, "make appendix-a")?;
    let plots = arguments.to.join("figures");
    if !plots.is_dir() {
        return Err(format!(
            "there is no folder {}: create it, or name another one with --to",
            plots.display()
        ));
    }
    let swept = Sweeps {
        intervals: arguments.intervals.clone(),
        outstanding: arguments.outstanding.clone(),
        slots: arguments.wheel_size.clone(),
        wheels: arguments.wheels.clone(),
        ..Sweeps::default()
    };
    let bar = progress::bar(
        (runs(&swept) + WAYS.len() * arguments.capture.len()) as u64,
        "runs",
    );
    let area = |name| fs::read_to_string(arguments.to.join(name)).unwrap_or_default();
    let mut text = properties(&area("area.md"), &area("../timer-chip.md"));
    let until = last_tick(arguments.until);
    for path in &arguments.capture {
        let file = path.display();
        let capture = Capture::open(path).map_err(|error| format!("{file} {error}"))?;
        let segments = capture.collect::<Result<Vec<_>, _>>();
        let segments = segments.map_err(|error| format!("{file} {error}"))?;
        let segments = segments.into_iter().take_while(|one| one.tick <= until);
        let intervals = Intervals {
            keep_alive: KEEP_ALIVE,
            ..Intervals::default()
        };
        let schedule = schedule(segments, &intervals, DRAIN);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        text += &capture_table(&name, &schedule, || bar.inc(1))?;
    }
    let (tables, figure) = sweeps(&swept, || bar.inc(1))?;
    bar.finish_and_clear();
    output::write_file("--to", &page, document.with(&(text + &tables)))?;
    output::say(format_args!("{}\n", page.display()))?;
    for (ending, text) in [("csv", figure.csv()), ("svg", figure.svg()?)] {
        let path = plots.join(figure.name).with_extension(ending);
        output::write_file("--to", &path, text)?;
        output::say(format_args!("{}\n", path.display()))?;
    }
    Ok(0)
}
