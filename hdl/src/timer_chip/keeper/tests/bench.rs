//! The keeper beside a memory and a host.

use crate::circuit::clocked::Clocked;
use crate::timer_chip::keeper::Keeper;
use carillon_regmap::timer_chip::TimerBuild;
use rust_hdl::prelude::*;

/// A keeper with 1 to 3 wheels, whose slots the host may choose with one wheel only.
pub const fn build(wheels: u32, wheel_bits: u32, wide: bool) -> TimerBuild {
    let slot_bits = wheel_bits + wheels.ilog2() + (wheels == 3) as u32;
    TimerBuild {
        wheels,
        slot_bits,
        look_ahead: slot_bits >= 10,
        fifo_bits: 3,
        periodic: true,
        wide,
        ..TimerBuild::minimal()
    }
}

/// How the memory answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// So many clocks after it was asked.
    After(u32),
    /// At once or some clocks later, after stalling for some.
    AtRandom,
    /// The same; one answer in five is an error.
    Failing,
}

/// An event as it is read: timer, generation, tick.
pub type Event = (u64, u64, u64);

/// The keeper, its memory, and a host that takes every event at once unless it `sleeps`.
pub struct Bench {
    pub keeper: Keeper,
    pub memory: Memory,
    pub words: Vec<u32>,
    pub timers: u32,
    pub wheels: u32,
    pub slots: u32,
    pub wide: bool,
    pub waiting: Option<u32>,
    pub random: fastrand::Rng,
    pub clocks: u64,
    pub errors: u32,
    pub sleeps: bool,
    pub events: Vec<Event>,
}

impl Bench {
    /// `shape`: the number of wheels, the slots of each, and whether records are wide.
    pub fn new(memory: Memory, timers: u32, shape: (u32, u32, bool), prescale: u64) -> Self {
        let (wheels, slots, wide) = shape;
        let mut bench = Self {
            keeper: Keeper::new(&build(wheels, slots.ilog2(), wide)),
            memory,
            words: vec![0x5555_5555; ((timers + wheels * slots) * 4) as usize],
            timers,
            wheels,
            slots,
            wide,
            waiting: None,
            random: fastrand::Rng::with_seed(u64::from(timers)),
            clocks: 0,
            errors: 0,
            sleeps: false,
            events: Vec::new(),
        };
        bench.keeper.connect_all();
        bench.keeper.prescale.next = prescale.into();
        bench.keeper.timers.next = u64::from(timers).into();
        bench.keeper.slot_mask.next = u64::from(slots - 1).into();
        bench.begin();
        bench
    }

    /// Resets, initialises and enables it.
    pub fn begin(&mut self) {
        self.keeper.enable.next = false;
        self.keeper.command.next = false;
        self.keeper.clear.next = true;
        self.clock();
        self.clock();
        self.keeper.clear.next = false;
        self.waiting = None;
        self.events.clear();
        self.clock();
        self.keeper.initialise.next = true;
        self.clock();
        self.keeper.initialise.next = false;
        while !self.keeper.ready.val() {
            self.clock();
        }
        self.clock();
        self.keeper.enable.next = true;
    }

    pub fn now(&self) -> u64 {
        self.keeper.now_low.val().into()
    }

    /// The memory's side of a clock.
    pub fn answer(&mut self) {
        let keeper = &mut self.keeper;
        let random = &mut self.random;
        keeper.memory.stall.next = self.memory != Memory::After(1) && random.u8(0..3) == 0;
        keeper.settle();
        let accepted = keeper.memory.stb.val() && !keeper.memory.stall.next;
        let mut due = false;
        match self.waiting {
            Some(0) => due = true,
            Some(clocks) => self.waiting = Some(clocks - 1),
            None => {}
        }
        if due {
            self.waiting = None;
        }
        if accepted {
            assert!(self.waiting.is_none(), "one transfer at a time");
            match self.memory {
                Memory::After(clocks) => self.waiting = Some(clocks - 1),
                _ => match random.u32(0..12) {
                    0 => due = true,
                    clocks => self.waiting = Some(clocks - 1),
                },
            }
        }
        let failing = self.memory == Memory::Failing && random.u8(0..5) == 0;
        keeper.memory.ack.next = due && !failing && keeper.memory.cyc.val();
        keeper.memory.err.next = due && failing && keeper.memory.cyc.val();
        let at = keeper.memory.adr.val().index();
        let word = self.words.get_mut(at).expect("within the records");
        if due && !failing && keeper.memory.cyc.val() && keeper.memory.we.val() {
            let (select, data): (u64, u64) = (keeper.memory.sel.val().into(), keeper.memory.dat_w.val().into());
            for byte in 0..4 {
                if select >> byte & 1 != 0 {
                    let mask = 0xff << (8 * byte);
                    *word = *word & !mask | data as u32 & mask;
                }
            }
        }
        self.errors += u32::from(due && failing);
        let read = if due && !failing { *word } else { !*word };
        keeper.memory.dat_r.next = u64::from(read).into();
        if !keeper.memory.cyc.val() {
            self.waiting = None;
        }
    }

    /// One clock.
    pub fn clock(&mut self) {
        self.answer();
        self.keeper.settle();
        self.keeper.pop.next = self.keeper.event_valid.val() && !self.sleeps;
        if self.keeper.pop.next {
            self.events.push((
                self.keeper.event_timer.val().into(),
                self.keeper.event_generation.val().into(),
                self.keeper.event_tick.val().into(),
            ));
        }
        self.keeper.tick();
        self.clocks += 1;
        self.keeper.settle();
    }

    pub fn clocks(&mut self, clocks: u32) {
        for _ in 0..clocks {
            self.clock();
        }
    }

    /// Gives a command and waits until it is taken; returns the tick at which it counts, and the clocks that it waited.
    pub fn command(&mut self, timer: u32, word: u64, set: impl Fn(&mut Keeper)) -> (u64, u64) {
        self.keeper.timer.next = u64::from(timer).into();
        self.keeper.word.next = word.into();
        self.keeper.starting.next = false;
        self.keeper.stopping.next = false;
        self.keeper.periodic.next = false;
        self.keeper.absolute.next = false;
        self.keeper.ahead.next = false;
        set(&mut self.keeper);
        self.keeper.command.next = true;
        let begun = self.clocks;
        self.keeper.settle();
        while !self.keeper.taken.val() {
            self.clock();
            assert!(self.clocks < begun + 5000, "a command is never taken");
        }
        self.clock();
        self.keeper.command.next = false;
        self.keeper.settle();
        (self.now(), self.clocks - begun)
    }

    /// Starts a timer; returns the tick at which it is due.
    pub fn start(&mut self, timer: u32, interval: u64) -> u64 {
        self.command(timer, interval, |keeper| keeper.starting.next = true).0 + interval
    }

    pub fn start_periodic(&mut self, timer: u32, interval: u64) -> u64 {
        let set = |keeper: &mut Keeper| {
            keeper.starting.next = true;
            keeper.periodic.next = true;
        };
        self.command(timer, interval, set).0 + interval
    }

    pub fn stop(&mut self, timer: u32) {
        self.command(timer, 0, |keeper| keeper.stopping.next = true);
    }

    /// Runs, generation, ticks left.
    pub fn look(&mut self, timer: u32) -> (bool, u32, u32) {
        self.command(timer, 0, |_| {});
        let word = self.looked_up();
        (word >> 31 != 0, word >> 24 & 0x7f, word & 0xff_ffff)
    }

    /// The ticks in which no timer expires, and the clocks from `taken` to the answer; `None`: no timer runs.
    pub fn next(&mut self) -> (Option<u64>, u64) {
        self.command(0, 0, |keeper| keeper.ahead.next = true);
        let begun = self.clocks;
        let word = self.looked_up();
        // The answer came a clock ago.
        let clocks = self.clocks - begun - 1;
        let ticks = (word >> 31 == 0).then_some(u64::from(word & 0x1ff_ffff));
        (ticks, clocks)
    }

    /// What a look that was taken shows.
    pub fn looked_up(&mut self) -> u32 {
        while !self.keeper.looked_up.val() {
            self.clock();
        }
        let word = u64::from(self.keeper.shown.val()) as u32;
        self.clock();
        word
    }

    /// A timer that does not run.
    pub fn look_for_a_free_one(&mut self) -> u32 {
        (0..self.timers).find(|timer| self.links(*timer).1 == *timer).expect("one is free")
    }

    /// Waits until the memory has been left alone for some clocks; returns the clocks up to the last transfer's end.
    pub fn rest(&mut self) -> u64 {
        let begun = self.clocks;
        let mut last = begun;
        while self.clocks < last + 6 {
            self.clock();
            if self.keeper.memory.cyc.val() || self.keeper.behind.val() {
                last = self.clocks;
            }
            assert!(self.clocks < begun + 100_000, "it never comes to rest");
        }
        last + 1 - begun
    }

    pub fn links(&self, record: u32) -> (u32, u32) {
        let word = self.words[4 * record as usize];
        if self.wide {
            return (self.words[4 * record as usize + 3], word);
        }
        (word >> 16, word & 0xffff)
    }

    /// The timers of all lists, after a look at every link's mirror and every timer's slot.
    pub fn listed(&self) -> Vec<u32> {
        let mut listed = Vec::new();
        for slot in 0..self.wheels * self.slots {
            let head = self.timers + slot;
            let digit = slot / self.slots * self.slots.ilog2();
            let mut record = head;
            loop {
                let (_, next) = self.links(record);
                assert_eq!(self.links(next).0, record, "{record} before {next}");
                if next == head {
                    break;
                }
                assert!(next < self.timers && !listed.contains(&next));
                let due = self.words[4 * next as usize + 1] & 0xff_ffff;
                assert_eq!((due >> digit) % self.slots, slot % self.slots);
                listed.push(next);
                record = next;
            }
        }
        for timer in 0..self.timers {
            assert_eq!(listed.contains(&timer), self.links(timer).1 != timer, "timer {timer}");
        }
        listed.sort_unstable();
        listed
    }

    /// Lets time pass until tick `tick` and the rest after it.
    pub fn until(&mut self, tick: u64) {
        while self.now() < tick {
            self.clock();
        }
        self.rest();
    }
}

/// The memories, each with a number of wheels or two, and wide records or not.
pub const CASES: [(Memory, u32, bool); 10] = [
    (Memory::After(1), 1, false),
    (Memory::After(2), 1, false),
    (Memory::After(20), 1, false),
    (Memory::AtRandom, 1, false),
    (Memory::Failing, 1, false),
    (Memory::After(1), 3, false),
    (Memory::AtRandom, 2, false),
    (Memory::Failing, 3, false),
    (Memory::AtRandom, 1, true),
    (Memory::Failing, 3, true),
];
