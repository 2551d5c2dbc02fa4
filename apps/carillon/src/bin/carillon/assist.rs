//! `carillon hardware-assist`.

use std::path::PathBuf;

use carillon_program::assist::{
    Captured, WAYS, Way, embassy, figures, measure_all, profiles, sizes, tables,
};

use crate::seconds::{last_tick, seconds};
use crate::{output, progress};

const EXAMPLES: &str = "\
Examples:
  make hardware-assist                                   the tables in docs/measured/, anew (half an hour)
  carillon hardware-assist --ticks 100 --most 100 --to . only these, here";

/// Clocks in which the tasks of Embassy's executor have slept often enough, at most.
const EMBASSY: u64 = 100_000_000;

/// Measure on the simulated SoC what timers cost the processor, with the chip and without.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Lengths of a tick, in microseconds of a SoC at 100 MHz
    #[arg(
        long,
        value_name = "MICROSECONDS",
        value_delimiter = ',',
        default_values_t = [1, 10, 100, 1000],
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    ticks: Vec<u32>,

    /// Largest number of outstanding timers, of 10, 100, 1000 and 10000
    #[arg(long, value_name = "TIMERS", default_value_t = 10_000)]
    most: u32,

    /// Clocks from one step of a measurement to the next at most; a host that comes no further has no clock left
    #[arg(long, value_name = "CLOCKS", default_value_t = 12_000_000)]
    clocks: u64,

    /// Capture whose timers are another load; may be repeated
    #[arg(
        long,
        value_name = "FILE",
        default_value = "testbench/captures/web-lossy.pcap"
    )]
    capture: Vec<PathBuf>,

    /// Lengths of a tick, likewise, under a capture
    #[arg(
        long,
        value_name = "MICROSECONDS",
        value_delimiter = ',',
        default_values_t = [10],
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    capture_ticks: Vec<u32>,

    /// Replay only the first SECONDS of a capture
    #[arg(long, value_name = "SECONDS", default_value_t = 0.3, value_parser = seconds)]
    until: f64,

    /// Continue this long after the last packet
    #[arg(long, value_name = "MICROSECONDS", default_value_t = 0)]
    drain: u64,

    /// Existing folder for `hardware-assist.md`; the plots go to `figures/` in it
    #[arg(long, value_name = "FOLDER", default_value = "docs/measured")]
    to: PathBuf,
}

/// Measures, and writes the page.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let (page, plots) = (
        arguments.to.join("hardware-assist.md"),
        arguments.to.join("figures"),
    );
    let document = output::document("--to", &page, "make hardware-assist")?;
    if !plots.is_dir() {
        return Err(format!(
            "there is no folder {}: create it, or name another one with --to",
            plots.display()
        ));
    }
    let captures = arguments.capture.iter().map(|path| {
        let until = last_tick(arguments.until);
        Captured::open(path, until, arguments.drain)
    });
    let captures = captures.collect::<Result<Vec<_>, _>>()?;
    let carried = arguments.capture_ticks.len() * captures.len() * Way::carrying().count();
    let programs = WAYS.len() * arguments.ticks.len() + carried;
    let bar = progress::bar(programs as u64, "programs");
    let measured = measure_all(&arguments.ticks, arguments.most, arguments.clocks, || {
        bar.inc(1);
    })?;
    let mut tables = tables(&measured, &sizes()?);
    tables.push('\n');
    for capture in &captures {
        tables += &capture.carry_all(&arguments.capture_ticks, || bar.inc(1))?;
    }
    bar.finish_and_clear();
    let more = embassy(EMBASSY)? + &profiles(arguments.clocks)?;
    output::write_file("--to", &page, document.with(&format!("{tables}{more}")))?;
    output::say(format_args!("{}\n", page.display()))?;
    for figure in figures(&measured) {
        for (ending, text) in [("csv", figure.csv()), ("svg", figure.svg()?)] {
            let path = plots.join(figure.name).with_extension(ending);
            output::write_file("--to", &path, text)?;
            output::say(format_args!("{}\n", path.display()))?;
        }
    }
    Ok(0)
}
