//! The retransmission timers of many TCP connections: the use that timing wheels were made for, since nearly every
//! timer is stopped before it runs out.
//!
//!     cargo run --release --example tcp_retransmission -- [connections] [segments] [loss, in 1/1000]
//!
//! Each connection sends its segments one after another. Every transmission starts the connection's retransmission
//! timer, the acknowledgement stops it. When it runs out, the segment is sent again with twice the time-out, up to a
//! minute. The time-out follows the round-trip times as RFC 6298 has it; a segment that was sent more than once gives
//! no sample (Karn's rule). A tick is one millisecond.
//!
//! Two queues: one wheel holds the timers; another one stands for the network and delivers acknowledgements.

use std::error::Error;
use std::fmt;
use std::io::Write;

use carillon_queues::memory::Bounded;
use carillon_queues::{Handle, HierarchicalWheel, TimerQueue, Timers};

/// Printed for `--help` and wrong arguments.
pub const USAGE: &str = "usage: tcp_retransmission [connections (1000)] [segments each (100)] [loss in 1/1000 (40)]";

/// Shortest and longest time-out, in ticks.
const LEAST_TIME_OUT: u64 = 200;
const MOST_TIME_OUT: u64 = 60_000;

/// What the network does to a transmission: it depends on nothing but its number.
pub fn delay(connection: u32, segment: u32, attempt: u32, loss: u64) -> Option<u64> {
    let seed = (u64::from(connection) << 40) ^ (u64::from(segment) << 16) ^ u64::from(attempt);
    let mut random = fastrand::Rng::with_seed(seed);
    if random.u64(0..1_000) < loss {
        return None;
    }
    // Each connection has a distance of its own, and some jitter.
    let distance = 20 + u64::from(connection % 97);
    Some(distance + random.u64(0..distance))
}

/// The time-out of a connection (RFC 6298), in ticks.
#[derive(Debug, Clone)]
pub struct TimeOut {
    /// Smoothed round-trip time times 8, and its deviation times 4, once there is a sample.
    smoothed: Option<(u64, u64)>,
    now: u64,
}

impl TimeOut {
    /// Before the first sample: a second.
    pub const INITIAL: Self = Self { smoothed: None, now: 1_000 };

    /// Ticks that a timer gets now.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// A timer has run out: twice as long from now on.
    pub fn back_off(&mut self) {
        self.now = (self.now * 2).min(MOST_TIME_OUT);
    }

    /// A round trip has taken so many ticks.
    pub fn sample(&mut self, round_trip: u64) {
        let (mean_8, deviation_4) = match self.smoothed {
            None => (round_trip * 8, round_trip * 2),
            Some((mean_8, deviation_4)) => {
                let distance = round_trip.abs_diff(mean_8 / 8);
                (mean_8 - mean_8 / 8 + round_trip, deviation_4 - deviation_4 / 4 + distance)
            }
        };
        self.smoothed = Some((mean_8, deviation_4));
        self.now = (mean_8 / 8 + deviation_4.max(1)).clamp(LEAST_TIME_OUT, MOST_TIME_OUT);
    }
}

/// What happened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Timers started: one for each transmission.
    pub started: u64,
    /// Timers stopped by an acknowledgement.
    pub stopped: u64,
    /// Timers that ran out: retransmissions.
    pub expired: u64,
    /// The longest time-out that a timer was started with, in ticks.
    pub longest_time_out: u64,
    /// When the last segment was acknowledged.
    pub end: u64,
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64| part as f64 * 100.0 / self.started.max(1) as f64;
        writeln!(formatter, "timers started     {:>10}", self.started)?;
        writeln!(formatter, "       stopped     {:>10}   {:.1} %", self.stopped, percent(self.stopped))?;
        writeln!(formatter, "       expired     {:>10}   {:.1} %", self.expired, percent(self.expired))?;
        writeln!(formatter, "longest time-out   {:>10} ms", self.longest_time_out)?;
        writeln!(formatter, "all acknowledged at{:>10} ms", self.end)
    }
}

/// An acknowledgement on its way.
#[derive(Debug, Clone, Copy)]
struct Acknowledgement {
    connection: u32,
    segment: u32,
}

/// One sender.
#[derive(Debug)]
struct Connection {
    segment: u32,
    attempt: u32,
    sent: u64,
    time_out: TimeOut,
    timer: Option<Handle>,
}

type Queue<T> = Timers<HierarchicalWheel<8>, T, Bounded<T>>;

fn wheels<T>(capacity: usize) -> Result<Queue<T>, Box<dyn Error>> {
    Ok(Timers::bounded(HierarchicalWheel::new(), capacity)?)
}

struct Senders {
    connections: Vec<Connection>,
    /// Item: the connection.
    timers: Queue<u32>,
    network: Queue<Acknowledgement>,
    segments: u32,
    loss: u64,
    outcome: Outcome,
}

impl Senders {
    /// Sends the connection's segment and starts its timer. Both queues are at the same tick.
    fn send(&mut self, number: u32) -> Result<(), Box<dyn Error>> {
        let connection = &mut self.connections[number as usize];
        connection.sent = self.timers.now();
        let time_out = connection.time_out.now();
        connection.timer = Some(self.timers.start(time_out, number)?);
        if let Some(delay) = delay(number, connection.segment, connection.attempt, self.loss) {
            let acknowledgement = Acknowledgement { connection: number, segment: connection.segment };
            self.network.start(delay, acknowledgement)?;
        }
        self.outcome.started += 1;
        self.outcome.longest_time_out = self.outcome.longest_time_out.max(time_out);
        Ok(())
    }

    fn acknowledged(&mut self, acknowledgement: Acknowledgement) -> Result<(), Box<dyn Error>> {
        let number = acknowledgement.connection;
        let connection = &mut self.connections[number as usize];
        if connection.segment != acknowledgement.segment {
            return Ok(()); // of a transmission that was not needed
        }
        if let Some(timer) = connection.timer.take() {
            self.timers.stop(timer);
            self.outcome.stopped += 1;
        }
        let now = self.network.now();
        if connection.attempt == 0 {
            connection.time_out.sample(now - connection.sent);
        }
        self.outcome.end = now;
        connection.segment += 1;
        connection.attempt = 0;
        if connection.segment < self.segments {
            self.send(number)?;
        }
        Ok(())
    }

    fn timed_out(&mut self, number: u32) -> Result<(), Box<dyn Error>> {
        let connection = &mut self.connections[number as usize];
        connection.timer = None;
        connection.attempt += 1;
        connection.time_out.back_off();
        self.outcome.expired += 1;
        self.send(number)
    }
}

/// Runs all connections to their end. Acknowledgements come before time-outs of the same tick.
///
/// # Errors
/// A fault of the queues.
pub fn simulate(connections: u32, segments: u32, loss: u64) -> Result<Outcome, Box<dyn Error>> {
    let mut senders = Senders {
        connections: (0..connections)
            .map(|_| Connection { segment: 0, attempt: 0, sent: 0, time_out: TimeOut::INITIAL, timer: None })
            .collect(),
        timers: wheels(connections as usize)?,
        // A delay is shorter than any time-out, but for one late segment another may be under way.
        network: wheels(4 * connections as usize)?,
        segments,
        loss,
        outcome: Outcome::default(),
    };
    for number in 0..connections {
        senders.send(number)?;
    }
    let earliest = |senders: &Senders| {
        let timer = senders.timers.next_expiry();
        let network = senders.network.next_expiry();
        timer.into_iter().chain(network).min()
    };
    while let Some(now) = earliest(&senders) {
        senders.network.advance(now);
        senders.timers.advance(now);
        while let Some(arrived) = senders.network.next_expired() {
            senders.acknowledged(arrived.item)?;
        }
        while let Some(expired) = senders.timers.next_expired() {
            senders.timed_out(expired.item)?;
        }
    }
    Ok(senders.outcome)
}

/// The program.
///
/// # Errors
/// Wrong arguments, a fault of the queues, or of the output.
pub fn run(arguments: &[String], output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if arguments.iter().any(|argument| argument == "--help") {
        writeln!(output, "{USAGE}")?;
        return Ok(());
    }
    let mut numbers = [1_000, 100, 40];
    if arguments.len() > numbers.len() {
        return Err(USAGE.into());
    }
    for (number, argument) in numbers.iter_mut().zip(arguments) {
        *number = argument.parse::<u32>().map_err(|_| USAGE)?;
    }
    let [connections, segments, loss] = numbers;
    // With every segment lost there would be no end.
    if segments == 0 || loss >= 1_000 {
        return Err(USAGE.into());
    }
    let outcome = simulate(connections, segments, u64::from(loss))?;
    write!(output, "{outcome}")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(&arguments, &mut std::io::stdout())
}
