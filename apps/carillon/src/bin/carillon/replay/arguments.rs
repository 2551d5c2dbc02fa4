//! What `carillon replay` is told.

use std::path::PathBuf;

use carillon_driver::chip::MAX_PRESCALE;
use carillon_regmap::cli::Chip;
use carillon_replay::tcp::Intervals;
use carillon_replay::{Assist, Queue};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::cable::CableArguments;
use crate::seconds::{last_tick, seconds};

const EXAMPLES: &str = "\
Examples:
  carillon replay testbench/captures/web-lossy.pcap
  carillon replay testbench/captures/web-lossy.pcap --html report.html
  carillon replay testbench/captures/web-lossy.pcap --fifo 2 --service-every 100000
  carillon replay testbench/captures/web-lossy.pcap --chip timer --fifo 2 --memory 20
  carillon replay testbench/captures/web-lossy.pcap --queue scheme7 --wheels 3 --tick 10
  carillon replay testbench/captures/web-lossy.pcap --queue scheme4 --tick 1000 --keep-alive 60
  carillon replay testbench/captures/web-lossy.pcap --queue scheme3 --delayed-ack 200 --time-wait 240
  carillon replay testbench/captures/web-lossy.pcap --json | jq .timers
  tcpdump -s 96 -w - tcp | carillon replay -
  carillon replay office.pcap.gz --csv connections.csv --quiet
  carillon replay testbench/captures/web-lossy.pcap --until 0.05 --vcd replay.vcd
  carillon replay testbench/captures/web-lossy.pcap --until 1 --port /dev/pts/3    the board of `carillon board --pty`
  carillon replay testbench/captures/web-lossy.pcap --port /dev/ttyUSB1 --baud 115200 --speed 12    at 12 MHz

With --port the chip's time stops while the host works, so the result is correct on any cable, however slow.

Exit status: 0 if every timer was reported once at its exact tick, 1 if one was wrong or lost,
2 if the replay failed.";

/// Ticks of a second.
const SECOND: u64 = 1_000_000;

/// What `carillon replay` is told.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Capture: pcap or pcapng, plain or compressed with gzip, headers suffice; - is standard input
    pub capture: PathBuf,

    /// Chip: the counter chip (busy bits), or the timer chip (keeps the queues)
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["port", "vcd"])]
    pub chip: Chip,

    /// Queue: schemes 4 to 7 by the chip's wheels, the others by its alarm [default: scheme6; the timer chip has no
    /// other, nor has --port]
    #[arg(long, value_parser = queues())]
    pub queue: Option<Queue>,

    /// Length of a tick, 1 to 1000000; packets are rounded down to a tick, intervals up
    #[arg(
        long,
        value_name = "MICROSECONDS",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..=SECOND)
    )]
    pub tick: u64,

    /// With --chip timer: latency of its memory [default: 1]
    #[arg(long, value_name = "CLOCKS", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub memory: Option<u32>,

    /// Slots of the wheel, or of all wheels together, 2 to 1048576 [default: 65536, with --queue scheme7 4096, with
    /// --chip timer 32768]
    #[arg(long, value_name = "SLOTS", value_parser = clap::value_parser!(u32).range(2..=1 << 20))]
    pub wheel_size: Option<u32>,

    /// With --queue scheme7: wheels, of the same size, 2 to 4 [default: 4]
    #[arg(long, value_name = "WHEELS", value_parser = several)]
    pub wheels: Option<Several>,

    #[command(flatten)]
    pub cable: CableArguments,

    /// With --port: audit the chip every so many ticks, to repair what the cable has corrupted
    #[arg(
        long,
        value_name = "TICKS",
        default_value_t = 10_000_000,
        requires = "port",
        value_parser = clap::value_parser!(u64).range(1000..)
    )]
    pub audit_every: u64,

    /// Capacity of the chip's event FIFO
    #[arg(
        long,
        value_name = "EVENTS",
        default_value_t = 16,
        conflicts_with = "port",
        value_parser = clap::value_parser!(u32).range(2..=1024)
    )]
    pub fifo: u32,

    /// Keep the interrupt masked for this long before each service; 0 serves at once
    #[arg(
        long,
        value_name = "TICKS",
        default_value_t = 0,
        value_parser = clap::value_parser!(u64).range(..=1_000_000_000)
    )]
    pub service_every: u64,

    /// Clock of the chip, 1 to 1000
    #[arg(long, value_name = "MHZ", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub speed: u32,

    /// Replay only the first SECONDS of the capture
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub until: Option<f64>,

    /// Continue this long after the last packet, unless only keep-alive timers are left; with --until 0, since the
    /// packets that would stop these timers are cut off [default: as many as 3 s have]
    #[arg(long, value_name = "TICKS")]
    pub drain: Option<u64>,

    /// Shorten idle time, in which no timer is started or stopped or expires, to this; none keeps all. Timers that run
    /// meanwhile are started for so much less, and all happens in the same order. RFC 6298 has no timeout below 1 s
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = gap)]
    pub max_gap: Gap,

    /// Minimum retransmission timeout, 1 to 60000: 1000 in RFC 6298, 200 in Linux
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub rto_min: u64,

    /// How long an acknowledgement waits for data to go with, 1 to 60000; RFC 9293 allows up to 500
    #[arg(long, value_name = "MS", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub delayed_ack: u64,

    /// How long a connection is silent before its peer is asked, 1 to 86400; RFC 9293 wants at least 7200
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 7200,
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    pub keep_alive: u64,

    /// Twice the maximum segment lifetime, 1 to 86400: 60 in Linux, 240 in RFC 9293
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    pub time_wait: u64,

    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,

    /// Write an HTML report with plots, in one self-contained file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write a line for each connection and its timers, as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write every signal of the chip to a VCD file; large, so combine it with --until
    #[arg(long, value_name = "FILE", conflicts_with = "port")]
    pub vcd: Option<PathBuf>,
}

impl Arguments {
    /// The queue.
    pub fn queue(&self) -> Queue {
        self.queue.unwrap_or_default()
    }

    /// What the chip does for it.
    pub fn assist(&self) -> Assist {
        match self.chip {
            Chip::Counter => self.queue().assist(),
            Chip::Timer => Assist::WholeQueue,
        }
    }

    /// The number of wheels, where the queue has several.
    fn several(&self) -> Option<u32> {
        (self.queue() == Queue::Scheme7).then_some(self.wheels_of_scheme7() as u32)
    }

    /// The number of wheels that Scheme 7 has.
    pub fn wheels_of_scheme7(&self) -> Several {
        self.wheels.unwrap_or(Several::Four)
    }

    /// Slots of each wheel, wheel 0 first.
    pub fn wheels(&self) -> Vec<u32> {
        let several = self.several();
        let slots = self.wheel_size.unwrap_or(match self.chip {
            Chip::Counter if several.is_some() => 1 << 12,
            Chip::Counter => 1 << 16,
            Chip::Timer => 1 << 15,
        });
        match (self.assist(), several) {
            (Assist::Alarm, _) => Vec::new(),
            (_, Some(wheels)) => vec![slots / wheels; wheels as usize],
            (_, None) => vec![slots],
        }
    }

    /// Clocks of a tick.
    pub fn clocks_per_tick(&self) -> u32 {
        // At most 1000 times a million.
        self.speed * self.tick as u32
    }

    /// The intervals of TCP, in microseconds.
    pub fn intervals(&self) -> Intervals {
        Intervals {
            retransmission_minimum: self.rto_min * 1000,
            delayed_acknowledgement: self.delayed_ack * 1000,
            keep_alive: self.keep_alive * SECOND,
            time_wait: self.time_wait * SECOND,
            ..Intervals::default()
        }
    }

    /// The longest idle time that is replayed, in microseconds, if it is bounded.
    pub fn max_gap(&self) -> Option<u64> {
        self.max_gap.0
    }

    /// Says which options do not go together.
    pub fn check(&self) -> Result<(), String> {
        let of_the_timer_chip = self.memory.is_some() && self.chip != Chip::Timer;
        if of_the_timer_chip {
            return Err("--memory is the timer chip's: use it with --chip timer".to_owned());
        }
        if self.queue() != Queue::default() {
            let word = self.queue().word();
            if self.chip == Chip::Timer {
                return Err(format!(
                    "--queue {word}: the timer chip keeps the queue itself, which is scheme6; leave out --queue or \
                     --chip"
                ));
            }
            if self.cable.link().is_some() {
                return Err(format!(
                    "--queue {word}: a board is driven with scheme6 only; leave out --queue or --port"
                ));
            }
        }
        if self.wheel_size.is_some() && self.assist() == Assist::Alarm {
            return Err(format!(
                "--wheel-size: {} has no wheel that the chip turns; leave it out, or choose one of scheme4 to scheme7",
                self.queue().word()
            ));
        }
        if self.wheels.is_some() && self.several().is_none() {
            return Err("--wheels: only scheme7 has several; add --queue scheme7".to_owned());
        }
        if let (Some(wheels), Some(slots)) = (self.several(), self.wheel_size)
            && (!slots.is_multiple_of(wheels) || slots / wheels < 2)
        {
            return Err(format!(
                "--wheel-size {slots}: {wheels} wheels of the same size, 2 slots at least, have a multiple of {wheels} \
                 together; give such a number"
            ));
        }
        let clocks = self.clocks_per_tick();
        if clocks > MAX_PRESCALE {
            return Err(format!(
                "--tick {} at --speed {}: a tick of {clocks} clocks is longer than the chip's {MAX_PRESCALE}; make one \
                 of them smaller",
                self.tick, self.speed
            ));
        }
        Ok(())
    }

    /// Ticks that the replay goes on after the last packet.
    pub fn drain(&self) -> u64 {
        let whole = if self.until.is_some() { 0 } else { (3 * SECOND).div_ceil(self.tick) };
        self.drain.unwrap_or(whole)
    }
}

/// The longest idle time, in microseconds; none where all is replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap(Option<u64>);

fn gap(text: &str) -> Result<Gap, String> {
    if text == "none" {
        return Ok(Gap(None));
    }
    match seconds(text).map(last_tick) {
        Ok(gap @ 1..) => Ok(Gap(Some(gap))),
        _ => Err("give a number of seconds above 0, or none".to_owned()),
    }
}

/// A number of wheels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Several {
    Two = 2,
    Three = 3,
    Four = 4,
}

fn several(text: &str) -> Result<Several, String> {
    match text.parse::<i64>() {
        Ok(2) => Ok(Several::Two),
        Ok(3) => Ok(Several::Three),
        Ok(4) => Ok(Several::Four),
        Ok(other) => Err(format!("{other} is not in 2..=4")),
        Err(error) => Err(error.to_string()),
    }
}

/// The queues by their names, with what they are.
fn queues() -> impl TypedValueParser<Value = Queue> {
    let named = Queue::ALL.map(|queue| PossibleValue::new(queue.word()).help(queue.name()));
    PossibleValuesParser::new(named).map(|word| {
        let found = Queue::ALL.into_iter().find(|queue| queue.word() == word);
        found.unwrap_or_default()
    })
}
