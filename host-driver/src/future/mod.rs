//! Sleeps, time-outs, intervals and queues of delays for async programs, on any executor: they need wakers and nothing
//! else of it.
//!
//! | | |
//! |---|---|
//! | [`sleep`], [`sleep_until`] | a future that is ready when a time has passed |
//! | [`timeout`] | a future that is given a time |
//! | [`interval`], [`interval_at`] | ticks, also as a stream; [`MissedTicks`] says what becomes of those that were missed |
//! | [`DelayQueue`] | a stream of items, each when its own delay has passed |
//! | [`advance`], [`now`] | for tests: time that is moved by hand |
//!
//! ```
//! use carillon_driver::future::{DelayQueue, interval, sleep, timeout};
//! use futures_lite::{StreamExt, future};
//! use std::time::Duration;
//!
//! const SHORT: Duration = Duration::from_millis(5);
//! future::block_on(async {
//!     sleep(SHORT).await;
//!     assert!(timeout(SHORT, future::pending::<()>()).await.is_err());
//!     let mut every = interval(SHORT);
//!     for _ in 0..3 {
//!         every.tick().await;
//!     }
//!     let mut delays = DelayQueue::new();
//!     delays.insert("second", 2 * SHORT);
//!     delays.insert("first", SHORT);
//!     assert_eq!(delays.next().await.map(|expired| expired.item), Some("first"));
//! });
//! ```
//!
//! Nothing is ready before its time, as [`Instant`](std::time::Instant) measures it. A thread, which the first sleep
//! starts, wakes tasks at ticks of 100 µs by the operating system's clock: there are up to 100 µs besides what the
//! operating system and the executor add. All tasks share one wheel of 16,384 slots (537 kB) behind one lock; a
//! sleep's timer lies in the sleep ([`pinned`](crate::queue::pinned)), so a sleep allocates nothing, and is taken out
//! of the wheel when it is dropped. Start, reset and drop take constant time. Waking a task takes time in proportion to
//! the timers of its slot: n/16,384 of n if their times are at random.
//!
//! A process that was made by `fork` has none of the threads of its parent but one. Its first poll of a sleep, also of
//! one that was polled before the fork, starts a thread for it. Like all that is behind a lock, sleeps cannot be used
//! in it if another thread was in the midst of starting, stopping or waking one when the process was forked: fork while
//! none does.

mod clock;
mod delay_queue;
#[cfg(unix)]
mod fork;
mod interval;
mod sleep;
mod thread;
mod timeout;

pub use crate::queue::tools::MissedTicks;
pub use clock::{advance, now};
pub use delay_queue::DelayQueue;
pub use interval::{Interval, interval, interval_at};
pub use sleep::{Sleep, sleep, sleep_until};
pub use timeout::{Elapsed, Timeout, timeout};
