//! Clocks with an alarm: the operating system's, a processor's own timer, any counter with a compare register, the
//! counter chip's, and one that a test moves.
//!
//! A [`ClockFacility`](crate::facility::ClockFacility) drives any queue by any of them. It is a
//! [`TimerFacility`](crate::facility::TimerFacility) like those of the chips' slots and timers, so a program changes
//! its device in one line.
//!
//! | device | clock | alarm |
//! |---|---|---|
//! | `SystemClock` (feature `os`) | the operating system's; on Linux it stands still in a suspend | the thread sleeps |
//! | `BootClock` (feature `os`, Linux) | the same, and goes on in a suspend | the thread sleeps |
//! | `TimerFd` (feature `os`, Linux) | either of these | a file descriptor becomes readable |
//! | [`MachineTimer`] | RISC-V's `mtime` | `mtimecmp` |
//! | [`CounterClock`] | any free-running counter of 1 to 64 bits | its compare register |
//! | [`ChipAlarm`](crate::counter_chip::ChipAlarm) | the counter chip's, also across its resets | its alarm |
//! | [`Prescaled`] | any of these clocks, with longer ticks | the clock's |
//! | [`ManualClock`] | what a test says | none: the test moves the clock |
//!
//! [`HostClock`] has no alarm: it is a host's clock beside a chip, so that a start needs no read of the chip's time.
//!
//! `WallDeadline` (feature `os`, Linux) is no clock of ticks: a deadline by the time of day, which notices that
//! somebody sets that.

#[cfg(all(feature = "os", target_os = "linux"))]
mod boot_clock;
mod counter;
mod host_clock;
mod manual;
#[cfg(feature = "os")]
mod os;
mod prescaled;
mod riscv;
#[cfg(all(feature = "os", target_os = "linux"))]
mod timer_fd;
#[cfg(all(feature = "os", target_os = "linux"))]
mod wall_deadline;

use core::fmt;

#[cfg(all(feature = "os", target_os = "linux"))]
pub use boot_clock::BootClock;
#[cfg(feature = "os")]
pub use carillon_queues::clock::SystemClock;
pub use carillon_queues::clock::{Clock, ManualClock};
pub use counter::{CounterClock, CounterHardware};
pub use host_clock::HostClock;
pub use prescaled::Prescaled;
pub use riscv::{MachineTimer, Register64};
#[cfg(all(feature = "os", target_os = "linux"))]
pub use timer_fd::{KernelClock, TimerFd};
#[cfg(all(feature = "os", target_os = "linux"))]
pub use wall_deadline::{WallDeadline, WallEvent};

/// A clock that rings when it comes to a tick. Ticks are the clock's: [`Clock::now`] rounds down, and
/// [`Clock::after`] rounds up.
///
/// What ringing is, the device says: an interrupt, a descriptor that becomes readable, the end of
/// [`wait`](Self::wait). Whoever is rung for calls [`service`](crate::facility::TimerFacility::service), which sets the
/// alarm again.
///
/// An alarm MUST NOT be missed: it MUST ring also if its tick has gone by when it is set. It may ring early, for
/// instance because the device cannot count so far ahead; that costs a service that finds nothing.
pub trait AlarmClock: Clock {
    /// Why the alarm could not be set: [`Infallible`](core::convert::Infallible) where nothing can fail.
    type Error: fmt::Debug + fmt::Display + Copy;

    /// Rings when `tick` has begun, at once if it has already. Replaces the alarm that was set, and takes back one that
    /// has rung.
    ///
    /// # Errors
    /// The device's own. The alarm is then as it was, or set to `tick`.
    fn set_alarm(&mut self, tick: u64) -> Result<(), Self::Error>;

    /// No alarm is needed: as [`set_alarm`](Self::set_alarm) to a tick that never comes.
    ///
    /// # Errors
    /// As [`set_alarm`](Self::set_alarm).
    fn clear_alarm(&mut self) -> Result<(), Self::Error>;

    /// Waits until `tick` has begun; may end earlier. A device that cannot sleep reads the clock again and again.
    ///
    /// # Errors
    /// The device's own.
    fn wait(&mut self, tick: u64) -> Result<(), Self::Error> {
        while self.now() < tick {
            core::hint::spin_loop();
        }
        Ok(())
    }
}

/// The functions of an [`AlarmClock`] whose alarm is the end of its `wait`: to set it costs nothing, and it wakes
/// nobody.
macro_rules! no_alarm {
    () => {
        type Error = Infallible;

        fn set_alarm(&mut self, _: u64) -> Result<(), Infallible> {
            Ok(())
        }

        fn clear_alarm(&mut self) -> Result<(), Infallible> {
            Ok(())
        }
    };
}
use no_alarm;

/// What a [`ClockFacility`](crate::facility::ClockFacility) drives: a clock with an alarm whose transfers may fail.
/// Every [`AlarmClock`] is one, and [`ChipAlarm`](crate::counter_chip::ChipAlarm). A user needs it only as a bound.
pub trait Device {
    /// Why the device failed: of a clock its alarm's error, of the counter chip
    /// [`CounterChipError`](crate::counter_chip::CounterChipError).
    type Error: fmt::Debug + fmt::Display + Copy;

    /// Now, in ticks, rounded down.
    ///
    /// # Errors
    /// The device's own; one that [`was_reset`](Self::was_reset) tells if the device was reset.
    fn read(&mut self) -> Result<u64, Self::Error>;

    /// As [`AlarmClock::set_alarm`]; no alarm if there is no tick.
    ///
    /// # Errors
    /// The device's own. The alarm is then as it was, or set to `tick`, or off.
    fn ring_at(&mut self, tick: Option<u64>) -> Result<(), Self::Error>;

    /// The device may have rung: does what it asks for besides.
    ///
    /// # Errors
    /// As [`read`](Self::read). May be repeated.
    fn attend(&mut self) -> Result<(), Self::Error>;

    /// Starts a device again that was reset; its time goes on from tick `now`, without an alarm.
    ///
    /// # Errors
    /// The device's own. May be repeated.
    fn recover(&mut self, now: u64) -> Result<(), Self::Error>;

    /// Whether `error` says that the device was reset: [`recover`](Self::recover) starts it again.
    fn was_reset(error: &Self::Error) -> bool;

    /// Registers read and written so far, if the device counts them.
    fn transfers(&self) -> Option<(u64, u64)>;
}

impl<C: AlarmClock> Device for C {
    type Error = C::Error;

    fn read(&mut self) -> Result<u64, C::Error> {
        Ok(self.now())
    }

    fn ring_at(&mut self, tick: Option<u64>) -> Result<(), C::Error> {
        match tick {
            Some(tick) => self.set_alarm(tick),
            None => self.clear_alarm(),
        }
    }

    fn attend(&mut self) -> Result<(), C::Error> {
        Ok(())
    }

    /// A clock is not reset.
    fn recover(&mut self, _: u64) -> Result<(), C::Error> {
        Ok(())
    }

    fn was_reset(_: &C::Error) -> bool {
        false
    }

    fn transfers(&self) -> Option<(u64, u64)> {
        None
    }
}
