//! Embassy's own generic queue, with LiteX's timer set to its earliest expiry.

use core::cell::RefCell;
use core::task::Waker;

use carillon_driver::device::{AlarmClock, Clock};
use carillon_firmware::litex::{self, LitexClock};
use critical_section::Mutex;
use embassy_time_queue_utils::queue_generic::ConstGenericQueue;

/// The queue, with room for N, at ticks of so many clocks.
pub struct Earliest<const N: usize, const TICK: u64>(Mutex<RefCell<State<N>>>);

struct State<const N: usize> {
    queue: ConstGenericQueue<N>,
    clock: LitexClock,
}

impl<const N: usize, const TICK: u64> Earliest<N, TICK> {
    /// Nobody sleeps yet.
    pub const fn new() -> Self {
        Self(Mutex::new(RefCell::new(State { queue: ConstGenericQueue::new(), clock: litex::clock() })))
    }

    /// Now, in ticks.
    pub fn now(&self) -> u64 {
        critical_section::with(|section| self.0.borrow_ref(section).clock.now() / const { TICK })
    }

    /// Wakes a task at a tick: what Embassy's timers ask of a time driver.
    pub fn schedule_wake(&self, at: u64, waker: &Waker) {
        self.change(|queue| queue.schedule_wake(at, waker));
    }

    /// The same for a tick that is later than another task's, whose timer it may stay.
    #[allow(dead_code, reason = "each program that has this module uses a part")]
    pub fn schedule_later(&self, at: u64, waker: &Waker) {
        self.change(|queue| {
            queue.schedule_wake(at, waker);
            false
        });
    }

    /// The interrupt routine.
    pub fn interrupt(&self) {
        self.change(|_| true);
    }

    /// Does something with the queue, and sets the timer if that says so.
    fn change(&self, work: impl FnOnce(&mut ConstGenericQueue<N>) -> bool) {
        critical_section::with(|section| {
            let State { queue, clock } = &mut *self.0.borrow_ref_mut(section);
            if work(queue) {
                // This also wakes what is due.
                let next = queue.next_expiration(clock.now() / const { TICK });
                let Ok(()) = clock.set_alarm(next.saturating_mul(TICK));
            }
        });
    }
}
