//! A capture's timers, started and stopped as in `carillon replay`.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use super::LabError;
use crate::capture::Capture;
use crate::replay::{Action, Schedule, schedule};
use crate::tcp::Intervals;

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
    /// The next operation.
    next: usize,
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
        Self {
            schedule,
            next: 0,
            origin,
            clocks_a_tick,
            numbers: HashMap::new(),
        }
    }

    /// The clock of the next operation, if there is one.
    pub(super) fn next(&self) -> Option<u64> {
        let operation = self.schedule.operations.get(self.next)?;
        let clocks = operation.tick.saturating_mul(self.clocks_a_tick);
        Some(self.origin.saturating_add(clocks))
    }

    /// Operations done and in all.
    pub(super) fn progress(&self) -> [usize; 2] {
        [self.next, self.schedule.operations.len()]
    }

    /// Takes the next operation.
    pub(super) fn take(&mut self) -> Due {
        let Some(operation) = self.schedule.operations.get(self.next) else {
            return Due::Nothing;
        };
        self.next += 1;
        let identity = operation.timer;
        match operation.action {
            Action::Start => {
                let timer = &self.schedule.timers[identity as usize];
                let interval = timer.due - timer.started;
                Due::Start { identity, interval }
            }
            Action::Stop => match self.numbers.remove(&identity) {
                Some(id) => Due::Stop { id },
                None => Due::Nothing,
            },
        }
    }

    pub(super) fn started(&mut self, identity: u32, id: u32) {
        self.numbers.insert(identity, id);
    }
}
