//! `carillon figures`: the figures of the paper and of FlexQueue's thesis, as SVG and CSV.

use std::path::PathBuf;

use carillon_testbench::figures::FIGURES;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  carillon figures --list
  carillon figures                                 all, into docs/figures (minutes)
  carillon figures figure9 --to .
  carillon figures --counted                       only those that are the same in every run";

/// Draw the figures of the paper and of FlexQueue's thesis from our own queues.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Only these figures; all if none is named
    names: Vec<String>,
    /// Existing folder for the files: `figure9.svg`, `figure9.csv` and so on
    #[arg(long, default_value = "docs/figures", value_name = "FOLDER")]
    to: PathBuf,
    /// Leave out figures that measure time, which differ from run to run
    #[arg(long)]
    counted: bool,
    /// List the figures only
    #[arg(long, conflicts_with = "to")]
    list: bool,
}

/// Makes them.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let known = |name: &String| FIGURES.iter().any(|figure| figure.name == name);
    if let Some(unknown) = arguments.names.iter().find(|name| !known(name)) {
        return Err(format!(
            "there is no figure {unknown}: carillon figures --list names them"
        ));
    }
    let timed = |name: &&String| {
        FIGURES
            .iter()
            .any(|figure| figure.name == *name && figure.is_timed)
    };
    if let Some(left_out) = arguments
        .names
        .iter()
        .find(timed)
        .filter(|_| arguments.counted)
    {
        return Err(format!(
            "{left_out} measures time, which --counted leaves out: remove one of the two"
        ));
    }
    if !arguments.list && !arguments.to.is_dir() {
        return Err(format!(
            "there is no folder {}: create it, or name another one with --to",
            arguments.to.display()
        ));
    }
    let wanted = FIGURES.iter().filter(|figure| {
        let named =
            arguments.names.is_empty() || arguments.names.iter().any(|name| name == figure.name);
        named && !(arguments.counted && figure.is_timed)
    });
    for maker in wanted {
        if arguments.list {
            let kind = if maker.is_timed {
                "measures time"
            } else {
                "counts"
            };
            output::print(format_args!("{:<20} {kind}\n", maker.name))?;
            continue;
        }
        let figure = (maker.make)();
        for (ending, text) in [("csv", figure.csv()), ("svg", figure.svg()?)] {
            let path = arguments.to.join(figure.name).with_extension(ending);
            output::write_file("--to", &path, text)?;
            output::say(format_args!("{}\n", path.display()))?;
        }
    }
    Ok(0)
}
