//! A shard, its clock and another thread under loom: every order in which they can meet. The sources are compiled here
//! a second time, with loom's atomics in the place of the standard library's, and a clock that the other thread moves.
#![cfg(feature = "shards")]
#![allow(dead_code, unused_imports, reason = "the sources are compiled whole")]

extern crate std;

#[path = "common/no_timer_fd.rs"]
mod no_timer_fd;
#[path = "../src/shards/mod.rs"]
mod shards;
#[path = "common/loom_sync.rs"]
mod sync;
#[path = "../src/wake_up.rs"]
mod wake_up;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use carillon_driver::queue::TimerWheel;
use carillon_driver::{queue, rate};
use device::{AlarmClock, Clock, SystemClock};
use loom::thread;
use shards::{Shard, ShardHandle, Shards};
use sync::SegQueue;

/// The clock of the shards, which a thread of the model moves.
mod device {
    use core::cell::Cell;
    use core::convert::Infallible;
    use core::time::Duration;

    pub(crate) use super::no_timer_fd::TimerFd;
    pub(crate) use carillon_driver::device::{AlarmClock, Clock};
    use carillon_driver::rate::{Span, TickRate};
    use loom::sync::atomic::{AtomicU64, Ordering};

    std::thread_local! {
        static MADE: Cell<Option<SystemClock>> = const { Cell::new(None) };
    }

    /// Ticks of a nanosecond.
    #[derive(Debug, Clone, Copy)]
    pub(crate) struct SystemClock(&'static AtomicU64);

    impl SystemClock {
        pub(crate) fn with_resolution(_: Duration) -> Self {
            // Not dropped: loom ends the program if its own parts are dropped when it has found something.
            let clock = Self(Box::leak(Box::new(AtomicU64::new(0))));
            MADE.set(Some(clock));
            clock
        }

        /// The one that was made last.
        pub(crate) fn made() -> Self {
            MADE.get().expect("it was made")
        }

        /// It is `tick` now.
        pub(crate) fn comes_to(self, tick: u64) {
            self.0.store(tick, Ordering::Release);
        }
    }

    impl Clock for SystemClock {
        fn rate(&self) -> TickRate {
            TickRate::hertz(core::num::NonZeroU32::new(1_000_000_000).expect("not 0"))
        }

        fn now(&self) -> u64 {
            self.0.load(Ordering::Acquire)
        }

        fn after(&self, span: impl Span) -> Option<u64> {
            self.now().checked_add(self.rate().ticks(span)?)
        }
    }

    impl AlarmClock for SystemClock {
        type Error = Infallible;

        fn set_alarm(&mut self, _: u64) -> Result<(), Infallible> {
            Ok(())
        }

        fn clear_alarm(&mut self) -> Result<(), Infallible> {
            Ok(())
        }

        /// Until it is woken: if it is not, loom says that all threads sleep.
        fn wait(&mut self, tick: u64) -> Result<(), Infallible> {
            if self.now() < tick {
                loom::thread::park();
            }
            Ok(())
        }
    }
}

const DUE: u64 = 10;

/// A shard with one timer, due at tick [`DUE`], and what another thread does beside it.
fn beside(
    other: impl Fn(&Shards, ShardHandle, SystemClock) + Copy + Send + Sync + 'static,
    owner: impl Fn(&mut Shard<()>) + Copy + Send + Sync + 'static,
) {
    sync::model(move || {
        let (shards, clock) = (Shards::new(1, Duration::ZERO), SystemClock::made());
        let mut shard = shards.own(0).expect("free");
        let handle = shard.start(Duration::from_nanos(DUE), ());
        let others = shards.clone();
        let other = thread::spawn(move || other(&others, handle, clock));
        owner(&mut shard);
        other.join().expect("no panic");
    });
}

/// A stop that returns before the tick begins holds, whenever the service comes.
#[test]
fn service_a_timer_stopped_before_its_tick_does_not_expire() {
    beside(
        |shards, handle, clock| {
            shards.stop(handle);
            clock.comes_to(DUE);
        },
        |shard| {
            for _ in 0..2 {
                assert_eq!(shard.service(|_, _| ()), 0, "it was stopped before");
            }
        },
    );
}

/// So does a restart to a later tick.
#[test]
fn service_a_timer_put_off_before_its_tick_does_not_expire_at_it() {
    beside(
        |shards, handle, clock| {
            shards.restart(handle, Duration::from_nanos(2 * DUE));
            clock.comes_to(DUE);
        },
        |shard| {
            for _ in 0..2 {
                assert_eq!(shard.service(|_, _| ()), 0, "it was put off before");
            }
        },
    );
}

/// A sleeper is woken for a restart to an earlier tick, which has come by then.
#[test]
fn wait_and_service_a_timer_restarted_for_now_expires() {
    beside(
        |shards, handle, _| shards.restart(handle, Duration::ZERO),
        |shard| {
            while shard.service(|_, _| ()) == 0 {
                shard.wait();
            }
        },
    );
}

/// And for one beside a stop, which wakes nobody.
#[test]
fn wait_and_service_letters_that_need_not_wake_lose_none_that_must() {
    beside(
        |shards, handle, _| {
            shards.restart(handle, Duration::from_nanos(2 * DUE));
            shards.restart(handle, Duration::ZERO);
        },
        |shard| {
            while shard.service(|_, _| ()) == 0 {
                shard.wait();
            }
        },
    );
}

/// Whether loom finds an order in which a timer expires although it was stopped before its tick, by a copy of the
/// service that reads the clock before the letters, or after them.
fn expires(clock_is_first: bool) -> bool {
    let run = AssertUnwindSafe(|| {
        sync::model(move || {
            let clock = SystemClock::with_resolution(Duration::ZERO);
            let letters: &'static _ = Box::leak(Box::new(SegQueue::new()));
            let mut timers = TimerWheel::new();
            let handle = timers.start_at(DUE, ());
            thread::spawn(move || {
                letters.push(handle);
                clock.comes_to(DUE);
            });
            for _ in 0..2 {
                let mut now = clock.now();
                while let Some(handle) = letters.pop() {
                    timers.stop(handle);
                }
                if !clock_is_first {
                    now = clock.now();
                }
                assert_eq!(timers.advance(now).count(), 0);
            }
        });
    });
    catch_unwind(run).is_err()
}

#[test]
fn copy_of_the_service_that_reads_the_clock_after_the_letters_is_found() {
    assert!(!expires(true), "a sound copy passes");
    assert!(expires(false));
}
