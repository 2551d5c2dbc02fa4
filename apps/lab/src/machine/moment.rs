//! Moments that a machine can go back to, and chips that it can go on with.

use super::{Machine, State};
use crate::journal::Line;
use crate::record::Doing;
use crate::{Chip, Config, LabError, Saved};

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
pub(crate) struct Moment {
    chip: Saved,
    state: State,
}

impl Moment {
    /// About how many bytes of memory it takes.
    pub(crate) fn size(&self, config: &Config) -> usize {
        let slots: usize = config.wheels.iter().map(|slots| *slots as usize).sum();
        self.chip.size + config.timers as usize * 64 + slots * 9 + self.state.running.len() * 48
    }
}

impl Machine {
    pub(crate) fn save(&self) -> Result<Moment, LabError> {
        Ok(Moment { chip: self.bus.save()?, state: self.state.clone() })
    }

    pub(crate) fn restore(&mut self, moment: &Moment) -> Result<(), LabError> {
        self.bus.restore(&moment.chip)?;
        self.state = moment.state.clone();
        self.bus.take_transfers();
        self.bus.host_does(if self.state.asleep { Doing::Asleep } else { Doing::Idle });
        self.beside = None;
        Ok(())
    }

    /// Does something, also to the timer chip beside it, that is afterwards undone.
    pub(crate) fn and_back<R>(&mut self, act: impl FnOnce(&mut Self) -> Result<R, LabError>) -> Result<R, LabError> {
        let present = self.save()?;
        let beside = self.beside.take();
        let watch = self.bus.look_away();
        let done = act(self);
        self.restore(&present)?;
        self.bus.look_on(watch);
        self.beside = beside;
        done
    }

    /// Keeps all lines of what happens from now on.
    pub(crate) fn begin_lines(&mut self) {
        self.state.journal.record();
    }

    pub(crate) fn end_lines(&mut self) -> Vec<Line> {
        self.state.journal.recorded()
    }

    /// The tick from which a timer would count that were started now: tried, and taken back. That of a board is near.
    pub(crate) fn would_begin(&mut self) -> Result<u64, LabError> {
        if self.bus.is_board() {
            return Ok(self.tick());
        }
        self.and_back(|machine| {
            let id = machine.start(1)?;
            Ok(machine.running()[&id].begun)
        })
    }

    /// Puts a new chip in the place of the present one, which is returned.
    pub(crate) fn with_new_chip(&mut self) -> Result<Box<dyn Chip>, LabError> {
        let model = self.config.check(&*self.parts)?;
        Ok(self.bus.replace(self.parts.chip(&model)?))
    }

    /// Reads a register, and takes back all that the read has done: no clock passes.
    pub(crate) fn peek(&mut self, saved: &Saved, offset: u32) -> Option<u32> {
        let word = self.bus.peek(offset);
        self.bus.restore(saved).ok()?;
        word.ok()
    }

    pub(crate) fn save_chip(&self) -> Result<Saved, LabError> {
        self.bus.save()
    }
}
