//! `carillon replay CAPTURE`.

use std::fs;
use std::path::PathBuf;

use carillon_sim::{Model, Simulation};
use carillon_testbench::capture::Capture;
use carillon_testbench::replay::{Options, SimulatedHost, drive, schedule};
use carillon_testbench::report::{Summary, html, text};
use carillon_testbench::tcp::Intervals;
use clap::Args;

use crate::progress;

const EXAMPLES: &str = "\
Examples:
  carillon replay web-lossy.pcap
  carillon replay web-lossy.pcap --html report.html
  carillon replay web-lossy.pcap --fifo 2 --service-every 100000
  carillon replay web-lossy.pcap --json | jq .timers
  carillon replay web-lossy.pcap --until 0.05 --vcd replay.vcd

Exit status: 0 when every timer was reported once at its exact tick, 1 when one was wrong or lost,
2 when the replay could not be done.";

/// What `carillon replay` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The capture: pcap or pcapng, headers suffice
    capture: PathBuf,

    /// Slots of the chip's wheel
    #[arg(long, value_name = "SLOTS", default_value_t = 65_536, value_parser = clap::value_parser!(u32).range(2..=1 << 20))]
    slots: u32,

    /// Events that the chip's FIFO holds
    #[arg(long, value_name = "EVENTS", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=1024))]
    fifo: u32,

    /// Keep the interrupt masked for so many ticks each time; 0 services it as soon as it comes
    #[arg(long, value_name = "TICKS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    service_every: u64,

    /// Clocks of the chip in each tick of a microsecond: its clock in MHz
    #[arg(long, value_name = "MHZ", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    speed: u32,

    /// Replay only the first SECONDS of the capture
    #[arg(long, value_name = "SECONDS")]
    until: Option<f64>,

    /// Go on for so many ticks after the last packet, unless only keep-alive timers are left
    #[arg(long, value_name = "TICKS", default_value_t = 3_000_000)]
    drain: u64,

    /// The least retransmission timeout in milliseconds; RFC 6298 says 1000, Linux 200
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    rto_min: u64,

    /// Print one JSON object instead of the text
    #[arg(long)]
    json: bool,

    /// Write an HTML report with plots, complete in one file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write every signal of the chip to a VCD file; large, so use it with --until
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
}

/// Replays; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let file = arguments.capture.display().to_string();
    let mut capture =
        Capture::open(&arguments.capture).map_err(|error| format!("{file} {error}"))?;
    if let Some(seconds) = arguments.until {
        if seconds.is_nan() || seconds < 0.0 {
            return Err("--until wants a number of seconds from 0 on".to_owned());
        }
        let tick = (seconds * 1e6) as u64;
        capture.segments.retain(|segment| segment.tick <= tick);
        if capture.segments.is_empty() {
            return Err(format!(
                "{file} holds no TCP in its first {seconds} s; give a larger --until"
            ));
        }
    }
    let intervals = Intervals {
        retransmission_minimum: arguments.rto_min * 1000,
        ..Intervals::default()
    };
    let schedule = schedule(&capture.segments, &intervals, arguments.drain);

    let model = Model::find(arguments.slots, arguments.fifo).map_err(|error| error.to_string())?;
    let mut simulation = Simulation::new(model).map_err(|error| error.to_string())?;
    if let Some(path) = &arguments.vcd {
        simulation
            .trace_to(path)
            .map_err(|error| format!("--vcd {}: {error}", path.display()))?;
    }
    let mut host = SimulatedHost::new(
        simulation,
        arguments.slots,
        arguments.speed,
        schedule.timers.len(),
    )
    .map_err(|error| error.to_string())?;
    let options = Options {
        service_every: arguments.service_every,
    };
    let bar = progress::bar(schedule.end, "capture");
    let outcome = drive(&schedule, &mut host, options, &mut |tick| {
        bar.set_position(tick)
    })
    .map_err(|error| error.to_string())?;
    bar.finish_and_clear();

    let summary = Summary::new(
        (&file, &capture),
        &schedule,
        &outcome,
        options,
        (arguments.slots, model.fifo_depth(), arguments.speed),
    );
    if let Some(path) = &arguments.html {
        fs::write(path, html(&summary, &schedule, &outcome)).map_err(|error| {
            format!(
                "--html {} cannot be written: {error}; choose another place",
                path.display()
            )
        })?;
    }
    if arguments.json {
        println!(
            "{}",
            serde_json::to_string(&summary).map_err(|error| error.to_string())?
        );
    } else {
        print!("{}", text(&summary));
    }
    for difference in &outcome.differences {
        eprintln!("carillon: {difference}");
    }
    Ok(outcome.exit_status())
}
