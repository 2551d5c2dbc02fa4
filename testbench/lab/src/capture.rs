//! The timers of a capture, started and stopped as in `carillon replay`.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use carillon_replay::capture::Capture;
use carillon_replay::tcp::Intervals;
use carillon_replay::{Action, Event, Reader, Schedule, schedule};

use super::LabError;

/// Ticks after the last packet, as in `carillon replay`.
const DRAIN: u64 = 3_000_000;

/// Reads a capture.
///
/// # Errors
/// What [`Capture`] says.
pub fn load(input: impl Read + Send) -> Result<Schedule, LabError> {
    let mut failure = None;
    let mut capture = Capture::new(input).map_err(|error| LabError(error.to_string()))?;
    let segments = capture
        .by_ref()
        .map_while(|segment| segment.map_err(|error| failure = Some(error)).ok());
    let schedule = schedule(segments, &Intervals::default(), DRAIN);
    match failure {
        Some(error) => Err(LabError(error.to_string())),
        None => Ok(schedule),
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
    pub(super) fn new(schedule: Arc<Schedule>, origin: u64, clocks_a_tick: u64) -> Self {
        let mut replay = Self {
            schedule,
            reader: Reader::default(),
            next: None,
            done: 0,
            origin,
            clocks_a_tick,
            numbers: HashMap::new(),
        };
        replay.read();
        replay
    }

    /// Reads up to the next operation. Expiries are left to the laboratory's own host.
    fn read(&mut self) {
        let (schedule, reader) = (&self.schedule, &mut self.reader);
        self.next = std::iter::from_fn(|| schedule.next(reader))
            .find(|event| event.action != Action::Expire);
    }

    /// The clock of the next operation, if there is one.
    pub(super) fn next(&self) -> Option<u64> {
        let clocks = self.next?.tick.saturating_mul(self.clocks_a_tick);
        Some(self.origin.saturating_add(clocks))
    }

    /// Operations done and in all.
    pub(super) fn progress(&self) -> [u32; 2] {
        [self.done, self.schedule.started + self.schedule.stopped]
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
            return Due::Start {
                identity: timer.timer,
                interval: timer.due - timer.started,
            };
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
