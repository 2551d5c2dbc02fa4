//! The interface of all facilities: the paper's START_TIMER, STOP_TIMER and the interrupt handler, for any queue.

use super::{FacilityError, Statistics};
use crate::chip::Wake;
use crate::queue::diagnostics::InvariantError;
use crate::queue::{Expired, Handle, Refused};

/// What a start returns: the handle, or the item with the reason for which no timer has it. `E` is the device's
/// error.
pub type Started<T, E> = Result<Handle, Refused<T, FacilityError<E>>>;

/// Timers that expire by the interrupt of a chip, or by the alarm of a [clock](crate::device). Start, stop and service
/// need exclusive access: if the interrupt handler and the program share the facility, keep it in a critical section's
/// cell.
///
/// Intervals are ticks; [`TickRate::interval`](crate::rate::TickRate::interval) rounds a time up to them. A periodic
/// timer is started again by its handler, for a tick that follows from the one at which it was due:
///
/// ```
/// use carillon_driver::facility::{FacilityError, TimerFacility};
/// use carillon_driver::queue::tools::Periodic;
///
/// /// The interrupt handler: `work` is done for each period that begins at the tick it is given.
/// fn serve<F: TimerFacility<Item = Periodic>>(
///     timers: &mut F,
///     mut work: impl FnMut(u64),
/// ) -> Result<(), FacilityError<F::DeviceError>> {
///     timers.interrupt();
///     while let Some(expired) = timers.next_expired()? {
///         work(expired.due);
///         if let Some(next) = expired.item.next(expired.due, expired.reported) {
///             timers.start_at(next, expired.item).map_err(|refused| refused.error)?;
///         }
///     }
///     Ok(())
/// }
/// ```
pub trait TimerFacility {
    /// The data attached to a timer.
    type Item;
    /// The device's error: [`CounterChipError`](crate::counter_chip::CounterChipError),
    /// [`TimerChipError`](crate::timer_chip::TimerChipError), or that of the [clock](crate::device)'s alarm.
    type DeviceError;

    /// START_TIMER: starts a timer that is due `interval` ticks after now. An interval of 0 is due at once; the chip
    /// interrupts for it as for any other.
    ///
    /// # Errors
    /// [`Refused`], with the item, for [`FacilityError::Start`], [`FacilityError::ChipWasReset`] or
    /// [`FacilityError::Device`]. No timer has been started then.
    fn start(&mut self, interval: u64, item: Self::Item) -> Started<Self::Item, Self::DeviceError>;

    /// START_TIMER with an absolute tick: for deadlines that must not drift. A tick at or before now is due at once.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    fn start_at(&mut self, expiry: u64, item: Self::Item) -> Started<Self::Item, Self::DeviceError>;

    /// START_TIMER with slack: a timer that may be due at any tick from `least` to `most` ticks after now, so that
    /// timers whose slack overlaps come due together. A facility that gains nothing by it takes `least`. A `most` below
    /// `least` is taken for `least`.
    ///
    /// # Errors
    /// As [`start`](Self::start) with `least`.
    fn start_between(&mut self, least: u64, most: u64, item: Self::Item) -> Started<Self::Item, Self::DeviceError> {
        let _ = most;
        self.start(least, item)
    }

    /// STOP_TIMER and START_TIMER in one: the timer is due `interval` ticks after now instead. Handle and item stay.
    /// Possible until it is reported.
    ///
    /// # Errors
    /// [`FacilityError::Stop`] if the timer was stopped or reported before; else as [`start`](Self::start). The timer
    /// is then due when it was before, unless the facility says otherwise.
    fn restart(&mut self, handle: Handle, interval: u64) -> Result<(), FacilityError<Self::DeviceError>>;

    /// As [`restart`](Self::restart) with an absolute tick: for deadlines that must not drift. A tick at or before now
    /// is due at once.
    ///
    /// # Errors
    /// As [`restart`](Self::restart).
    fn restart_at(&mut self, handle: Handle, expiry: u64) -> Result<(), FacilityError<Self::DeviceError>>;

    /// A restart with slack, as [`start_between`](Self::start_between). A facility that gains by it does nothing if the
    /// timer is due within the range already.
    ///
    /// # Errors
    /// As [`restart`](Self::restart) with `least`.
    fn restart_between(
        &mut self,
        handle: Handle,
        least: u64,
        most: u64,
    ) -> Result<(), FacilityError<Self::DeviceError>> {
        let _ = most;
        self.restart(handle, least)
    }

    /// STOP_TIMER: removes the timer, which then never fires. A bus error does not prevent that.
    ///
    /// # Errors
    /// [`FacilityError::Stop`]: the timer was stopped or reported before, or the handle is not from this queue.
    fn stop(&mut self, handle: Handle) -> Result<Self::Item, FacilityError<Self::DeviceError>>;

    /// Counts one interrupt of the host. [`service`](Self::service) does so.
    fn interrupt(&mut self);

    /// The next expired timer, or `None` at the end of this interrupt, which [`service`](Self::service) describes.
    /// Timers may be started and stopped between two calls.
    ///
    /// # Errors
    /// [`FacilityError::Device`], [`FacilityError::ChipWasReset`]. Nothing is lost: call again after a bus error, even
    /// if the interrupt is gone, and [`recover`](Self::recover) after a reset.
    fn next_expired(&mut self) -> Result<Option<Expired<Self::Item>>, FacilityError<Self::DeviceError>>;

    /// Starts the chip again after a reset, or sets the clock's alarm again, with the outstanding timers. Time
    /// continues from the last known now.
    ///
    /// # Errors
    /// [`FacilityError::Device`]; nothing is lost, call it again.
    fn recover(&mut self) -> Result<(), FacilityError<Self::DeviceError>>;

    /// Now, in ticks since the facility was made, or of the clock that it was made with.
    ///
    /// # Errors
    /// [`FacilityError::ChipWasReset`], [`FacilityError::Device`].
    fn now(&mut self) -> Result<u64, FacilityError<Self::DeviceError>>;

    /// The last known now, without a transfer.
    fn last_known_now(&self) -> u64;

    /// How long a host may sleep that the interrupt does not wake: [`Wake::Now`] while a timer is due or waits to be
    /// reported, or the interrupt is pending; otherwise a tick at which to [`service`](Self::service), at or before
    /// that of the first timer.
    ///
    /// # Errors
    /// [`FacilityError::Device`], [`FacilityError::ChipWasReset`].
    fn wake(&mut self) -> Result<Wake, FacilityError<Self::DeviceError>>;

    /// The tick at which the timer is due; `None` if it was stopped or reported before, or if only the chip knows the
    /// tick.
    fn expiry(&self, handle: Handle) -> Option<u64>;

    /// Timers started and neither stopped nor reported.
    fn outstanding(&self) -> u32;

    /// The counters.
    fn statistics(&self) -> Statistics;

    /// Checks the queue's structure.
    ///
    /// # Errors
    /// [`InvariantError`]: a bug in this crate or in the memory passed to it.
    fn check_invariants(&self) -> Result<(), InvariantError>;

    /// The interrupt handler, with a closure for every expired timer; returns their number. The closure may start and
    /// stop timers. What is due when the service begins is reported, on a chip also what its events show meanwhile, at
    /// most as many as its FIFO holds. A timer that the closure starts or restarts and that is due by then leaves the
    /// interrupt pending, or the alarm ringing: a handler that is always behind does not keep its service from ending.
    ///
    /// # Errors
    /// As [`next_expired`](Self::next_expired).
    fn service<F>(&mut self, mut expiry_processing: F) -> Result<u32, FacilityError<Self::DeviceError>>
    where
        Self: Sized,
        F: FnMut(&mut Self, Expired<Self::Item>),
    {
        self.interrupt();
        let mut count: u32 = 0;
        while let Some(expired) = self.next_expired()? {
            expiry_processing(self, expired);
            count += 1;
        }
        Ok(count)
    }
}
