//! What the timer chip promises.
//!
//! [`Contract`] is told every command with the tick at which the chip took it, and every event that the host reads. It
//! accepts what the chip promises and names the first promise that is broken: a timer is never early, has its event
//! once, with the tick at which it was due; ticks never decrease; timers of one tick come in the order in which they
//! were started; after a stop or a restart no event of the old start is pushed any more.
//!
//! The cursor may be behind now, so a timer that is stopped when it is due already may have been pushed before. Only
//! for such a timer the contract leaves open whether its event comes. A periodic timer is put behind the others when
//! its tick is visited, which the host does not see, so its place among the timers of a tick is open.
//!
//! How the chip keeps its lists is not said here; [`lists`](super::lists) checks what it leaves in the memory.

use std::collections::BTreeMap;
use std::fmt;

/// Generations count modulo 2^7.
pub const GENERATIONS: u32 = 128;

/// What the host reads in `EVENT` and `EVENT_TICK`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The timer's number.
    pub timer: u32,
    /// The generation of its start.
    pub generation: u32,
    /// The tick, all bits.
    pub tick: u64,
}

/// What a read of a timer's word shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The timer runs.
    pub runs: bool,
    /// Its generation.
    pub generation: u32,
    /// The ticks left, 0 if it does not run.
    pub left: u64,
}

/// A promise that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The event's tick is later than now.
    Early(Event),
    /// No start is due then: it was stopped, has been reported, or the tick is wrong.
    Unasked(Event),
    /// The events of an earlier tick are not complete: this timer's is missing.
    Lost(Event),
    /// A timer that was started earlier and is due in the same tick has not been reported.
    Order(Event),
    /// The tick is before that of the event before.
    Backwards(Event),
    /// The timer's word shows something else.
    Look(u32, Look),
    /// `NEXT_EXPIRY` lets the host sleep past the tick at which this timer is due.
    Sleeps(u32, u64),
}

impl fmt::Display for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Early(event) => write!(formatter, "before its tick: {event:?}"),
            Self::Unasked(event) => write!(formatter, "no start is due then: {event:?}"),
            Self::Lost(event) => write!(formatter, "passed over: {event:?}"),
            Self::Order(event) => write!(formatter, "overtakes an earlier start: {event:?}"),
            Self::Backwards(event) => write!(formatter, "ticks go backwards: {event:?}"),
            Self::Look(timer, look) => write!(formatter, "timer {timer} shows {look:?}"),
            Self::Sleeps(timer, due) => {
                write!(formatter, "NEXT_EXPIRY is later than timer {timer}, due at {due}")
            }
        }
    }
}

impl std::error::Error for Broken {}

/// A start that has not ended.
#[derive(Clone, Copy, Debug)]
struct Running {
    due: u64,
    order: u64,
    period: Option<u64>,
}

#[derive(Clone, Debug, Default)]
struct Timer {
    generation: u32,
    running: Option<Running>,
    /// Events of ended starts that may have been pushed before the end.
    perhaps: Vec<Event>,
}

/// What the chip owes; see the module.
#[derive(Clone, Debug)]
pub struct Contract {
    timers: Vec<Timer>,
    /// The running timers by due tick and order of start.
    due: BTreeMap<(u64, u64), u32>,
    order: u64,
    last_tick: u64,
}

impl Contract {
    /// A chip with `timers` timers, none of them running, all of generation 0.
    pub fn new(timers: u32) -> Self {
        Self { timers: vec![Timer::default(); timers as usize], due: BTreeMap::new(), order: 0, last_tick: 0 }
    }

    /// The chip took a start at tick `now`: due after `interval` ticks, and again each `interval` if `periodic`.
    pub fn start(&mut self, timer: u32, interval: u64, periodic: bool, now: u64) {
        self.begin(timer, now + interval, periodic.then_some(interval), now);
    }

    /// The chip took a start at tick `now` with the deadline `tick`; one that has passed is due at the next tick.
    pub fn start_at(&mut self, timer: u32, tick: u64, now: u64) {
        self.begin(timer, tick.max(now + 1), None, now);
    }

    /// The chip took a stop at tick `now`.
    pub fn stop(&mut self, timer: u32, now: u64) {
        self.end(timer, now);
        let timer = &mut self.timers[timer as usize];
        timer.generation = (timer.generation + 1) % GENERATIONS;
    }

    /// The host reads an event at tick `now`.
    ///
    /// # Errors
    ///
    /// The promise that this event breaks.
    pub fn event(&mut self, event: Event, now: u64) -> Result<(), Broken> {
        if event.tick > now {
            return Err(Broken::Early(event));
        }
        if event.tick < self.last_tick {
            return Err(Broken::Backwards(event));
        }
        if let Some((&(due, _), &number)) = self.due.first_key_value()
            && due < event.tick
        {
            return Err(Broken::Lost(Event {
                timer: number,
                generation: self.timers[number as usize].generation,
                tick: due,
            }));
        }
        let timer = self.timers.get_mut(event.timer as usize).ok_or(Broken::Unasked(event))?;
        if let Some(place) = timer.perhaps.iter().position(|perhaps| *perhaps == event) {
            timer.perhaps.drain(..=place);
            self.last_tick = event.tick;
            return Ok(());
        }
        let running = timer
            .running
            .filter(|running| running.due == event.tick && timer.generation == event.generation)
            .ok_or(Broken::Unasked(event))?;
        let earlier = self.due.range((event.tick, 0)..(event.tick, running.order)).any(|(_, &number)| {
            let other = self.timers[number as usize].running;
            other.is_some_and(|other| other.period.is_none())
        });
        if earlier && running.period.is_none() {
            return Err(Broken::Order(event));
        }
        self.last_tick = event.tick;
        self.due.remove(&(running.due, running.order));
        let timer = &mut self.timers[event.timer as usize];
        timer.running = None;
        if let Some(period) = running.period {
            self.link(event.timer, event.tick + period, Some(period));
        }
        Ok(())
    }

    /// The host reads the word of a timer, and the chip looked at tick `now`.
    ///
    /// # Errors
    ///
    /// The word is not what it must be.
    pub fn look(&self, number: u32, look: Look, now: u64) -> Result<(), Broken> {
        let timer = &self.timers[number as usize];
        let right = look.generation == timer.generation
            && match timer.running {
                None => !look.runs && look.left == 0,
                Some(running) if running.due > now => look.runs && look.left == running.due - now,
                // The cursor may have been there or not; a periodic timer runs on.
                Some(Running { period: None, .. }) => look.left == 0,
                Some(Running { due, period: Some(period), .. }) => {
                    look.runs
                        && (look.left == 0 || (now + look.left - due).is_multiple_of(period) && look.left <= period)
                }
            };
        if right { Ok(()) } else { Err(Broken::Look(number, look)) }
    }

    /// The host reads `NEXT_EXPIRY` at tick `now`: no timer expires in fewer than `ticks`; `None`: none runs.
    /// What is due already may be in the FIFO, and of periodic timers the next period counts then.
    ///
    /// # Errors
    ///
    /// A timer expires earlier.
    pub fn next_expiry(&self, ticks: Option<u64>, now: u64) -> Result<(), Broken> {
        for (&(due, _), &number) in &self.due {
            let period = self.timers[number as usize].running.and_then(|running| running.period);
            let expires = match period {
                _ if due > now => due,
                Some(period) => due + (now - due) / period * period + period,
                None => continue,
            };
            if ticks.is_none_or(|ticks| expires < now + ticks) {
                return Err(Broken::Sleeps(number, expires));
            }
        }
        Ok(())
    }

    /// The events that are due at `now` and have not been read.
    pub fn outstanding(&self, now: u64) -> usize {
        self.due.range(..=(now, u64::MAX)).count()
    }

    /// The tick at which the next running timer is due.
    pub fn next(&self) -> Option<u64> {
        self.due.first_key_value().map(|(&(due, _), _)| due)
    }

    /// When the timer is due, if it runs.
    pub fn due(&self, timer: u32) -> Option<u64> {
        self.timers[timer as usize].running.map(|running| running.due)
    }

    /// How many timers run.
    pub fn running(&self) -> usize {
        self.due.len()
    }

    fn begin(&mut self, timer: u32, due: u64, period: Option<u64>, now: u64) {
        self.stop(timer, now);
        self.link(timer, due, period);
    }

    fn link(&mut self, timer: u32, due: u64, period: Option<u64>) {
        self.order += 1;
        self.due.insert((due, self.order), timer);
        self.timers[timer as usize].running = Some(Running { due, order: self.order, period });
    }

    /// Ends the start that runs; what is due already may have been pushed.
    fn end(&mut self, number: u32, now: u64) {
        let timer = &mut self.timers[number as usize];
        let Some(running) = timer.running.take() else {
            return;
        };
        self.due.remove(&(running.due, running.order));
        let mut tick = running.due;
        while tick <= now {
            timer.perhaps.push(Event { timer: number, generation: timer.generation, tick });
            match running.period {
                Some(period) => tick += period,
                None => break,
            }
        }
    }
}

#[cfg(test)]
mod tests;
