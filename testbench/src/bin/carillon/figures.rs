//! `carillon figures`: the figures of the paper and of FlexQueue's thesis, as SVG and CSV.

use std::fs;
use std::path::PathBuf;

use carillon_testbench::figures::FIGURES;

/// Draw the figures of the paper and of FlexQueue's thesis from our own queues.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Only these figures; all if none is named.
    names: Vec<String>,
    /// Where the files go: `figure9.svg`, `figure9.csv` and so on.
    #[arg(long, default_value = "docs/figures", value_name = "FOLDER")]
    to: PathBuf,
    /// Leave out what measures time and is another one each time.
    #[arg(long)]
    counted: bool,
    /// Only say which figures there are.
    #[arg(long)]
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
            println!("{:<20} {kind}", maker.name);
            continue;
        }
        let figure = (maker.make)();
        fs::create_dir_all(&arguments.to).map_err(|error| said(&arguments.to, &error))?;
        for (ending, text) in [("csv", figure.csv()), ("svg", figure.svg())] {
            let path = arguments.to.join(figure.name).with_extension(ending);
            fs::write(&path, text).map_err(|error| said(&path, &error))?;
            println!("{}", path.display());
        }
    }
    Ok(0)
}

fn said(path: &std::path::Path, error: &std::io::Error) -> String {
    format!("{} cannot be written: {error}", path.display())
}
