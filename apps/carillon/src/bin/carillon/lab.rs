//! `carillon lab`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{fs, thread};

use carillon_lab::{Config, Scheme, load};
use carillon_program::lab::{Server, left_out, models};
use clap::{Args, ValueEnum};

use crate::cable::CableArguments;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  carillon lab                                          a small chip with some timers, on a page in the browser
  carillon lab --scheme 7 --wheel-size 16,16,16 --hold  a hierarchy of three wheels
  carillon lab --model medium16x16 --wheel-size 65536 --timers 10000 --prescale 4
  carillon lab --capture testbench/captures/web-lossy.pcap --prescale 4 --wheel-size 1024
  carillon lab --port /dev/ttyUSB1 --baud 115200        a board at the end of a cable
  carillon lab --port-http 8080 --no-open               prints the address and waits

The page can change everything but the port. It is served to this computer only (127.0.0.1) and needs no network.
What follows the # in the address is a token of this run: without it nobody sees or changes anything.
Press Ctrl-C to end.
Exit status: 2 if the laboratory cannot start, 130 after Ctrl-C.";

/// What `carillon lab` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Serve the page at this port of 127.0.0.1; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port_http: u16,

    /// Print the address, open no browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    cable: CableArguments,

    /// Verilated chip [default: the smallest one that fits]
    #[arg(long, value_name = "MODEL", conflicts_with = "port")]
    model: Option<String>,

    /// Scheme of the host's queue: 3 to 7 of the paper, or Scheme 6 with an alarm at every tick
    #[arg(long, value_enum, value_name = "SCHEME", default_value_t = Choice::Six)]
    scheme: Choice,

    /// Slots of each wheel, wheel 0 first
    #[arg(long, value_name = "SLOTS", value_delimiter = ',', default_values_t = [64])]
    wheel_size: Vec<u32>,

    /// Clocks per tick [default: 16; of a board 65536, which a page that polls can follow]
    #[arg(long, value_name = "CLOCKS")]
    prescale: Option<u32>,

    /// Let the cursor wait at an event of an upper wheel until the host has served it
    #[arg(long)]
    hold: bool,

    /// Capacity of the host's queue
    #[arg(long, value_name = "TIMERS", default_value_t = 1_000)]
    timers: u32,

    /// Start the same timers on a timer chip too, and compare the cost
    #[arg(long, conflicts_with = "port")]
    beside: bool,

    /// Begin without timers, and with a clock that stands
    #[arg(long)]
    empty: bool,

    /// Capture that the page can replay: pcap or pcapng, plain or compressed with gzip
    #[arg(long, value_name = "FILE")]
    capture: Option<PathBuf>,
}

/// A scheme, as the command line names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    #[value(name = "3")]
    Three,
    #[value(name = "4")]
    Four,
    #[value(name = "5")]
    Five,
    #[value(name = "6")]
    Six,
    #[value(name = "7")]
    Seven,
    #[value(name = "ticked")]
    Ticked,
}

impl From<Choice> for Scheme {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Three => Self::Scheme3,
            Choice::Four => Self::Scheme4,
            Choice::Five => Self::Scheme5,
            Choice::Six => Self::Scheme6,
            Choice::Seven => Self::Scheme7,
            Choice::Ticked => Self::Ticked,
        }
    }
}

/// Serves the laboratory. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let capture = arguments.capture.as_ref().map(|path| {
        let told = |error: &dyn std::fmt::Display| format!("--capture {}: {error}", path.display());
        let file = fs::File::open(path).map_err(|error| told(&error))?;
        load(file).map_err(|error| told(&error))
    });
    let config = config(arguments)?;
    let link = arguments.cable.link();
    let begins = !arguments.empty && capture.is_none() && link.is_none();
    let first = begins.then(|| config.first_timers());
    let server = Server::start(arguments.port_http, config, capture.transpose()?, link)
        .map_err(|error| error.to_string())?;
    for message in first.into_iter().flatten() {
        server.take(message).map_err(|error| error.to_string())?;
    }
    let address = server.page();
    output::print(format_args!("{address}\n"))?;
    let missing = left_out();
    if !missing.is_empty() {
        let names: Vec<_> = missing.iter().map(|model| model.name()).collect();
        output::note(format_args!(
            "Left out of this build (CARILLON_MODELS): {}.\n",
            names.join(", ")
        ));
    }
    output::say("The laboratory runs at this whole address. Press Ctrl-C to end.\n")?;
    if !arguments.no_open {
        open(&address);
    }
    server.wait().map_err(|error| error.to_string())?;
    Ok(0)
}

fn config(arguments: &Arguments) -> Result<Config, String> {
    let scheme = Scheme::from(arguments.scheme);
    let slots: u32 = arguments
        .wheel_size
        .iter()
        .map(|slots| slots.next_multiple_of(16))
        .sum();
    let wheels = arguments.wheel_size.len() as u32;
    let is_board = arguments.cable.link().is_some();
    let model = match &arguments.model {
        Some(name) => name.clone(),
        None if is_board => String::new(),
        None => models()
            .into_iter()
            .filter(|model| {
                let build = model.build();
                model.slots() >= slots
                    && build.wheels >= wheels
                    && (build.wheel_modes || !arguments.hold)
                    && (build.alarm || scheme.has_busy_bits())
            })
            .min_by_key(|model| (model.slots(), model.build().wheels, model.fifo_depth()))
            .ok_or_else(|| {
                let names: Vec<_> = left_out().iter().map(|model| model.name()).collect();
                let more = if names.is_empty() {
                    "ask for fewer slots or wheels".to_owned()
                } else {
                    format!("build without CARILLON_MODELS, which has left out {}", names.join(", "))
                };
                format!("no model of this build fits these options: {more}")
            })?
            .name()
            .to_owned(),
    };
    let config = Config {
        model,
        scheme,
        wheels: arguments.wheel_size.clone(),
        prescale: arguments
            .prescale
            .unwrap_or(if is_board { 1 << 16 } else { 16 }),
        hold: arguments.hold,
        timers: arguments.timers,
        beside: arguments.beside,
    };
    Ok(config)
}

/// Opens a browser if there is a screen for it. If that fails, the address has been printed.
fn open(address: &str) {
    let screen = cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !screen {
        return;
    }
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let child = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = child {
        thread::spawn(move || child.wait());
    }
}
