//! Any queue with the alarm of any clock: the single hardware timer of Scheme 2, Scheme 3 and every other priority
//! queue; and Scheme 1 by the tick.
//!
//! The alarm is set at the end of a service, and by a start or restart that is due before the tick to which it is set.
//! A stop leaves it, which costs at most one service that finds nothing. Invariant between two calls: the alarm's tick
//! is not after that of any timer that waits. Only after a failure of the device it is unknown; the next start or
//! service sets it again. If the device fails at a start, the timer is stopped, also one of a
//! [`NumberedQueue`](crate::queue::NumberedQueue) that had been started before.

mod timers;

use core::num::NonZeroU32;

use super::batch::Batch;
use super::queue::{expect_new, make_room, not_restarted, refused, refused_by_queue, taken_back};
use super::statistics::Counters;
use super::{FacilityError, Started, StopError};
use crate::chip::Wake;
use crate::count::Count;
use crate::device::{AlarmClock, Clock, Device};
use crate::queue::{Handle, Progress, TimerQueue};
use crate::rate::Span;

/// The tick that never comes: no alarm.
const NEVER: u64 = u64::MAX;

/// What the functions of a facility on the clock `C` return.
type Result<T, C> = core::result::Result<T, FacilityError<<C as Device>::Error>>;

/// Timers of the queue `Q` that expire by the alarm of the [clock](crate::device) `C`: an
/// [`AlarmClock`], or the counter chip's [`ChipAlarm`](crate::counter_chip::ChipAlarm).
/// [`TimerFacility`](super::TimerFacility) has most of its functions. Start, stop and service need exclusive access: if
/// the interrupt handler and the program share the facility, keep it in a critical section's cell.
///
/// Ticks are the clock's. A timer never expires before its tick. An interval in ticks counts from the present tick,
/// which has partly passed: [`start_after`](Self::start_after) takes a time, and rounds it up.
///
/// ```
/// use carillon_driver::device::ManualClock;
/// use carillon_driver::facility::{ClockFacility, TimerFacility};
/// use carillon_driver::queue::FixedTimerWheel;
/// use carillon_driver::rate::TickRate;
/// use core::num::NonZeroU32;
/// use core::time::Duration;
///
/// let clock = ManualClock::new(TickRate::hertz(NonZeroU32::new(1_000).ok_or("no ticks")?));
/// let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 32>::new())?;
/// let retransmit = timers.start_after(Duration::from_millis(5), "retransmit")?;
/// timers.clock().advance(Duration::from_millis(4));
/// timers.restart(retransmit, 10)?;
/// timers.clock().advance(Duration::from_millis(10));
/// let count = timers.service(|_, expired| assert_eq!((expired.item, expired.due), ("retransmit", 14)))?;
/// assert_eq!(count, 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ClockFacility<C, Q> {
    clock: C,
    queue: Q,
    /// The alarm rings at every tick while a timer is outstanding.
    every_tick: bool,
    /// Timers that a service examines or moves at most.
    most_steps: u64,
    /// The tick that the alarm is set to; `None` if it is unknown after an error.
    set_to: Option<u64>,
    serving: Serving,
    /// What the service hands out.
    batch: Batch,
    /// A service is to come in the queue's present tick.
    overdue: bool,
    /// The last tick read.
    now: u64,
    counters: Counters,
    reads: Count,
    writes: Count,
}

/// A device's error as the facility's.
#[cold]
#[inline(never)]
fn failed<C: Device>(error: C::Error) -> FacilityError<C::Error> {
    if C::was_reset(&error) { FacilityError::ChipWasReset } else { FacilityError::Device(error) }
}

/// How far a service has come; at its end the alarm is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Serving {
    /// There is none.
    No,
    /// It has begun; the clock is still to be read.
    Begun,
    /// Timers are to be handed out, and none was yet.
    HandingOut,
    /// At least one timer was handed out.
    HandedOut,
}

impl<C: Device, Q: TimerQueue> ClockFacility<C, Q> {
    /// Drives `queue`, which is at tick 0 and has no timers, by `clock`.
    ///
    /// # Errors
    /// [`FacilityError::QueueInUse`] if the queue is not new; [`FacilityError::Device`] if the clock failed.
    pub fn new(clock: C, queue: Q) -> Result<Self, C> {
        expect_new(&queue)?;
        let mut facility = Self {
            clock,
            queue,
            every_tick: false,
            most_steps: u64::MAX,
            set_to: None,
            serving: Serving::No,
            batch: Batch::nothing(),
            overdue: false,
            now: 0,
            counters: Counters::default(),
            reads: Count::ZERO,
            writes: Count::ZERO,
        };
        let now = facility.read()?;
        facility.queue.advance(now);
        facility.set_alarm(NEVER)?;
        Ok(facility)
    }

    /// The alarm rings at every tick while a timer is outstanding, or as often as the host serves it: for queues that
    /// would have to search for the next expiry.
    #[must_use]
    pub const fn every_tick(mut self) -> Self {
        self.every_tick = true;
        self
    }

    /// A service examines or moves at most so many timers, as with
    /// [`Settings::at_most`](super::Settings::at_most).
    #[must_use]
    pub fn at_most(mut self, steps: NonZeroU32) -> Self {
        self.most_steps = steps.get().into();
        self
    }

    /// The clock.
    pub const fn clock(&self) -> &C {
        &self.clock
    }

    /// The clock, to change it. To set its alarm makes timers late.
    pub const fn clock_mut(&mut self) -> &mut C {
        &mut self.clock
    }

    /// The queue, read only. Its now may be behind the clock's.
    pub const fn queue(&self) -> &Q {
        &self.queue
    }

    /// Drops the timers and gives the clock back. Its alarm stays as it is.
    pub fn release(self) -> C {
        self.clock
    }

    /// Reads the clock. If it has stepped back, the last tick is kept.
    fn read(&mut self) -> Result<u64, C> {
        self.reads.one();
        self.now = self.now.max(self.clock.read().map_err(failed::<C>)?);
        Ok(self.now)
    }

    /// The tick at which the alarm is to ring for all timers; [`NEVER`] if there are none.
    fn next(&self) -> u64 {
        if !self.every_tick {
            return self.queue.next_expiry().unwrap_or(NEVER);
        }
        if self.queue.outstanding() == 0 {
            return NEVER;
        }
        self.queue.now().saturating_add(u64::from(!self.overdue))
    }

    /// How long to sleep.
    fn sleep(&mut self) -> Result<Wake, C> {
        if self.serving != Serving::No {
            return Ok(Wake::Now);
        }
        Ok(match self.next() {
            NEVER if self.queue.outstanding() == 0 => Wake::Never,
            tick if tick <= self.read()? => Wake::Now,
            tick => Wake::At(tick),
        })
    }

    /// Sets the alarm to `tick`.
    fn set_alarm(&mut self, tick: u64) -> Result<(), C> {
        self.set_to = None;
        self.writes.one();
        self.clock.ring_at((tick != NEVER).then_some(tick)).map_err(failed::<C>)?;
        self.set_to = Some(tick);
        Ok(())
    }

    /// Sets the alarm for all timers, of a device that may have lost it. Whether there are any.
    pub(super) fn set_alarm_again(&mut self) -> Result<bool, C> {
        // Timers that were found due may not have been handed out.
        self.overdue = true;
        let next = self.next();
        self.set_alarm(next)?;
        Ok(next != NEVER)
    }

    /// Sets the alarm for a timer that was put into the queue, if it would ring too late.
    fn ring_for(&mut self, handle: Handle) -> Result<(), C> {
        if self.serving >= Serving::HandingOut {
            return Ok(());
        }
        let Some(due) = self.queue.expiry(handle) else {
            return Ok(());
        };
        self.overdue |= due <= self.now;
        let wanted = match self.set_to {
            Some(_) if !self.every_tick => due,
            _ => self.next(),
        };
        match self.set_to {
            Some(tick) if tick <= wanted => Ok(()),
            _ => self.set_alarm(wanted),
        }
    }

    /// Makes room in the queue for a timer that is due at tick `due`. Brings the queue to now if the timer does not fit
    /// otherwise, and also if it is due by now; there are steps of a service for that. What becomes due so waits to be
    /// handed out: its alarm has rung.
    fn make_room(&mut self, due: u64) -> Result<(), C> {
        if self.every_tick && self.queue.outstanding() > 0 {
            // The alarm rings in the tick after that to which the queue has come.
            return Ok(());
        }
        if !make_room(&mut self.queue, self.now, due) {
            return self.catch_up(u64::MAX);
        }
        let is_due = due > self.queue.now() && due <= self.now;
        if is_due { self.catch_up(self.most_steps) } else { Ok(()) }
    }

    /// The queue comes to now, by so many steps at most.
    #[cold]
    #[inline(never)]
    fn catch_up(&mut self, most_steps: u64) -> Result<(), C> {
        let now = self.read()?;
        let _ = self.queue.advance_within(now, most_steps);
        Ok(())
    }

    /// Starts a timer that is due at tick `due`, which follows from the clock's now, if that could be read and there is
    /// such a tick.
    fn start_due(&mut self, due: Result<u64, C>, item: Q::Item) -> Started<Q::Item, C::Error> {
        let due = match due {
            Ok(due) => due,
            Err(error) => return Err(refused(error, item)),
        };
        if let Err(error) = self.make_room(due) {
            return Err(refused(error, item));
        }
        // The queue gets the timer.
        let started = self.queue.start_at(due, item);
        let handle = started.map_err(refused_by_queue)?;
        self.batch.started(handle);
        // The clock is told if its alarm would ring too late.
        match self.ring_for(handle) {
            Ok(()) => Ok(handle),
            Err(error) => taken_back(self.queue.stop(handle), handle, error),
        }
    }

    /// Makes a timer due at tick `due` instead, if there is one.
    fn restart_due(&mut self, handle: Handle, due: Result<u64, C>) -> Result<(), C> {
        let before = self.queue.expiry(handle).ok_or(StopError::StaleHandle)?;
        let due = due?;
        self.make_room(due)?;
        self.batch.take_out(&self.queue, handle);
        let restarted = self.queue.restart_at(handle, due);
        restarted.map_err(not_restarted)?;
        self.ring_for(handle).inspect_err(|_| {
            // It was there before, so it fits.
            let _ = self.queue.restart_at(handle, before);
        })
    }

    /// Begins a service: the queue comes to now.
    fn begin(&mut self) -> Result<(), C> {
        self.serving = Serving::Begun;
        self.clock.attend().map_err(failed::<C>)?;
        let now = self.read()?;
        let progress = self.queue.advance_within(now, self.most_steps);
        self.overdue = progress == Progress::Unfinished;
        self.serving = Serving::HandingOut;
        self.batch = Batch::due(&self.queue);
        self.counters.events.one();
        Ok(())
    }
}

impl<C: AlarmClock, Q: TimerQueue> ClockFacility<C, Q> {
    /// START_TIMER with a time: a timer that is due when at least `interval` has passed from now on. How much later
    /// than that its tick may begin, [`Clock::after`] says. An interval that ends after tick 2^64 - 1 ends there, as
    /// [everywhere](crate::queue::clock). Costs as [`start`](super::TimerFacility::start).
    ///
    /// # Errors
    /// As [`start`](super::TimerFacility::start).
    pub fn start_after(&mut self, interval: impl Span, item: Q::Item) -> Started<Q::Item, <C as AlarmClock>::Error> {
        let due = self.after(interval);
        self.start_due(Ok(due), item)
    }

    /// As [`restart`](super::TimerFacility::restart) with a time: the timer is due when at least `interval` has passed
    /// from now on instead.
    ///
    /// # Errors
    /// As [`restart`](super::TimerFacility::restart).
    pub fn restart_after(&mut self, handle: Handle, interval: impl Span) -> Result<(), C> {
        let due = self.after(interval);
        self.restart_due(handle, Ok(due))
    }

    /// Waits until a timer may be due; may end earlier. Returns at once if no timer is outstanding.
    ///
    /// # Errors
    /// [`FacilityError::Device`] if the clock failed.
    pub fn wait(&mut self) -> Result<(), C> {
        match self.sleep()? {
            Wake::At(tick) => Ok(self.clock.wait(tick).map_err(FacilityError::Device)?),
            Wake::Now | Wake::Never => Ok(()),
        }
    }

    /// The first tick that begins when at least `interval` has passed.
    fn after(&mut self, interval: impl Span) -> u64 {
        self.reads.one();
        Clock::after(&self.clock, interval).unwrap_or(u64::MAX)
    }
}
