//! The host of the replay in its real place: firmware on the processor of a Verilated SoC (firmware/src/bin/replay.rs).
//!
//! The simulator plays the network: it hands the processor each START and STOP at its tick, and the processor tells
//! each expiry. Interrupts are served by the processor alone, when it comes to that.

use core::fmt;

use carillon_soc::{Counts, Event, Message, Messages, NoMessage, Soc};

use super::{Cost, Expiry, Host};

/// Timers that the firmware holds at most.
pub const PLACES: usize = 2048;

/// What an expiry's number is marked with where the driver found it by a search.
const BY_SEARCH: u32 = 1 << 31;

/// Clocks within which the processor answers, at most: it may have to look through all timers first.
const PATIENCE: u64 = 20_000_000;

/// Clocks between two questions whether the chip has caught up.
const CATCH_UP_CLOCKS: u64 = 1_000;

/// Ticks that the cursor is behind now at most when it has caught up.
const CAUGHT_UP_TICKS: u32 = 16;

/// What the firmware is asked for.
mod command {
    pub const START: u32 = 1;
    pub const STOP: u32 = 2;
    pub const MASK: u32 = 3;
    pub const UNMASK: u32 = 4;
    pub const PAUSE: u32 = 5;
    pub const BEHIND: u32 = 6;
    pub const OUTSTANDING: u32 = 7;
    pub const STATISTICS: u32 = 8;
}

/// What can go wrong beneath a [`SocHost`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SocHostError {
    /// The firmware has ended.
    Ended {
        /// Its status: see firmware/src/start.rs.
        status: u32,
    },
    /// The firmware does not answer.
    NoAnswer,
    /// More timers are outstanding than the firmware has room for.
    TooManyTimers,
    /// The firmware says what it must not.
    NotUnderstood(NoMessage),
}

impl fmt::Display for SocHostError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended { status } => write!(
                formatter,
                "the firmware ended with status {status:#010x}: firmware/src/start.rs tells what that means"
            ),
            Self::NoAnswer => write!(
                formatter,
                "the firmware does not answer within {PATIENCE} clocks: is it the program `replay`, and its tick long \
                enough?"
            ),
            Self::TooManyTimers => write!(
                formatter,
                "more than {PLACES} timers are outstanding: replay a shorter part of the capture, or enlarge \
                firmware/src/bin/replay.rs"
            ),
            Self::NotUnderstood(error) => error.fmt(formatter),
        }
    }
}

impl core::error::Error for SocHostError {}

/// Firmware that carries out a replay.
pub struct SocHost {
    soc: Soc,
    messages: Messages,
    /// Told and not handed on yet.
    expired: Vec<Expiry>,
    /// The places of timers outstanding, by identity.
    places: Vec<Option<u32>>,
    /// Places that are free.
    free: Vec<u32>,
    clocks_per_tick: u64,
    /// The clock at which tick 0 began, or some clocks later.
    origin: u64,
    masked: bool,
    /// The chip's time was stopped for good.
    finished: bool,
    /// Timers that the driver holds, once the chip's time was stopped.
    held: u64,
    cost: Cost,
    /// What the processor had done when the replay began.
    before: Counts,
    printed: String,
}

impl SocHost {
    /// Has the program `replay` in `soc` start the chip with ticks of `clocks_per_tick` clocks. `timers` is the number
    /// of timers that the replay starts in all.
    ///
    /// # Errors
    /// [`SocHostError`].
    pub fn new(soc: Soc, clocks_per_tick: u32, timers: usize) -> Result<Self, SocHostError> {
        let mut host = Self {
            soc,
            messages: Messages::default(),
            expired: Vec::new(),
            places: vec![None; timers],
            free: (0..PLACES as u32).rev().collect(),
            clocks_per_tick: clocks_per_tick.into(),
            origin: 0,
            masked: false,
            finished: false,
            held: 0,
            cost: Cost::default(),
            before: Counts::default(),
            printed: String::new(),
        };
        host.soc.ask(clocks_per_tick);
        let end = host.clocks() + PATIENCE;
        loop {
            match host.message(end)? {
                Some(Message::Now(tick)) => {
                    let passed = tick * host.clocks_per_tick;
                    host.origin = host.clocks().saturating_sub(passed);
                    host.before = host.soc.counts();
                    return Ok(host);
                }
                Some(_) => {}
                None => return Err(SocHostError::NoAnswer),
            }
        }
    }

    /// What the processor has done since the replay began.
    pub fn counts(&self) -> Counts {
        let now = self.soc.counts();
        Counts {
            clocks: now.clocks - self.before.clocks,
            asleep: now.asleep - self.before.asleep,
            irq_rises: now.irq_rises - self.before.irq_rises,
            interrupts: now.interrupts - self.before.interrupts,
            instructions: now.instructions - self.before.instructions,
            ..now
        }
    }

    /// What the firmware has printed.
    pub fn printed(&self) -> &str {
        &self.printed
    }

    fn clocks(&self) -> u64 {
        self.soc.counts().clocks
    }

    /// Runs to the next message, or to clock `end`. Expiries are kept besides.
    fn message(&mut self, end: u64) -> Result<Option<Message>, SocHostError> {
        while let Some(event) = self.soc.run(end.saturating_sub(self.clocks())) {
            match event {
                Event::Printed(byte) => self.printed.push(byte.into()),
                Event::Finished(status) => return Err(SocHostError::Ended { status }),
                Event::Told(word) => {
                    let message = self.messages.take(word);
                    let message = message.map_err(SocHostError::NotUnderstood)?;
                    if let Some(Message::Expired { timer, due, visited }) = message {
                        let expiry = Expiry {
                            timer: timer & !BY_SEARCH,
                            due,
                            visited,
                            by_search: timer & BY_SEARCH != 0,
                            reported: self.now(),
                        };
                        self.vacate(expiry.timer);
                        self.expired.push(expiry);
                    }
                    if message.is_some() {
                        return Ok(message);
                    }
                }
            }
        }
        Ok(None)
    }

    fn vacate(&mut self, timer: u32) {
        if let Some(place) = self.places.get_mut(timer as usize).and_then(Option::take) {
            self.free.push(place);
        }
    }

    /// Has the firmware do something and waits for its answer.
    fn ask(&mut self, words: &[u32]) -> Result<u32, SocHostError> {
        for &word in words {
            self.soc.ask(word);
        }
        let end = self.clocks() + PATIENCE;
        loop {
            match self.message(end)? {
                Some(Message::Answer(answer)) => return Ok(answer),
                Some(_) => {}
                None => return Err(SocHostError::NoAnswer),
            }
        }
    }

    fn clock_of(&self, tick: u64) -> u64 {
        self.origin + tick * self.clocks_per_tick
    }

    fn set_masked(&mut self, masked: bool) -> Result<(), SocHostError> {
        if self.masked != masked {
            self.masked = masked;
            let command = if masked { command::MASK } else { command::UNMASK };
            self.ask(&[command])?;
        }
        Ok(())
    }

    /// What the driver has counted, as the firmware tells it.
    fn read_cost(&mut self) -> Result<(), SocHostError> {
        self.soc.ask(command::STATISTICS);
        let mut counts = Vec::new();
        let end = self.clocks() + PATIENCE;
        loop {
            match self.message(end)? {
                Some(Message::Now(count)) => counts.push(count),
                Some(Message::Answer(_)) => break,
                Some(_) => {}
                None => return Err(SocHostError::NoAnswer),
            }
        }
        if let [bus_reads, bus_writes, examined] = *counts {
            self.cost = Cost { bus_reads, bus_writes, examined, clocks: self.counts().clocks };
        }
        Ok(())
    }
}

impl Host for SocHost {
    type Error = SocHostError;

    fn now(&self) -> u64 {
        self.clocks().saturating_sub(self.origin) / self.clocks_per_tick
    }

    fn run_to(&mut self, tick: u64) -> Result<(), SocHostError> {
        self.set_masked(true)?;
        let end = self.clock_of(tick);
        while self.message(end)?.is_some() {}
        Ok(())
    }

    fn run_until_interrupt(&mut self, tick: u64) -> Result<bool, SocHostError> {
        let end = self.clock_of(tick);
        while self.expired.is_empty() && self.message(end)?.is_some() {}
        Ok(!self.expired.is_empty())
    }

    fn is_interrupted(&self) -> bool {
        !self.expired.is_empty() || self.masked
    }

    fn is_behind(&mut self) -> Result<bool, SocHostError> {
        Ok(self.ask(&[command::BEHIND])? > CAUGHT_UP_TICKS || self.soc.counts().irq)
    }

    fn start(&mut self, timer: u32, due: u64) -> Result<(), SocHostError> {
        let place = self.free.pop().ok_or(SocHostError::TooManyTimers)?;
        self.places[timer as usize] = Some(place);
        self.ask(&[command::START, timer, place, due as u32, (due >> 32) as u32])?;
        Ok(())
    }

    fn stop(&mut self, timer: u32) -> Result<bool, SocHostError> {
        let Some(place) = self.places[timer as usize] else {
            return Ok(false);
        };
        let held = self.ask(&[command::STOP, place])? != 0;
        self.vacate(timer);
        if self.finished {
            self.held = self.ask(&[command::OUTSTANDING])?.into();
        }
        Ok(held)
    }

    fn service(&mut self, expired: &mut Vec<Expiry>) -> Result<(), SocHostError> {
        self.set_masked(false)?;
        expired.append(&mut self.expired);
        Ok(())
    }

    fn finish(&mut self) -> Result<bool, SocHostError> {
        self.set_masked(false)?;
        while self.ask(&[command::PAUSE])? > 0 || self.soc.counts().irq {
            let end = self.clocks() + CATCH_UP_CLOCKS;
            while self.message(end)?.is_some() {}
        }
        self.read_cost()?;
        self.finished = true;
        self.held = self.ask(&[command::OUTSTANDING])?.into();
        Ok(!self.expired.is_empty())
    }

    fn outstanding(&self) -> u64 {
        self.held
    }

    fn clocks_per_tick(&self) -> u64 {
        self.clocks_per_tick
    }

    fn cost(&self) -> Cost {
        self.cost
    }
}
