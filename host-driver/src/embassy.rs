//! Time drivers for embassy: [`EmbassyDriver`] on any facility, and [`EmbassyTimers`], the smallest one, on a clock
//! with an alarm (feature `embassy`).
//!
//! The facility's timers are embassy's queue: the item of a timer is the waker of a task. Each task has at most one
//! timer, as in embassy's own queues: as many timers as tasks are enough. [`Wakers`] finds a task's timer by its waker.
//! A critical section protects all state: tasks, interrupts and other cores may call. Wakers are woken outside of it.
//!
//! ```no_run
//! use carillon_driver::embassy::{EmbassyDriver, WakerLink, Wakers};
//! use carillon_driver::facility::CounterChipFacility;
//! use carillon_driver::fixed_timers;
//! use carillon_driver::mmio::Mmio;
//! use carillon_driver::queue::memory::Record;
//! use carillon_driver::queue::{self, HashedWheel};
//! use carillon_driver::rate::TickRate;
//! use core::num::NonZeroU32;
//! use core::task::Waker;
//!
//! # const TASKS: usize = 16;
//! const WHEEL: HashedWheel = HashedWheel::new(256);
//! type Memory = ([Record; WHEEL.records(TASKS)], [u32; TASKS], [Option<Waker>; TASKS]);
//! type Timers = CounterChipFacility<Mmio, queue::Timers<HashedWheel, Waker, Memory>>;
//! type Driver = EmbassyDriver<Timers, [u32; 32], [WakerLink; TASKS]>;
//! embassy_time_driver::time_driver_impl!(static DRIVER: Driver = Driver::new());
//!
//! fn start(mmio: Mmio, clock: NonZeroU32, prescale: NonZeroU32) -> Result<(), Box<dyn core::error::Error>> {
//!     let timers = CounterChipFacility::new(mmio, prescale.get(), fixed_timers!(WHEEL, TASKS)?)?;
//!     let wakers = Wakers::new([0; 32], [WakerLink::EMPTY; TASKS]);
//!     DRIVER.initialise(timers, wakers, TickRate::new(clock, prescale))?;
//!     Ok(())
//! }
//!
//! fn interrupt() {
//!     // After a bus error the timers are still there, and the interrupt comes again.
//!     DRIVER.on_interrupt().ok();
//! }
//! ```
//!
//! Nothing is lost and nothing is early:
//!
//! | event | what the driver does |
//! |---|---|
//! | a call before [`initialise`](EmbassyDriver::initialise) | now is 0; wakers are woken at once, tasks retry |
//! | all timers are in use | those of others are given up by turns; each such task is woken at once, and retries |
//! | the bus fails at a start | the waker is woken at once, and its task retries |
//! | a wake is further ahead than the queue can hold | the task is woken at the longest interval, and retries |
//! | the bus fails at a read of now | now is the last known one |
//! | the chip was reset | the first call that detects it starts the chip again, with all timers |
//!
//! Embassy does not tell that a sleep was dropped: its timer stays until it is due, or is given up for another task. So
//! that many sleeps that were dropped cost as many wakes at most, of which none is of a task that waits, as long as the
//! tasks that do wait are no more than the timers. With more tasks than timers all of them poll by turns.

mod timers;
mod wakers;

use core::task::Waker;

use embassy_time_driver::{Driver, TICK_HZ};

use crate::facility::{FacilityError, Statistics, TimerFacility};
use crate::installed::Installed;
use crate::queue::StartError;
use crate::rate::TickRate;
use crate::trace::warning;

pub use crate::installed::InitialiseError;
pub use timers::EmbassyTimers;
use wakers::WakerName;
pub use wakers::{WakerLink, Wakers};

/// The furthest ahead that a timer is started, in ticks: every facility whose wheels do not set a limit takes it.
const FURTHEST: u64 = 1 << 48;

/// embassy's driver over the facility `F`. `Heads` and `Links` are memory for [`Wakers`].
#[derive(Debug)]
pub struct EmbassyDriver<F, Heads, Links> {
    state: Installed<State<F, Heads, Links>>,
}

#[derive(Debug)]
struct State<F, Heads, Links> {
    facility: F,
    wakers: Wakers<Heads, Links>,
    /// The latest now that was returned.
    now: u64,
}

impl<F, Heads, Links> Default for EmbassyDriver<F, Heads, Links> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F, Heads, Links> EmbassyDriver<F, Heads, Links> {
    /// A driver without a facility; the initial value of its `static`.
    pub const fn new() -> Self {
        Self { state: Installed::nothing() }
    }
}

impl<F, Heads, Links> EmbassyDriver<F, Heads, Links>
where
    F: TimerFacility<Item = Waker>,
    Heads: AsRef<[u32]> + AsMut<[u32]>,
    Links: AsRef<[WakerLink]> + AsMut<[WakerLink]>,
{
    /// Installs a facility without outstanding timers, with ticks of `rate`. It is moved several times on the way, with
    /// its queue: on a small stack, give the queue memory by reference
    /// ([`memory`](crate::queue::memory)), or take [`EmbassyTimers`], which lies in its place from the beginning.
    ///
    /// # Errors
    /// [`InitialiseError`].
    pub fn initialise(&self, facility: F, wakers: Wakers<Heads, Links>, rate: TickRate) -> Result<(), InitialiseError> {
        let state = State { facility, wakers, now: 0 };
        self.state.install(state, rate, TICK_HZ)
    }

    /// The chip's interrupt handler: wakes all tasks that are due. Returns their number.
    ///
    /// # Errors
    /// [`FacilityError::Device`]: nothing is lost. Call again, even if the interrupt is gone.
    pub fn on_interrupt(&self) -> Result<u32, FacilityError<F::DeviceError>> {
        self.state.with(|state| state.facility.interrupt());
        let mut count: u32 = 0;
        while let Some(waker) = self.state.with(State::next_due).transpose()?.flatten() {
            waker.wake();
            count += 1;
        }
        Ok(count)
    }

    /// The facility's counters. `None` before [`initialise`](Self::initialise).
    pub fn statistics(&self) -> Option<Statistics> {
        self.state.with(|state| state.facility.statistics())
    }
}

impl<F, Heads, Links> State<F, Heads, Links>
where
    F: TimerFacility<Item = Waker>,
    Heads: AsRef<[u32]> + AsMut<[u32]>,
    Links: AsRef<[WakerLink]> + AsMut<[WakerLink]>,
{
    fn now(&mut self) -> u64 {
        let facility = &mut self.facility;
        let now = through_reset(facility, F::now).unwrap_or_else(|_| {
            warning!("now could not be read; the last known one is used instead");
            facility.last_known_now()
        });
        self.now = self.now.max(now);
        self.now
    }

    fn next_due(&mut self) -> Result<Option<Waker>, FacilityError<F::DeviceError>> {
        Ok(through_reset(&mut self.facility, F::next_expired)?.map(|expired| {
            self.wakers.forget(expired.handle);
            expired.item
        }))
    }

    /// Sees to it that the waker has a timer that is due at `at` or before. Whether it has one, and the waker of which
    /// the timer was given up for it.
    fn schedule(&mut self, at: u64, waker: &Waker) -> (bool, Option<Waker>) {
        let Self { facility, wakers, .. } = self;
        if let Some(handle) = wakers.find(WakerName::of(waker)) {
            if facility.expiry(handle).is_some_and(|expiry| expiry <= at) {
                return (true, None);
            }
            wakers.forget(handle);
            facility.stop(handle).ok();
        }
        let now = facility.last_known_now();
        let at = at.min(now.saturating_add(FURTHEST));
        let start_at = |timers: &mut F| Ok(timers.start_at(at, waker.clone())?);
        let start = |timers: &mut F| match through_reset(timers, start_at) {
            Err(FacilityError::Start(StartError::BeyondTheWheel { longest, .. })) => {
                timers.start(longest, waker.clone()).map_err(Into::into)
            }
            other => other,
        };
        let (mut started, mut given_up) = (start(facility), None);
        if let Err(FacilityError::Start(StartError::Full { .. })) = started
            && let Some(other) = wakers.in_turn()
        {
            wakers.forget(other);
            given_up = facility.stop(other).ok();
            started = start(facility);
        }
        match started {
            Ok(handle) => wakers.remember(handle, WakerName::of(waker)),
            Err(_) => {
                warning!("a task could not be given a timer and polls instead");
                return (false, given_up);
            }
        }
        (true, given_up)
    }
}

/// Runs `attempt`; if the chip was reset, starts it again with its timers and retries once.
fn through_reset<F: TimerFacility, R>(
    facility: &mut F,
    attempt: impl Fn(&mut F) -> Result<R, FacilityError<F::DeviceError>>,
) -> Result<R, FacilityError<F::DeviceError>> {
    match attempt(facility) {
        Err(FacilityError::ChipWasReset) => {
            facility.recover()?;
            attempt(facility)
        }
        other => other,
    }
}

impl<F, Heads, Links> Driver for EmbassyDriver<F, Heads, Links>
where
    F: TimerFacility<Item = Waker> + Send + 'static,
    Heads: AsRef<[u32]> + AsMut<[u32]> + Send + 'static,
    Links: AsRef<[WakerLink]> + AsMut<[WakerLink]> + Send + 'static,
{
    fn now(&self) -> u64 {
        self.state.now(State::now)
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        let scheduled = self.state.with(|state| state.schedule(at, waker));
        let (has_timer, given_up) = scheduled.unwrap_or((false, None));
        if let Some(other) = given_up {
            other.wake();
        }
        if !has_timer {
            waker.wake_by_ref();
        }
    }
}
