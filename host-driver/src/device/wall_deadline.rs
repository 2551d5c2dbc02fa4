//! A deadline by the time of day, which somebody may set.

extern crate std;

use core::time::Duration;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, read};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};

/// No time: as the deadline's it clears it.
const NONE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// The earliest time that is a deadline.
const EARLIEST: Duration = Duration::from_nanos(1);

/// What has come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WallEvent {
    /// The time of day has come to the deadline.
    Due,
    /// Somebody has set the clock, forwards or backwards, since the deadline before was set, or since
    /// [`new`](WallDeadline::new). The deadline is cleared, whether it was reached or not: compute it anew, and
    /// [`set`](WallDeadline::set) it.
    ClockWasSet,
}

/// A deadline by the time of day (Linux's `CLOCK_REALTIME`), such as nine o'clock tomorrow, with a file descriptor that
/// becomes readable when it is due, and also when somebody sets the clock: what was computed from the time of day
/// before may be wrong then. A leap second may count as that, and so may a suspend of the computer, after which the
/// time of day is right again. That the clock is slewed, as NTP does mostly, is no such event; nor is a change of the
/// time zone, of which the kernel knows nothing.
///
/// It has no ticks and drives no queue: an interval must not depend on the time of day. A program has one beside its
/// [facility](crate::facility::ClockFacility), and waits for both descriptors.
///
/// ```
/// use carillon_driver::device::{WallDeadline, WallEvent};
/// use std::time::{Duration, SystemTime};
///
/// let mut deadline = WallDeadline::new()?;
/// deadline.set(SystemTime::now() + Duration::from_millis(5))?;
/// loop {
///     match deadline.wait()? {
///         Some(WallEvent::ClockWasSet) => deadline.set(SystemTime::now() + Duration::from_millis(5))?,
///         Some(WallEvent::Due) => break,
///         None => unreachable!("a deadline is set"),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WallDeadline {
    alarm: OwnedFd,
    is_set: bool,
    /// The kernel has said that the clock was set when it was given the deadline; the descriptor is readable.
    clock_was_set: bool,
}

impl WallDeadline {
    /// No deadline yet.
    ///
    /// # Errors
    /// Those of the operating system: the program has too many files open.
    pub fn new() -> io::Result<Self> {
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        Ok(Self { alarm: timerfd_create(TimerfdClockId::Realtime, flags)?, is_set: false, clock_was_set: false })
    }

    /// The deadline is at `time`, in place of the one before; at once if that has gone by. Its resolution is a
    /// nanosecond. One system call.
    ///
    /// # Errors
    /// Those of the operating system. Of times that it cannot hold, some 10^11 years away, it says so.
    pub fn set(&mut self, time: SystemTime) -> io::Result<()> {
        let since_epoch = time.duration_since(UNIX_EPOCH).unwrap_or(EARLIEST);
        let at = Timespec::try_from(since_epoch.max(EARLIEST));
        let at = at.map_err(|_| io::ErrorKind::InvalidInput)?;
        self.clock_was_set = false;
        match self.give(at) {
            Err(Errno::CANCELED) => {
                // The descriptor becomes readable at once.
                let earliest = Timespec::try_from(EARLIEST).unwrap_or(NONE);
                match self.give(earliest) {
                    Ok(()) | Err(Errno::CANCELED) => self.clock_was_set = true,
                    Err(error) => return Err(error.into()),
                }
            }
            other => other?,
        }
        self.is_set = true;
        Ok(())
    }

    /// There is no deadline. One system call.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn clear(&mut self) -> io::Result<()> {
        (self.is_set, self.clock_was_set) = (false, false);
        Ok(self.give(NONE)?)
    }

    /// What has come about, once; `None` if nothing has, or no deadline is set. Does not wait. One system call, or two.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn take(&mut self) -> io::Result<Option<WallEvent>> {
        if !self.is_set {
            return Ok(None);
        }
        let event = match event(read(&self.alarm, &mut [0; 8]))? {
            Some(_) if self.clock_was_set => Some(WallEvent::ClockWasSet),
            event => event,
        };
        match event {
            Some(WallEvent::ClockWasSet) => self.clear()?,
            Some(WallEvent::Due) => self.is_set = false,
            None => {}
        }
        Ok(event)
    }

    /// Waits for what comes about; `None` at once if no deadline is set.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn wait(&mut self) -> io::Result<Option<WallEvent>> {
        while self.is_set {
            if let Some(event) = self.take()? {
                return Ok(Some(event));
            }
            match poll(&mut [PollFd::new(&self.alarm, PollFlags::IN)], None) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    fn give(&self, it_value: Timespec) -> Result<(), Errno> {
        let once = Itimerspec { it_interval: NONE, it_value };
        let flags = TimerfdTimerFlags::ABSTIME | TimerfdTimerFlags::CANCEL_ON_SET;
        timerfd_settime(&self.alarm, flags, &once).map(drop)
    }
}

/// Readable when something has come about: [`take`](WallDeadline::take) says what.
impl AsFd for WallDeadline {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.alarm.as_fd()
    }
}

/// What a read of the descriptor says.
fn event(read: Result<usize, Errno>) -> io::Result<Option<WallEvent>> {
    match read {
        Ok(_) => Ok(Some(WallEvent::Due)),
        Err(Errno::CANCELED) => Ok(Some(WallEvent::ClockWasSet)),
        Err(Errno::AGAIN | Errno::INTR) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test cannot set the clock: these are the kernel's answers where somebody does.
    #[test]
    fn event_a_read_that_was_cancelled_says_that_the_clock_was_set() {
        let said = |read| event(read).map_err(|error| error.raw_os_error());
        assert_eq!(said(Err(Errno::CANCELED)), Ok(Some(WallEvent::ClockWasSet)));
        assert_eq!(said(Ok(8)), Ok(Some(WallEvent::Due)));
        for nothing in [Errno::AGAIN, Errno::INTR] {
            assert_eq!(said(Err(nothing)), Ok(None));
        }
        assert_eq!(said(Err(Errno::BADF)), Err(Some(Errno::BADF.raw_os_error())));
    }

    #[test]
    fn wait_for_a_deadline_that_was_given_when_the_clock_had_been_set_says_so_once() -> io::Result<()> {
        let mut deadline = WallDeadline::new()?;
        // As `set` leaves it where the kernel says so.
        deadline.set(UNIX_EPOCH)?;
        deadline.clock_was_set = true;
        assert_eq!(deadline.wait()?, Some(WallEvent::ClockWasSet));
        assert_eq!(deadline.wait()?, None);
        Ok(())
    }
}
