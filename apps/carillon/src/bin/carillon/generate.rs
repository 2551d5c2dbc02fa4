//! `carillon generate`: an instance of a chip.

use std::path::PathBuf;

use carillon_regmap::cli::{AnyBuild, Choice, Options};
use clap::Args;

use crate::output;

const EXAMPLES: &str = "\
Examples:
  carillon generate
  carillon generate --preset full --wheels 4 --slots 65536 --fifo 64 --bus axi-lite --out timers.v
  carillon generate --alarm --wheels 2            minimal, with an alarm and a second wheel
  carillon generate --preset full --no-coalescing
  carillon generate --bus uart --clock-hz 12000000 --baud 115200
  carillon generate --chip timer --slots 4096 --periodic
  carillon generate --chip timer --timers 1024 --bus spi     its memory inside
  carillon generate --vhdl                        with hdl/vhdl/carillon_components.vhd
  carillon generate | less                        the summary goes to standard error

The Verilog that it is an instance of is in hdl/verilog, the same for every build. What was chosen is readable in the
register PARAMS.
Exit status: 0 if the instance was written, 2 otherwise.";

/// What `carillon generate` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    options: Options,

    /// File for the instance [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write it in VHDL
    #[arg(long)]
    vhdl: bool,
}

/// The Verilog of each chip's top on each bus.
const TOPS: [&str; 10] = [
    include_str!("../../../../../hdl/verilog/carillon_counter_wishbone.v"),
    include_str!("../../../../../hdl/verilog/carillon_counter_axi_lite.v"),
    include_str!("../../../../../hdl/verilog/carillon_counter_apb.v"),
    include_str!("../../../../../hdl/verilog/carillon_counter_uart.v"),
    include_str!("../../../../../hdl/verilog/carillon_counter_spi.v"),
    include_str!("../../../../../hdl/verilog/carillon_timer_wishbone.v"),
    include_str!("../../../../../hdl/verilog/carillon_timer_axi_lite.v"),
    include_str!("../../../../../hdl/verilog/carillon_timer_apb.v"),
    include_str!("../../../../../hdl/verilog/carillon_timer_uart.v"),
    include_str!("../../../../../hdl/verilog/carillon_timer_spi.v"),
];

/// A port as the top declares it.
struct Port<'a> {
    name: &'a str,
    is_input: bool,
    /// In bits.
    width: u32,
    comment: &'a str,
}

/// The ports of a top, in their order.
fn ports(top: &str) -> impl Iterator<Item = Port<'_>> {
    top.lines().filter_map(|line| {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let (way, rest) = code.strip_prefix("    ")?.split_once("put ")?;
        let mut words = rest.trim().trim_end_matches(',').rsplit(' ');
        let name = words.next()?;
        let high = words.next()?.trim_start_matches('[').trim_end_matches(":0]");
        Some(Port {
            name,
            is_input: way == "in",
            width: high.parse::<u32>().map_or(1, |high| high + 1),
            comment: comment.trim(),
        })
    })
}

/// How a port is connected: to a signal of its name, but for those of a memory that is inside the chip.
fn connection(port: &Port<'_>, has_memory: bool, vhdl: bool) -> String {
    match (has_memory && port.name.starts_with("memory_"), port.is_input) {
        (false, _) => port.name.to_owned(),
        (true, true) if !vhdl => format!("{}'b0", port.width),
        (true, true) if port.width == 1 => "'0'".to_owned(),
        (true, true) => "(others => '0')".to_owned(),
        (true, false) if vhdl => "open".to_owned(),
        (true, false) => String::new(),
    }
}

/// Lines of `pairs`, with a comma behind each but the last, and comments in a column.
fn lines(pairs: Vec<(String, &str)>, indent: &str, comment: &str) -> String {
    let last = pairs.len() - 1;
    let line = |(number, (code, said)): (usize, (String, &str))| {
        let code = format!("{indent}{code}{}", if number == last { "" } else { "," });
        match said {
            "" => format!("{code}\n"),
            said => format!("{code:<40} {comment} {said}\n"),
        }
    };
    pairs.into_iter().enumerate().map(line).collect()
}

/// An instance of the chip: each parameter with its value, each port with its signal.
fn instance(build: &AnyBuild, vhdl: bool) -> String {
    let module = build.top();
    let declared = format!("\nmodule {module} ");
    let top = TOPS.iter().find(|top| top.contains(&declared)).expect("each chip has a top for each bus");
    let has_memory = matches!(build, AnyBuild::Timer(build) if build.timer_bits.is_some());
    let pair = |name: &str, value: String| match vhdl {
        true => format!("{name} => {value}"),
        false => format!(".{name}({value})"),
    };
    let parameters = build.parameters().into_iter();
    let parameters = parameters.map(|(name, value)| (pair(name, value.to_string()), ""));
    let ports = ports(top).map(|port| (pair(port.name, connection(&port, has_memory, vhdl)), port.comment));
    let (parameters, ports) = (parameters.collect(), ports.collect());
    let (options, files) = (build.options(), build.files().join(" "));
    if vhdl {
        format!(
            "-- Made by: carillon generate --vhdl {options}\n-- Of hdl/verilog: {files}\n\
             -- The component: hdl/vhdl/carillon_components.vhd\n\
             timers: {module}\n    generic map (\n{}    )\n    port map (\n{}    );\n",
            lines(parameters, "        ", "--"),
            lines(ports, "        ", "--")
        )
    } else {
        format!(
            "// Made by: carillon generate {options}\n// Of hdl/verilog: {files}\n{module} #(\n{}) timers (\n{});\n",
            lines(parameters, "    ", "//"),
            lines(ports, "    ", "//")
        )
    }
}

/// Writes the instance; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let build = arguments.choice.build(&arguments.options).map_err(|error| error.to_string())?;
    let text = instance(&build, arguments.vhdl);
    match &arguments.out {
        Some(path) => {
            output::write_file("--out", path, text)?;
            output::say(format_args!("{}file       {}\n", build.summary(), path.display()))?;
        }
        None => {
            output::print(text)?;
            output::note(build.summary());
        }
    }
    Ok(0)
}
