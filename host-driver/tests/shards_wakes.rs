//! A thread that sleeps for an hour is woken for an earlier timer, again and again. The sources are compiled here a
//! second time, with threads that lose some of their wake-ups, and those copies must be found out.
#![cfg(feature = "shards")]
#![allow(dead_code, unused_imports, reason = "the sources are compiled whole")]

#[path = "../src/shards/mod.rs"]
mod shards;
#[path = "../src/wake_up.rs"]
mod wake_up;

use std::sync::mpsc;
use std::time::{Duration, Instant};

use carillon_driver::{device, queue, rate};
use shards::Shards;

/// What the sources take from the standard library.
mod sync {
    pub(crate) use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub(crate) use crossbeam_queue::SegQueue;

    /// Of so many wake-ups the last one is lost; 0 if none is.
    pub(crate) static LOSES_ONE_OF: AtomicU64 = AtomicU64::new(0);

    pub(crate) mod thread {
        pub(crate) fn current() -> super::Thread {
            super::Thread(std::thread::current(), super::AtomicU64::new(0))
        }
    }

    #[derive(Debug)]
    pub(crate) struct Thread(std::thread::Thread, AtomicU64);

    impl Thread {
        pub(crate) fn unpark(&self) {
            let count = self.1.fetch_add(1, Ordering::Relaxed) + 1;
            let of = LOSES_ONE_OF.load(Ordering::Relaxed);
            if of == 0 || !count.is_multiple_of(of) {
                self.0.unpark();
            }
        }
    }
}

/// Longer than a woken thread waits for a processor.
const PATIENCE: Duration = Duration::from_secs(20);

const HOUR: Duration = Duration::from_secs(3_600);

/// Lets a thread sleep until its only timer in an hour, and restarts that by another thread for 10 µs, so many times:
/// how often the timer came before one did not.
fn wakes(times: u32) -> u32 {
    let shards = Shards::new(1, Duration::from_micros(1));
    let (sender, handles) = mpsc::channel();
    let owners = shards.clone();
    std::thread::spawn(move || {
        let mut shard = owners.own(0).expect("free");
        loop {
            let begin = Instant::now();
            if sender.send(shard.start(HOUR, ())).is_err() {
                return;
            }
            while shard.service(|_, _| ()) == 0 {
                shard.wait();
            }
            assert!(begin.elapsed() >= Duration::from_micros(10), "early");
        }
    });
    let mut count = 0;
    while count < times {
        let Ok(handle) = handles.recv_timeout(PATIENCE) else {
            return count - 1;
        };
        shards.restart(handle, Duration::from_micros(10));
        count += 1;
    }
    // The last one too.
    count - u32::from(handles.recv_timeout(PATIENCE).is_err())
}

fn check(times: u32, loses_one_of: u32) {
    sync::LOSES_ONE_OF.store(0, sync::Ordering::Relaxed);
    assert_eq!(wakes(times), times, "a wake-up is lost");
    sync::LOSES_ONE_OF.store(loses_one_of.into(), sync::Ordering::Relaxed);
    let came = wakes(times);
    assert!(
        came < times,
        "a copy that loses one wake-up of {loses_one_of} passes"
    );
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
