//! A thread that sleeps for an hour is woken for an earlier timer, again and again. The sources are compiled here a
//! second time, with a clock that says when the thread is asleep, and with threads that lose some of their wake-ups:
//! those copies must be found out, at the very wake-up that is lost, whatever the scheduler does.
#![cfg(feature = "shards")]
#![allow(dead_code, unused_imports, reason = "the sources are compiled whole")]

extern crate std;

#[path = "common/no_timer_fd.rs"]
mod no_timer_fd;
#[path = "../src/shards/mod.rs"]
mod shards;
#[path = "../src/wake_up.rs"]
mod wake_up;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use carillon_driver::{queue, rate};
use device::{AlarmClock, Clock, SystemClock};
use shards::Shards;
use sync::Ordering::SeqCst;

/// The operating system's clock, at which the thread that waits says that it is asleep.
mod device {
    use core::cell::RefCell;
    use core::convert::Infallible;
    use core::time::Duration;
    use std::boxed::Box;

    pub(crate) use super::no_timer_fd::TimerFd;
    use carillon_driver::device;
    pub(crate) use carillon_driver::device::{AlarmClock, Clock};
    use carillon_driver::rate::{Span, TickRate};

    std::thread_local! {
        /// What happens while this thread is asleep.
        pub(crate) static ASLEEP: RefCell<Option<Box<dyn FnMut()>>> = const { RefCell::new(None) };
    }

    #[derive(Debug, Clone, Copy)]
    pub(crate) struct SystemClock(device::SystemClock);

    impl SystemClock {
        pub(crate) fn with_resolution(tick: Duration) -> Self {
            Self(device::SystemClock::with_resolution(tick))
        }
    }

    impl Clock for SystemClock {
        fn rate(&self) -> TickRate {
            self.0.rate()
        }

        fn now(&self) -> u64 {
            self.0.now()
        }

        fn after(&self, span: impl Span) -> Option<u64> {
            self.0.after(span)
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

        fn wait(&mut self, _: u64) -> Result<(), Infallible> {
            ASLEEP.with_borrow_mut(|asleep| asleep.as_mut().map(|happens| happens()));
            Ok(())
        }
    }
}

/// What the sources take from the standard library.
mod sync {
    pub(crate) use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub(crate) use crossbeam_queue::SegQueue;

    /// Of so many wake-ups the last one is lost; 0 if none is.
    pub(crate) static LOSES_ONE_OF: AtomicU64 = AtomicU64::new(0);

    /// Wake-ups that were not lost.
    pub(crate) static WAKE_UPS: AtomicU64 = AtomicU64::new(0);

    pub(crate) mod thread {
        pub(crate) fn current() -> super::Thread {
            super::Thread(super::AtomicU64::new(0))
        }
    }

    #[derive(Debug)]
    pub(crate) struct Thread(AtomicU64);

    impl Thread {
        pub(crate) fn unpark(&self) {
            let count = self.0.fetch_add(1, Ordering::SeqCst) + 1;
            let of = LOSES_ONE_OF.load(Ordering::SeqCst);
            if of == 0 || !count.is_multiple_of(of) {
                WAKE_UPS.fetch_add(1, Ordering::SeqCst);
            }
        }
    }
}

/// How long a test waits for another thread.
const PATIENCE: Duration = Duration::from_secs(60);

const HOUR: Duration = Duration::from_secs(3_600);

const SHORT: Duration = Duration::from_micros(10);

/// Lets a thread sleep until its only timer in an hour, and while it is asleep restarts that by another thread for a
/// short time, so many times: how often the thread was woken before it was not.
fn wakes(times: u32) -> u32 {
    let shards = Shards::new(1, Duration::from_micros(1));
    let mut shard = shards.own(0).expect("free");
    let (asks, asked) = mpsc::channel();
    let (answers, answered) = mpsc::channel();
    let answered = Rc::new(answered);
    std::thread::spawn(move || {
        for handle in asked {
            shards.restart(handle, SHORT);
            answers.send(()).expect("heard");
        }
    });
    for count in 0..times {
        let (handle, begin) = (shard.start(HOUR, ()), Instant::now());
        let (asks, answered) = (asks.clone(), Rc::clone(&answered));
        let slept = Rc::new(Cell::new(false));
        let sleeps = Rc::clone(&slept);
        device::ASLEEP.set(Some(Box::new(move || {
            if !sleeps.replace(true) {
                asks.send(handle).expect("heard");
                answered.recv_timeout(PATIENCE).expect("it is restarted");
            }
        })));
        let before = sync::WAKE_UPS.load(SeqCst);
        shard.wait();
        assert!(slept.get());
        if sync::WAKE_UPS.load(SeqCst) == before {
            // It would sleep for an hour.
            return count;
        }
        while shard.service(|_, _| ()) == 0 {
            assert!(begin.elapsed() < PATIENCE, "the timer does not come");
            shard.wait();
        }
        assert!(begin.elapsed() >= SHORT, "early");
    }
    times
}

fn check(times: u32, loses_one_of: u32) {
    sync::LOSES_ONE_OF.store(0, SeqCst);
    assert_eq!(wakes(times), times, "a wake-up is lost");
    sync::LOSES_ONE_OF.store(loses_one_of.into(), SeqCst);
    assert_eq!(wakes(times), loses_one_of - 1, "of the faulty copy");
}

// One test at a time, as the fault is the program's.
#[test]
fn sleeper_is_woken_each_time_and_a_copy_that_loses_one_wake_up_in_1000_is_found() {
    check(5_000, 1_000);
}

#[test]
#[ignore = "long"]
fn sleeper_is_woken_each_time_and_a_copy_that_loses_one_wake_up_in_100000_is_found() {
    check(500_000, 100_000);
}
