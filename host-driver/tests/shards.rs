//! Shards on several threads: timers that threads start, stop and restart for each other; none is early, lost or comes
//! twice. How late they are is not asserted: the machine may be busy.
#![cfg(feature = "shards")]

#[path = "../../testbench/common/limit.rs"]
mod limit;
#[path = "common/two_threads.rs"]
mod two_threads;

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use carillon_driver::shards::{Shard, ShardHandle, Shards};
use limit::Limit;
use two_threads::{HOUR, PATIENCE, Sleeper, wake_each_other};

const TICK: Duration = Duration::from_micros(100);

#[test]
fn own_once_and_by_one_thread() {
    let shards = Shards::new(1, TICK);
    let shard: Option<Shard<()>> = shards.own(0);
    assert!(shard.is_some());
    assert!(shards.own::<()>(0).is_none(), "it has an owner");
    assert!(shards.own::<()>(1).is_none(), "there is none");
}

#[test]
fn shard_refuses_the_timers_of_others() {
    let _limit = Limit::of_this_test();
    let shards = Shards::new(2, TICK);
    let (mut one, mut other) = (shards.own(0).expect("free"), shards.own(1).expect("free"));
    let handle = one.start(HOUR, 1);
    other.start(HOUR, 2);
    assert_eq!((handle.shard(), other.stop(handle)), (0, None));
    assert!(!other.restart(handle, Duration::ZERO));
    assert_eq!(other.service(|_, _| ()), 0);
    assert!(one.restart(handle, Duration::ZERO));
    one.wait();
    thread::sleep(TICK);
    assert_eq!(one.service(|_, expired| assert_eq!(expired.item, 1)), 1);
    assert_eq!(one.stop(handle), None, "it was handed out");
}

#[test]
fn letters_are_read_before_timers_are_handed_out() {
    let shards = Shards::new(1, TICK);
    let mut shard = shards.own(0).expect("free");
    let short = Duration::from_millis(1);
    let [stopped, later, kept] = [1, 2, 3].map(|item| shard.start(short, item));
    shards.restart(kept, HOUR);
    shards.restart(kept, short);
    shards.stop(stopped);
    shards.stop(stopped);
    shards.restart(stopped, short);
    shards.restart(later, HOUR);
    thread::sleep(2 * short);
    let mut seen = Vec::new();
    shard.service(|_, expired| seen.push(expired.item));
    assert_eq!((seen, shard.outstanding()), (vec![3], 1));
    assert_eq!(shard.stop(later), Some(2));
}

#[test]
fn service_whose_handler_starts_timers_of_no_time_ends() {
    let _limit = Limit::of_this_test();
    for tick in [Duration::from_nanos(1), TICK] {
        let shards = Shards::new(1, tick);
        let mut shard = shards.own(0).expect("free");
        for item in 0..3 {
            shard.start(Duration::ZERO, item);
        }
        let mut came = 0;
        while came < 30 {
            shard.wait();
            let mut count = 0;
            shard.service(|shard, expired| {
                count += 1;
                assert!(count <= 3, "what was due when it began");
                shard.start(Duration::ZERO, expired.item);
            });
            came += count;
        }
    }
}

#[test]
fn letters_to_a_shard_that_is_gone_are_dropped() {
    let shards = Shards::new(1, TICK);
    let mut shard = shards.own(0).expect("free");
    let handle = shard.start(HOUR, ());
    drop(shard);
    shards.stop(handle);
    assert!(shards.own::<()>(0).is_none(), "for ever");
}

#[test]
fn wait_a_sleeper_is_woken_for_what_is_earlier_and_for_nothing_else() {
    let shards = Shards::new(1, TICK);
    let (sender, handles) = mpsc::channel();
    let (done, end) = mpsc::channel();
    let waits = Arc::new(AtomicU32::new(0));
    let (own, counts) = (shards.clone(), Arc::clone(&waits));
    thread::spawn(move || {
        let mut shard = own.own(0).expect("free");
        let both = [1, 2].map(|item| shard.start(HOUR, item));
        sender.send(both).expect("heard");
        while shard.outstanding() > 0 {
            counts.fetch_add(1, Ordering::SeqCst);
            shard.wait();
            shard.service(|_, _| ());
        }
        done.send(()).expect("the test waits");
    });
    let [one, other] = handles.recv_timeout(PATIENCE).expect("sent");
    thread::sleep(Duration::from_millis(100));
    let before = waits.load(Ordering::SeqCst);
    for _ in 0..1_000 {
        shards.restart(other, 2 * HOUR);
    }
    shards.stop(other);
    thread::sleep(Duration::from_millis(50));
    // One more if it had not slept yet.
    assert!(waits.load(Ordering::SeqCst) <= before + 1, "it sleeps on");
    shards.restart(one, Duration::ZERO);
    assert_eq!(end.recv_timeout(PATIENCE), Ok(()));
}

/// An owner that is parked.
struct Parked(Shard<()>);

impl Sleeper for Parked {
    fn own(shards: &Shards, number: u32) -> Self {
        Self(shards.own(number).expect("free"))
    }

    fn start(&mut self) -> ShardHandle {
        self.0.start(HOUR, ())
    }

    fn turn(&mut self) -> u32 {
        let expired = self.0.service(|_, _| ());
        if expired == 0 {
            self.0.wait();
        }
        expired
    }
}

#[test]
fn wait_two_threads_wake_each_other_and_no_wake_up_is_lost() {
    wake_each_other::<Parked>(1_000);
}
