//! The timers of a capture, started and stopped as in `carillon replay`.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{Action, Event, Reader, Schedule, schedule};
use serde::Serialize;

use super::config::LONGEST_TICK;
use super::{Config, LabError, Model, Scheme};

/// Ticks after the last packet, as in `carillon replay`.
const DRAIN: u64 = 3_000_000;

/// Time in which nothing happens, in microseconds: what is longer is left out, as in `carillon replay`.
const MOST_IDLE: u64 = 1_000_000;

/// Seconds that a replay takes on a chip that is chosen for it, and clocks a second that every computer makes.
const SECONDS: u64 = 50;
const SLOW: u64 = 50_000;

/// Clocks of a tick of such a chip at least, and those that the host takes for an operation of the capture, about.
const LEAST_CLOCKS: u64 = 16;
const CLOCKS_AN_OPERATION: u64 = 40;

/// Slots of its wheel at least.
const LEAST_SLOTS: u32 = 256;

/// What a capture has: its timers in microseconds, and what is doubtful about it.
#[derive(Clone, Debug)]
pub struct Traffic {
    /// The timers, without idle time.
    pub schedule: Schedule,
    /// What was left out, in microseconds.
    idle: u64,
    doubts: Vec<String>,
}

/// Reads a capture.
///
/// # Errors
/// What [`Capture`] says.
pub fn load(input: impl Read + Send) -> Result<Traffic, LabError> {
    let mut failure = None;
    let mut capture = Capture::new(input).map_err(|error| LabError(error.to_string()))?;
    let segments = capture.by_ref().map_while(|segment| segment.map_err(|error| failure = Some(error)).ok());
    let schedule = schedule(segments, &Intervals::default(), DRAIN);
    if let Some(error) = failure {
        return Err(LabError(error.to_string()));
    }
    let doubts = capture.contents().doubts();
    let (schedule, idle) = schedule.without_idle(MOST_IDLE);
    Ok(Traffic { schedule, idle: idle.ticks, doubts })
}

/// A replay that ends within a minute: on which chip, with which ticks, how fast; and what the capture has.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Offer {
    model: &'static str,
    slots: u32,
    timers: u32,
    prescale: u32,
    /// Microseconds of the capture in a tick.
    pub(super) tick: u64,
    /// The last tick.
    pub(super) end: u64,
    /// Clocks a second, and the seconds that it takes with them.
    pub(super) speed: u64,
    takes: f64,
    /// Seconds of the capture that are replayed, and that are left out.
    lasts: f64,
    left_out: f64,
    doubts: Vec<String>,
}

impl Offer {
    /// For what was read, on one of these chips.
    pub(super) fn new(traffic: &Traffic, models: &[Model]) -> Option<Self> {
        let schedule = &traffic.schedule;
        let operations = u64::from(schedule.started) + u64::from(schedule.stopped);
        // The finest tick of 1, 10, 100 ... microseconds with which a slow computer comes to the end; each is as long
        // as the host needs for its operations.
        let ends = |tick: u64| schedule.end / tick + 1;
        let mut ticks = (0..18).map(|power| 10_u64.pow(power));
        let tick = ticks.find(|tick| ends(*tick).saturating_mul(LEAST_CLOCKS) <= SECONDS * SLOW).unwrap_or(1);
        let end = ends(tick);
        let prescale = LEAST_CLOCKS + operations.saturating_mul(CLOCKS_AN_OPERATION) / end;
        let prescale = prescale.min(LONGEST_TICK.into());
        let clocks = end.saturating_mul(prescale);
        let peak = schedule.outstanding_peak as u32;
        let slots = |model: &Model| 1_u32 << model.build.slot_bits;
        let largest = models.iter().map(slots).max()?;
        let wanted = peak.saturating_mul(4).next_power_of_two();
        let wanted = wanted.max(LEAST_SLOTS).min(largest);
        let fits = models.iter().filter(|model| slots(model) >= wanted);
        let model = fits.min_by_key(|model| (slots(model), model.build.wheels))?;
        let speed = (clocks / SECONDS).max(1_000);
        Some(Self {
            model: model.name,
            slots: wanted,
            timers: peak.saturating_mul(2).clamp(100, 100_000),
            prescale: prescale as u32,
            tick,
            end,
            speed,
            takes: clocks as f64 / speed as f64,
            lasts: schedule.end as f64 / 1e6,
            left_out: traffic.idle as f64 / 1e6,
            doubts: traffic.doubts.clone(),
        })
    }

    /// The chip that was chosen, and its host.
    pub(super) fn config(&self) -> Config {
        Config {
            model: self.model.to_owned(),
            scheme: Scheme::Scheme6,
            wheels: vec![self.slots],
            prescale: self.prescale,
            timers: self.timers,
            ..Config::default()
        }
    }
}

/// A replay under way.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    schedule: Arc<Schedule>,
    reader: Reader,
    /// The next operation.
    next: Option<Event>,
    /// Operations done.
    done: u32,
    /// The clock of the capture's tick 0.
    origin: u64,
    clocks_a_tick: u64,
    /// Microseconds of the capture in a tick.
    tick: u64,
    /// The laboratory's number of each timer that runs, by its identity in the schedule.
    numbers: HashMap<u32, u32>,
}

/// What is to be done next.
pub(super) enum Due {
    /// Start a timer; say with [`Replay::started`] which number it got.
    Start { identity: u32, interval: u64 },
    /// Stop this number.
    Stop { id: u32 },
    /// Nothing: the timer has expired or was refused.
    Nothing,
}

impl Replay {
    /// From the clock `origin` on, with ticks of so many clocks and so many microseconds of the capture.
    pub(super) fn new(schedule: Arc<Schedule>, origin: u64, (clocks_a_tick, tick): (u64, u64)) -> Self {
        let mut replay = Self {
            schedule,
            reader: Reader::default(),
            next: None,
            done: 0,
            origin,
            clocks_a_tick,
            tick,
            numbers: HashMap::new(),
        };
        replay.read();
        replay
    }

    /// Reads up to the next operation. Expiries are left to the laboratory's own host.
    fn read(&mut self) {
        let (schedule, reader) = (&self.schedule, &mut self.reader);
        self.next = std::iter::from_fn(|| schedule.next(reader)).find(|event| event.action != Action::Expire);
    }

    /// The clock of the next operation, if there is one.
    pub(super) fn next(&self) -> Option<u64> {
        Some(self.clock(self.next?.tick))
    }

    /// The clock of a microsecond of the capture.
    fn clock(&self, microsecond: u64) -> u64 {
        let clocks = (microsecond / self.tick).saturating_mul(self.clocks_a_tick);
        self.origin.saturating_add(clocks)
    }

    /// Operations done and in all, and the clock of its end.
    pub(super) fn progress(&self) -> (u32, u32, u64) {
        let all = self.schedule.started + self.schedule.stopped;
        (self.done, all, self.clock(self.schedule.end))
    }

    /// Takes the next operation.
    pub(super) fn take(&mut self) -> Due {
        let Some(operation) = self.next else {
            return Due::Nothing;
        };
        self.done += 1;
        self.read();
        let timer = operation.timer;
        if operation.action == Action::Start {
            return Due::Start { identity: timer.timer, interval: (timer.due - timer.started).div_ceil(self.tick) };
        }
        match self.numbers.remove(&timer.timer) {
            Some(id) => Due::Stop { id },
            None => Due::Nothing,
        }
    }

    pub(super) fn started(&mut self, identity: u32, id: u32) {
        self.numbers.insert(identity, id);
    }
}
