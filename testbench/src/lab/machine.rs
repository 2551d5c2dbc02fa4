//! One chip and one host on one clock.

mod acts;
mod look;
mod moment;

use std::cell::Ref;
use std::collections::BTreeMap;
use std::sync::Arc;

use carillon_driver::facility::FacilityError;
use carillon_driver::queue::{Expired, Handle};
use carillon_sim::{Inside, Simulation};

pub(in crate::lab) use moment::Moment;

use super::beside::TimerChip;
use super::bus::Bus;
use super::capture::Replay;
use super::counters::Tally;
use super::generator::Generator;
use super::host::{Facilities, host};
use super::journal::{Happened, Journal};
use super::{Config, LabError};
use crate::replay::Schedule;

/// Clocks between the last transfer of the interrupt routine and the next look at the interrupt line.
const RETURN_CLOCKS: u64 = 2;

/// A timer that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    handle: Handle,
    pub(super) due: u64,
}

/// What the host knows and does; all that a moment has besides the chip.
struct State {
    timers: Box<dyn Facilities>,
    running: BTreeMap<u32, Running>,
    next_id: u32,
    generator: Option<Generator>,
    replay: Option<Replay>,
    asleep: bool,
    tally: Tally,
    journal: Journal,
    /// The host's tick at the chip's tick 0.
    epoch: u64,
}

/// A chip, its host, and the capture that it may replay.
pub(super) struct Machine {
    bus: Bus,
    config: Config,
    capture: Option<Arc<Schedule>>,
    state: State,
    /// The timer chip beside it. It cannot be restored, so it is gone when the machine goes back.
    beside: Option<TimerChip>,
    /// Transfers of the initialisation.
    initial: u64,
}

impl Machine {
    /// Starts the chip.
    pub(super) fn new(config: &Config, capture: Option<Arc<Schedule>>) -> Result<Self, LabError> {
        let mut chip = Simulation::with_waves(config.check()?)?;
        chip.reset();
        let bus = Bus::new(chip);
        let timers = host(config, bus.clone())?;
        let beside = config.beside.then(|| TimerChip::new(config)).transpose()?;
        let statistics = timers.statistics();
        Ok(Self {
            initial: statistics.bus_reads + statistics.bus_writes,
            bus,
            beside,
            config: config.clone(),
            capture,
            state: State {
                timers,
                running: BTreeMap::new(),
                next_id: 1,
                generator: None,
                replay: None,
                asleep: false,
                tally: Tally::default(),
                journal: Journal::default(),
                epoch: 0,
            },
        })
    }

    pub(super) const fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn chip(&self) -> Ref<'_, Simulation> {
        self.bus.chip()
    }

    pub(super) fn clocks(&self) -> u64 {
        self.bus.chip().clocks()
    }

    /// The tick that the chip is at.
    pub(super) fn now(&self) -> Result<u64, LabError> {
        Ok(self.bus.chip().now()?)
    }

    /// What the chip holds.
    pub(super) fn inside(&self) -> Result<Inside, LabError> {
        Ok(self.bus.chip().inside()?)
    }

    /// Runs up to `clock`; further if the host is in the middle of something then.
    pub(super) fn run_to(&mut self, clock: u64) -> Result<(), LabError> {
        self.run(clock, false)
    }

    /// Runs until the chip interrupts anew, at most up to `clock`.
    pub(super) fn run_to_interrupt(&mut self, clock: u64) -> Result<(), LabError> {
        self.run(clock, true)
    }

    fn run(&mut self, clock: u64, to_interrupt: bool) -> Result<(), LabError> {
        while self.clocks() < clock {
            let now = self.clocks();
            let pending = self.chip().irq();
            if self.state.asleep {
                if to_interrupt && !pending {
                    self.bus.chip_mut().clock_until_irq(clock - now);
                    break;
                }
                self.bus.chip_mut().clock(clock - now);
                continue;
            }
            if pending {
                self.service()?;
                continue;
            }
            let due = |next: Option<u64>| next.filter(|next| *next <= now);
            if due(self.next_replayed()).is_some() {
                self.replay_one()?;
                continue;
            }
            if due(self.next_generated()).is_some() {
                self.generate_one()?;
                continue;
            }
            let own = [self.next_replayed(), self.next_generated()];
            let limit = own.into_iter().flatten().fold(clock, u64::min);
            self.bus.chip_mut().clock_until_irq(limit - now);
            if to_interrupt && self.chip().irq() {
                break;
            }
        }
        self.beside(TimerChip::run_to)
    }

    /// Does something to the timer chip beside it, if there is one, at the present tick.
    fn beside(
        &mut self,
        act: impl FnOnce(&mut TimerChip, u64) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let now = self.now()?;
        self.beside.as_mut().map_or(Ok(()), |chip| act(chip, now))
    }

    fn next_generated(&self) -> Option<u64> {
        self.state.generator.as_ref()?.next()
    }

    fn next_replayed(&self) -> Option<u64> {
        self.state.replay.as_ref()?.next()
    }

    /// The interrupt routine.
    fn service(&mut self) -> Result<(), LabError> {
        self.state.timers.interrupt();
        loop {
            match self.state.timers.next_expired() {
                Ok(Some(expired)) => self.expired(expired)?,
                Ok(None) => break,
                Err(FacilityError::ChipWasReset) => self.recover()?,
                Err(error) => return Err(error.into()),
            }
        }
        self.bus.chip_mut().clock(RETURN_CLOCKS);
        Ok(())
    }

    fn expired(&mut self, expired: Expired<u32>) -> Result<(), LabError> {
        let state = &mut self.state;
        let id = expired.item;
        let tick = state.timers.last_known_now();
        let expected = state.running.remove(&id).map(|running| running.due);
        if expected != Some(expired.due) || expired.reported < expired.due {
            state.tally.wrong += 1;
        }
        // The driver knows the event's tick, not how late it is itself.
        let now = state.epoch.saturating_add(self.bus.chip().now()?);
        let late = now.saturating_sub(expired.due);
        state.tally.late_most = state.tally.late_most.max(late);
        state.tally.late_sum = state.tally.late_sum.saturating_add(late);
        let due = expired.due;
        state.journal.add(tick, Happened::Expired { id, due });
        let again = state.generator.as_mut().filter(|it| it.plan().renew);
        if let Some(interval) = again.map(Generator::interval) {
            self.start_or_say(interval)?;
        }
        Ok(())
    }

    /// The chip was reset: starts it again with all timers.
    fn recover(&mut self) -> Result<(), LabError> {
        let epoch = self.state.timers.last_known_now();
        self.state.timers.recover()?;
        self.state.epoch = epoch;
        self.say("the chip was reset; the driver has started it again with all timers");
        Ok(())
    }
}
