//! Moments that a machine can go back to, and chips that it can go on with.

use carillon_driver::bus::RegisterBus;
use carillon_sim::{Saved, Simulation};

use super::{Machine, State};
use crate::lab::beside::TimerChip;
use crate::lab::{Config, LabError};

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
pub(in crate::lab) struct Moment {
    chip: Saved,
    state: State,
}

impl Moment {
    /// About how many bytes of memory it takes.
    pub(in crate::lab) fn size(&self, config: &Config) -> usize {
        let slots: usize = config.wheels.iter().map(|slots| *slots as usize).sum();
        self.chip.size() + config.timers as usize * 64 + slots * 9 + self.state.running.len() * 48
    }
}

impl Machine {
    pub(in crate::lab) fn save(&self) -> Result<Moment, LabError> {
        Ok(Moment {
            chip: self.bus.simulation()?.save()?,
            state: self.state.clone(),
        })
    }

    pub(in crate::lab) fn restore(&mut self, moment: &Moment) -> Result<(), LabError> {
        self.bus.simulation()?.restore(&moment.chip)?;
        self.state = moment.state.clone();
        self.beside = None;
        Ok(())
    }

    /// The timer chip beside it, so that it can be put back after the machine has gone through its past once more.
    pub(in crate::lab) const fn beside_mut(&mut self) -> &mut Option<TimerChip> {
        &mut self.beside
    }

    /// Puts a new chip in the place of the present one, which is returned.
    pub(in crate::lab) fn with_new_chip(&mut self) -> Result<Simulation, LabError> {
        let model = self.bus.simulation()?.model();
        self.bus.replace(Simulation::with_waves(model)?)
    }

    /// Puts a chip back.
    pub(in crate::lab) fn with_chip(&mut self, chip: Simulation) -> Result<(), LabError> {
        self.bus.replace(chip).map(drop)
    }

    /// Writes every signal from now on to a file.
    pub(in crate::lab) fn trace_to(&mut self, path: &std::path::Path) -> Result<(), LabError> {
        let traced = self.bus.simulation()?.trace_to(path);
        traced.map_err(|error| LabError(error.to_string()))
    }

    /// Reads a register, and takes back all that the read has done: no clock passes.
    pub(in crate::lab) fn peek(&mut self, saved: &Saved, offset: u32) -> Option<u32> {
        let word = self.bus.read(offset);
        self.bus.simulation().ok()?.restore(saved).ok()?;
        word.ok()
    }

    pub(in crate::lab) fn save_chip(&self) -> Result<Saved, LabError> {
        Ok(self.bus.simulation()?.save()?)
    }
}
