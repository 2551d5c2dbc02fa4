//! Draws the figures of the paper and of FlexQueue's thesis from the queues of `carillon-queues`.

use std::process::ExitCode;

use carillon_bench::figures::{FIGURES, command};
use clap::Parser;

const EXAMPLES: &str = "\
Examples, from the repository's folder:
  cargo run --release -p carillon-bench -- --list
  cargo run --release -p carillon-bench -- figure9 --to .
  cargo run --release -p carillon-bench -- --counted       only those that are the same in every run";

/// Draw the figures of the paper and of FlexQueue's thesis from our own queues.
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Program {
    #[command(flatten)]
    choice: command::Choice,
}

fn main() -> ExitCode {
    let say = |line: &str| {
        println!("{line}");
        Ok(())
    };
    match command::run(&FIGURES, &Program::parse().choice, say) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("figures: {message}");
            ExitCode::FAILURE
        }
    }
}
