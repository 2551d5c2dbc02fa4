//! A timer chip beside the counter chip: it gets the same timers at the same ticks, so that what the two cost their
//! hosts can be compared.

use std::collections::HashMap;

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
        })
    }

    /// Lets time pass up to `tick` of the counter chip, with every interrupt on the way.
    pub(super) fn run_to(&mut self, tick: u64) -> Result<(), LabError> {
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
        self.host.start_after(id, interval)?;
        let to = self.host.now().saturating_add(interval + self.accepts_in);
        self.due.insert(id, (from, to));
        Ok(())
    }

    /// Stops timer `id` at `tick`, unless it has expired.
    pub(super) fn stop(&mut self, tick: u64, id: u32) -> Result<(), LabError> {
        self.run_to(tick)?;
        if self.due.remove(&id).is_some() && !self.host.stop(id)? {
            self.wrong += 1;
        }
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
