//! Timers in real time: a clock that counts ticks, and a queue that it drives.
//!
//! A queue counts ticks and knows nothing of time: its [`now`](crate::advance::Advance::now) is the tick up to which it
//! was advanced, so an interval that is given to the queue itself counts from its last advance. [`ClockedTimers`]
//! counts intervals from the clock's now instead. It rounds intervals up and elapsed time down, so no timer is early.
//!
//! **No interval is too long for a clock.** One that ends after the last tick, 2^64 - 1, ends there, and so does a
//! deadline that the clock cannot name: `Duration::MAX` is never. This holds for all that takes times: `ClockedTimers`,
//! and in carillon-driver `ClockFacility`, shards, the queue of delays and sleeps. (Only a structure with a
//! [longest interval](crate::TimerQueue::longest_interval) still refuses what is beyond it; and what takes intervals in
//! ticks and can refuse them, refuses those.)
//!
//! | clock | counts |
//! |---|---|
//! | `SystemClock` (feature `std`) | the operating system's monotonic time |
//! | `ManualClock` (feature `tools`) | what a test says |
//! | [`Clock`] | anything else: implement it for a counter of your processor's |

mod clocked_queue;
mod clocked_timers;
#[cfg(feature = "tools")]
mod manual;
mod moment;
mod numbered_timers;
mod rate;
#[cfg(feature = "std")]
mod system;

pub use clocked_queue::ClockedQueue;
pub use clocked_timers::ClockedTimers;
#[cfg(feature = "tools")]
pub use manual::ManualClock;
pub use moment::Moment;
pub use rate::{Span, TickRate};
#[cfg(feature = "std")]
pub use system::SystemClock;

use core::time::Duration;

/// A clock that counts ticks from 0 and never runs backwards.
pub trait Clock {
    /// How long a tick lasts.
    fn rate(&self) -> TickRate;

    /// The ticks that have passed, rounded down; never fewer than before. Tick *n* begins when *n* ticks have passed.
    fn now(&self) -> u64;

    /// The first tick that begins when at least `span` has passed from now on; `None` if 64 bits cannot hold it.
    ///
    /// This counts from the next tick's beginning, as the present tick has partly passed: the tick may begin up to two
    /// ticks after `span` has passed. A clock with a finer resolution than a tick can be more exact.
    fn after(&self, span: impl Span) -> Option<u64> {
        self.now().checked_add(self.rate().interval(span)?)
    }

    /// How long it takes until `tick` begins, at most; zero if it has begun.
    ///
    /// This counts from the present tick's beginning. A clock with a finer resolution than a tick can be more exact.
    fn time_until(&self, tick: u64) -> Duration {
        self.rate().duration_at_least(tick.saturating_sub(self.now()))
    }
}

/// So that several queues share one clock.
impl<C: Clock + ?Sized> Clock for &C {
    fn rate(&self) -> TickRate {
        C::rate(self)
    }

    fn now(&self) -> u64 {
        C::now(self)
    }

    fn after(&self, span: impl Span) -> Option<u64> {
        C::after(self, span)
    }

    fn time_until(&self, tick: u64) -> Duration {
        C::time_until(self, tick)
    }
}
