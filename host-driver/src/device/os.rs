//! The operating system's clock, for which a thread sleeps.

extern crate std;

use core::convert::Infallible;

use super::{AlarmClock, Clock, SystemClock, no_alarm};

/// The alarm is the end of [`wait`](AlarmClock::wait), which parks the thread: to set it costs nothing, and it wakes
/// nobody else. Another thread ends the wait early with [`Thread::unpark`](std::thread::Thread::unpark).
///
/// ```
/// use carillon_driver::device::SystemClock;
/// use carillon_driver::facility::{ClockFacility, TimerFacility};
/// use carillon_driver::queue::FixedTimerWheel;
/// use std::time::Duration;
///
/// let clock = SystemClock::with_resolution(Duration::from_millis(1));
/// let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 32>::new())?;
/// timers.start_after(Duration::from_millis(20), "try again")?;
/// timers.start_after(Duration::from_millis(5), "first")?;
/// let mut seen = Vec::new();
/// while timers.outstanding() > 0 {
///     timers.wait()?;
///     timers.service(|_, expired| seen.push(expired.item))?;
/// }
/// assert_eq!(seen, ["first", "try again"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl AlarmClock for SystemClock {
    no_alarm!();

    fn wait(&mut self, tick: u64) -> Result<(), Infallible> {
        let left = self.time_until(tick);
        if !left.is_zero() {
            std::thread::park_timeout(left);
        }
        Ok(())
    }
}
