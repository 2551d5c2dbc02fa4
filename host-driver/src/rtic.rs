//! RTIC's timer queue on any [device](crate::device) (feature `rtic`).
//!
//! [`RticDriver`] is a [`TimerQueueBackend`]: a program's monotonic names it, and RTIC gives the monotonic `delay`,
//! `delay_until`, `timeout_at` and `timeout_after`. The program keeps the driver in a `static` and says where by
//! [`HasDriver`]. The delays wait in RTIC's own list, sorted, in their futures: a delay costs a search of that list
//! within a critical section; only the first one sets the device's alarm.
//!
//! ```
//! use carillon_driver::device::{Clock, MachineTimer};
//! use carillon_driver::rtic::{HasDriver, InitialiseError, RticDriver};
//! use rtic_time::fugit::{MonotonicTimerInstantU64, TimerDurationU64};
//! use rtic_time::monotonic::TimerQueueBasedMonotonic;
//!
//! const HERTZ: u64 = 10_000_000;
//!
//! struct Mono;
//!
//! impl HasDriver for Mono {
//!     type Device = MachineTimer;
//!     fn driver() -> &'static RticDriver<Self> {
//!         static DRIVER: RticDriver<Mono> = RticDriver::new();
//!         &DRIVER
//!     }
//! }
//!
//! impl TimerQueueBasedMonotonic for Mono {
//!     type Backend = RticDriver<Self>;
//!     type Instant = MonotonicTimerInstantU64<HERTZ>;
//!     type Duration = TimerDurationU64<HERTZ>;
//! }
//!
//! // `embedded_hal`'s delays.
//! rtic_time::impl_embedded_hal_delay_fugit!(Mono);
//! rtic_time::impl_embedded_hal_async_delay_fugit!(Mono);
//!
//! // In RTIC's `init`, before the timer's interrupt is let through:
//! fn init(timer: MachineTimer) -> Result<(), InitialiseError> {
//!     let rate = timer.rate();
//!     Mono::driver().initialise(timer, rate)
//! }
//!
//! // The task that the timer's interrupt is bound to:
//! fn interrupt() {
//!     // `mtime` cannot fail. After an error of a bus the delays are still there: call it again.
//!     Mono::driver().on_interrupt().ok();
//! }
//! ```
//!
//! Nothing is lost and nothing is early:
//!
//! | event | what the driver does |
//! |---|---|
//! | a call before [`initialise`](RticDriver::initialise) | now is 0; RTIC refuses a `delay` by a panic, and a time-out waits for it |
//! | RTIC asks for its interrupt | the alarm is set to tick 0, which has gone by: every device rings at once |
//! | then a service that has begun before sets the alarm | the alarm stays at tick 0, until the interrupt has come |
//! | a tick goes by while its alarm is set | the device rings at once, as every alarm does |
//! | the queue is empty | the alarm is cleared; a device of few bits still rings to be read before it comes round |
//! | the device cannot be read | now is the last known one; the alarm rings again |
//! | the alarm cannot be set | it is tried once more, then `on_interrupt` says so, and the next read of now sets it: on a bus that can fail call `on_interrupt` from time to time |
//! | the chip was reset | the first call that detects it starts the chip again, with the alarm |
//!
//! A delay that was awaited MUST NOT be forgotten by `mem::forget`: `rtic-time` does not allow it. Ticks are the
//! device's, of 64 bits. RTIC takes an instant of 2^63 ticks or more from now for one that has gone by.

use rtic_time::fugit;
use rtic_time::monotonic::TimerQueueBasedMonotonic;
use rtic_time::timer_queue::{TimerQueue, TimerQueueBackend};

use crate::device::Device;
use crate::installed::Installed;
use crate::rate::TickRate;
use crate::trace::warning;

pub use crate::installed::InitialiseError;

/// The result of a transfer to the device `D`.
type Result<T, D> = core::result::Result<T, <D as Device>::Error>;

/// A tick that has gone by for every device.
const GONE: u64 = 0;

/// A program's type, mostly its monotonic, that says in which `static` the driver is: RTIC's functions have no `self`.
pub trait HasDriver: Sized + 'static {
    /// An [`AlarmClock`](crate::device::AlarmClock), or [`ChipAlarm`](crate::counter_chip::ChipAlarm).
    type Device: Device<Error: Send> + Send + 'static;

    /// The driver, always the same one.
    fn driver() -> &'static RticDriver<Self>;
}

/// The device of the monotonic `M`, with RTIC's queue.
pub struct RticDriver<M: HasDriver> {
    state: Installed<State<M::Device>>,
    queue: TimerQueue<Self>,
}

impl<M: HasDriver> Default for RticDriver<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: HasDriver> RticDriver<M> {
    /// A driver without a device; the initial value of its `static`.
    pub const fn new() -> Self {
        Self { state: Installed::nothing(), queue: TimerQueue::new() }
    }

    /// Installs a device with ticks of `rate`, which must be `HERTZ`, the rate of `M`'s durations. From then on it
    /// interrupts.
    ///
    /// # Errors
    /// [`InitialiseError`].
    pub fn initialise<const HERTZ: u64>(
        &self,
        device: M::Device,
        rate: TickRate,
    ) -> core::result::Result<(), InitialiseError>
    where
        M: TimerQueueBasedMonotonic<Backend = Self, Duration = fugit::Duration<u64, 1, HERTZ>>,
    {
        let state = State {
            device,
            now: 0,
            next: None,
            // A time-out may have been polled before.
            is_pended: true,
            is_set: false,
            failure: None,
        };
        self.state.install(state, rate, HERTZ)?;
        self.state.with(State::set_alarm);
        // RTIC forgets the value: it only shows that there is a device.
        self.queue.initialize(Self::new());
        Ok(())
    }

    /// The device's interrupt handler: wakes all tasks whose instant has come, and sets the alarm for the next one.
    ///
    /// # Errors
    /// The device's own, also of a transfer for a task since the last call: nothing is lost. Call again, even if the
    /// interrupt is gone.
    pub fn on_interrupt(&self) -> Result<(), M::Device> {
        #[allow(unsafe_code, reason = "RTIC marks as unsafe what only one routine may call")]
        // SAFETY: it is always safe to call, as its documentation says. That the interrupt calls it only keeps time.
        unsafe {
            self.queue.on_monotonic_interrupt();
        }
        let failure = self.state.with(|state| state.failure.take()).flatten();
        failure.map_or(Ok(()), Err)
    }
}

struct State<D: Device> {
    device: D,
    /// The latest now that was returned.
    now: u64,
    /// The tick that RTIC has set the alarm to.
    next: Option<u64>,
    /// RTIC waits for the interrupt, whatever the alarm.
    is_pended: bool,
    /// The device has the alarm.
    is_set: bool,
    /// The last failure that `on_interrupt` has not told.
    failure: Option<D::Error>,
}

impl<D: Device> State<D> {
    fn now(&mut self) -> u64 {
        if let Ok(now) = self.attempt(D::read) {
            self.now = self.now.max(now);
        }
        if !self.is_set {
            self.set_alarm();
        }
        self.now
    }

    fn set_alarm(&mut self) {
        let tick = self.is_pended.then_some(GONE).or(self.next);
        let mut set = || self.attempt(|device| device.ring_at(tick)).is_ok();
        let is_set = set() || set();
        self.is_set = is_set;
    }

    /// Runs `transfer`; if the chip was reset, starts it again and retries once.
    fn attempt<R>(&mut self, transfer: impl Fn(&mut D) -> Result<R, D>) -> Result<R, D> {
        let mut result = transfer(&mut self.device);
        if result.as_ref().is_err_and(D::was_reset) {
            self.is_set = false;
            result = self.device.recover(self.now).and_then(|()| transfer(&mut self.device));
        }
        result.inspect_err(|error| {
            warning!("the device of RTIC's timer queue failed; it is tried again");
            self.failure = Some(*error);
        })
    }
}

impl<M: HasDriver> TimerQueueBackend for RticDriver<M> {
    type Ticks = u64;

    fn now() -> u64 {
        M::driver().state.now(State::now)
    }

    fn set_compare(instant: u64) {
        M::driver().state.with(|state| {
            state.next = Some(instant);
            state.set_alarm();
        });
    }

    /// The interrupt has come. Its alarm is taken back when the next one is set, at the end of the service.
    fn clear_compare_flag() {
        M::driver().state.with(|state| state.is_pended = false);
    }

    fn pend_interrupt() {
        M::driver().state.with(|state| {
            state.is_pended = true;
            state.set_alarm();
        });
    }

    fn on_interrupt() {
        M::driver().state.with(|state| state.attempt(Device::attend));
    }

    fn disable_timer() {
        M::driver().state.with(|state| {
            state.next = None;
            state.set_alarm();
        });
    }

    fn timer_queue() -> &'static TimerQueue<Self> {
        &M::driver().queue
    }
}
