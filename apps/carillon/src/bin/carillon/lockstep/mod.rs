//! `carillon lockstep`.

mod counter;
mod log;
mod plain;
mod timer;
mod vectors;
mod work;

use carillon_regmap::cli::ChipOptions;
use carillon_regmap::cli::{Chip, Choice};
use carillon_program::document::Document;
use clap::Args;
use std::num::NonZeroUsize;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::thread;
use std::time::Instant;
use work::Work;

use crate::output;

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
    counter::run(arguments)
}

impl Arguments {
    /// The page for `--log`, with the marks of `command`.
    fn page(&self, command: &str) -> Result<Option<Document>, String> {
        let path = self.log.as_deref();
        path.map(|path| output::document("--log", path, command))
            .transpose()
    }

    /// Does the work; prints the result, and writes it into `page`. Returns the exit status.
    fn carry_out<C: Sync, T: AddAssign + Copy + Default + Send>(
        &self,
        work: &Work<'_, C, T>,
        verilated: bool,
        page: Option<Document>,
        result: fn(&log::Run, &[C], &[T]) -> String,
    ) -> Result<u8, String> {
        let jobs = self
            .jobs
            .unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get));
        let begun = Instant::now();
        let totals = match work.share(jobs)? {
            Ok(totals) => totals,
            Err(message) => {
                output::print(format_args!("{message}\n"))?;
                return Ok(1);
            }
        };
        let run = log::Run {
            command: command(),
            compared: match (verilated, self.rust_hdl) {
                (true, true) => "Verilated Verilog, Rust-HDL's simulator",
                (true, false) => "Verilated Verilog",
                (false, _) => "Rust-HDL's simulator",
            },
            first_seed: self.seed,
            seeds: work.pieces(),
            jobs,
            took: begun.elapsed(),
        };
        let result = result(&run, work.chips, &totals);
        if let (Some(path), Some(page)) = (&self.log, page) {
            output::write_file("--log", path, page.with(&result))?;
        }
        output::say(plain::text(&result))?;
        Ok(0)
    }
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
