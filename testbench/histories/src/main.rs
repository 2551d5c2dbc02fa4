//! The command: runs histories, prints those that fail as programs, and counts.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use carillon_histories::plan::Profile;
use carillon_histories::program::program;
use carillon_histories::{judge_seed, shrunk};
use clap::Parser;

/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(5);

/// Histories between two entries of the log.
const PART: u64 = 1_000;

const EXAMPLES: &str = "\
Examples:
  carillon-histories --count 10000             the first ten thousand histories
  carillon-histories --seed 4711               one history, as a program with what came of each step
  carillon-histories --count 100000 --profile resets
  carillon-histories --count 1000000 --log million.log
                                               goes on after the parts that the log has; start it again at will";

/// Runs histories of the whole host: driver, queue, bus, chip, clock, and their faults, each from its seed.
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Arguments {
    /// How many histories.
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Only this history; prints it.
    #[arg(long)]
    seed: Option<u64>,
    /// Only these faults; by default each history draws its own.
    #[arg(long, value_parser = profile)]
    profile: Option<Profile>,
    /// Failures after which to stop.
    #[arg(long, default_value_t = 1)]
    failures: u32,
    /// Prints failing histories as they are.
    #[arg(long)]
    no_shrink: bool,
    /// Appends the parts that passed to this file, and leaves out those that it has.
    #[arg(long)]
    log: Option<PathBuf>,
}

fn profile(name: &str) -> Result<Profile, String> {
    let named = |profile: &&Profile| name_of(**profile) == name;
    let names: Vec<_> = Profile::ALL.into_iter().map(name_of).collect();
    let found = Profile::ALL.iter().find(named).copied();
    found.ok_or_else(|| format!("choose one of {}", names.join(", ")))
}

fn name_of(profile: Profile) -> String {
    format!("{profile:?}").to_lowercase()
}

/// What a run has counted.
#[derive(Default)]
struct Counts {
    histories: u64,
    failures: u32,
    faults: BTreeMap<String, u64>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("carillon-histories: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs what is asked for; how many histories have failed.
fn run(arguments: &Arguments) -> io::Result<u32> {
    if let Some(seed) = arguments.seed {
        return Ok(u32::from(show(seed, arguments)));
    }
    let mut counts = Counts::default();
    let name = arguments.profile.map_or("all".to_owned(), name_of);
    let mut log = Log::open(arguments.log.as_deref(), &name, &mut counts)?;
    let mut told = Instant::now();
    let end = arguments.from.saturating_add(arguments.count);
    let mut from = arguments.from;
    while from < end && counts.failures < arguments.failures {
        let to = from.saturating_add(PART).min(end);
        if !log.has(from, to) {
            let mut part = Counts::default();
            for seed in from..to {
                one(seed, arguments, &mut part);
                if told.elapsed() >= PROGRESS {
                    told = Instant::now();
                    let histories = counts.histories + part.histories;
                    eprintln!("{histories} histories, at seed {seed}");
                }
                if counts.failures + part.failures >= arguments.failures {
                    break;
                }
            }
            if part.failures == 0 {
                log.add(from, to, &part)?;
            }
            counts.add(&part);
        }
        from = to;
    }
    println!("{} histories, {} failed", counts.histories, counts.failures);
    for (kind, count) in &counts.faults {
        println!("{count:>12} {kind}");
    }
    Ok(counts.failures)
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.histories += other.histories;
        self.failures += other.failures;
        for (kind, count) in &other.faults {
            *self.faults.entry(kind.clone()).or_default() += count;
        }
    }
}

fn one(seed: u64, arguments: &Arguments, counts: &mut Counts) {
    let (history, verdict) = judge_seed(seed, arguments.profile);
    counts.histories += 1;
    for (kind, count) in &verdict.faults {
        *counts.faults.entry((*kind).to_owned()).or_default() += count;
    }
    let Some(broken) = verdict.broken else {
        return;
    };
    counts.failures += 1;
    println!("seed {seed}: {broken}");
    if arguments.no_shrink {
        println!("{}", program(&history, &verdict.outcomes));
        return;
    }
    let (history, verdict) = shrunk(&history, &broken);
    println!("{}", program(&history, &verdict.outcomes));
}

/// Prints one history; whether it fails.
fn show(seed: u64, arguments: &Arguments) -> bool {
    let (history, verdict) = judge_seed(seed, arguments.profile);
    println!("{}", program(&history, &verdict.outcomes));
    for (kind, count) in &verdict.faults {
        println!("{count:>12} {kind}");
    }
    let Some(broken) = verdict.broken else {
        println!("seed {seed} passes");
        return false;
    };
    println!("seed {seed}: {broken}");
    if !arguments.no_shrink {
        let (history, verdict) = shrunk(&history, &broken);
        println!("{}", program(&history, &verdict.outcomes));
    }
    true
}

/// The parts that have passed: a line each, with the profile, the seeds, and the faults.
struct Log {
    file: Option<File>,
    name: String,
    done: Vec<(u64, u64)>,
}

impl Log {
    /// Reads what the file has, and adds that to `counts`.
    fn open(path: Option<&Path>, name: &str, counts: &mut Counts) -> io::Result<Self> {
        let mut log = Self { file: None, name: name.to_owned(), done: Vec::new() };
        let Some(path) = path else {
            return Ok(log);
        };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        for line in BufReader::new(&file).lines() {
            log.read(&line?, counts);
        }
        log.file = Some(file);
        Ok(log)
    }

    fn read(&mut self, line: &str, counts: &mut Counts) {
        let Some(rest) = line.strip_prefix(&format!("{} ", self.name)) else {
            return;
        };
        let mut parts = rest.split("; ");
        let range = parts.next().and_then(|range| range.split_once(".."));
        let Some((from, to)) = range.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?))) else {
            return;
        };
        self.done.push((from, to));
        counts.histories += to - from;
        for (count, kind) in parts.filter_map(|part| part.split_once(' ')) {
            *counts.faults.entry(kind.to_owned()).or_default() += count.parse().unwrap_or(0);
        }
    }

    fn has(&self, from: u64, to: u64) -> bool {
        self.done.contains(&(from, to))
    }

    fn add(&mut self, from: u64, to: u64, part: &Counts) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let faults: Vec<_> = part.faults.iter().map(|(kind, count)| format!("; {count} {kind}")).collect();
        writeln!(file, "{} {from}..{to}{}", self.name, faults.concat())
    }
}
