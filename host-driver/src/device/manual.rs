//! The clock that a test moves.

use core::convert::Infallible;

use super::{AlarmClock, Clock, ManualClock};

/// The alarm rings nobody: the test moves the clock and calls
/// [`service`](crate::facility::TimerFacility::service). To wait moves the clock to the tick, so a program that waits
/// runs as fast as it can.
impl AlarmClock for ManualClock {
    type Error = Infallible;

    fn set_alarm(&mut self, _: u64) -> Result<(), Infallible> {
        Ok(())
    }

    fn clear_alarm(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn wait(&mut self, tick: u64) -> Result<(), Infallible> {
        self.advance(self.time_until(tick));
        Ok(())
    }
}
