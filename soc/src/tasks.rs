//! Embassy's tasks asleep by one time driver or another: runs a program of firmware/src/sleepers.rs.

use std::collections::HashMap;

use crate::message::Messages;
use crate::{Counts, Event, Message, Program, Soc};

/// What was seen until all tasks were awake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tasks {
    /// Ticks from due to awake, for each sleep of each task.
    pub late: Vec<u64>,
    /// What the processor did.
    pub counts: Counts,
}

impl Tasks {
    /// Ticks from due to awake on average.
    pub fn late_mean(&self) -> f64 {
        self.late.iter().sum::<u64>() as f64 / self.late.len().max(1) as f64
    }

    /// And at most.
    pub fn latest(&self) -> u64 {
        self.late.iter().copied().max().unwrap_or(0)
    }
}

/// Runs `program` to its end.
///
/// # Errors
/// It does not fit, does not end within `limit` clocks, fails, or a task wakes early, twice or never.
pub fn run(program: &Program, limit: u64) -> Result<Tasks, String> {
    let mut soc = Soc::new(program).map_err(|error| error.to_string())?;
    let mut messages = Messages::default();
    let mut due_of = HashMap::new();
    let mut late = Vec::new();
    while let Some(event) = soc.run(limit.saturating_sub(soc.counts().clocks)) {
        let word = match event {
            Event::Printed(_) => continue,
            Event::Finished(0) if due_of.is_empty() => {
                let counts = soc.counts();
                return Ok(Tasks { late, counts });
            }
            Event::Finished(status) => {
                return Err(format!("ended with status {status:#010x}, {} tasks asleep", due_of.len()));
            }
            Event::Told(word) => word,
        };
        match messages.take(word).map_err(|error| error.to_string())? {
            Some(Message::Started { timer, due }) => {
                due_of.insert(timer, due);
            }
            Some(Message::Expired { timer, due, visited }) => {
                let after = visited.checked_sub(due);
                match (due_of.remove(&timer) == Some(due), after) {
                    (true, Some(after)) => late.push(after),
                    _ => return Err(format!("sleep {timer} ends early or twice, at {visited}")),
                }
            }
            _ => {}
        }
    }
    Err(format!("does not end within {limit} clocks"))
}
