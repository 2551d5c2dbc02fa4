//! One chip and one host on one clock.

mod acts;
mod look;
mod moment;
mod wrong;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use carillon_driver::bus::RegisterBus;
use carillon_driver::counter_chip::CounterChipError;
use carillon_driver::facility::FacilityError;
use carillon_driver::queue::{Expired, Handle};
use carillon_regmap::counter_chip::field::ctrl;
use carillon_regmap::counter_chip::offset;
use carillon_replay::{DriverEvent, DriverEvents, Schedule};

pub(crate) use moment::Moment;

use super::beside::TimerChip;
use super::bus::{Bus, WireError};
use super::capture::Replay;
use super::counters::Tally;
use super::generator::Generator;
use super::host::{Facilities, host};
use super::journal::{Happened, Journal};
use super::record::{Doing, Met};
use super::{Config, LabError, Parts};

/// The name of a board's model.
const BOARD: &str = "board";

/// Clocks between the last transfer of the interrupt routine and the next look at the interrupt line.
const RETURN_CLOCKS: u64 = 2;

/// A timer that runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    handle: Handle,
    /// The ticks of its start and its end.
    begun: u64,
    pub(super) due: u64,
}

impl Tally {
    /// A timer has run up to `tick`.
    fn end(&mut self, running: Running, tick: u64) {
        self.begun = self.begun.saturating_sub(running.begun.into());
        self.lived = self.lived.saturating_add(tick.saturating_sub(running.begun));
    }
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
    parts: Rc<dyn Parts>,
    bus: Bus,
    config: Config,
    capture: Option<Arc<Schedule>>,
    state: State,
    /// The timer chip beside it. It cannot be restored, so it is gone when the machine goes back.
    beside: Option<TimerChip>,
    /// Transfers of the initialisation.
    initial: u64,
    /// What the driver does, for a wave.
    events: DriverEvents,
}

impl Machine {
    /// Starts a simulated chip, or the board that `board` leads to.
    pub(super) fn new(
        parts: Rc<dyn Parts>,
        config: &Config,
        board: Option<Bus>,
        capture: Option<Arc<Schedule>>,
    ) -> Result<Self, LabError> {
        let mut config = config.clone();
        let bus = if let Some(board) = board {
            config.check_of_board()?;
            BOARD.clone_into(&mut config.model);
            board
        } else {
            let model = config.check(&*parts)?;
            Bus::new(parts.chip(&model)?)
        };
        let config = &config;
        let timers = host(config, bus.clone())?;
        let beside = config.beside.then(|| TimerChip::new(&*parts, config)).transpose()?;
        let statistics = timers.statistics();
        bus.take_transfers();
        Ok(Self {
            parts,
            initial: statistics.bus_reads + statistics.bus_writes,
            bus,
            beside,
            config: config.clone(),
            capture,
            events: DriverEvents::default(),
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

    /// The bus to its chip.
    pub(super) const fn bus(&self) -> &Bus {
        &self.bus
    }

    /// The record of what the driver does.
    pub(super) const fn events(&mut self) -> &mut DriverEvents {
        &mut self.events
    }

    /// The bus to its board, if it has one.
    pub(super) fn board(&self) -> Option<Bus> {
        self.bus.is_board().then(|| self.bus.clone())
    }

    /// The word of `PARAMS`.
    pub(super) fn parameters(&mut self) -> Result<u32, LabError> {
        if let Some(word) = self.bus.board_parameters() {
            return Ok(word);
        }
        let saved = self.save_chip()?;
        Ok(self.peek(&saved, offset::PARAMS).unwrap_or(0))
    }

    /// Reads a register of a board; `None` where the chip refuses.
    pub(super) fn read(&mut self, offset: u32) -> Result<Option<u32>, LabError> {
        match self.bus.peek(offset) {
            Ok(word) => Ok(Some(word)),
            Err(error) if error.is_of_the_register() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Clocks so far. Those of a board are reckoned from its now.
    pub(super) fn clocks(&self) -> u64 {
        let reckoned = || self.tick().saturating_mul(self.config.prescale.into());
        self.bus.clocks().unwrap_or_else(reckoned)
    }

    /// The tick that the chip is at.
    pub(super) fn now(&self) -> Result<u64, LabError> {
        self.bus.now()
    }

    /// The tick that the chip is at, counted on where a reset began it anew.
    pub(super) fn tick(&self) -> u64 {
        self.state.epoch.saturating_add(self.now().unwrap_or(0))
    }

    /// Gives it another capture to replay.
    pub(super) fn set_capture(&mut self, capture: Arc<Schedule>) {
        self.capture = Some(capture);
        self.state.replay = None;
    }

    /// Lets the time of a board go on or stand still. A simulated chip's stands still by itself.
    pub(super) fn let_time_pass(&mut self, passes: bool) -> Result<(), LabError> {
        if self.bus.is_board() {
            let word = ctrl::ENABLE.put(passes.into());
            match self.bus.write(offset::CTRL, word) {
                Err(error) if error.is_reset() => self.recover()?,
                other => other?,
            }
            self.say(if passes { "the board's clock runs" } else { "the board's clock stands still" });
        }
        Ok(())
    }

    /// Repairs what the cable has spoilt unnoticed.
    pub(super) fn audit(&mut self) -> Result<(), LabError> {
        match self.state.timers.audit() {
            Err(error) if was_reset(&error) => self.recover()?,
            other => other?,
        }
        self.say("the driver has audited the chip");
        self.service()
    }

    /// Runs up to `clock`; further if the host is in the middle of something then. A board is polled once.
    pub(super) fn run_to(&mut self, clock: u64) -> Result<(), LabError> {
        self.run(clock, false, |_| false)
    }

    /// Runs until the chip interrupts anew, at most up to `clock`.
    pub(super) fn run_to_interrupt(&mut self, clock: u64) -> Result<(), LabError> {
        self.run(clock, true, |_| false)
    }

    /// Runs until what the bus looks for was met, at most up to `clock`. Returns where.
    pub(super) fn run_to_met(&mut self, clock: u64) -> Result<Option<Met>, LabError> {
        self.run(clock, false, |machine| machine.bus.has_met())?;
        Ok(self.bus.take_met())
    }

    /// Runs up to `clock`, to the next interrupt, or until the host has done something after which it `ends`.
    fn run(&mut self, clock: u64, to_interrupt: bool, ends: impl Fn(&Self) -> bool) -> Result<(), LabError> {
        while self.clocks() < clock && !ends(self) {
            let now = self.clocks();
            let pending = self.bus.irq();
            if self.state.asleep {
                if to_interrupt && !pending {
                    self.bus.pass_until_irq(clock - now)?;
                    break;
                }
                self.bus.pass(clock - now)?;
                if self.bus.is_board() {
                    break;
                }
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
            self.bus.pass_until_irq(limit - now)?;
            if self.bus.is_board() || (to_interrupt && self.bus.irq()) {
                break;
            }
        }
        self.beside(TimerChip::run_to)
    }

    /// Does something to the timer chip beside it, if there is one, at the present tick.
    fn beside(&mut self, act: impl FnOnce(&mut TimerChip, u64) -> Result<(), LabError>) -> Result<(), LabError> {
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
        let before = self.bus.host_does(Doing::Serves);
        self.record(DriverEvent::ServiceBegins);
        let places = self.places();
        self.bus.take_events();
        self.state.timers.interrupt();
        self.state.tally.late_last = 0;
        loop {
            match self.state.timers.next_expired() {
                Ok(Some(expired)) => self.expired(expired)?,
                Ok(None) => break,
                Err(error) if was_reset(&error) => self.recover()?,
                Err(error) => return Err(error.into()),
            }
        }
        let visits = self.visits(&places);
        self.note(self.tick(), Happened::Served { visits });
        self.record(DriverEvent::ServiceEnds);
        let returned = self.bus.pass(RETURN_CLOCKS);
        self.bus.host_does(before);
        returned
    }

    fn expired(&mut self, expired: Expired<u32>) -> Result<(), LabError> {
        // The driver knows the event's tick, not how late it is itself.
        let now = self.tick();
        let state = &mut self.state;
        let id = expired.item;
        let running = state.running.remove(&id);
        if running.is_none_or(|it| it.due != expired.due) || expired.reported < expired.due {
            state.tally.wrong += 1;
        }
        if let Some(running) = running {
            state.tally.end(running, running.due);
        }
        let late = now.saturating_sub(expired.due);
        state.tally.late_most = state.tally.late_most.max(late);
        state.tally.late_last = state.tally.late_last.max(late);
        state.tally.late_sum = state.tally.late_sum.saturating_add(late);
        let due = expired.due;
        self.note(now, Happened::Expired { id, due });
        self.record(DriverEvent::Expiry(id));
        let again = self.state.generator.as_mut().filter(|it| it.plan().renew);
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

/// Whether an operation failed because the chip has lost its state.
fn was_reset(error: &FacilityError<CounterChipError<WireError>>) -> bool {
    match error {
        FacilityError::ChipWasReset | FacilityError::Device(CounterChipError::TimeRanBack { .. }) => true,
        FacilityError::Device(CounterChipError::Bus(error)) => error.is_reset(),
        _ => false,
    }
}
