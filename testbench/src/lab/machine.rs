//! One chip and one host on one clock.

use std::cell::Ref;
use std::collections::BTreeMap;
use std::sync::Arc;

use carillon_driver::bus::RegisterBus;
use carillon_driver::facility::FacilityError;
use carillon_driver::queue::{Expired, Handle};
use carillon_sim::{BusError, Inside, Saved, Simulation};

use super::bus::Bus;
use super::capture::{Due, Replay};
use super::counters::{Counters, Tally};
use super::generator::Generator;
use super::host::{Facilities, Waiting, host};
use super::journal::{Happened, Journal};
use super::{Act, Config, LabError};
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

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            timers: self.timers.copy(),
            running: self.running.clone(),
            generator: self.generator.clone(),
            replay: self.replay.clone(),
            journal: self.journal.clone(),
            ..*self
        }
    }
}

/// Everything at one clock.
pub(super) struct Moment {
    chip: Saved,
    state: State,
}

impl Moment {
    /// About how many bytes of memory it takes.
    pub(super) fn size(&self, config: &Config) -> usize {
        let slots: usize = config.wheels.iter().map(|slots| *slots as usize).sum();
        self.chip.size() + config.timers as usize * 64 + slots * 9 + self.state.running.len() * 48
    }
}

/// A chip, its host, and the capture that it may replay.
pub(super) struct Machine {
    bus: Bus,
    config: Config,
    capture: Option<Arc<Schedule>>,
    state: State,
}

impl Machine {
    /// Starts the chip.
    pub(super) fn new(config: &Config, capture: Option<Arc<Schedule>>) -> Result<Self, LabError> {
        let mut chip = Simulation::with_waves(config.check()?)?;
        chip.reset();
        let bus = Bus::new(chip);
        let timers = host(config, bus.clone())?;
        Ok(Self {
            bus,
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
                    return Ok(());
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
                return Ok(());
            }
        }
        Ok(())
    }

    fn next_generated(&self) -> Option<u64> {
        self.state.generator.as_ref()?.next()
    }

    fn next_replayed(&self) -> Option<u64> {
        self.state.replay.as_ref()?.next()
    }

    /// Does what is asked for. Time may pass. An error says why it was refused; the machine goes on.
    pub(super) fn apply(&mut self, act: &Act) -> Result<(), LabError> {
        match *act {
            Act::Start { interval, stall } => {
                self.bus.stall_next_arm(stall.min(1 << 20));
                let started = self.start(interval);
                self.bus.stall_next_arm(0);
                started.map(drop)
            }
            Act::Restart { id, interval } => {
                self.stop(id)?;
                self.start_as(id, interval)
            }
            Act::Stop { id } => self.stop(id),
            Act::StopAll {} => {
                self.state.generator = None;
                self.state.replay = None;
                let ids: Vec<u32> = self.state.running.keys().copied().collect();
                ids.into_iter().try_for_each(|id| self.stop(id))
            }
            Act::Generate(plan) => {
                self.state.generator = Some(Generator::new(plan, self.clocks()));
                Ok(())
            }
            Act::EndGenerate {} => {
                self.state.generator = None;
                Ok(())
            }
            Act::Capture {} => {
                let capture = self.capture.clone().ok_or_else(|| {
                    LabError("no capture was given: carillon lab --capture FILE".to_owned())
                })?;
                let clocks_a_tick = self.config.prescale.into();
                self.state.replay = Some(Replay::new(capture, self.clocks(), clocks_a_tick));
                Ok(())
            }
            Act::Sleep {} => {
                self.state.asleep = true;
                self.say("the host sleeps: no interrupt reaches it");
                Ok(())
            }
            Act::Wake {} => {
                self.state.asleep = false;
                self.say("the host is awake");
                Ok(())
            }
            Act::Write { offset, value } => {
                self.bus.write(offset, value)?;
                self.say(&format!("{value:#010x} was written to {offset:#05x}"));
                Ok(())
            }
        }
    }

    fn say(&mut self, text: &str) {
        let tick = self.state.timers.last_known_now();
        let text = text.to_owned();
        self.state.journal.add(tick, Happened::Said { text });
    }

    /// Starts a timer; returns its number.
    fn start(&mut self, interval: u64) -> Result<u32, LabError> {
        let id = self.state.next_id;
        self.state.next_id = id.wrapping_add(1).max(1);
        self.start_as(id, interval).map(|()| id)
    }

    fn start_as(&mut self, id: u32, interval: u64) -> Result<(), LabError> {
        let started = match self.state.timers.start(interval, id) {
            Err(FacilityError::ChipWasReset) => {
                self.recover()?;
                self.state.timers.start(interval, id)
            }
            other => other,
        };
        let state = &mut self.state;
        let handle = started.inspect_err(|_| state.tally.refused += 1)?;
        let due = state.timers.expiry(handle).unwrap_or(0);
        state.running.insert(id, Running { handle, due });
        state.tally.intervals = state.tally.intervals.saturating_add(interval);
        let tick = state.timers.last_known_now();
        state.journal.add(tick, Happened::Started { id, interval });
        Ok(())
    }

    fn stop(&mut self, id: u32) -> Result<(), LabError> {
        let state = &mut self.state;
        let Some(running) = state.running.remove(&id) else {
            return Err(LabError(format!("timer {id} does not run")));
        };
        state.timers.stop(running.handle)?;
        let tick = state.timers.last_known_now();
        state.journal.add(tick, Happened::Stopped { id });
        Ok(())
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

    /// Starts a timer that nobody waits for; returns its number unless it is refused for want of room.
    fn start_or_say(&mut self, interval: u64) -> Result<Option<u32>, LabError> {
        match self.start(interval) {
            Ok(id) => Ok(Some(id)),
            Err(LabError(text)) => {
                self.say(&text);
                // A refusal without a transfer must not stop the clock.
                self.bus.chip_mut().clock(1);
                Ok(None)
            }
        }
    }

    fn generate_one(&mut self) -> Result<(), LabError> {
        let clock = self.clocks();
        let Some(generator) = &mut self.state.generator else {
            return Ok(());
        };
        let interval = generator.start(clock);
        let running = self.state.running.len();
        if generator.stops() && running > 0 {
            let chosen = generator.choose(running);
            let id = self.state.running.keys().nth(chosen).copied();
            id.map_or(Ok(()), |id| self.stop(id))?;
        }
        self.start_or_say(interval).map(drop)
    }

    fn replay_one(&mut self) -> Result<(), LabError> {
        let Some(replay) = &mut self.state.replay else {
            return Ok(());
        };
        match replay.take() {
            Due::Start { identity, interval } => {
                if let Some(id) = self.start_or_say(interval)?
                    && let Some(replay) = &mut self.state.replay
                {
                    replay.started(identity, id);
                }
                Ok(())
            }
            // It may have expired meanwhile.
            Due::Stop { id } if self.state.running.contains_key(&id) => self.stop(id),
            Due::Stop { .. } | Due::Nothing => Ok(()),
        }
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

/// To look at.
impl Machine {
    pub(super) fn counters(&self) -> Counters {
        Counters::new(
            &self.config,
            &self.state.timers.statistics(),
            &self.state.tally,
            self.state.timers.outstanding(),
        )
    }

    pub(super) fn lines(&self) -> Vec<super::journal::Line> {
        self.state.journal.lines()
    }

    pub(super) const fn is_asleep(&self) -> bool {
        self.state.asleep
    }

    pub(super) const fn epoch(&self) -> u64 {
        self.state.epoch
    }

    pub(super) const fn generator(&self) -> Option<&Generator> {
        self.state.generator.as_ref()
    }

    pub(super) fn replayed(&self) -> Option<[usize; 2]> {
        self.state.replay.as_ref().map(Replay::progress)
    }

    pub(super) const fn has_capture(&self) -> bool {
        self.capture.is_some()
    }

    /// Timers that run, by number.
    pub(super) const fn running(&self) -> &BTreeMap<u32, Running> {
        &self.state.running
    }

    /// Calls `look` for every timer that waits in a slot of the host's or is due, with its tick in the host's ticks and
    /// its slot as the chip counts it.
    pub(super) fn look(&self, look: &mut dyn FnMut(Waiting)) {
        let epoch = self.state.epoch;
        let timers = &self.state.timers;
        let turned = timers.looks_in_host_ticks();
        let slots: u64 = self
            .config
            .wheels
            .iter()
            .map(|slots| u64::from(*slots))
            .sum();
        timers.look(&mut |waiting| {
            look(if turned {
                let place = |slot| {
                    let turned = u64::from(slot) + slots - epoch % slots;
                    (turned % slots) as u32
                };
                Waiting {
                    slot: waiting.slot.map(place),
                    ..waiting
                }
            } else {
                Waiting {
                    due: waiting.due.wrapping_add(epoch),
                    ..waiting
                }
            });
        });
    }
}

/// To go back to.
impl Machine {
    pub(super) fn save(&self) -> Result<Moment, LabError> {
        Ok(Moment {
            chip: self.bus.chip_mut().save()?,
            state: self.state.clone(),
        })
    }

    pub(super) fn restore(&mut self, moment: &Moment) -> Result<(), LabError> {
        self.bus.chip_mut().restore(&moment.chip)?;
        self.state = moment.state.clone();
        Ok(())
    }

    /// Puts a new chip in the place of the present one, which is returned.
    pub(super) fn with_new_chip(&mut self) -> Result<Simulation, LabError> {
        let model = self.bus.chip().model();
        Ok(self.bus.replace(Simulation::with_waves(model)?))
    }

    /// Puts a chip back.
    pub(super) fn with_chip(&mut self, chip: Simulation) {
        self.bus.replace(chip);
    }

    /// Writes every signal from now on to a file.
    pub(super) fn trace_to(&mut self, path: &std::path::Path) -> Result<(), LabError> {
        let traced = self.bus.chip_mut().trace_to(path);
        traced.map_err(|error| LabError(error.to_string()))
    }

    /// Reads a register, and takes back all that the read has done: no clock passes.
    pub(super) fn peek(&mut self, saved: &Saved, offset: u32) -> Option<u32> {
        let word: Result<u32, BusError> = self.bus.read(offset);
        self.bus.chip_mut().restore(saved).ok()?;
        word.ok()
    }

    pub(super) fn save_chip(&self) -> Result<Saved, LabError> {
        Ok(self.bus.chip_mut().save()?)
    }
}
