//! The operating system's clock with Linux's `timerfd`, for programs that wait for other things besides.

extern crate std;

use core::convert::Infallible;
use core::time::Duration;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};

use super::{AlarmClock, BootClock, Clock, SystemClock};
use crate::rate::{Span, TickRate};

/// The furthest ahead that the alarm is set, 68 years: every kernel takes it.
const FURTHEST: Duration = Duration::from_secs(1 << 31);

/// No time: as the alarm's it clears it.
const NONE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// A clock of the operating system whose alarm makes a file descriptor readable: it joins the sockets of `poll`,
/// `epoll` or an executor. The clock is [`SystemClock`], which stands still while the computer is suspended, or
/// [`BootClock`], which goes on; the descriptor counts on the same one.
///
/// It stays readable until the next [`service`](crate::facility::TimerFacility::service) sets the alarm again; nothing
/// is to be read from it. To set the alarm is one system call.
///
/// ```
/// use carillon_driver::device::TimerFd;
/// use carillon_driver::facility::{ClockFacility, TimerFacility};
/// use carillon_driver::queue::FixedTimerWheel;
/// use rustix::event::{PollFd, PollFlags, poll};
/// use std::time::Duration;
///
/// let clock = TimerFd::with_resolution(Duration::from_millis(1))?;
/// let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 32>::new())?;
/// timers.start_after(Duration::from_millis(5), "try again")?;
/// // A socket would be another one.
/// let ready = poll(&mut [PollFd::new(timers.clock(), PollFlags::IN)], None)?;
/// assert_eq!(ready, 1);
/// assert_eq!(timers.service(|_, expired| assert_eq!(expired.item, "try again"))?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TimerFd<C = SystemClock> {
    clock: C,
    alarm: OwnedFd,
}

/// A clock that `timerfd` can count on: [`SystemClock`] or [`BootClock`]. No other can be one.
pub trait KernelClock: AlarmClock<Error = Infallible> + Copy + Sealed {}

impl KernelClock for SystemClock {}
impl KernelClock for BootClock {}

mod sealed {
    use super::TimerfdClockId;

    pub trait Sealed {
        /// The kernel's number of the clock.
        const ID: TimerfdClockId;
    }
}

use sealed::Sealed;

impl Sealed for SystemClock {
    const ID: TimerfdClockId = TimerfdClockId::Monotonic;
}

impl Sealed for BootClock {
    const ID: TimerfdClockId = TimerfdClockId::Boottime;
}

impl TimerFd {
    /// A [`SystemClock`] at tick 0, with ticks of this length: 1 ns to 4.29 s, as [`SystemClock::with_resolution`].
    ///
    /// # Errors
    /// Those of the operating system: the program has too many files open.
    pub fn with_resolution(tick: Duration) -> io::Result<Self> {
        Self::on(SystemClock::with_resolution(tick))
    }
}

impl<C: KernelClock> TimerFd<C> {
    /// An alarm on a clock that others may use, too: for a [`BootClock`], or to share a [`SystemClock`].
    ///
    /// # Errors
    /// Those of the operating system: the program has too many files open.
    pub fn on(clock: C) -> io::Result<Self> {
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        Ok(Self { clock, alarm: timerfd_create(C::ID, flags)? })
    }
}

impl<C> TimerFd<C> {
    fn set(&self, it_value: Timespec) -> Result<(), io::ErrorKind> {
        let once = Itimerspec { it_interval: NONE, it_value };
        match timerfd_settime(&self.alarm, TimerfdTimerFlags::empty(), &once) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.kind()),
        }
    }
}

impl<C: Clock> Clock for TimerFd<C> {
    fn rate(&self) -> TickRate {
        self.clock.rate()
    }

    fn now(&self) -> u64 {
        self.clock.now()
    }

    /// As the clock's.
    fn after(&self, span: impl Span) -> Option<u64> {
        self.clock.after(span)
    }

    /// As the clock's: exact, to a nanosecond.
    fn time_until(&self, tick: u64) -> Duration {
        self.clock.time_until(tick)
    }
}

/// Threads that share it may each set the alarm: the last one holds.
impl<C: KernelClock> AlarmClock for &TimerFd<C> {
    type Error = io::ErrorKind;

    /// The kernel counts from the call on the same clock, so the alarm is not early.
    fn set_alarm(&mut self, tick: u64) -> Result<(), io::ErrorKind> {
        // A tick that has gone by rings after a nanosecond: 0 would clear the alarm.
        let left = self.time_until(tick);
        let left = left.clamp(Duration::from_nanos(1), FURTHEST);
        self.set(Timespec::try_from(left).map_err(|_| io::ErrorKind::InvalidInput)?)
    }

    fn clear_alarm(&mut self) -> Result<(), io::ErrorKind> {
        self.set(NONE)
    }

    /// The thread sleeps as on the clock itself.
    fn wait(&mut self, tick: u64) -> Result<(), io::ErrorKind> {
        let mut clock = self.clock;
        let Ok(()) = clock.wait(tick);
        Ok(())
    }
}

impl<C: KernelClock> AlarmClock for TimerFd<C> {
    type Error = io::ErrorKind;

    fn set_alarm(&mut self, tick: u64) -> Result<(), io::ErrorKind> {
        (&*self).set_alarm(tick)
    }

    fn clear_alarm(&mut self) -> Result<(), io::ErrorKind> {
        (&*self).clear_alarm()
    }

    fn wait(&mut self, tick: u64) -> Result<(), io::ErrorKind> {
        (&*self).wait(tick)
    }
}

/// Readable when the alarm has rung.
impl<C> AsFd for TimerFd<C> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.alarm.as_fd()
    }
}
