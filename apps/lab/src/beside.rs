//! A timer chip beside the counter chip: it gets the same timers at the same ticks, so that what the two cost their
//! hosts can be compared.

use std::collections::{HashMap, VecDeque};

use serde::Serialize;

use super::{Config, LabError, Parts, TimerDevice, WireError};
use carillon_driver::bus::RegisterBus;
use carillon_replay::{Expiry, Host, TimerChipHost, simulated_chip};

/// Clocks in which the chip accepts a command that was written, at most: it may be busy with those before and with its
/// timers.
const ACCEPT_CLOCKS: u64 = 256;

/// What the timer chip has cost its host, and what it has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Beside {
    interrupts: u64,
    /// Without those of the initialisation.
    transfers: u64,
    started: u64,
    stopped: u64,
    expired: u64,
    outstanding: u64,
    /// Timers handed out too early, twice, or for a tick that was not asked for.
    wrong: u64,
    /// Transfers on the bus of its memory, without those that make the records.
    memory: u64,
}

/// Timers and slots up to which the chip's lists are shown and its engine is followed.
const FOLLOWED_TIMERS: usize = 64;
const FOLLOWED_SLOTS: u32 = 512;

/// Steps of the engine that are kept.
const KEPT_STEPS: usize = 6;

/// Of a tick those that a record has.
const DUE_BITS: u64 = (1 << 24) - 1;

/// What the engine has done: a command of the host's, or the visit of a slot's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Step {
    /// Counted through from the beginning.
    number: u64,
    tick: u64,
    /// The timer that was started or stopped, and whether it was started; `None` for a visit.
    command: Option<(u32, bool)>,
    /// The slot that was visited.
    slot: Option<u32>,
    /// The timers that stayed in its list, and those that expired.
    stays: Vec<u32>,
    expired: Vec<u32>,
    /// Transfers of the memory.
    transfers: u64,
}

/// The list of a slot, in its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct List {
    slot: u32,
    /// Ticks to its next visit.
    ahead: u64,
    /// Each timer with the ticks that are left.
    timers: Vec<(u32, u64)>,
}

/// What is in the chip's memory, and what its engine has done last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Lists {
    /// The slot of the present tick.
    cursor: u32,
    slots: u32,
    /// The list that is visited next comes first.
    lists: Vec<List>,
    steps: Vec<Step>,
}

/// The timer chip, its driver and its host.
pub(super) struct TimerChip {
    host: TimerChipHost<Device>,
    /// The ticks between which each timer must be due.
    due: HashMap<u32, (u64, u64)>,
    asleep: bool,
    wrong: u64,
    /// Ticks in which the chip accepts a command, at most.
    accepts_in: u64,
    /// Memory transfers before the first timer.
    initial: u64,
    expired: Vec<Expiry>,
    slots: u32,
    steps: VecDeque<Step>,
    counted: u64,
    /// Transfers before the last command, whose step is not over.
    open: Option<u64>,
    /// The visit that is under way: its tick, its slot, the timers there before, and the transfers.
    visit: Option<(u64, u32, Vec<u32>, u64)>,
}

impl TimerChip {
    /// One with the wheel, the ticks and the room of `config`.
    ///
    /// # Errors
    /// Where it cannot have such a wheel, or was left out of this build.
    pub(super) fn new(parts: &dyn Parts, config: &Config) -> Result<Self, LabError> {
        let slots = match *config.wheels.as_slice() {
            [slots] if slots.is_power_of_two() && slots >= 16 => slots,
            _ => {
                let text = "the timer chip beside it takes one wheel of 16, 32, 64 ... slots";
                return Err(LabError(text.to_owned()));
            }
        };
        let (wheel_bits, timers) = (slots.ilog2(), config.timers as usize);
        let chip = Device(parts.timer_chip(wheel_bits, timers)?);
        let host = TimerChipHost::with_timer_chip(chip, wheel_bits, config.prescale, timers)?;
        Ok(Self {
            accepts_in: ACCEPT_CLOCKS.div_ceil(config.prescale.into()),
            initial: host.chip().0.accesses(),
            host,
            due: HashMap::new(),
            asleep: false,
            wrong: 0,
            expired: Vec::new(),
            slots,
            steps: VecDeque::new(),
            counted: 0,
            open: None,
            visit: None,
        })
    }

    /// Lets time pass up to `tick` of the counter chip, with every interrupt on the way.
    pub(super) fn run_to(&mut self, tick: u64) -> Result<(), LabError> {
        if !self.is_followed() {
            self.steps.clear();
            self.open = None;
            self.visit = None;
            return self.let_pass(tick);
        }
        if self.open.is_some() && self.host.now() < tick {
            self.pass_to(self.host.now() + 1)?;
            self.close();
        }
        self.pass_to(tick)
    }

    /// Lets time pass up to `tick`, and takes note of the visits on the way. That of `tick` itself is under way then.
    fn pass_to(&mut self, tick: u64) -> Result<(), LabError> {
        loop {
            if let Some(at) = self.visit.as_ref().map(|it| it.0) {
                if at >= tick {
                    break;
                }
                self.let_pass(at + 1)?;
                self.end_visit();
            }
            let Some((at, slot)) = self.next_visit().filter(|it| it.0 <= tick) else {
                break;
            };
            self.let_pass(at - 1)?;
            self.visit = Some((at, slot, self.list(slot), self.transfers()));
            self.let_pass(at)?;
        }
        self.let_pass(tick)
    }

    /// The visit that was under way is over.
    fn end_visit(&mut self) {
        let Some((tick, slot, before, transfers)) = self.visit.take() else {
            return;
        };
        let mut stays = self.list(slot);
        stays.retain(|it| before.contains(it));
        let expired = before.into_iter().filter(|it| !stays.contains(it));
        self.note(Step {
            number: 0,
            tick,
            command: None,
            slot: Some(slot),
            expired: expired.collect(),
            stays,
            transfers: self.transfers() - transfers,
        });
    }

    fn is_followed(&self) -> bool {
        self.due.len() <= FOLLOWED_TIMERS && self.slots <= FOLLOWED_SLOTS
    }

    fn transfers(&self) -> u64 {
        self.host.chip().0.accesses()
    }

    fn note(&mut self, step: Step) {
        self.counted += 1;
        let number = self.counted;
        if self.steps.len() == KEPT_STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(Step { number, ..step });
    }

    /// Ends the step that is under way; returns the transfers so far.
    fn begin_command(&mut self) -> u64 {
        self.end_visit();
        self.close();
        self.transfers()
    }

    /// A command was given, before which there were so many transfers.
    fn command(&mut self, timer: u32, starts: bool, before: u64) {
        if self.is_followed() {
            self.note(Step {
                number: 0,
                tick: self.host.now(),
                command: Some((timer, starts)),
                slot: None,
                stays: Vec::new(),
                expired: Vec::new(),
                transfers: self.transfers() - before,
            });
            self.open = Some(before);
        }
    }

    /// The last command is carried out.
    fn close(&mut self) {
        let transfers = self.transfers();
        if let (Some(before), Some(step)) = (self.open.take(), self.steps.back_mut()) {
            step.transfers = transfers - before;
        }
    }

    /// The host's numbers of timers by those of the chip.
    fn names(&self) -> HashMap<u32, u32> {
        let name = |timer: &u32| Some((self.host.number_of(*timer)?, *timer));
        self.due.keys().filter_map(name).collect()
    }

    /// The host's tick at which the chip comes to this slot next.
    fn comes(&self, slot: u32) -> u64 {
        let slots = u64::from(self.slots);
        let next = self.host.now() + 1;
        let ahead = (u64::from(slot) + slots - (next + self.host.begun()) % slots) % slots;
        next + ahead
    }

    /// The next tick at which the list of a slot is visited, and the slot.
    fn next_visit(&self) -> Option<(u64, u32)> {
        let lists = self.host.chip().0.lists().into_iter();
        lists.map(|(slot, _)| (self.comes(slot), slot)).min()
    }

    /// The timers of a slot, by the host's numbers.
    fn list(&self, slot: u32) -> Vec<u32> {
        let names = self.names();
        let lists = self.host.chip().0.lists().into_iter();
        let timers = lists.filter(|it| it.0 == slot).flat_map(|it| it.1);
        timers.filter_map(|(number, _)| names.get(&number).copied()).collect()
    }

    /// What is in the memory; `None` where there are too many timers or slots.
    pub(super) fn lists(&self) -> Option<Lists> {
        if !self.is_followed() {
            return None;
        }
        let names = self.names();
        let now = self.host.now() + self.host.begun();
        let list = |(slot, timers): (u32, Vec<(u32, u32)>)| List {
            slot,
            ahead: self.comes(slot) - self.host.now(),
            timers: timers
                .into_iter()
                .filter_map(|(number, due)| {
                    let left = u64::from(due).wrapping_sub(now) & DUE_BITS;
                    Some((*names.get(&number)?, left))
                })
                .collect(),
        };
        let mut lists: Vec<_> = self.host.chip().0.lists().into_iter().map(list).collect();
        lists.sort_by_key(|it| it.ahead);
        Some(Lists {
            cursor: (now % u64::from(self.slots)) as u32,
            slots: self.slots,
            lists,
            steps: self.steps.iter().cloned().collect(),
        })
    }

    fn let_pass(&mut self, tick: u64) -> Result<(), LabError> {
        if self.asleep {
            return Ok(self.host.run_to(tick)?);
        }
        while self.host.run_until_interrupt(tick)? {
            self.host.service(&mut self.expired)?;
            for expiry in self.expired.drain(..) {
                let asked = self.due.remove(&expiry.timer);
                let right = asked.is_some_and(|(from, to)| (from..=to).contains(&expiry.due));
                if !right || expiry.reported < expiry.due || expiry.visited < expiry.due {
                    self.wrong += 1;
                }
            }
        }
        Ok(())
    }

    /// Starts timer `id` at `tick`.
    pub(super) fn start(&mut self, tick: u64, id: u32, interval: u64) -> Result<(), LabError> {
        self.run_to(tick)?;
        // The chip counts the interval from the tick at which the command reaches it.
        let interval = interval.max(1);
        let from = self.host.now().saturating_add(interval);
        let before = self.begin_command();
        self.host.start_after(id, interval)?;
        let to = self.host.now().saturating_add(interval + self.accepts_in);
        self.due.insert(id, (from, to));
        self.command(id, true, before);
        Ok(())
    }

    /// Stops timer `id` at `tick`, unless it has expired.
    pub(super) fn stop(&mut self, tick: u64, id: u32) -> Result<(), LabError> {
        self.run_to(tick)?;
        if self.due.remove(&id).is_none() {
            return Ok(());
        }
        let before = self.begin_command();
        if !self.host.stop(id)? {
            self.wrong += 1;
        }
        self.command(id, false, before);
        Ok(())
    }

    /// The host sleeps from `tick` on, or is awake.
    pub(super) fn sleep(&mut self, tick: u64, asleep: bool) -> Result<(), LabError> {
        self.run_to(tick)?;
        self.asleep = asleep;
        Ok(())
    }

    /// What it has come to.
    pub(super) fn counters(&self) -> Beside {
        let statistics = self.host.statistics();
        let cost = self.host.cost();
        Beside {
            interrupts: statistics.interrupts,
            transfers: cost.bus_reads + cost.bus_writes,
            started: statistics.timers_started,
            stopped: statistics.stopped,
            expired: statistics.expired,
            outstanding: self.host.outstanding(),
            wrong: self.wrong,
            memory: self.host.chip().0.accesses() - self.initial,
        }
    }
}

/// The timer chip on its bus.
struct Device(Box<dyn TimerDevice>);

impl RegisterBus for Device {
    type Error = WireError;

    fn read(&mut self, offset: u32) -> Result<u32, WireError> {
        self.0.read(offset)
    }

    fn write(&mut self, offset: u32, word: u32) -> Result<(), WireError> {
        self.0.write(offset, word)
    }
}

simulated_chip!([] Device, it => it.0);
