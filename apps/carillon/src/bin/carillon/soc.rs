//! `carillon soc PROGRAM`.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{Options, SocHost, drive, schedule};
use carillon_soc::{Counts, Event, Message, Messages, Program, Soc, firmware, profile};
use clap::Args;

use crate::output::Unfinished;
use crate::seconds::{last_tick, seconds};
use crate::{output, progress};

const EXAMPLES: &str = "\
Examples:
  make firmware                                       builds the programs
  carillon soc app_counter_chip
  carillon soc app_counter_chip --vcd soc.vcd --clocks 20000
  carillon soc many7 --clocks 20000000 --profile
  carillon soc boot --input
  carillon soc many6 --ask 100000 --ask 100 --ask 10000000 --clocks 30000000
  carillon soc replay --capture testbench/captures/web-lossy.pcap --until 0.5
  carillon soc replay --capture testbench/captures/web-lossy.pcap --until 0.5 --service-every 100000

Exit status: 0 if the program ended with status 0 or the clocks ran out, and every timer of a replay was exact;
1 otherwise; 2 if nothing was run.";

/// Clocks between two movements of the progress bar.
const STEP: u64 = 100_000;

/// Functions that the profile lists.
const LISTED: usize = 25;

/// What `carillon soc` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A program of firmware/src/bin, or the path of any ELF file for the SoC
    program: String,

    /// Stop after this many clocks; with --capture the program runs to the end of the replay
    #[arg(
        long,
        value_name = "CLOCKS",
        default_value_t = 50_000_000,
        conflicts_with = "capture"
    )]
    clocks: u64,

    /// Pass a word to the program; may be repeated
    #[arg(long, value_name = "WORD", conflicts_with = "capture")]
    ask: Vec<u32>,

    /// Write every signal of the SoC to a VCD file; very large, so use it with a small --clocks
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,

    /// Print the clocks spent in each function
    #[arg(long, conflicts_with = "capture")]
    profile: bool,

    /// Give the program's UART what comes from standard input
    #[arg(long, conflicts_with = "capture")]
    input: bool,

    /// Capture whose timers the program `replay` runs
    #[arg(long, value_name = "FILE")]
    capture: Option<PathBuf>,

    /// Replay only the first SECONDS of the capture
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, requires = "capture", value_parser = seconds)]
    until: f64,

    /// Continue this long after the last packet, unless only keep-alive timers are left
    #[arg(
        long,
        value_name = "TICKS",
        default_value_t = 100_000,
        requires = "capture"
    )]
    drain: u64,

    /// Clock of the SoC; a tick of the replay is a microsecond
    #[arg(
        long,
        value_name = "MHZ",
        default_value_t = 100,
        requires = "capture",
        value_parser = clap::value_parser!(u32).range(20..=1000)
    )]
    speed: u32,

    /// Keep the chip's interrupt masked for this long before each service
    #[arg(long, value_name = "TICKS", default_value_t = 0, requires = "capture")]
    service_every: u64,
}

/// Runs the program; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let known = firmware::names();
    let path = if known.contains(&arguments.program) {
        firmware::path(&arguments.program)
    } else if arguments.program.contains(['/', '.']) {
        PathBuf::from(&arguments.program)
    } else {
        return Err(format!(
            "there is no program `{}`: choose one of {}, or give the path of an ELF file",
            arguments.program,
            known.join(", ")
        ));
    };
    let program = Program::open(&path).map_err(|error| error.to_string())?;
    let made = Unfinished::make(|| {
        let soc = match &arguments.vcd {
            None => Soc::new(&program),
            Some(path) => Soc::with_waves(&program, path),
        };
        soc.map(|soc| (soc, arguments.vcd.iter().cloned().collect()))
    });
    let (soc, _unfinished) = made.map_err(|error| error.to_string())?;
    match &arguments.capture {
        Some(capture) => replay(arguments, capture, soc),
        None => plain(arguments, (&path, &program), soc),
    }
}

/// Any program: what it prints, and what it told in the end.
fn plain(
    arguments: &Arguments,
    (path, program): (&Path, &Program),
    mut soc: Soc,
) -> Result<u8, String> {
    for &word in &arguments.ask {
        soc.ask(word);
    }
    if arguments.profile {
        soc.start_profile();
    }
    let bar = progress::bar(arguments.clocks, "clocks");
    let begun = Instant::now();
    let typed = arguments.input.then(standard_input);
    let (mut started, mut stopped, mut expired, mut early) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut latest = 0;
    let mut messages = Messages::default();
    let mut ended = None;
    while ended.is_none() && soc.counts().clocks < arguments.clocks {
        let left = arguments.clocks - soc.counts().clocks;
        for byte in typed.iter().flat_map(Receiver::try_iter) {
            soc.type_byte(byte);
        }
        match soc.run(left.min(STEP)) {
            None => bar.set_position(soc.counts().clocks),
            Some(Event::Finished(status)) => ended = Some(status),
            Some(Event::Printed(byte)) => bar.suspend(|| {
                let mut out = std::io::stdout();
                out.write_all(&[byte]).and_then(|()| out.flush()).ok();
            }),
            Some(Event::Told(word)) => {
                match messages.take(word).map_err(|error| error.to_string())? {
                    Some(Message::Started { .. }) => started += 1,
                    Some(Message::Stopped { .. }) => stopped += 1,
                    Some(Message::Expired { due, visited, .. }) => {
                        expired += 1;
                        early += u64::from(visited < due);
                        latest = latest.max(visited.saturating_sub(due));
                    }
                    _ => {}
                }
            }
        }
    }
    bar.finish_and_clear();
    print_counts(soc.counts(), begun)?;
    output::say(format_args!(
        "timers        {started} started, {stopped} stopped, {expired} expired, {early} of them early; the latest \
         {latest} ticks late\n\
         program       {} bytes of code, {} of variables\n",
        program.code(),
        program.variables()
    ))?;
    if arguments.profile {
        print_profile(path, soc.profile())?;
    }
    let end = match ended {
        Some(0) => "The program ended with status 0.".to_owned(),
        Some(status) => {
            format!(
                "The program ended with status {status:#010x}: firmware/src/start.rs explains it."
            )
        }
        None => format!(
            "The program was still running after {} clocks.",
            arguments.clocks
        ),
    };
    output::say(format_args!("{end}\n"))?;
    Ok(u8::from(
        early != 0 || ended.is_some_and(|status| status != 0),
    ))
}

/// The bytes of standard input, as they come.
fn standard_input() -> Receiver<u8> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let bytes = std::io::stdin().lock().bytes().map_while(Result::ok);
        for byte in bytes {
            if sender.send(byte).is_err() {
                return;
            }
        }
    });
    receiver
}

fn print_counts(counts: Counts, begun: Instant) -> Result<(), String> {
    let share = 100.0 * counts.asleep as f64 / counts.clocks.max(1) as f64;
    let speed = counts.clocks as f64 / begun.elapsed().as_secs_f64() / 1e6;
    output::say(format_args!(
        "clocks        {} ({speed:.2} million a second)\n\
         asleep        {} ({share:.2} %)\n\
         instructions  {}\n\
         interrupts    {}; the chip's line rose {} times\n",
        counts.clocks, counts.asleep, counts.instructions, counts.interrupts, counts.irq_rises
    ))
}

/// Clocks by function, most first.
fn print_profile(path: &Path, profile: &[u32]) -> Result<(), String> {
    let clocks = profile::by_function(path, profile)?;
    let all: u64 = clocks.iter().map(|(_, sum)| sum).sum();
    output::print("clocks awake, by function:\n")?;
    for (name, sum) in clocks.iter().take(LISTED) {
        output::print(format_args!(
            "{sum:>12} {:5.1} %  {name}\n",
            100.0 * *sum as f64 / all as f64
        ))?;
    }
    Ok(())
}

/// The program `replay`, with the timers of a capture.
fn replay(arguments: &Arguments, capture: &Path, soc: Soc) -> Result<u8, String> {
    let file = capture.display();
    let capture = Capture::open(capture).map_err(|error| format!("{file} {error}"))?;
    let tick = last_tick(arguments.until);
    let mut failure = None;
    let segments = capture
        .map_while(|segment| segment.map_err(|error| failure = Some(error)).ok())
        .take_while(|segment| segment.tick <= tick);
    let schedule = schedule(segments, &Intervals::default(), arguments.drain);
    if let Some(error) = failure {
        return Err(format!("{file} {error}"));
    }
    if schedule.started == 0 {
        return Err(format!(
            "{file} starts no timer in its first {} s; give a larger --until",
            arguments.until
        ));
    }
    let begun = Instant::now();
    let mut host = SocHost::new(soc, arguments.speed, schedule.started as usize)
        .map_err(|error| error.to_string())?;
    let options = Options {
        service_every: arguments.service_every,
    };
    let bar = progress::bar(schedule.end, "capture");
    let outcome = drive(&schedule, &mut host, options, &mut |tick| {
        bar.set_position(tick);
    });
    bar.finish_and_clear();
    let outcome = outcome.map_err(|error| error.to_string())?;
    output::print(host.printed())?;
    print_counts(host.counts(), begun)?;
    output::say(format_args!(
        "timers        {} started, {} expired, {} wrong, {} lost, {} outstanding\n\
         delay         {:.1} ticks from due to reported on average, {} at most\n",
        schedule.started,
        outcome.expired,
        outcome.wrong,
        outcome.lost,
        outcome.outstanding_at_end,
        outcome.delay_mean(),
        outcome.delay(1.0)
    ))?;
    for difference in &outcome.differences {
        output::complain(difference);
    }
    Ok(outcome.exit_status())
}
