//! Any queue with the alarm of any clock: a facility for programs without a chip.
//!
//! The alarm is set at the end of a service, and by a start or restart that is due before the tick to which it is set.
//! A stop leaves it, which costs at most one service that finds nothing. Invariant between two calls: the alarm's tick
//! is not after that of any timer that waits. Only after a failure of the device it is unknown; the next start or
//! service sets it again.

mod timers;

use super::on_chip::{not_restarted, refused, taken_back};
use super::statistics::Counters;
use super::{FacilityError, Started, StopError};
use crate::count::Count;
use crate::counter_chip::{ChipError, Wake};
use crate::device::AlarmClock;
use crate::queue::{Handle, Refused, StartError, TimerQueue};
use crate::rate::Span;

/// The tick that never comes: no alarm.
const NEVER: u64 = u64::MAX;

/// What the functions of a facility on the clock `C` return.
type Result<T, C> = core::result::Result<T, FacilityError<<C as AlarmClock>::Error>>;

/// Timers of the queue `Q` that expire by the alarm of the [clock](crate::device) `C`.
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
    /// The tick that the alarm is set to; `None` if it is unknown after an error.
    set_to: Option<u64>,
    /// Timers are being handed out: the alarm is set at the end.
    serving: bool,
    /// The last tick read.
    now: u64,
    counters: Counters,
    reads: Count,
    writes: Count,
}

impl<C: AlarmClock, Q: TimerQueue> ClockFacility<C, Q> {
    /// Drives `queue`, which is at tick 0 and has no timers, by `clock`.
    ///
    /// # Errors
    /// [`FacilityError::QueueInUse`] if the queue is not new; [`FacilityError::Chip`] if the clock failed.
    pub fn new(clock: C, queue: Q) -> Result<Self, C> {
        if queue.now() > 0 || queue.outstanding() > 0 {
            return Err(FacilityError::QueueInUse);
        }
        let mut facility = Self {
            clock,
            queue,
            set_to: None,
            serving: false,
            now: 0,
            counters: Counters::default(),
            reads: Count::ZERO,
            writes: Count::ZERO,
        };
        let now = facility.read();
        facility.queue.advance(now);
        facility.set_alarm(NEVER)?;
        Ok(facility)
    }

    /// START_TIMER with a time: a timer that is due when at least `interval` has passed from now on. How much later
    /// than that its tick may begin, [`Clock::after`](crate::device::Clock::after) says. Costs as
    /// [`start`](super::TimerFacility::start).
    ///
    /// # Errors
    /// As [`start`](super::TimerFacility::start).
    pub fn start_after(
        &mut self,
        interval: impl Span,
        item: Q::Item,
    ) -> Started<Q::Item, C::Error> {
        match self.after(interval) {
            Some(due) => self.start_due(due, item),
            None => Err(beyond_the_end_of_time(item)),
        }
    }

    /// As [`restart`](super::TimerFacility::restart) with a time: the timer is due when at least `interval` has passed
    /// from now on instead.
    ///
    /// # Errors
    /// As [`restart`](super::TimerFacility::restart).
    pub fn restart_after(&mut self, handle: Handle, interval: impl Span) -> Result<(), C> {
        let due = self.after(interval);
        self.restart_due(handle, due)
    }

    /// Waits until a timer may be due; may end earlier. Returns at once if no timer is outstanding.
    ///
    /// # Errors
    /// [`FacilityError::Chip`] if the clock failed.
    pub fn wait(&mut self) -> Result<(), C> {
        match self.sleep() {
            Wake::At(tick) => Ok(self.clock.wait(tick).map_err(ChipError::Bus)?),
            Wake::Now | Wake::Never => Ok(()),
        }
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

    /// Reads the clock.
    fn read(&mut self) -> u64 {
        self.reads.one();
        self.now = self.clock.now();
        self.now
    }

    /// The first tick that begins when at least `interval` has passed.
    fn after(&mut self, interval: impl Span) -> Option<u64> {
        self.reads.one();
        self.clock.after(interval)
    }

    /// The tick before which nothing comes due.
    fn next(&self) -> u64 {
        self.queue.next_expiry().unwrap_or(NEVER)
    }

    /// How long to sleep.
    fn sleep(&mut self) -> Wake {
        if self.serving {
            return Wake::Now;
        }
        match self.queue.next_expiry() {
            None => Wake::Never,
            Some(tick) if tick <= self.read() => Wake::Now,
            Some(tick) => Wake::At(tick),
        }
    }

    /// Sets the alarm to `tick`.
    fn set_alarm(&mut self, tick: u64) -> Result<(), C> {
        self.set_to = None;
        self.writes.one();
        let set = match tick {
            NEVER => self.clock.clear_alarm(),
            _ => self.clock.set_alarm(tick),
        };
        set.map_err(ChipError::Bus)?;
        self.set_to = Some(tick);
        Ok(())
    }

    /// Sets the alarm for a timer that was put into the queue, if it would ring too late.
    fn ring_for(&mut self, handle: Handle) -> Result<(), C> {
        let Some(due) = self.queue.expiry(handle).filter(|_| !self.serving) else {
            return Ok(());
        };
        match self.set_to {
            Some(tick) if tick <= due => Ok(()),
            Some(_) => self.set_alarm(due),
            None => self.set_alarm(self.next()),
        }
    }

    /// The queue comes along as far as nothing is due; all the way only for a timer that is due already, or would not
    /// fit otherwise. What comes due by that waits to be handed out: its alarm has rung.
    fn make_room(&mut self, due: u64) {
        let _ = self.queue.advance_within(self.now, 0);
        let ahead = due.saturating_sub(self.queue.now());
        if ahead > self.queue.longest_interval() || ahead > 0 && due <= self.now {
            let now = self.read();
            self.queue.advance(now);
        }
    }

    /// Starts a timer that is due at tick `due`.
    fn start_due(&mut self, due: u64, item: Q::Item) -> Started<Q::Item, C::Error> {
        self.make_room(due);
        let handle = self.queue.start_at(due, item).map_err(refused)?;
        match self.ring_for(handle) {
            Ok(()) => Ok(handle),
            Err(error) => taken_back(self.queue.stop(handle), handle, error),
        }
    }

    /// Makes a timer due at tick `due` instead, if there is one.
    fn restart_due(&mut self, handle: Handle, due: Option<u64>) -> Result<(), C> {
        let before = self.queue.expiry(handle).ok_or(StopError::StaleHandle)?;
        let due = due.ok_or(StartError::BeyondTheEndOfTime)?;
        self.make_room(due);
        let restarted = self.queue.restart_at(handle, due);
        restarted.map_err(not_restarted)?;
        self.ring_for(handle).inspect_err(|_| {
            // It was there before, so it fits.
            let _ = self.queue.restart_at(handle, before);
        })
    }
}

/// The error of a start whose tick does not fit 64 bits.
#[cold]
fn beyond_the_end_of_time<T, E>(item: T) -> Refused<T, FacilityError<E>> {
    let error = StartError::BeyondTheEndOfTime.into();
    Refused { error, item }
}
