//! What a way to run timers costs the processor: runs a program `cost_...` of firmware/ and gathers what it tells.

use std::path::Path;

use crate::message::Messages;
use crate::profile::by_function;
use crate::{Counts, Event, Message, Program, Soc};

/// What firmware/src/cost.rs tells.
mod point {
    pub const STAGE: u32 = 0x100;
    pub const SAMPLE: u32 = 0x101;
    pub const CALLBACK: u32 = 0x102;
    pub const IDLE: u32 = 0x103;
    pub const START: u32 = 0x104;
}

/// Some lengths of time, in clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clocks(Vec<u64>);

impl Clocks {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Their mean, rounded down; 0 of none.
    pub fn mean(&self) -> u64 {
        let sum: u64 = self.0.iter().sum();
        sum.checked_div(self.0.len() as u64).unwrap_or(0)
    }

    /// The longest; 0 of none.
    pub fn longest(&self) -> u64 {
        self.0.iter().copied().max().unwrap_or(0)
    }
}

/// What was seen with a number of timers outstanding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Timers outstanding.
    pub timers: u32,
    /// Of each START.
    pub start: Clocks,
    /// Of each STOP; none where there is no such thing.
    pub stop: Clocks,
    /// From the interrupt's entry to the callback.
    pub callback: Clocks,
    /// Clocks while nothing is due, and how many of them the processor slept.
    pub idle: (u64, u64),
    /// Interrupts in that time.
    pub interrupts: u64,
}

impl Stage {
    /// The share of the clocks while nothing is due in which the processor slept, from 0 to 1.
    pub fn asleep(&self) -> f64 {
        self.idle.1 as f64 / self.idle.0.max(1) as f64
    }
}

/// Runs `program` with ticks of `prescale` clocks and up to `most` timers, and calls `at` at each point that it comes
/// to: which, and the numbers that belong to it. Returns whether it came to its end, with at most `limit` clocks from
/// one point to the next.
fn watch(
    program: &Program,
    [prescale, most]: [u32; 2],
    limit: u64,
    mut at: impl FnMut(&mut Soc, &[u32]),
) -> Result<bool, String> {
    let mut soc = Soc::new(program).map_err(|error| error.to_string())?;
    soc.ask(prescale);
    soc.ask(most);
    let mut messages = Messages::default();
    let mut values: Vec<u32> = Vec::new();
    while let Some(event) = soc.run(limit) {
        let word = match event {
            Event::Printed(_) => continue,
            Event::Finished(0) => return Ok(true),
            Event::Finished(status) => return Err(format!("ended with status {status:#010x}")),
            Event::Told(word) => word,
        };
        let message = messages.take(word).map_err(|error| error.to_string())?;
        let Some(Message::Reached(value)) = message else {
            continue;
        };
        values.push(value);
        let numbers = match values[0] {
            point::STAGE => 1,
            point::SAMPLE => 3,
            point::START => 2,
            _ => 0,
        };
        if values.len() > numbers {
            at(&mut soc, &values);
            values.clear();
        }
    }
    Ok(false)
}

/// The stages of up to `most` timers that `program` comes through, with ticks of `prescale` clocks and at most `limit`
/// clocks from one message to the next. A stage that it does not end is left out: its host has no clocks left for it.
///
/// # Errors
/// The program does not fit, tells what is no message, or fails.
pub fn measure(program: &Program, prescale: u32, most: u32, limit: u64) -> Result<Vec<Stage>, String> {
    let mut stages: Vec<Stage> = Vec::new();
    let mut idle: Option<Counts> = None;
    let mut served = 0;
    let ended = watch(program, [prescale, most], limit, |soc, values| {
        let counts = soc.counts();
        match (values, stages.last_mut()) {
            (&[point::STAGE, timers], _) => stages.push(Stage { timers, ..Stage::default() }),
            (&[point::SAMPLE, nothing, start, stop], Some(stage)) => {
                stage.start.0.push(start.saturating_sub(nothing).into());
                stage.stop.0.push(stop.saturating_sub(nothing).into());
            }
            (&[point::START, nothing, start], Some(stage)) => {
                stage.start.0.push(start.saturating_sub(nothing).into());
            }
            (&[point::CALLBACK], Some(stage)) => {
                if let Some(before) = idle.take() {
                    stage.idle = (counts.clocks - before.clocks, counts.asleep - before.asleep);
                    stage.interrupts = counts.interrupts - before.interrupts;
                } else if counts.entered != served {
                    stage.callback.0.push(counts.clocks - counts.entered);
                }
                served = counts.entered;
            }
            (&[point::IDLE], _) => idle = Some(counts),
            _ => {}
        }
    })?;
    if !ended && stages.last().is_some_and(|stage| stage.idle.0 == 0) {
        stages.pop();
    }
    Ok(stages)
}

/// Where the clocks of a way go: mean clocks by function, most first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Of a START and the STOP after it, with the critical section around them.
    pub calls: Vec<(String, f64)>,
    /// Of an expiry, from the interrupt's entry to its end, with a START in the callback.
    pub expiry: Vec<(String, f64)>,
}

/// The profile of the program in the ELF file at `path` with `timers` timers, one of the stages, and ticks of
/// `prescale` clocks.
///
/// # Errors
/// As [`measure`]; the file cannot be read; the program does not come through the stage.
pub fn profile(path: &Path, prescale: u32, timers: u32, limit: u64) -> Result<Profile, String> {
    let program = Program::open(path).map_err(|error| error.to_string())?;
    let mut in_stage = false;
    let (mut calls, mut samples) = (Vec::new(), 0_u32);
    let (mut expiries, mut callbacks) = (Vec::new(), 0_u32);
    watch(&program, [prescale, timers], limit, |soc, values| match values[0] {
        point::STAGE => in_stage = values[1] == timers,
        point::SAMPLE if in_stage => {
            samples += 1;
            if samples == 1 {
                soc.start_profile();
            }
            calls = soc.profile().to_vec();
        }
        point::CALLBACK if in_stage && expiries.is_empty() => {
            callbacks += 1;
            if callbacks == 1 {
                soc.start_profile();
            }
        }
        point::IDLE if in_stage => expiries = soc.profile().to_vec(),
        _ => {}
    })?;
    // The first of each only began the count.
    if samples < 2 || callbacks < 2 || expiries.is_empty() {
        return Err(format!("does not come through the stage of {timers} timers"));
    }
    let means = |counts: &[u32], number: u32| {
        let clocks = by_function(path, counts)?.into_iter();
        Ok::<_, String>(clocks.map(|(name, clocks)| (name, clocks as f64 / f64::from(number - 1))).collect())
    };
    Ok(Profile { calls: means(&calls, samples)?, expiry: means(&expiries, callbacks)? })
}
