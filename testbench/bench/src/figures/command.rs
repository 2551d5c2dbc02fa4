//! The command line that draws figures, as SVG and CSV.

use std::fs;
use std::path::PathBuf;

use super::Maker;

/// What is to be drawn, and where it goes.
#[derive(Debug, clap::Args)]
pub struct Choice {
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

/// Draws what `choice` asks for of the figures `all`, and calls `say` with a line for each figure or file.
///
/// # Errors
/// A name that is none of `all`, a folder that does not exist, a file that cannot be written.
pub fn run(all: &[Maker], choice: &Choice, mut say: impl FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    let Choice { names, to, .. } = choice;
    for name in names {
        let Some(known) = all.iter().find(|maker| maker.name == name) else {
            return Err(format!("there is no figure {name}: --list names them"));
        };
        if known.is_timed && choice.counted {
            return Err(format!("{name} measures time, which --counted leaves out: remove one of the two"));
        }
    }
    if !choice.list && !to.is_dir() {
        return Err(format!("there is no folder {}: create it, or name another one with --to", to.display()));
    }
    let wanted = all.iter().filter(|maker| {
        (names.is_empty() || names.iter().any(|name| name == maker.name)) && !(choice.counted && maker.is_timed)
    });
    for maker in wanted {
        if choice.list {
            let kind = if maker.is_timed { "measures time" } else { "counts" };
            say(&format!("{:<20} {kind}", maker.name))?;
            continue;
        }
        let figure = (maker.make)();
        for (ending, text) in [("csv", figure.csv()), ("svg", figure.svg()?)] {
            let path = to.join(figure.name).with_extension(ending);
            fs::write(&path, text).map_err(|error| format!("--to {}: {error}", path.display()))?;
            say(&path.display().to_string())?;
        }
    }
    Ok(())
}
