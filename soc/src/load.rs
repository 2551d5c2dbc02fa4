//! A load of many timers on a way to run them: hands a program `cost_...` of firmware/ each START and STOP at its time,
//! and checks what expires. firmware/src/load.rs is the other side.

use std::collections::{HashMap, HashSet};

use crate::message::Messages;
use crate::{Counts, Event, Message, Program, Soc};

/// Timers that the program holds at most.
pub const PLACES: usize = 2048;

/// Words that may wait for the program. A host that leaves more has no clock left.
const BACKLOG: usize = 4_000;

/// Clocks in which the program begins, and in which it reports what was due last.
const PATIENCE: u64 = 20_000_000;

/// What the program is asked for.
mod command {
    pub const END: u32 = 0;
    pub const START: u32 = 1;
    pub const STOP: u32 = 2;
}

/// What happens to a timer, at a clock after tick 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// When, in clocks.
    pub clock: u64,
    /// Which timer.
    pub timer: u32,
    /// The clock at which it is due, where it is started; it is stopped otherwise.
    pub due: Option<u64>,
}

/// A load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// In the order of their clocks.
    pub operations: Vec<Operation>,
    /// The timers that expire: those that are not stopped before they are due.
    pub expire: Vec<u32>,
    /// The clock at which it ends.
    pub end: u64,
}

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    /// What the processor did up to the load's end.
    pub counts: Counts,
    /// Clocks from the one at which a timer was due to its report, of each that expired.
    pub late: Vec<u64>,
    /// Timers that expired while the word that stops them waited for the program.
    pub raced: u64,
}

impl Carried {
    /// Clocks from due to reported on average.
    pub fn late_mean(&self) -> f64 {
        self.late.iter().sum::<u64>() as f64 / self.late.len().max(1) as f64
    }

    /// And at most.
    pub fn latest(&self) -> u64 {
        self.late.iter().copied().max().unwrap_or(0)
    }
}

/// A program under a load.
struct Run<'a> {
    soc: Soc,
    messages: Messages,
    load: &'a Load,
    prescale: u64,
    /// The clock of tick 0.
    origin: u64,
    /// Where the program keeps each timer that is outstanding.
    places: HashMap<u32, u32>,
    free: Vec<u32>,
    /// The clock at which each timer that was started is due.
    due_of: HashMap<u32, u64>,
    /// Timers that must still be reported.
    missing: HashSet<u32>,
    carried: Carried,
}

/// Runs `program` with ticks of `prescale` clocks under `load`. A timer is started for the first tick at or after the
/// clock at which it is due. `None` where the host has no clock left for it.
///
/// # Errors
/// The program does not fit, tells what is no message, or fails; a timer is lost, or reported twice or for another
/// tick.
pub fn carry(program: &Program, prescale: u32, load: &Load) -> Result<Option<Carried>, String> {
    let mut soc = Soc::new(program).map_err(|error| error.to_string())?;
    soc.ask(prescale);
    soc.ask(0);
    let mut run = Run {
        soc,
        messages: Messages::default(),
        load,
        prescale: prescale.into(),
        origin: 0,
        places: HashMap::new(),
        free: (0..PLACES as u32).rev().collect(),
        due_of: HashMap::new(),
        missing: load.expire.iter().copied().collect(),
        carried: Carried::default(),
    };
    // A host that is late for every tick never comes to its loop.
    let Some(tick) = run.begin()? else {
        return Ok(None);
    };
    let before = run.soc.counts();
    run.origin = before.clocks.saturating_sub(tick * run.prescale);
    for operation in &load.operations {
        run.until(run.origin + operation.clock)?;
        if run.soc.untaken() > BACKLOG {
            return Ok(None);
        }
        run.give(operation)?;
    }
    run.until(run.origin + load.end)?;
    let after = run.soc.counts();
    run.carried.counts = Counts {
        clocks: after.clocks - before.clocks,
        asleep: after.asleep - before.asleep,
        irq_rises: after.irq_rises - before.irq_rises,
        interrupts: after.interrupts - before.interrupts,
        instructions: after.instructions - before.instructions,
        ..after
    };
    run.until_all_reported()?;
    Ok(Some(run.carried))
}

impl Run<'_> {
    /// The tick that the program has just read when it begins.
    fn begin(&mut self) -> Result<Option<u64>, String> {
        let end = self.soc.counts().clocks + PATIENCE;
        loop {
            match self.message(end)? {
                Some(Message::Now(tick)) => return Ok(Some(tick)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    /// Runs to the next message, or to clock `end`.
    fn message(&mut self, end: u64) -> Result<Option<Message>, String> {
        while let Some(event) = self.soc.run(end.saturating_sub(self.soc.counts().clocks)) {
            let word = match event {
                Event::Printed(_) => continue,
                Event::Finished(status) => {
                    return Err(format!("ended with status {status:#010x}"));
                }
                Event::Told(word) => word,
            };
            let message = self.messages.take(word);
            if let Some(message) = message.map_err(|error| error.to_string())? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// Runs to clock `end`, and takes what expires.
    fn until(&mut self, end: u64) -> Result<(), String> {
        while let Some(message) = self.message(end)? {
            let Message::Expired { timer, due, .. } = message else {
                continue;
            };
            let clock = self.due_of.remove(&timer);
            let tick = clock.map(|clock| clock.div_ceil(self.prescale));
            if tick != Some(due) {
                let expected = tick.map_or("which does not run".to_owned(), |tick| format!("due at tick {tick}"));
                return Err(format!("timer {timer}, {expected}, is reported for tick {due}"));
            }
            if self.missing.remove(&timer) {
                let due = self.origin + clock.unwrap_or(0);
                let late = self.soc.counts().clocks.saturating_sub(due);
                self.carried.late.push(late);
            } else {
                self.carried.raced += 1;
            }
            self.vacate(timer);
        }
        Ok(())
    }

    fn vacate(&mut self, timer: u32) {
        if let Some(place) = self.places.remove(&timer) {
            self.free.push(place);
        }
    }

    /// Hands an operation to the program.
    fn give(&mut self, operation: &Operation) -> Result<(), String> {
        let timer = operation.timer;
        let words = match operation.due {
            Some(due) => {
                let place = self.free.pop().ok_or("too many timers are outstanding")?;
                self.places.insert(timer, place);
                self.due_of.insert(timer, due);
                let tick = due.div_ceil(self.prescale);
                vec![command::START, timer, place, tick as u32, (tick >> 32) as u32]
            }
            None => {
                let Some(&place) = self.places.get(&timer) else {
                    // It has expired.
                    return Ok(());
                };
                self.vacate(timer);
                vec![command::STOP, place]
            }
        };
        for word in words {
            self.soc.ask(word);
        }
        Ok(())
    }

    fn until_all_reported(&mut self) -> Result<(), String> {
        let ends = self.load.expire.iter().filter_map(|timer| self.due_of.get(timer));
        let last = ends.max().copied().unwrap_or(0);
        let patience = self.prescale + PATIENCE / 10;
        self.until(self.origin + last.max(self.load.end) + patience)?;
        self.soc.ask(command::END);
        match self.missing.iter().next() {
            None => Ok(()),
            Some(timer) => Err(format!("{} timers are lost, timer {timer} among them", self.missing.len())),
        }
    }
}
