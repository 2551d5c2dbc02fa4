//! What the smallest timer chip does, at its registers.
//!
//! It has one wheel and narrow records behind its port, whose memory answers in the next clock; no periodic timers, no
//! look-ahead, no coalescing. One thing is done at a time, as in the circuit: a command, or the visit of a record, and
//! each makes the same transfers of the memory. The clocks are those of the transfers and a few between, so an event
//! may come some clocks earlier or later than from the circuit, never in another order.

use std::collections::VecDeque;

use carillon_regmap::timer_chip::TimerBuild;

use super::Event;
use super::rings::Rings;

use super::registers::Set;

/// Clocks of a transfer on the host's bus, from its request on.
const TRANSFER: u64 = 5;

/// Clocks of a transfer of the memory.
const ACCESS: u32 = 2;

/// Clocks of each command or visit besides.
const BETWEEN: u32 = 3;

/// Clocks from an event's push to the interrupt line.
const ARRIVAL: u32 = 4;

/// Behind by more ticks than these the cursor looks at 16 slots a clock.
const FAR: u64 = 128;

/// Steps of waiting work that go before the next command.
const TURNS: u32 = 2;

/// What the host asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Start { timer: u32, interval: u64 },
    Deadline { timer: u32, tick: u32 },
    Stop { timer: u32 },
    Look { timer: u32 },
}

/// The chip, its memory, and a master at its registers.
#[derive(Clone, Debug)]
pub struct ReferenceTimerChip {
    pub(super) build: TimerBuild,
    pub(super) set: Set,
    clocks: u64,
    /// Clocks until now counts on.
    left: u32,
    pub(super) now: u64,
    /// The tick that the cursor visits next.
    pub(super) at: u64,
    pub(super) half_period: bool,
    pub(super) events: VecDeque<Event>,
    /// The records, once they are initialised.
    pub(super) rings: Option<Rings>,
    /// Clocks until the records are initialised.
    pub(super) sweep: Option<u64>,
    pub(super) busy: Vec<bool>,
    /// Transfers of the memory.
    pub(super) accesses: u64,
    /// Clocks for which the engine is at something.
    engaged: u32,
    /// The record that the visit comes to next.
    visit: Option<u32>,
    /// The visit leaves its slot busy.
    kept: bool,
    turns: u32,
    /// The command that waits.
    waiting: Option<Command>,
    /// What a look has shown.
    shown: Option<u32>,
    /// Clocks until the line follows what asks for an interrupt.
    arrival: u32,
    irq: bool,
}

impl ReferenceTimerChip {
    /// A chip built to `build`, after a reset; `None` where the build has what this model has not.
    pub fn new(build: &TimerBuild) -> Option<Self> {
        let simple = TimerBuild { slot_bits: build.slot_bits, fifo_bits: build.fifo_bits, ..TimerBuild::minimal() };
        (*build == simple).then(|| Self {
            build: *build,
            set: Set::default(),
            clocks: 0,
            left: 2,
            now: 0,
            at: 1,
            half_period: false,
            events: VecDeque::new(),
            rings: None,
            sweep: None,
            busy: Vec::new(),
            accesses: 0,
            engaged: 0,
            visit: None,
            kept: false,
            turns: 0,
            waiting: None,
            shown: None,
            arrival: 0,
            irq: false,
        })
    }

    /// What a reset does. Clocks and transfers are counted on.
    pub(super) fn clear(&mut self) {
        let (build, clocks, accesses) = (self.build, self.clocks, self.accesses);
        if let Some(new) = Self::new(&build) {
            *self = Self { clocks, accesses, ..new };
        }
    }

    /// Resets it, in one clock.
    pub fn reset(&mut self) {
        self.clear();
        self.clock(1);
    }

    /// Clocks so far.
    pub const fn clocks(&self) -> u64 {
        self.clocks
    }

    /// The interrupt line.
    pub const fn irq(&self) -> bool {
        self.irq
    }

    /// The slots whose lists have timers, each with the numbers of its timers in the order of the list, and the ticks
    /// at which they are due.
    pub fn lists(&self) -> Vec<(u32, Vec<(u32, u64)>)> {
        let Some(rings) = &self.rings else {
            return Vec::new();
        };
        let list = |slot: usize| {
            let head = rings.head(slot as u32);
            let first = Some(rings.next(head)).filter(|it| *it != head);
            let behind = std::iter::successors(first, |record| Some(rings.next(*record)).filter(|it| *it != head));
            let timers: Vec<_> = behind.map(|it| (it, rings.due(it))).collect();
            (slot as u32, timers)
        };
        let all = (0..self.busy.len()).map(list);
        all.filter(|(_, timers)| !timers.is_empty()).collect()
    }

    /// Transfers of its memory so far, those that initialise the records included.
    pub const fn accesses(&self) -> u64 {
        self.accesses
    }

    /// Ticks since it was first enabled.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// Runs `clocks` clocks.
    pub fn clock(&mut self, clocks: u64) {
        for _ in 0..clocks {
            self.step();
        }
    }

    /// Runs until the interrupt line is high, at most `clocks` clocks.
    pub fn clock_until_irq(&mut self, clocks: u64) {
        let end = self.clocks.saturating_add(clocks);
        while self.clocks < end && !self.irq {
            self.step();
        }
    }

    /// Reads the register at a byte offset; `None` if it is refused. Runs the clock until the chip has answered.
    pub fn read(&mut self, offset: u32) -> Option<u32> {
        let Some(timer) = self.timer_at(offset) else {
            self.clock(TRANSFER);
            return self.show(offset).or_else(|| self.refuse());
        };
        self.clock(TRANSFER - 1);
        if self.rings.is_none() || timer >= self.set.timers {
            // A stop that is refused is refused for the same reasons.
            self.command(timer, 0);
            return Some(0);
        }
        self.wait_for(Command::Look { timer });
        while self.engaged > 0 {
            self.step();
        }
        self.clock(1);
        self.shown.take()
    }

    /// Writes the register at a byte offset; `None` if it is refused. Runs the clock until the chip has answered.
    pub fn write(&mut self, offset: u32, word: u32) -> Option<()> {
        let Some(timer) = self.timer_at(offset) else {
            self.clock(TRANSFER);
            return self.store(offset, word).or_else(|| self.refuse());
        };
        self.clock(TRANSFER - 1);
        if let Some(command) = self.command(timer, word) {
            self.wait_for(command);
        }
        self.clock(1);
        Some(())
    }

    fn refuse<T>(&mut self) -> Option<T> {
        self.set.errors |= carillon_regmap::timer_chip::field::error::ADDRESS.mask();
        None
    }

    /// Runs until the chip has taken the command.
    fn wait_for(&mut self, command: Command) {
        self.waiting = Some(command);
        while self.waiting.is_some() {
            self.step();
        }
    }

    /// Whether the FIFO has a place.
    pub(super) fn has_room(&self) -> bool {
        self.events.len() < 1 << self.build.fifo_bits
    }

    fn slot(&self, tick: u64) -> u32 {
        (tick % (1 << self.set.wheel_bits)) as u32
    }

    /// One clock.
    fn step(&mut self) {
        self.clocks += 1;
        self.interrupt();
        self.count();
        if let Some(clocks) = self.sweep {
            self.sweep = clocks.checked_sub(1);
            if self.sweep.is_none() {
                self.swept();
            }
            return;
        }
        if self.engaged > 0 {
            self.engaged -= 1;
        } else if let Some(mut rings) = self.rings.take() {
            self.work(&mut rings);
            self.rings = Some(rings);
        }
    }

    /// The line follows what asks for an interrupt.
    fn interrupt(&mut self) {
        let asks = self.causes() & self.set.interrupts != 0;
        if asks == self.irq {
            self.arrival = ARRIVAL;
        } else if self.arrival > 0 && asks {
            self.arrival -= 1;
        } else {
            self.irq = asks;
        }
    }

    /// Time goes on.
    fn count(&mut self) {
        if !self.set.enabled {
            self.left = self.left.max(1);
            return;
        }
        self.left -= 1;
        if self.left == 0 {
            self.left = self.set.prescale;
            self.now += 1;
            self.half_period |= self.now.is_multiple_of(1 << 31);
        }
    }

    /// The engine begins something, or the cursor goes on.
    fn work(&mut self, rings: &mut Rings) {
        let works = match self.visit {
            Some(_) => self.has_room(),
            None => self.at <= self.now,
        };
        if let Some(command) = self.waiting.filter(|_| self.turns == 0 || !works) {
            self.waiting = None;
            self.turns = TURNS;
            let accesses = self.take(rings, command);
            self.engage(accesses);
        } else if let Some(record) = self.visit {
            if works {
                self.turns = self.turns.saturating_sub(1);
                self.visit_record(rings, record);
            }
        } else if works {
            self.turns = self.turns.saturating_sub(1);
            self.look_at_slots(rings);
        }
    }

    fn engage(&mut self, accesses: u32) {
        self.accesses += u64::from(accesses);
        self.engaged = accesses * ACCESS + BETWEEN;
    }

    /// Carries out a command; returns how many transfers of the memory it takes.
    fn take(&mut self, rings: &mut Rings, command: Command) -> u32 {
        let (timer, due) = match command {
            Command::Look { timer } => {
                self.shown = Some(self.word(rings, timer));
                return 2;
            }
            Command::Stop { timer } => {
                let runs = rings.runs(timer);
                self.unlink(rings, timer);
                rings.count_generation(timer);
                return if runs { 6 } else { 3 };
            }
            Command::Start { timer, interval } => (timer, self.now + interval),
            Command::Deadline { timer, tick } => match self.deadline(tick) {
                Some(due) => (timer, due),
                None => return 0,
            },
        };
        let runs = rings.runs(timer);
        self.unlink(rings, timer);
        rings.count_generation(timer);
        let slot = self.slot(due);
        rings.link(timer, slot, due);
        self.busy[slot as usize] = true;
        self.kept = true;
        if runs { 9 } else { 7 }
    }

    /// A timer's word.
    fn word(&self, rings: &Rings, timer: u32) -> u32 {
        use carillon_regmap::timer_chip::field::timer_word;
        let runs = rings.runs(timer);
        let left = if runs { rings.due(timer).saturating_sub(self.now) } else { 0 };
        timer_word::TICKS.put(left as u32)
            | timer_word::GENERATION.put(rings.generation(timer))
            | timer_word::RUNS.put(runs.into())
    }

    /// Takes a timer out of its list; a visit that comes to it next goes on behind it.
    fn unlink(&mut self, rings: &mut Rings, timer: u32) {
        if self.visit == Some(timer) {
            self.visit = Some(rings.next(timer));
        }
        rings.unlink(timer);
    }

    /// The visit of one record, or the end of the visit.
    fn visit_record(&mut self, rings: &mut Rings, record: u32) {
        if record >= rings.timers() {
            let slot = self.slot(self.at) as usize;
            self.busy[slot] = self.kept;
            self.visit = None;
            self.at += 1;
            self.engage(0);
            return;
        }
        self.visit = Some(rings.next(record));
        if rings.due(record) > self.at {
            self.kept = true;
            self.engage(2);
            return;
        }
        rings.unlink(record);
        self.events.push_back(Event { timer: record, generation: rings.generation(record), tick: self.at });
        self.engage(5);
    }

    /// The cursor goes on, up to now or to a busy slot, whose visit then begins.
    fn look_at_slots(&mut self, rings: &Rings) {
        let far = if self.now - self.at > FAR { 16 } else { 1 };
        for _ in 0..far {
            let slot = self.slot(self.at);
            if self.busy[slot as usize] {
                self.kept = false;
                self.visit = Some(rings.next(rings.head(slot)));
                self.engage(1);
                return;
            }
            if self.at > self.now {
                return;
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests;
