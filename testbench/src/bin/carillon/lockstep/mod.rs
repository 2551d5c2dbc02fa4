//! `carillon lockstep`.

mod log;
mod plain;
mod timer;
mod vectors;
mod work;

use carillon_hdl::ChipOptions;
use carillon_hdl::Described;
use carillon_hdl::timer_chip::{Chip, Choice, ChoiceError};
use carillon_models::counter_chip::{Reached, ReferenceChip};
use carillon_regmap::counter_chip::Build;
use carillon_sim::{Model, Simulation};
use carillon_testbench::document::Document;
use carillon_verify::counter_chip::{self, Length, Pins, RustHdlChip, Stimulus};
use clap::Args;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;
use work::Work;

use crate::{output, progress};

const EXAMPLES: &str = "\
Examples:
  carillon lockstep
  carillon lockstep --operations 100000000 --log docs/measured/lockstep.md
  carillon lockstep --preset full --clocks 100000000 --slots 1024 --fifo 2
  carillon lockstep --rust-hdl --preset full --clocks 1000000
  carillon lockstep --rust-hdl --wheels 3 --alarm --wheel-modes --clocks 100000
  carillon lockstep --chip timer --operations 10000000
  carillon lockstep --preset full --operations 2000 --vectors full.hex
  carillon lockstep --preset minimal --seed 1234 --operations 100000     repeats a failure

Without options that describe a chip, every Verilated chip of this build is compared.

Exit status: 0 if all agreed, 1 at the first difference or broken promise, 2 if the comparison failed.";

/// How long one seed is used.
const CLOCKS_A_SEED: u64 = 1_000_000;
const OPERATIONS_A_SEED: u64 = 100_000;

/// So many of the seeds are cut up, and each piece begins just before a carry of now.
const LATE_SEEDS: u64 = 8;
const LATE_PIECES: u64 = 40;

/// What `carillon lockstep` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Number of operations (bus transfers) to compare; a new seed every 100000
    #[arg(
        long,
        value_name = "OPERATIONS",
        default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    operations: u64,

    /// Number of clocks to compare, instead of operations; a new seed every million
    #[arg(
        long,
        value_name = "CLOCKS",
        conflicts_with = "operations",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    clocks: Option<u64>,

    /// First seed
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    chip: ChipOptions,

    /// Compare Rust-HDL's simulator too (hundreds of times slower); a chip that is not Verilated has no other
    #[arg(long)]
    rust_hdl: bool,

    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "THREADS")]
    jobs: Option<usize>,

    /// Write the result to this Markdown file; in an existing page, between the marks of this command
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Run the first seed only, without other descriptions than the reference model (of the timer chip: the Verilated
    /// Verilog), and write inputs and outputs of each clock to this file, for `$readmemh`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clocks", "rust_hdl", "jobs", "log"])]
    vectors: Option<PathBuf>,
}

/// What has been done with one chip.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    seeds: u64,
    clocks: u64,
    reached: Reached,
}

impl std::ops::AddAssign for Total {
    fn add_assign(&mut self, other: Self) {
        self.seeds += other.seeds;
        self.clocks += other.clocks;
        self.reached += other.reached;
    }
}

/// How a seed is compared.
struct Comparison<'a> {
    length: fn(u64) -> Length,
    unit: &'a str,
    rust_hdl: bool,
}

impl Comparison<'_> {
    /// One seed: one run, or many short ones that begin late.
    fn compare(&self, build: &Build, seed: u64, length: u64) -> Result<Total, String> {
        let late = seed % LATE_SEEDS == LATE_SEEDS - 1 && !self.rust_hdl;
        if !late || !can_begin_late(build) {
            return self.compare_once(None, build, seed, length);
        }
        let mut total = Total::default();
        let mut left = length;
        for piece in 0..LATE_PIECES {
            // Every other one before a change of bit 31, the others before the carries into the bits above it in turn.
            let bit = if piece % 2 == 0 { 31 } else { 32 + piece / 2 };
            let tick = (1 << bit) - [20, 50, 100, 700][piece as usize / 2 % 4];
            let share = left / (LATE_PIECES - piece);
            left -= share;
            let stimulus_seed = seed.wrapping_add(piece << 32);
            total += self
                .compare_once(Some(tick), build, stimulus_seed, share)
                .map_err(|message| format!("From tick {tick}: {message}"))?;
        }
        total.seeds = 1;
        Ok(total)
    }

    /// One run, of time that begins at `begin` or at 0.
    fn compare_once(
        &self,
        begin: Option<u64>,
        build: &Build,
        seed: u64,
        length: u64,
    ) -> Result<Total, String> {
        let mut verilog = Model::of(build)
            .ok()
            .map(Simulation::new)
            .transpose()
            .map_err(|error| error.to_string())?;
        let mut rust_hdl = self.rust_hdl.then(|| RustHdlChip::new(build));
        let mut others: Vec<&mut dyn Pins> = Vec::new();
        others.extend(rust_hdl.as_mut().map(|chip| chip as &mut dyn Pins));
        others.extend(verilog.as_mut().map(|chip| chip as &mut dyn Pins));
        let mut reference = ReferenceChip::new(build);
        let mut stimulus = Stimulus::new(seed, build);
        let limit = (self.length)(length);
        let result = match begin {
            None => counter_chip::run(&mut reference, &mut others, &mut stimulus, limit),
            Some(tick) => {
                counter_chip::run_from(tick, &mut reference, &mut others, &mut stimulus, limit)
            }
        };
        match result {
            Ok(clocks) => Ok(Total {
                seeds: 1,
                clocks,
                reached: reference.reached(),
            }),
            Err(difference) => Err(difference.to_string()),
        }
    }

    /// The same; the message of a failure says what to type to see it again.
    fn compare_or_tell(&self, build: &Build, seed: u64, length: u64) -> Result<Total, String> {
        self.compare(build, seed, length)
            .map_err(|message| format!("{message}\n{}", self.again(build, seed, length)))
    }

    /// What to type for a seed that failed.
    fn again(&self, build: &Build, seed: u64, length: u64) -> String {
        format!(
            "{}\nAgain: carillon lockstep {} --seed {seed} --{} {length}{}",
            log::name(build),
            build.chip_options(),
            self.unit,
            if self.rust_hdl { " --rust-hdl" } else { "" }
        )
    }
}

/// Whether the build has a Verilated model that can begin at a late tick; one that holds mutants cannot.
fn can_begin_late(build: &Build) -> bool {
    Model::of(build)
        .ok()
        .and_then(|model| Simulation::new(model).ok())
        .is_some_and(|mut chip| {
            chip.reset();
            chip.begin_at(0).is_ok()
        })
}

/// The chips: every Verilated one of this build where no option describes one.
fn builds(options: &ChipOptions) -> Result<Vec<Build>, String> {
    if options.none() {
        let models = there(Model::all(), Model::name, |model| {
            Simulation::new(model).is_ok()
        })?;
        return Ok(models.iter().map(|model| model.build()).collect());
    }
    let build = options.build().map_err(|error| error.to_string())?;
    Ok(vec![build])
}

/// Those of `all` that this build has. The others are named.
fn there<M: Copy>(
    all: &[M],
    name: fn(M) -> &'static str,
    is_there: impl Fn(M) -> bool,
) -> Result<Vec<M>, String> {
    let (there, left_out): (Vec<M>, Vec<M>) = all.iter().partition(|model| is_there(**model));
    if there.is_empty() {
        let text = "all models were left out of this build: build without CARILLON_MODELS";
        return Err(text.to_owned());
    }
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.into_iter().map(name).collect();
        output::note(format_args!(
            "Left out of this build (CARILLON_MODELS), so not compared: {}.\n",
            names.join(", ")
        ));
    }
    Ok(there)
}

/// What is said of a model that this build has not.
fn left_out(model: &str) -> String {
    format!(
        "the model {model} was left out of this build: build without CARILLON_MODELS, or name it there"
    )
}

/// Threads, where nobody says how many.
fn all_threads() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// The command as it was typed.
fn command() -> String {
    std::iter::once("carillon".to_owned())
        .chain(std::env::args().skip(1))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Compares; returns the exit status.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    if let Some(path) = &arguments.vectors {
        return vectors::run(arguments, path);
    }
    if arguments.choice.chip == Chip::Timer {
        return timer::run(arguments);
    }
    if !arguments.choice.none() {
        return Err(ChoiceError::NotTimer.to_string());
    }
    let page = arguments.page("carillon lockstep")?;
    let builds = builds(&arguments.chip)?;
    for build in &builds {
        match Model::of(build) {
            Err(_) if !arguments.rust_hdl => {
                return Err(format!(
                    "there is no Verilated model of `{}`: compare with --rust-hdl",
                    build.chip_options()
                ));
            }
            Ok(model) if Simulation::new(model).is_err() => return Err(left_out(model.name())),
            _ => {}
        }
    }
    let jobs = arguments.jobs.unwrap_or_else(all_threads);
    let (whole, piece, unit) = match arguments.clocks {
        Some(clocks) => (clocks, CLOCKS_A_SEED, "clocks"),
        None => (arguments.operations, OPERATIONS_A_SEED, "operations"),
    };
    let bar = progress::bar(whole, unit);
    let comparison = Comparison {
        length: if arguments.clocks.is_some() {
            Length::Clocks
        } else {
            Length::Operations
        },
        unit,
        rust_hdl: arguments.rust_hdl,
    };
    let work = Work {
        chips: &builds,
        whole,
        piece,
        seed: arguments.seed,
        compare: &|build, seed, length| comparison.compare_or_tell(build, seed, length),
        bar: &bar,
    };
    let begun = Instant::now();
    let totals = match work.share(jobs)? {
        Ok(totals) => totals,
        Err(message) => {
            output::print(format_args!("{message}\n"))?;
            return Ok(1);
        }
    };
    let verilated = Model::of(&builds[0]).is_ok();
    let run = log::Run {
        command: command(),
        compared: match (verilated, arguments.rust_hdl) {
            (true, true) => "Verilated Verilog, Rust-HDL's simulator",
            (true, false) => "Verilated Verilog",
            (false, _) => "Rust-HDL's simulator",
        },
        first_seed: arguments.seed,
        seeds: work.pieces(),
        jobs,
        took: begun.elapsed(),
    };
    finish(arguments, page, log::page(&run, &builds, &totals))
}

impl Arguments {
    /// The page for `--log`, with the marks of `command`.
    fn page(&self, command: &str) -> Result<Option<Document>, String> {
        let path = self.log.as_deref();
        path.map(|path| output::document("--log", path, command))
            .transpose()
    }
}

/// Writes and prints the result of a run without a difference; returns the exit status.
fn finish(arguments: &Arguments, page: Option<Document>, result: String) -> Result<u8, String> {
    if let (Some(path), Some(page)) = (&arguments.log, page) {
        output::write_file("--log", path, page.with(&result))?;
    }
    output::say(plain::text(&result))?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::there;

    #[test]
    fn models_that_were_left_out_are_not_compared() {
        let all = ["tiny", "full", "small"];
        let name = |model| model;
        assert_eq!(there(&all, name, |_| true), Ok(all.to_vec()));
        let some = there(&all, name, |model| model != "full");
        assert_eq!(some, Ok(vec!["tiny", "small"]));
        let none = there(&all, name, |_| false);
        assert!(none.is_err_and(|text| text.contains("CARILLON_MODELS")));
    }
}
