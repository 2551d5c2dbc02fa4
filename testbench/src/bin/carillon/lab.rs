//! `carillon lab`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{fs, thread};

use carillon_testbench::lab::{Config, Scheme, Server, left_out, load, models};
use clap::{Args, ValueEnum};

use crate::output;

const EXAMPLES: &str = "\
Examples:
  carillon lab                                          a small chip, on a page in the browser
  carillon lab --scheme 7 --wheels 16,16,16 --hold      a hierarchy of three wheels
  carillon lab --model medium16x16 --wheels 65536 --timers 10000 --prescale 4
  carillon lab --capture testbench/captures/web-lossy.pcap --prescale 4 --wheels 1024
  carillon lab --port-http 8080 --no-open               prints the address and waits

Everything can be chosen on the page as well. The page is served to this computer alone (127.0.0.1) and needs no
network. Interrupt (Ctrl-C) to end.
Exit status: 2 when there can be no laboratory, 130 after an interrupt.";

/// What `carillon lab` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The port of 127.0.0.1 for the page; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port_http: u16,

    /// Only print the address
    #[arg(long)]
    no_open: bool,

    /// The Verilated chip, by its name; the smallest one that fits unless said
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,

    /// How the host keeps its timers: 3 to 7 of the paper, or Scheme 6 ticked by the alarm
    #[arg(long, value_enum, value_name = "SCHEME", default_value_t = Choice::Six)]
    scheme: Choice,

    /// Slots of each wheel, wheel 0 first
    #[arg(long, value_name = "SLOTS", value_delimiter = ',', default_values_t = [64])]
    wheels: Vec<u32>,

    /// Clocks in each tick
    #[arg(long, value_name = "CLOCKS", default_value_t = 16)]
    prescale: u32,

    /// Let the cursor wait at events of the upper wheels until the host has served them
    #[arg(long)]
    hold: bool,

    /// Room for so many timers
    #[arg(long, value_name = "TIMERS", default_value_t = 1_000)]
    timers: u32,

    /// Give the same timers to a timer chip too, and compare what the two chips cost
    #[arg(long)]
    beside: bool,

    /// A capture that the page can replay: pcap or pcapng, compressed with gzip or not
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
    let server = Server::start(
        arguments.port_http,
        config(arguments)?,
        capture.transpose()?,
    )
    .map_err(|error| error.to_string())?;
    let address = format!("http://{}/", server.address());
    output::print(format_args!("{address}\n"))?;
    let missing = left_out();
    if !missing.is_empty() {
        let names: Vec<_> = missing.iter().map(|model| model.name()).collect();
        output::note(format_args!(
            "Left out of this build (CARILLON_MODELS): {}.\n",
            names.join(", ")
        ));
    }
    output::say("The laboratory is at that address. Interrupt (Ctrl-C) to end.\n")?;
    if !arguments.no_open {
        open(&address);
    }
    server.wait().map_err(|error| error.to_string())?;
    Ok(0)
}

fn config(arguments: &Arguments) -> Result<Config, String> {
    let scheme = Scheme::from(arguments.scheme);
    let slots: u32 = arguments
        .wheels
        .iter()
        .map(|slots| slots.next_multiple_of(16))
        .sum();
    let wheels = arguments.wheels.len() as u32;
    let model = match &arguments.model {
        Some(name) => name.clone(),
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
            .ok_or("no model of this build fits: carillon lab --help, or build without CARILLON_MODELS")?
            .name()
            .to_owned(),
    };
    let config = Config {
        model,
        scheme,
        wheels: arguments.wheels.clone(),
        prescale: arguments.prescale,
        hold: arguments.hold,
        timers: arguments.timers,
        beside: arguments.beside,
    };
    config.check().map_err(|error| error.to_string())?;
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
