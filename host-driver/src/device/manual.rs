//! The clock that a test moves.

use core::convert::Infallible;

use super::{AlarmClock, Clock, ManualClock, no_alarm};

/// The alarm rings nobody: the test moves the clock and calls
/// [`service`](crate::facility::TimerFacility::service). To wait moves the clock to the tick, so a program that waits
/// runs as fast as it can.
impl AlarmClock for ManualClock {
    no_alarm!();

    fn wait(&mut self, tick: u64) -> Result<(), Infallible> {
        self.advance(self.time_until(tick));
        Ok(())
    }
}
