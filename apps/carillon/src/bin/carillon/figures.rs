//! `carillon figures`.

use carillon_bench::figures::command;
use carillon_program::figures;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  carillon figures --list
  carillon figures                                 all, into docs/figures (minutes)
  carillon figures figure9 --to .
  carillon figures --counted                       only those that are the same in every run";

/// Draw the figures of the paper and of FlexQueue's thesis from our own queues and chips.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    choice: command::Choice,
}

/// Makes them.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let all = [&carillon_bench::figures::FIGURES[..], &figures::FIGURES].concat();
    command::run(&all, &arguments.choice, |line| {
        output::say(format_args!("{line}\n"))
    })?;
    Ok(0)
}
