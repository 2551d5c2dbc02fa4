//! The clock and the timer queue of embassy, on the chip.
//!
//! A task that sleeps is a timer whose item is its waker. Embassy asks again for the same task whenever it polls, so a task has one
//! timer at most, for the earliest tick that was asked for. Where there is no room or the bus fails, the task is woken at once and asks
//! again: a wake may come early, as embassy allows, and is never lost.
//!
//! ```ignore
//! embassy_time_driver::time_driver_impl!(static DRIVER: TimeDriver<Timers, 16> = TimeDriver::new());
//! DRIVER.start(facility);         // before the first task sleeps
//! DRIVER.on_interrupt();          // in the chip's interrupt routine
//! ```
//!
//! Embassy's features `tick-hz-...` must name the chip's rate: clock by `PRESCALE`.

use core::cell::RefCell;
use core::task::Waker;

use critical_section::Mutex;
use embassy_time_driver::Driver;

use crate::facility::TimerFacility;
use crate::queue::Handle;

/// A time driver for up to `TASKS` sleeping tasks, by the facility `F`. All of it is behind a critical section.
pub struct TimeDriver<F, const TASKS: usize> {
    inner: Mutex<RefCell<Option<Inner<F, TASKS>>>>,
}

struct Inner<F, const TASKS: usize> {
    facility: F,
    sleepers: [Option<Handle>; TASKS],
}

impl<F, const TASKS: usize> core::fmt::Debug for TimeDriver<F, TASKS> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("TimeDriver")
    }
}

impl<F, const TASKS: usize> Default for TimeDriver<F, TASKS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F, const TASKS: usize> TimeDriver<F, TASKS> {
    /// A driver without a facility: its clock stands at 0, and nobody can sleep.
    pub const fn new() -> Self {
        Self {
            inner: Mutex::new(RefCell::new(None)),
        }
    }
}

impl<F: TimerFacility<Item = Waker>, const TASKS: usize> TimeDriver<F, TASKS> {
    /// Goes by `facility` from now on; a facility that was there before is given back.
    pub fn start(&self, facility: F) -> Option<F> {
        let new = Inner {
            facility,
            sleepers: [None; TASKS],
        };
        critical_section::with(|section| {
            let mut inner = self.inner.borrow(section).try_borrow_mut().ok()?;
            inner.replace(new).map(|before| before.facility)
        })
    }

    /// The chip's interrupt: wakes every task whose time has come. A facility whose chip was reset is recovered. What fails is done again at
    /// the next interrupt, or when a task next goes to sleep.
    pub fn on_interrupt(&self) {
        self.with(|inner| {
            inner.facility.interrupt();
            inner.serve();
        });
    }

    /// Does something with the facility, if there is one.
    pub fn with_facility<R>(&self, work: impl FnOnce(&mut F) -> R) -> Option<R> {
        self.with(|inner| work(&mut inner.facility))
    }

    fn with<R>(&self, work: impl FnOnce(&mut Inner<F, TASKS>) -> R) -> Option<R> {
        critical_section::with(|section| {
            let mut inner = self.inner.borrow(section).try_borrow_mut().ok()?;
            inner.as_mut().map(work)
        })
    }
}

impl<F: TimerFacility<Item = Waker>, const TASKS: usize> Inner<F, TASKS> {
    fn serve(&mut self) {
        loop {
            match self.facility.next_expired() {
                Ok(Some(expired)) => expired.item.wake(),
                Ok(None) => return,
                Err(crate::facility::FacilityError::ChipWasReset)
                    if self.facility.recover().is_ok() => {}
                Err(_) => return,
            }
        }
    }

    /// Whether the task will be woken at `at` or before.
    fn schedule(&mut self, at: u64, waker: &Waker) -> bool {
        let Self { facility, sleepers } = self;
        let mut free = None;
        for sleeper in sleepers {
            match sleeper.and_then(|handle| Some((handle, facility.item(handle)?))) {
                None => *sleeper = None,
                Some((handle, item)) if item.will_wake(waker) => {
                    if facility.expiry(handle).is_some_and(|expiry| expiry <= at) {
                        return true;
                    }
                    if facility.stop(handle).is_err() {
                        return false;
                    }
                    *sleeper = None;
                    free = Some(sleeper);
                    break;
                }
                Some(_) => continue,
            }
            free = Some(sleeper);
        }
        match (free, facility.start_at(at, waker.clone())) {
            (Some(place), Ok(handle)) => {
                *place = Some(handle);
                true
            }
            (None, Ok(handle)) => {
                drop(facility.stop(handle));
                false
            }
            (_, Err(_)) => false,
        }
    }
}

impl<F, const TASKS: usize> Driver for TimeDriver<F, TASKS>
where
    F: TimerFacility<Item = Waker> + Send + 'static,
{
    /// Where the bus fails, the last known now: it never goes back.
    fn now(&self) -> u64 {
        self.with(|inner| match inner.facility.now() {
            Ok(now) => now,
            Err(_) => inner.facility.last_known_now(),
        })
        .unwrap_or(0)
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        if self.with(|inner| inner.schedule(at, waker)) != Some(true) {
            waker.wake_by_ref();
        }
    }
}
