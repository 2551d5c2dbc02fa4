//! `carillon board`.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io, thread};

use carillon_program::cable::{Board, Noise, Pace};
use carillon_regmap::counter_chip::Build;
use carillon_sim::UartChip;
use clap::{Args, ValueEnum};

use crate::output::{self, Unfinished};

const EXAMPLES: &str = "\
Examples:
  carillon board --pty                                  prints the path of the port, and runs until Ctrl-C
  carillon board --pty --link /tmp/board                the port is at /tmp/board as well
  carillon board --pty --faults 1000 --seed 7           a bad cable: of 1000 bytes one is lost, one doubled, one changed
  carillon board --pty --time wire                      time passes only while there is traffic

In another terminal, with the path that it prints:
  carillon replay testbench/captures/web-lossy.pcap --until 1 --port /dev/pts/3
  carillon lab --port /dev/pts/3
  litex_server --uart --uart-port /dev/pts/3            then litex_cli --regs, or any other LiteX client

The chip's clock is 4 MHz, its UART 1 Mbaud; a pseudo-terminal takes any baud rate.
Exit status: 0 if standard input ended with --until-closed, 2 if the board cannot start, 130 after Ctrl-C.";

/// What `carillon board` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Provide the port as a pseudo-terminal (required)
    #[arg(long, required = true)]
    pty: bool,

    /// Create a symbolic link to the port at PATH, replacing that of an earlier run
    #[arg(long, value_name = "PATH")]
    link: Option<std::path::PathBuf>,

    /// When the chip's clock runs
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Time::Real)]
    time: Time,

    /// Faults: of a million bytes in each direction this many are lost, this many doubled, this many changed
    #[arg(long, value_name = "PPM", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=300_000))]
    faults: u32,

    /// Seed of the faults
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Exit when standard input ends, for programs that start a board
    #[arg(long)]
    until_closed: bool,
}

/// When the clock runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Time {
    /// All the time, at 4 MHz if this computer is fast enough
    Real,
    /// Only while there is traffic on the wires, and for a pause of 2^14 bit times after it
    Wire,
}

/// Is a board; returns the exit status. The message of an error says what to do.
pub fn run(arguments: &Arguments) -> Result<u8, String> {
    let pace = match arguments.time {
        Time::Real => Pace::Real,
        Time::Wire => Pace::Wire,
    };
    let noise = |seed| Noise::new(arguments.faults, seed);
    let mut board =
        Board::new(pace, noise(arguments.seed), noise(!arguments.seed)).map_err(|error| error.to_string())?;
    let path = board.path();
    let _link = arguments.link.as_deref().map(|link| Link::new(&path, link)).transpose()?;
    let Build { slot_bits, fifo_bits, .. } = UartChip::BUILD;
    output::print(format_args!("{path}\n"))?;
    output::say(format_args!(
        "A chip of {} slots with a FIFO of {} events is at this port, {} baud, clock {} Hz. Press Ctrl-C to end.\n",
        1 << slot_bits,
        1 << fifo_bits,
        UartChip::BAUD,
        UartChip::CLOCK_HZ
    ))?;

    let closed = Arc::new(AtomicBool::new(false));
    if arguments.until_closed {
        let closed = Arc::clone(&closed);
        thread::spawn(move || {
            let mut rest = Vec::new();
            let _ = io::stdin().read_to_end(&mut rest);
            closed.store(true, Ordering::Relaxed);
        });
    }
    board.run(&mut |_| closed.load(Ordering::Relaxed)).map_err(|error| error.to_string())?;
    let [there, back] = board.spoilt();
    output::say(format_args!(
        "Bytes to the chip: {} as they were sent, {} lost, {} doubled, {} changed; from the chip: {}, {}, {}, {}.\n",
        there.carried, there.lost, there.doubled, there.changed, back.carried, back.lost, back.doubled, back.changed
    ))?;
    Ok(0)
}

/// A symbolic link that is removed when it is not needed any more, and by an interrupt.
struct Link<'a> {
    path: &'a std::path::Path,
    _unfinished: Unfinished,
}

impl<'a> Link<'a> {
    fn new(path: &str, link: &'a std::path::Path) -> Result<Self, String> {
        // A board that was killed leaves its link behind.
        if link.is_symlink() && fs::read_link(link).is_ok_and(|to| to.starts_with("/dev/pts")) {
            let _ = fs::remove_file(link);
        }
        let ((), unfinished) = Unfinished::make(|| {
            std::os::unix::fs::symlink(path, link)
                .map_err(|error| format!("--link {}: {error}; choose a path that does not exist", link.display()))?;
            Ok::<_, String>(((), vec![link.to_owned()]))
        })?;
        Ok(Self { path: link, _unfinished: unfinished })
    }
}

impl Drop for Link<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.path);
    }
}
