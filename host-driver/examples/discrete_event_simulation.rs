//! A simulation of a post office with both time-flow mechanisms of the paper's section IV.B, on the same model.
//!
//!     cargo run --release --example discrete_event_simulation -- [customers] [clerks]
//!
//! | mechanism | as in | here |
//! |---|---|---|
//! | the clock jumps to the earliest event | GPSS, SIMULA | a heap (Scheme 3), and FlexQueue |
//! | the clock steps, and at each step it is seen whether anything is due | TEGAS, DECSIM | the wheel with an overflow list, and Scheme 7 |
//!
//! Customers arrive at random, wait in one line, and are served by the first clerk who is free. Whichever way time flows, the same
//! happens to each customer; what differs is how often the queue is asked. The event list is a timer queue: an
//! event that is scheduled is a timer that is started.

use std::collections::VecDeque;
use std::error::Error;
use std::io::Write;

use carillon_driver::queue::{
    Deviations, Entry, FlexQueue, Place, Powers, Scheme3, Scheme7, Sector, SimulationQueue, Slots,
    TimerQueue,
};

mod random;
use random::Random;

/// Printed for `--help` and wrong arguments.
pub const USAGE: &str = "usage: discrete_event_simulation [customers (10000)] [clerks (3)]";

/// A customer: when he comes, and how long he is served. Ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Customer {
    /// Ticks after the customer before.
    pub interval: u64,
    /// Ticks at the desk.
    pub service: u64,
}

/// Random customers for so many clerks: they are busy nine tenths of the time.
pub fn customers(count: usize, clerks: u64) -> Vec<Customer> {
    let mut random = Random(1987);
    let mean_service = 180;
    let mean_interval = mean_service * 10 / (9 * clerks);
    let mut one = || Customer {
        interval: random.below(2 * mean_interval + 1),
        service: 1 + random.below(2 * mean_service),
    };
    (0..count).map(|_| one()).collect()
}

/// How time flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeFlow {
    /// To the earliest event.
    Jumps,
    /// Tick by tick.
    Steps,
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// When each customer left, in the order in which they came.
    pub left: Vec<u64>,
    /// How often time was moved on.
    pub moves: u64,
    /// The longest line.
    pub longest_line: usize,
}

/// What the event list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// The customer comes.
    Arrival(usize),
    /// The customer goes, and a clerk is free.
    Departure(usize),
}

/// The post office. When each customer leaves does not depend on the order of the events of one tick.
struct Office<'customers, Q> {
    events: Q,
    customers: &'customers [Customer],
    line: VecDeque<usize>,
    free_clerks: u64,
    outcome: Outcome,
}

impl<Q: TimerQueue<Item = Event>> Office<'_, Q> {
    fn happen(&mut self, event: Event, now: u64) -> Result<(), Box<dyn Error>> {
        match event {
            Event::Arrival(customer) => {
                self.line.push_back(customer);
                if let Some(next) = self.customers.get(customer + 1) {
                    self.events
                        .start(next.interval, Event::Arrival(customer + 1))?;
                }
            }
            Event::Departure(customer) => {
                self.outcome.left[customer] = now;
                self.free_clerks += 1;
            }
        }
        while self.free_clerks > 0
            && let Some(customer) = self.line.pop_front()
        {
            self.free_clerks -= 1;
            let service = self.customers[customer].service;
            self.events.start(service, Event::Departure(customer))?;
        }
        Ok(())
    }
}

/// Lets all customers come and go. The queue holds an event for each clerk and one more.
///
/// # Errors
/// A fault of the queue.
pub fn simulate<Q: TimerQueue<Item = Event>>(
    events: Q,
    time_flow: TimeFlow,
    customers: &[Customer],
    clerks: u64,
) -> Result<Outcome, Box<dyn Error>> {
    let mut office = Office {
        events,
        customers,
        line: VecDeque::new(),
        free_clerks: clerks,
        outcome: Outcome {
            left: vec![0; customers.len()],
            moves: 0,
            longest_line: 0,
        },
    };
    if let Some(first) = customers.first() {
        office.events.start(first.interval, Event::Arrival(0))?;
    }
    loop {
        while let Some(expired) = office.events.next_expired() {
            office.happen(expired.item, expired.due)?;
        }
        // After the whole tick, so that the order of its events does not matter.
        office.outcome.longest_line = office.outcome.longest_line.max(office.line.len());
        if office.events.outstanding() == 0 {
            return Ok(office.outcome);
        }
        let to = match time_flow {
            TimeFlow::Jumps => office.events.next_expiry().ok_or("nothing is scheduled")?,
            TimeFlow::Steps => office.events.now() + 1,
        };
        office.events.advance(to)?;
        office.outcome.moves += 1;
    }
}

fn entries(clerks: u64) -> Vec<Entry<Event>> {
    (0..=clerks).map(|_| Entry::VACANT).collect()
}

/// The event list, how time flows with it, and what came out.
pub type Run = (&'static str, TimeFlow, Outcome);

/// The same model four times.
///
/// # Errors
/// A fault of a queue.
pub fn all(customers: &[Customer], clerks: u64) -> Result<Vec<Run>, Box<dyn Error>> {
    let heap = Scheme3::new(vec![Place::VACANT; clerks as usize + 1], entries(clerks))?;
    let flex = FlexQueue::new(
        Slots::Ordered,
        Deviations::TWO,
        vec![Sector::EMPTY; 8],
        vec![Place::VACANT; clerks as usize + 1],
        entries(clerks),
    )?;
    let wheel = SimulationQueue::new(vec![Sector::EMPTY; 4], entries(clerks))?;
    let wheels = Scheme7::new(Powers::<6>::new(), vec![Sector::EMPTY; 11], entries(clerks))?;
    let (jumps, steps) = (TimeFlow::Jumps, TimeFlow::Steps);
    Ok(vec![
        (
            "Scheme 3, a heap",
            jumps,
            simulate(heap, jumps, customers, clerks)?,
        ),
        (
            "FlexQueue",
            jumps,
            simulate(flex, jumps, customers, clerks)?,
        ),
        (
            "wheel and overflow list",
            steps,
            simulate(wheel, steps, customers, clerks)?,
        ),
        (
            "Scheme 7",
            steps,
            simulate(wheels, steps, customers, clerks)?,
        ),
    ])
}

/// The program.
///
/// # Errors
/// Wrong arguments, a fault of a queue, or of the output.
pub fn run(arguments: &[String], output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if arguments.iter().any(|argument| argument == "--help") {
        writeln!(output, "{USAGE}")?;
        return Ok(());
    }
    let mut numbers = [10_000, 3];
    if arguments.len() > numbers.len() {
        return Err(USAGE.into());
    }
    for (number, argument) in numbers.iter_mut().zip(arguments) {
        *number = argument.parse::<u32>().map_err(|_| USAGE)?;
    }
    let [count, clerks] = numbers;
    if !(1..=100).contains(&clerks) {
        return Err(USAGE.into());
    }
    let clerks = u64::from(clerks);
    let customers = customers(count as usize, clerks);
    writeln!(
        output,
        "{:<24} {:>6} {:>10} {:>12} {:>13}",
        "event list", "time", "last left", "moves of it", "longest line"
    )?;
    for (name, time_flow, outcome) in all(&customers, clerks)? {
        writeln!(
            output,
            "{name:<24} {:>6} {:>10} {:>12} {:>13}",
            format!("{time_flow:?}").to_lowercase(),
            outcome.left.iter().max().copied().unwrap_or(0),
            outcome.moves,
            outcome.longest_line
        )?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    run(&arguments, &mut std::io::stdout())
}
