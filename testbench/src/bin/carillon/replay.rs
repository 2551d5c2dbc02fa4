//! `carillon replay CAPTURE`.

use std::fmt::Display;
use std::path::PathBuf;

use anstyle::AnsiColor;
use carillon_hdl::timer_chip::Chip;
use carillon_replay::capture::{Capture, Contents};
use carillon_replay::report::{CableSummary, Summary, Verdict, csv, html, text};
use carillon_replay::tcp::Intervals;
use carillon_replay::{
    CableHost, CableSettings, Host, Options, Outcome, Schedule, SimulatedHost, Trouble, drive,
    schedule, timer_chip,
};
use carillon_sim::{MemoryBehaviour, Model, Simulation, TimerModel, TimerSimulation};
use carillon_testbench::cable::Link;
use clap::Args;

use crate::cable::CableArguments;
use crate::output::{self, Unfinished};
use crate::progress;
use crate::seconds::{last_tick, seconds};

const EXAMPLES: &str = "\
Examples:
  carillon replay testbench/captures/web-lossy.pcap
  carillon replay testbench/captures/web-lossy.pcap --html report.html
  carillon replay testbench/captures/web-lossy.pcap --fifo 2 --service-every 100000
  carillon replay testbench/captures/web-lossy.pcap --chip timer --fifo 2 --memory 20
  carillon replay testbench/captures/web-lossy.pcap --json | jq .timers
  tcpdump -s 96 -w - tcp | carillon replay -
  carillon replay office.pcap.gz --csv connections.csv --quiet
  carillon replay testbench/captures/web-lossy.pcap --until 0.05 --vcd replay.vcd
  carillon replay testbench/captures/web-lossy.pcap --until 1 --port /dev/pts/3    the board of `carillon board --pty`
  carillon replay testbench/captures/web-lossy.pcap --port /dev/ttyUSB1 --baud 115200 --speed 12    at 12 MHz

With --port the chip's time stops while the host works, so the result is correct on any cable, however slow.

Exit status: 0 if every timer was reported once at its exact tick, 1 if one was wrong or lost,
2 if the replay failed.";

/// Ticks of a second.
const SECOND: u64 = 1_000_000;

/// What `carillon replay` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Capture: pcap or pcapng, plain or compressed with gzip, headers suffice; - is standard input
    capture: PathBuf,

    /// Chip: the counter chip (busy bits), or the timer chip (keeps the queues)
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["port", "vcd"])]
    chip: Chip,

    /// With --chip timer: latency of its memory [default: 1]
    #[arg(long, value_name = "CLOCKS", value_parser = clap::value_parser!(u32).range(..=1000))]
    memory: Option<u32>,

    /// Slots of the wheel [default: 65536, with --chip timer 32768]
    #[arg(long, value_name = "SLOTS", value_parser = clap::value_parser!(u32).range(2..=1 << 20))]
    wheel_size: Option<u32>,

    #[command(flatten)]
    cable: CableArguments,

    /// With --port: audit the chip every so many ticks, to repair what the cable has corrupted
    #[arg(
        long,
        value_name = "TICKS",
        default_value_t = 10_000_000,
        requires = "port",
        value_parser = clap::value_parser!(u64).range(1000..)
    )]
    audit_every: u64,

    /// Capacity of the chip's event FIFO
    #[arg(
        long,
        value_name = "EVENTS",
        default_value_t = 16,
        conflicts_with = "port",
        value_parser = clap::value_parser!(u32).range(2..=1024)
    )]
    fifo: u32,

    /// Keep the interrupt masked for this long before each service; 0 serves at once
    #[arg(
        long,
        value_name = "TICKS",
        default_value_t = 0,
        value_parser = clap::value_parser!(u64).range(..=1_000_000_000)
    )]
    service_every: u64,

    /// Clock of the chip; a tick is a microsecond
    #[arg(long, value_name = "MHZ", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    speed: u32,

    /// Replay only the first SECONDS of the capture
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    until: Option<f64>,

    /// Continue this long after the last packet, unless only keep-alive timers are left; with --until 0, since the
    /// packets that would stop these timers are cut off [default: 3000000]
    #[arg(long, value_name = "TICKS")]
    drain: Option<u64>,

    /// Minimum retransmission timeout: 1000 in RFC 6298, 200 in Linux
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    rto_min: u64,

    /// How long an acknowledgement waits for data to go with; RFC 9293 allows up to 500
    #[arg(long, value_name = "MS", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    delayed_ack: u64,

    /// How long a connection is silent before its peer is asked
    #[arg(long, value_name = "SECONDS", default_value_t = 7200, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    keep_alive: u64,

    /// Twice the maximum segment lifetime: 60 in Linux, 240 in RFC 9293
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time_wait: u64,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,

    /// Write an HTML report with plots, in one self-contained file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write a line for each connection and its timers, as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write every signal of the chip to a VCD file; large, so combine it with --until
    #[arg(long, value_name = "FILE", conflicts_with = "port")]
    vcd: Option<PathBuf>,
}

impl Arguments {
    /// Slots of the wheel.
    fn slots(&self) -> u32 {
        self.wheel_size.unwrap_or(match self.chip {
            Chip::Counter => 1 << 16,
            Chip::Timer => 1 << 15,
        })
    }

    /// Ticks that the replay goes on after the last packet.
    fn drain(&self) -> u64 {
        let whole = if self.until.is_some() { 0 } else { 3 * SECOND };
        self.drain.unwrap_or(whole)
    }
}

/// Replays; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    if arguments.memory.is_some() && arguments.chip != Chip::Timer {
        return Err("--memory is the timer chip's: use it with --chip timer".to_owned());
    }
    let file = match arguments.capture.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => arguments.capture.display().to_string(),
    };
    let (schedule, contents) = read(arguments, &file)?;
    for doubt in contents.doubts() {
        output::note(format_args!(
            "{} {file}: {doubt}\n",
            output::colour(AnsiColor::Yellow, "carillon:")
        ));
    }

    let options = Options {
        service_every: arguments.service_every,
    };
    let (outcome, fifo, cable) = match arguments.cable.link() {
        None if arguments.chip == Chip::Timer => {
            let (outcome, fifo) = on_the_timer_chip(arguments, &schedule, options)?;
            (outcome, fifo, None)
        }
        None => {
            let (outcome, fifo) = in_the_process(arguments, &schedule, options)?;
            (outcome, fifo, None)
        }
        Some(link) => {
            let (outcome, fifo, trouble) = over_the_cable(arguments, &link, &schedule, options)?;
            let cable = CableSummary::new(&link.port, link.baud, trouble);
            (outcome, fifo, Some(cable))
        }
    };

    let mut summary = Summary::new(
        (&file, &contents),
        &schedule,
        &outcome,
        options,
        (arguments.slots(), fifo, arguments.speed),
    );
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
    let intervals = Intervals {
        retransmission_minimum: arguments.rto_min * 1000,
        delayed_acknowledgement: arguments.delayed_ack * 1000,
        keep_alive: arguments.keep_alive * SECOND,
        time_wait: arguments.time_wait * SECOND,
        ..Intervals::default()
    };
    let mut capture =
        Capture::open(&arguments.capture).map_err(|error| format!("{file} {error}"))?;
    let mut failure = None;
    let segments = capture
        .by_ref()
        .map_while(|segment| segment.map_err(|error| failure = Some(error)).ok())
        .take_while(|segment| segment.tick <= last);
    let schedule = schedule(segments, &intervals, arguments.drain());
    match failure {
        Some(error) => Err(format!("{file} {error}")),
        None => Ok((schedule, capture.contents().clone())),
    }
}

/// Drives the schedule with a bar that shows how far it is.
fn with_bar<H: Host<Error: Display>>(
    schedule: &Schedule,
    host: &mut H,
    options: Options,
) -> Result<Outcome, String> {
    let bar = progress::bar(schedule.end, "capture");
    let outcome = drive(schedule, host, options, &mut |tick| bar.set_position(tick));
    bar.finish_and_clear();
    outcome.map_err(|error| error.to_string())
}

/// On a chip that is simulated in this process; also returns what its FIFO holds.
fn in_the_process(
    arguments: &Arguments,
    schedule: &Schedule,
    options: Options,
) -> Result<(Outcome, u32), String> {
    let model =
        Model::find(arguments.slots(), arguments.fifo).map_err(|error| error.to_string())?;
    let mut simulation = Simulation::new(model).map_err(|error| error.to_string())?;
    let _unfinished = arguments.vcd.as_deref().map(Unfinished::new);
    if let Some(path) = &arguments.vcd {
        simulation
            .trace_to(path)
            .map_err(|error| format!("--vcd {}: {error}", path.display()))?;
    }
    let mut host = SimulatedHost::new(
        simulation,
        arguments.slots(),
        arguments.speed,
        schedule.room(options.service_every),
    )
    .map_err(|error| error.to_string())?;
    let outcome = with_bar(schedule, &mut host, options)?;
    Ok((outcome, model.fifo_depth()))
}

/// On a timer chip that is simulated in this process; also returns what its FIFO holds.
fn on_the_timer_chip(
    arguments: &Arguments,
    schedule: &Schedule,
    options: Options,
) -> Result<(Outcome, u32), String> {
    let slots = arguments.slots();
    if !slots.is_power_of_two() {
        return Err(format!(
            "--wheel-size {slots}: the timer chip's wheel has a power of two of slots"
        ));
    }
    let model = TimerModel::find(slots, arguments.fifo).map_err(|error| error.to_string())?;
    let simulation = TimerSimulation::new(model).map_err(|error| error.to_string())?;
    let memory = MemoryBehaviour::fixed(arguments.memory.unwrap_or(1));
    let (wheel_bits, room) = (slots.ilog2(), schedule.room(options.service_every));
    let mut host = SimulatedHost::with_timer_chip(
        timer_chip(simulation, memory, wheel_bits, room),
        wheel_bits,
        arguments.speed,
        room,
    )
    .map_err(|error| error.to_string())?;
    let outcome = with_bar(schedule, &mut host, options)?;
    Ok((outcome, 1 << model.build().fifo_bits))
}

/// On the chip at the end of a serial line; also returns what its FIFO holds, and what went wrong on the way.
fn over_the_cable(
    arguments: &Arguments,
    link: &Link,
    schedule: &Schedule,
    options: Options,
) -> Result<(Outcome, u32, Trouble), String> {
    let port = &link.port;
    let settings = CableSettings {
        slots: arguments.slots(),
        clocks_per_tick: arguments.speed,
        audit_every: arguments.audit_every,
    };
    let mut host = CableHost::new(link.open()?, settings, schedule.started as usize)
        .map_err(|error| format!("--port {port}: {error}"))?;
    let outcome = with_bar(schedule, &mut host, options)
        .map_err(|error| format!("--port {port}: {error}"))?;
    Ok((outcome, host.parameters().fifo_depth(), host.trouble()))
}
