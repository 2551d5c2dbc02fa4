//! Letting the clock run for a while.

use std::time::Duration;

use super::Lab;
use crate::frame::frame;
use crate::scene::Play;
use crate::{Goal, LabError};

/// From one moment that is kept to the next, by the clock on the wall.
const MARK_EVERY: Duration = Duration::from_millis(500);

/// For how long, by the same clock, frames have what was asked to be saved while the chip's clock runs.
const KEPT_SAVED: Duration = Duration::from_secs(1);

/// The clock runs for about so long at a time.
const SLICE: Duration = Duration::from_millis(2);

impl Lab {
    /// Runs about this many clocks, not beyond the end of a scene's step or the goal.
    pub(super) fn run_clocks(&mut self, clocks: u64) -> Result<(), LabError> {
        let ends = [self.play.as_ref().and_then(Play::until), self.goal_tick()];
        let mut clocks = clocks;
        if let Some(until) = ends.into_iter().flatten().min() {
            // Ticks do not begin at multiples of their length: up to the last but one, then clock by clock.
            let ticks = until.saturating_sub(self.machine.now()?);
            let safe = ticks.saturating_sub(1) * u64::from(self.machine.config().prescale);
            clocks = clocks.min(safe.max(1));
        }
        let last = self.machine.clocks().saturating_add(clocks);
        match self.goal {
            Some(Goal::Event) => {
                self.machine.run_to_interrupt(last)?;
                if !self.machine.bus().irq()
                    && let Err(LabError(text)) = self.expect_event()
                {
                    self.end_at_goal();
                    self.tell(&text);
                }
            }
            Some(Goal::Wrong(late)) => {
                if let Some(what) = self.machine.run_to_wrong(last, late)? {
                    self.end_at_goal();
                    self.tell(what);
                }
            }
            Some(Goal::Access(_) | Goal::Error | Goal::FullFifo) => {
                if let Some(met) = self.machine.run_to_met(last)? {
                    self.end_at_goal();
                    self.reached = Some(met);
                }
            }
            _ => self.machine.run_to(last)?,
        }
        self.look_for_goal();
        self.look_for_end()
    }

    /// Ends the step of a scene if its last tick has come. The clock then stands, unless the next step is to follow.
    pub(super) fn look_for_end(&mut self) -> Result<(), LabError> {
        let until = self.play.as_ref().and_then(Play::until);
        if until.is_none_or(|until| self.machine.now().is_ok_and(|now| now < until)) {
            return Ok(());
        }
        let fields = frame(&self.machine, None)?.fields;
        if let Some(play) = &mut self.play {
            play.end(&fields);
            self.running &= play.goes_on();
        }
        Ok(())
    }

    /// Lets the clock run for the time that has `elapsed` since the last call, but takes no longer than `most`.
    pub fn advance(&mut self, elapsed: Duration, most: Duration) {
        if let Err(error) = self.watch_board(most) {
            self.stop_at(&error);
        }
        if !self.running {
            self.measured = 0.0;
            return;
        }
        if self.play.as_ref().is_some_and(Play::is_over) {
            self.measured = 0.0;
            let goes_on = self.play.as_mut().is_some_and(|play| play.rest(elapsed));
            if goes_on && let Err(error) = self.next() {
                self.stop_at(&error);
            }
            return;
        }
        let before = self.machine.clocks();
        if let Err(error) = self.run_for(elapsed, most) {
            self.stop_at(&error);
        }
        let ran = self.machine.clocks() - before;
        let rate = ran as f64 / elapsed.as_secs_f64().max(1e-4);
        self.measured += (rate - self.measured) * elapsed.as_secs_f64().min(0.5) * 2.0;
        self.ran += elapsed;
        // By then a page has it.
        self.saved.take_if(|(at, _)| self.ran.saturating_sub(*at) >= KEPT_SAVED);
        if let Some(history) = &mut self.history
            && self.ran.saturating_sub(history.last_mark()) >= MARK_EVERY
            && let Err(error) = history.mark(&self.machine, self.ran)
        {
            self.stop_at(&error);
        }
    }

    fn run_for(&mut self, elapsed: Duration, most: Duration) -> Result<(), LabError> {
        self.owed += elapsed.as_secs_f64() * self.speed;
        let begun = self.parts.time();
        loop {
            let wanted = if self.speed > 0.0 { self.slice.min(self.owed as u64) } else { self.slice };
            if wanted == 0 {
                return Ok(());
            }
            let clock = self.machine.clocks();
            let started = self.parts.time();
            self.run_clocks(wanted)?;
            self.owed -= (self.machine.clocks() - clock) as f64;
            // As many clocks as fit into a slice of time.
            if self.parts.time() - started > SLICE {
                self.slice = (self.slice / 2).max(100);
            } else if wanted == self.slice {
                self.slice = (self.slice * 2).min(1 << 22);
            }
            if !self.running || self.play.as_ref().is_some_and(Play::is_over) {
                self.owed = 0.0;
                return Ok(());
            }
            if self.parts.time() - begun >= most {
                // What could not be done in time is not made up for.
                self.owed = self.owed.min(0.0);
                return Ok(());
            }
        }
    }
}
