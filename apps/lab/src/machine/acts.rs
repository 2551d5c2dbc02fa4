//! What is done to chip and host: by a client, by the generator, by a replay.

use carillon_driver::bus::RegisterBus;
use carillon_replay::DriverEvent;

use super::{Machine, Running, was_reset};
use crate::capture::{Due, Replay};
use crate::command::MOST_STALL;
use crate::generator::Generator;
use crate::journal::Happened;
use crate::record::Doing;
use crate::{Act, LabError};

impl Machine {
    /// Does what is asked for. Time may pass. An error says why it was refused; the machine goes on.
    pub(crate) fn apply(&mut self, act: &Act) -> Result<(), LabError> {
        let done = self.apply_or_refuse(act);
        // What a refusal has transferred belongs to no line.
        self.bus.take_transfers();
        done
    }

    fn apply_or_refuse(&mut self, act: &Act) -> Result<(), LabError> {
        match *act {
            Act::Start { interval, stall } => {
                if stall > 0 {
                    self.expect("stall")?;
                }
                self.bus.stall_next_arm(stall.min(MOST_STALL));
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
            Act::Capture { tick } => {
                let capture = self.capture.clone().ok_or_else(|| LabError("choose a capture first".to_owned()))?;
                let ticks = (self.config.prescale.into(), tick.get());
                self.state.replay = Some(Replay::new(capture, self.clocks(), ticks));
                Ok(())
            }
            Act::Sleep {} => {
                self.state.asleep = true;
                self.bus.host_does(Doing::Asleep);
                self.beside(|chip, now| chip.sleep(now, true))?;
                self.say("the host sleeps: no interrupt reaches it");
                Ok(())
            }
            Act::Wake {} => {
                self.state.asleep = false;
                self.bus.host_does(Doing::Idle);
                self.beside(|chip, now| chip.sleep(now, false))?;
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

    /// Whether the chip can do what needs this.
    ///
    /// # Errors
    /// [`LabError`]: why it cannot.
    pub(crate) fn expect(&self, what: &str) -> Result<(), LabError> {
        let cannot = self.bus.board_cannot().unwrap_or(self.parts.cannot());
        match cannot.iter().find(|(name, _)| *name == what) {
            Some((_, reason)) => Err(LabError((*reason).to_owned())),
            None => Ok(()),
        }
    }

    pub(super) fn say(&mut self, text: &str) {
        let text = text.to_owned();
        self.note(self.tick(), Happened::Said { text });
    }

    /// Adds a line to what happened, with what was transferred for it.
    pub(super) fn note(&mut self, tick: u64, happened: Happened) {
        let place = (tick, self.clocks());
        let transferred = self.bus.take_transfers();
        self.state.journal.add(place, happened, transferred);
    }

    /// Takes note of what the driver does, for a wave.
    pub(super) fn record(&mut self, event: DriverEvent) {
        let clock = self.clocks();
        self.events.note(clock, event);
    }

    /// Starts a timer; returns its number.
    pub(super) fn start(&mut self, interval: u64) -> Result<u32, LabError> {
        let id = self.state.next_id;
        self.state.next_id = id.wrapping_add(1).max(1);
        self.start_as(id, interval).map(|()| id)
    }

    pub(super) fn start_as(&mut self, id: u32, interval: u64) -> Result<(), LabError> {
        let before = self.bus.host_does(Doing::Starts(id));
        let started = match self.state.timers.start(interval, id) {
            Err(refused) if was_reset(&refused.error) => self.recover().map(|()| self.state.timers.start(interval, id)),
            other => Ok(other),
        };
        self.bus.host_does(before);
        let started = started?;
        let state = &mut self.state;
        let handle = started.inspect_err(|_| state.tally.refused += 1).map_err(|refused| refused.error)?;
        let due = state.timers.expiry(handle).unwrap_or(0);
        // The tick that the interval is counted from; now may have gone on since the driver read it.
        let begun = due.saturating_sub(interval);
        let running = Running { handle, begun, due };
        state.running.insert(id, running);
        state.tally.intervals = state.tally.intervals.saturating_add(interval);
        state.tally.begun += u128::from(begun);
        self.note(begun, Happened::Started { id, interval });
        self.record(DriverEvent::Start(id));
        self.beside(|chip, now| chip.start(now, id, interval))
    }

    pub(super) fn stop(&mut self, id: u32) -> Result<(), LabError> {
        let tick = self.tick();
        let state = &mut self.state;
        let Some(running) = state.running.remove(&id) else {
            return Err(LabError(format!("timer {id} does not run")));
        };
        state.tally.end(running, tick);
        let before = self.bus.host_does(Doing::Stops(id));
        let stopped = state.timers.stop(running.handle);
        self.bus.host_does(before);
        stopped?;
        self.note(tick, Happened::Stopped { id });
        self.record(DriverEvent::Stop(id));
        self.beside(|chip, now| chip.stop(now, id))
    }

    /// Starts a timer that nobody waits for; returns its number unless it is refused for want of room.
    pub(super) fn start_or_say(&mut self, interval: u64) -> Result<Option<u32>, LabError> {
        match self.start(interval) {
            Ok(id) => Ok(Some(id)),
            Err(LabError(text)) => {
                self.say(&text);
                // A refusal without a transfer must not stop the clock.
                self.bus.pass(1)?;
                Ok(None)
            }
        }
    }

    pub(super) fn generate_one(&mut self) -> Result<(), LabError> {
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

    pub(super) fn replay_one(&mut self) -> Result<(), LabError> {
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
}
