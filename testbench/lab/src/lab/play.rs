//! A scene under way: its steps begin, follow each other, and are gone back to.

use super::Lab;
use crate::LabError;

impl Lab {
    /// The present step of the scene begins.
    pub(super) fn begin_step(&mut self) -> Result<(), LabError> {
        let Some(mut play) = self.play.take() else {
            return Ok(());
        };
        if let Some(config) = &play.step().config {
            self.configure(config)?;
        }
        let clock = self.machine.clocks();
        let acts = &play.step().acts;
        acts.iter().try_for_each(|act| self.act(act.clone()))?;
        let now = self.machine.now()?;
        self.speed = play.begin(now, self.machine.config().prescale);
        self.owed = 0.0;
        self.running = true;
        self.begun.push((clock, self.speed, play.clone()));
        self.play = Some(play);
        Ok(())
    }

    /// Lets the clock run. At the end of a scene's step that is the next one, and after the last one the scene is over.
    pub(super) fn run_or_go_on(&mut self) -> Result<(), LabError> {
        match &self.play {
            Some(play) if play.is_over() && play.has_next() => return self.next(),
            Some(play) if play.is_over() => self.play = None,
            _ => {}
        }
        self.let_run()
    }

    /// Goes on to the scene's next step, which begins where this one ends.
    pub(super) fn next(&mut self) -> Result<(), LabError> {
        let ticks = self.play.as_ref().map_or(0, |play| play.step().ticks);
        let clocks = 2 * (ticks + 1).saturating_mul(self.machine.config().prescale.into());
        let last = self.machine.clocks().saturating_add(clocks);
        while self.play.as_ref().is_some_and(|play| !play.is_over()) {
            if self.machine.clocks() > last {
                return Err(LabError(
                    "the step does not end: does now stand still (CTRL.enable)?".to_owned(),
                ));
            }
            self.run_clocks(clocks)?;
        }
        if let Some(play) = self.play.as_mut().filter(|play| play.has_next()) {
            play.go_on();
            self.begin_step()?;
        }
        Ok(())
    }

    /// The chip has gone back: the scene goes to the step that it was in then.
    pub(super) fn go_back_in_scene(&mut self) -> Result<(), LabError> {
        let clock = self.machine.clocks();
        // At the clock of its beginning a step has done nothing yet: then the one before has just ended.
        let within = self.begun.iter().take_while(|(begun, ..)| *begun < clock);
        let count = within.count();
        let Some((_, speed, play)) = self.begun.get(count.saturating_sub(1)).cloned() else {
            return Ok(());
        };
        self.begun.truncate(count);
        self.play = Some(play);
        if count == 0 {
            self.begin_step()?;
            self.running = false;
            return Ok(());
        }
        self.speed = speed;
        self.look_for_end()
    }
}
