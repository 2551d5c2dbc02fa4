//! embassy's driver on a clock alone, for a small microcontroller.

use core::cell::RefCell;
use core::convert::Infallible;
use core::task::Waker;

use critical_section::Mutex;
use embassy_time_driver::{Driver, TICK_HZ};

use super::InitialiseError;
use crate::device::AlarmClock;
use crate::installed::expect_rate;
use crate::queue::{FixedTimers, TimerQueue};

/// No alarm is set.
const NEVER: u64 = u64::MAX;

/// embassy's driver on the clock `C`, for a few dozen tasks: at most `N` have a timer. The smallest one. All its memory
/// lies in its `static`, in `.bss` before it is initialised; to initialise it moves only the clock, whatever `N` is.
///
/// ```no_run
/// use carillon_driver::device::{CounterClock, CounterHardware};
/// use carillon_driver::embassy::EmbassyTimers;
/// use carillon_driver::rate::TickRate;
/// use core::num::NonZeroU32;
///
/// struct Timer2;
///
/// impl CounterHardware for Timer2 {
///     const BITS: u32 = 16;
///     # fn count(&self) -> u64 { 0 }
///     # fn set_compare(&mut self, _: u64) {}
///     # fn pend(&mut self) {}
///     # /*
///     fn count(&self) -> u64 { registers().cnt().read().into() }
///     fn set_compare(&mut self, count: u64) { /* clear the flag, then write the register */ }
///     fn pend(&mut self) { NVIC::pend(Interrupt::TIM2) }
///     # */
/// }
///
/// embassy_time_driver::time_driver_impl!(
///     static DRIVER: EmbassyTimers<CounterClock<Timer2>, 8> = EmbassyTimers::new()
/// );
///
/// fn start(hertz: NonZeroU32) -> Result<(), Box<dyn core::error::Error>> {
///     DRIVER.initialise(CounterClock::new(Timer2, TickRate::hertz(hertz)))?;
///     Ok(())
/// }
///
/// fn interrupt() {
///     DRIVER.on_interrupt();
/// }
/// ```
///
/// Nothing is lost and nothing is early, as with [`EmbassyDriver`](super::EmbassyDriver), which takes any facility.
/// With more tasks than `N`, timers of others are given up by turns; each such task is woken at once, and retries. To
/// find a task's timer takes time in proportion to `N`.
#[derive(Debug)]
pub struct EmbassyTimers<C, const N: usize> {
    state: Mutex<RefCell<State<C, N>>>,
}

#[derive(Debug)]
struct State<C, const N: usize> {
    clock: Option<C>,
    wakers: FixedTimers<Waker, N>,
    /// What the alarm is set to, counted from [`NEVER`] back.
    set_to: u64,
    /// The place, of those with timers, of the one that is the next to be given up.
    turn: u32,
}

impl<C, const N: usize> Default for EmbassyTimers<C, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C, const N: usize> EmbassyTimers<C, N> {
    /// A driver without a clock; the initial value of its `static`.
    pub const fn new() -> Self {
        Self { state: Mutex::new(RefCell::new(State { clock: None, wakers: FixedTimers::new(), set_to: 0, turn: 0 })) }
    }

    /// What `run` returns; `None` if this is called from inside `run`, as by a logger that asks for the time.
    fn with<R>(&self, run: impl FnOnce(&mut State<C, N>) -> R) -> Option<R> {
        critical_section::with(|section| {
            let mut state = self.state.borrow(section).try_borrow_mut().ok()?;
            Some(run(&mut state))
        })
    }
}

impl<C: AlarmClock<Error = Infallible>, const N: usize> EmbassyTimers<C, N> {
    /// Installs the clock. Before that now is 0, and wakers are woken at once.
    ///
    /// # Errors
    /// [`InitialiseError`].
    pub fn initialise(&self, clock: C) -> Result<(), InitialiseError> {
        expect_rate(clock.rate(), TICK_HZ)?;
        let installed = self.with(|state| {
            if state.clock.is_some() {
                return false;
            }
            state.clock.insert(clock).clear_alarm().is_ok()
        });
        match installed {
            Some(true) => Ok(()),
            _ => Err(InitialiseError::Twice),
        }
    }

    /// The interrupt of the clock's alarm: wakes all tasks that are due. Returns their number.
    pub fn on_interrupt(&self) -> u32 {
        let mut count: u32 = 0;
        // Tasks are woken outside of the critical section.
        while let Some(waker) = self.with(State::next_due).flatten() {
            waker.wake();
            count += 1;
        }
        count
    }
}

impl<C: AlarmClock<Error = Infallible>, const N: usize> State<C, N> {
    /// A task that is due; if there is none, sets the alarm for the next one.
    fn next_due(&mut self) -> Option<Waker> {
        let clock = self.clock.as_mut()?;
        self.wakers.advance(clock.now());
        if let Some(expired) = self.wakers.next_expired() {
            return Some(expired.item);
        }
        let next = self.wakers.next_expiry();
        self.set_to = NEVER - next.unwrap_or(NEVER);
        let Ok(()) = match next {
            Some(tick) => clock.set_alarm(tick),
            None => clock.clear_alarm(),
        };
        None
    }

    /// Sees to it that the waker has a timer that is due at `at` or before. Whether it has one, and the waker of which
    /// the timer was given up for it.
    fn schedule(&mut self, at: u64, waker: &Waker) -> (bool, Option<Waker>) {
        if self.clock.is_none() {
            return (false, None);
        }
        let (mut known, mut in_turn) = (None, None);
        for (place, (handle, due, other)) in (0..).zip(self.wakers.iter()) {
            if other.will_wake(waker) {
                known = Some((handle, due));
            }
            if place == self.turn {
                in_turn = Some(handle);
            }
        }
        let mut given_up = None;
        if let Some((handle, due)) = known {
            if due <= at || self.wakers.restart_at(handle, at).is_err() {
                return (due <= at, None);
            }
        } else {
            if self.wakers.is_full() {
                self.turn = in_turn.map_or(0, |_| self.turn + 1);
                given_up = in_turn.and_then(|handle| self.wakers.stop(handle));
            }
            if self.wakers.start_at(at, waker.clone()).is_err() {
                return (false, given_up);
            }
        }
        if at < NEVER - self.set_to
            && let Some(clock) = &mut self.clock
        {
            self.set_to = NEVER - at;
            let Ok(()) = clock.set_alarm(at);
        }
        (true, given_up)
    }
}

impl<C, const N: usize> Driver for EmbassyTimers<C, N>
where
    C: AlarmClock<Error = Infallible> + Send + 'static,
{
    fn now(&self) -> u64 {
        self.with(|state| state.clock.as_ref().map_or(0, C::now)).unwrap_or(0)
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        let scheduled = self.with(|state| state.schedule(at, waker));
        let (has_timer, given_up) = scheduled.unwrap_or((false, None));
        if let Some(other) = given_up {
            other.wake();
        }
        if !has_timer {
            waker.wake_by_ref();
        }
    }
}
