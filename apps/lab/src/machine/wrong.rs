//! Running until something is wrong.

use super::Machine;
use crate::LabError;

impl Machine {
    /// Runs until a timer is handed out for another tick than was asked for, is refused, is armed too late, or is
    /// handed out `late` ticks late or more; at most up to `clock`. Returns what it was.
    pub(crate) fn run_to_wrong(&mut self, clock: u64, late: u64) -> Result<Option<&'static str>, LabError> {
        let before = self.faults();
        self.state.tally.late_last = 0;
        self.run(clock, false, |machine| machine.fault(before, late).is_some())?;
        Ok(self.fault(before, late))
    }

    /// Timers handed out wrong, refused, armed too late.
    fn faults(&self) -> [u64; 3] {
        let state = &self.state;
        let late_events = state.timers.statistics().late_events;
        [state.tally.wrong, state.tally.refused, late_events]
    }

    fn fault(&self, before: [u64; 3], late: u64) -> Option<&'static str> {
        let now = self.faults();
        let said = [
            "a timer was handed out for another tick than was asked for",
            "a timer was refused",
            "a timer was armed too late",
        ];
        let more = (0..3).find(|at| now[*at] > before[*at]);
        let is_late = || (self.state.tally.late_last >= late).then_some("a timer was handed out late");
        more.map(|at| said[at]).or_else(is_late)
    }
}
