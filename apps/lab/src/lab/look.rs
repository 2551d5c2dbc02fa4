//! Watching a board: its registers are read one after the other, as fast as the cable lets them.

use std::time::Duration;

use super::Lab;
use crate::LabError;
use crate::registers::Shown;

/// From one audit of a board to the next: the longest time for which a write that was spoilt makes a timer late.
const AUDIT_EVERY: Duration = Duration::from_secs(30);

/// What is known of a board's registers.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// What was last read of each.
    words: Vec<Option<u32>>,
    /// The next one to read.
    next: usize,
    /// The cable has failed: the board is left alone until the user lets it run again.
    lost: bool,
    /// For how long the laboratory had run at the last audit.
    audited: Duration,
}

impl Watch {
    pub(super) fn of(registers: &[Shown]) -> Self {
        Self { words: vec![None; registers.len()], ..Self::default() }
    }

    pub(super) const fn lose(&mut self) {
        self.lost = true;
    }

    pub(super) fn words(&self) -> &[Option<u32>] {
        &self.words
    }
}

impl Lab {
    /// Whether there may be something new to show, although nobody has asked for it.
    pub fn is_live(&self) -> bool {
        self.running || (self.is_board() && !self.watch.lost)
    }

    /// Lets the clock run. After a failure of the cable this tries again.
    pub(super) fn let_run(&mut self) -> Result<(), LabError> {
        self.machine.let_time_pass(true)?;
        if self.watch.lost {
            self.machine.audit()?;
        }
        self.watch.lost = false;
        self.clock_runs();
        self.running = true;
        Ok(())
    }

    /// Reads what the page shows of a board, as many registers as there is time for, at least one.
    pub(super) fn watch_board(&mut self, most: Duration) -> Result<(), LabError> {
        if !self.is_board() || self.watch.lost {
            return Ok(());
        }
        let begun = self.parts.time();
        if self.running && self.ran.saturating_sub(self.watch.audited) >= AUDIT_EVERY {
            self.watch.audited = self.ran;
            self.machine.audit()?;
        }
        self.machine.bus().look()?;
        for _ in 0..self.registers.len() {
            let place = self.watch.next % self.registers.len();
            self.watch.words[place] = self.machine.read(self.registers[place].offset)?;
            self.watch.next = place + 1;
            if self.parts.time() - begun >= most {
                break;
            }
        }
        Ok(())
    }
}
