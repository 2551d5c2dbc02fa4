//! Going back. Moments are kept from time to time, and everything that was done since the oldest; from a moment the
//! machine does exactly again what it did.

use std::collections::VecDeque;
use std::time::Duration;

use super::journal::Line;
use super::machine::{Machine, Moment};
use super::record::Recording;
use super::{Act, LabError};

/// Moments that are kept at most.
const MOST_MOMENTS: usize = 60;

/// Memory that they may take, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// Acts that are kept at most; the oldest moments go with them.
const MOST_ACTS: usize = 10_000;

struct Mark {
    clock: u64,
    /// For how long the clock had run then, by the clock on the wall.
    ran: Duration,
    /// How many acts had been done, counted from the beginning.
    acts: usize,
    moment: Moment,
}

/// The moments and the acts.
pub(super) struct History {
    /// The beginning, with its clock: kept, however much of what came after it is gone.
    first: (u64, Moment),
    marks: VecDeque<Mark>,
    /// With their clocks; those before the first mark are gone.
    acts: VecDeque<(u64, Act)>,
    /// How many are gone.
    gone: usize,
    bytes: usize,
}

impl History {
    /// Begins with the machine's present state.
    pub(super) fn new(machine: &Machine) -> Result<Self, LabError> {
        let mut history = Self {
            first: (machine.clocks(), machine.save()?),
            marks: VecDeque::new(),
            acts: VecDeque::new(),
            gone: 0,
            bytes: 0,
        };
        history.mark(machine, Duration::ZERO)?;
        Ok(history)
    }

    /// Keeps the present moment. `ran` is for how long the clock has run, by the clock on the wall.
    pub(super) fn mark(&mut self, machine: &Machine, ran: Duration) -> Result<(), LabError> {
        let moment = machine.save()?;
        self.bytes += moment.size(machine.config());
        self.marks.push_back(Mark { clock: machine.clocks(), ran, acts: self.gone + self.acts.len(), moment });
        while self.marks.len() > 1
            && (self.marks.len() > MOST_MOMENTS || self.bytes > MOST_BYTES || self.acts.len() > MOST_ACTS)
        {
            if let Some(mark) = self.marks.pop_front() {
                self.bytes -= mark.moment.size(machine.config());
            }
            let first = self.marks.front().map_or(self.gone, |mark| mark.acts);
            while self.gone < first {
                self.acts.pop_front();
                self.gone += 1;
            }
        }
        Ok(())
    }

    /// Keeps what is done at `clock`.
    pub(super) fn act(&mut self, clock: u64, act: Act) {
        self.acts.push_back((clock, act));
    }

    /// When the last moment was kept, by the clock on the wall.
    pub(super) fn last_mark(&self) -> Duration {
        self.marks.back().map_or(Duration::ZERO, |mark| mark.ran)
    }

    /// The earliest clock that it is possible to go back to.
    pub(super) fn earliest(&self) -> u64 {
        self.marks.front().map_or(0, |mark| mark.clock)
    }

    /// The clock of the last moment that was kept when the clock had run for `ran`; the beginning is always kept.
    pub(super) fn clock_at(&self, ran: Duration) -> u64 {
        if ran.is_zero() {
            return self.first.0;
        }
        let mark = self.marks.iter().rev().find(|mark| mark.ran <= ran);
        mark.map_or(self.earliest(), |mark| mark.clock)
    }

    /// Makes the machine what it was at `clock`, or at the earliest clock that is kept. The later moments stay.
    pub(super) fn recall(&self, machine: &mut Machine, clock: u64) -> Result<(), LabError> {
        let Some(mark) = self.marks.iter().rev().find(|mark| mark.clock <= clock).or(self.marks.front()) else {
            return Ok(());
        };
        machine.restore(&mark.moment)?;
        self.repeat(machine, mark.acts, clock)
    }

    /// Runs to `clock` and does again what was done on the way, from the act number `from` on.
    fn repeat(&self, machine: &mut Machine, from: usize, clock: u64) -> Result<(), LabError> {
        for (at, act) in self.acts.iter().skip(from - self.gone) {
            if *at >= clock {
                break;
            }
            machine.run_to(*at)?;
            // What was refused is refused again.
            machine.apply(act).ok();
        }
        machine.run_to(clock)
    }

    /// Goes back for good: what came later is forgotten. Returns for how long the clock had run then, roughly.
    pub(super) fn go_back(&mut self, machine: &mut Machine, clock: u64) -> Result<Duration, LabError> {
        if clock <= self.first.0 && self.earliest() > clock {
            machine.restore(&self.first.1)?;
            *self = Self::new(machine)?;
            return Ok(Duration::ZERO);
        }
        self.recall(machine, clock)?;
        let now = machine.clocks();
        while self.marks.len() > 1 && self.marks.back().is_some_and(|mark| mark.clock > now) {
            if let Some(mark) = self.marks.pop_back() {
                self.bytes -= mark.moment.size(machine.config());
            }
        }
        while self.acts.back().is_some_and(|(at, _)| *at >= now) {
            self.acts.pop_back();
        }
        Ok(self.last_mark())
    }

    /// The lines of what happened in the last `clocks` clocks, or in as many as are kept.
    pub(super) fn lines(&self, machine: &mut Machine, clocks: u64) -> Result<Vec<Line>, LabError> {
        let end = machine.clocks();
        machine.and_back(|machine| {
            let from = self.recall_before(machine, clocks, end)?;
            machine.begin_lines();
            self.repeat(machine, from, end)?;
            Ok(machine.end_lines())
        })
    }

    /// What happened clock by clock in the last `clocks` clocks before `end`, or in as many as are kept, with the busy
    /// bit of the slot `chosen`.
    pub(super) fn record(
        &self,
        machine: &mut Machine,
        (clocks, end): (u64, u64),
        chosen: Option<(u32, u32)>,
    ) -> Result<Recording, LabError> {
        machine.and_back(|machine| {
            let from = self.recall_before(machine, clocks, end)?;
            let bit = chosen.map(|slot| machine.busy_bit(slot));
            machine.bus().begin_recording(bit)?;
            let repeated = self.repeat(machine, from, end);
            let recording = machine.bus().end_recording();
            repeated.map(|()| recording)
        })
    }

    /// Makes the machine what it was `clocks` clocks before `end`, or at the earliest clock that is kept. Returns the
    /// number of the first act that comes then.
    fn recall_before(&self, machine: &mut Machine, clocks: u64, end: u64) -> Result<usize, LabError> {
        self.recall(machine, end.saturating_sub(clocks).max(self.earliest()))?;
        let reached = machine.clocks();
        let first = self.acts.iter().position(|(at, _)| *at >= reached);
        Ok(self.gone + first.unwrap_or(self.acts.len()))
    }

    /// The last `clocks` clocks, or as many as are kept, as a VCD file: the machine goes through them once more on
    /// another chip, and is afterwards what it was.
    pub(super) fn wave(&self, machine: &mut Machine, clocks: u64) -> Result<Vec<u8>, LabError> {
        let end = machine.clocks();
        let (traced, events, again) = machine.and_back(|machine| {
            let chip = machine.with_new_chip()?;
            let recorded = self.recall_before(machine, clocks, end).and_then(|from| {
                machine.bus().begin_wave()?;
                machine.events().begin();
                self.repeat(machine, from, end)
            });
            let events = machine.events().end();
            let again = machine.clocks();
            let traced = machine.bus().replace(chip);
            recorded.map(|()| (traced, events, again))
        })?;
        if again != end {
            return Err(LabError(format!("the clocks were repeated up to {again} in the place of {end}")));
        }
        traced.end_wave(&events)
    }
}
