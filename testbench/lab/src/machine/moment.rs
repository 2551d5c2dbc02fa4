//! Moments that a machine can go back to, and chips that it can go on with.

use carillon_driver::bus::RegisterBus;

use super::{Machine, State};
use crate::beside::TimerChip;
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
        Ok(Moment {
            chip: self.bus.save()?,
            state: self.state.clone(),
        })
    }

    pub(crate) fn restore(&mut self, moment: &Moment) -> Result<(), LabError> {
        self.bus.restore(&moment.chip)?;
        self.state = moment.state.clone();
        self.beside = None;
        Ok(())
    }

    /// The timer chip beside it, so that it can be put back after the machine has gone through its past once more.
    pub(crate) const fn beside_mut(&mut self) -> &mut Option<TimerChip> {
        &mut self.beside
    }

    /// The tick from which a timer would count that were started now: tried, and taken back. That of a board is near.
    pub(crate) fn would_begin(&mut self) -> Result<u64, LabError> {
        if self.bus.is_board() {
            return Ok(self.tick());
        }
        let moment = self.save()?;
        let beside = self.beside.take();
        let started = self.start(1);
        let begun = started.map(|id| self.running()[&id].begun);
        self.restore(&moment)?;
        self.beside = beside;
        begun
    }

    /// Puts a new chip in the place of the present one, which is returned.
    pub(crate) fn with_new_chip(&mut self) -> Result<Box<dyn Chip>, LabError> {
        let model = self.config.check(&*self.parts)?;
        Ok(self.bus.replace(self.parts.chip(&model)?))
    }

    /// Reads a register, and takes back all that the read has done: no clock passes.
    pub(crate) fn peek(&mut self, saved: &Saved, offset: u32) -> Option<u32> {
        let word = self.bus.read(offset);
        self.bus.restore(saved).ok()?;
        word.ok()
    }

    pub(crate) fn save_chip(&self) -> Result<Saved, LabError> {
        self.bus.save()
    }
}
