//! A mailbox and its sleeping owner under loom: every order in which threads can meet, memory orders included. The
//! sources are compiled here a second time, with loom's atomics in the place of the standard library's. Four copies of
//! the protocol, each with one fault, lose a wake-up, and loom must find it. So with the thread that wakes tasks, and a
//! copy that looks for timers only once before it sleeps.

#![cfg(feature = "future")]
#![allow(dead_code, reason = "the sources are compiled whole")]

#[path = "../src/shards/mailbox.rs"]
mod mailbox;
#[path = "common/loom_sync.rs"]
mod sync;
#[path = "../src/wake_up.rs"]
mod wake_up;

use std::panic::{AssertUnwindSafe, catch_unwind};

use loom::sync::{Arc, Mutex};
use loom::thread;
use mailbox::Mailbox;
use sync::{AtomicU64, Ordering, SegQueue, Thread, model};
use wake_up::{NEVER, SleepsUntil};

/// The owner reads so many letters, which are posted meanwhile, and sleeps until tick 10 whenever it finds none. As
/// the clock stands still, it sleeps for ever if it is not woken, and loom says so. A letter for tick `n` is `n`.
fn all_letters_come(ticks: &'static [u64]) {
    model(move || {
        let mailbox = Arc::new(Mailbox::new(thread::current()));
        for &tick in ticks {
            let mailbox = Arc::clone(&mailbox);
            thread::spawn(move || mailbox.post(tick, tick));
        }
        let mut read = Vec::new();
        while read.len() < ticks.len() {
            match mailbox.read() {
                Some(letter) => read.push(letter),
                None => mailbox.sleep_until(10, thread::park),
            }
        }
        read.sort_unstable();
        assert_eq!(read, ticks);
    });
}

#[test]
fn post_of_an_earlier_tick_wakes_the_owner() {
    all_letters_come(&[5]);
}

#[test]
fn posts_of_two_threads_both_come() {
    all_letters_come(&[5, 7]);
}

#[test]
fn post_that_need_not_wake_is_found_before_the_next_sleep() {
    // A stop, which wakes nobody, and then a restart by the same thread.
    model(|| {
        let mailbox = Arc::new(Mailbox::new(thread::current()));
        let other = Arc::clone(&mailbox);
        thread::spawn(move || {
            other.post(1, NEVER);
            other.post(2, 5);
        });
        let mut read = Vec::new();
        while read.len() < 2 {
            match mailbox.read() {
                Some(letter) => read.push(letter),
                None => mailbox.sleep_until(10, thread::park),
            }
        }
        assert_eq!(read, [1, 2]);
    });
}

/// The protocol with a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// Says until when it sleeps by a store.
    SetStores,
    /// Looks before it says until when it sleeps, and not after.
    LooksTooEarly,
    /// The other thread reads until when the owner sleeps, and writes nothing.
    PostLoads,
    /// Says by a store that it is awake.
    ClearStores,
}

/// The owner and two others, with that fault: whether loom finds an order in which the owner sleeps for ever.
fn is_lost(fault: Fault) -> bool {
    let run = AssertUnwindSafe(|| {
        model(move || {
            // Not dropped: loom ends the program if its own parts are dropped when it has found something.
            let parts = (SegQueue::new(), Word::new(fault), thread::current());
            let parts: &'static _ = Box::leak(Box::new(parts));
            for tick in [5, 7] {
                thread::spawn(move || post(parts, tick));
            }
            let (letters, word, _) = parts;
            let mut read = 0;
            while read < 2 {
                if letters.pop().is_some() {
                    read += 1;
                    continue;
                }
                let looked = letters.is_empty();
                word.set(10);
                if fault == Fault::LooksTooEarly && looked || letters.is_empty() {
                    thread::park();
                }
                word.clear();
            }
        });
    });
    catch_unwind(run).is_err()
}

fn post((letters, word, owner): &(SegQueue<u64>, Word, Thread), tick: u64) {
    letters.push(tick);
    if word.must_wake_for(tick) {
        owner.unpark();
    }
}

/// [`SleepsUntil`], or a copy of it with a fault.
enum Word {
    Sound(SleepsUntil),
    Faulty(AtomicU64, Fault),
}

impl Word {
    fn new(fault: Fault) -> Self {
        match fault {
            Fault::None | Fault::LooksTooEarly => Self::Sound(SleepsUntil::new()),
            _ => Self::Faulty(AtomicU64::new(0), fault),
        }
    }

    fn set(&self, tick: u64) {
        match self {
            Self::Sound(word) => word.set(tick),
            Self::Faulty(word, Fault::SetStores) => word.store(tick, Ordering::SeqCst),
            Self::Faulty(word, _) => drop(word.swap(tick, Ordering::AcqRel)),
        }
    }

    fn clear(&self) {
        match self {
            Self::Sound(word) => word.clear(),
            Self::Faulty(word, Fault::ClearStores) => word.store(0, Ordering::SeqCst),
            Self::Faulty(word, _) => drop(word.swap(0, Ordering::AcqRel)),
        }
    }

    fn must_wake_for(&self, tick: u64) -> bool {
        match self {
            Self::Sound(word) => word.must_wake_for(tick),
            Self::Faulty(word, Fault::PostLoads) => word.load(Ordering::Acquire) > tick,
            Self::Faulty(word, _) => word.fetch_min(tick, Ordering::AcqRel) > tick,
        }
    }
}

#[test]
fn copy_without_a_fault_loses_no_wake_up() {
    assert!(!is_lost(Fault::None));
}

#[test]
fn copies_with_a_fault_lose_a_wake_up() {
    for fault in [Fault::SetStores, Fault::LooksTooEarly, Fault::PostLoads, Fault::ClearStores] {
        assert!(is_lost(fault), "{fault:?}");
    }
}

/// How the thread that wakes tasks sleeps: as [`SleepsUntil::sleep`].
type Sleeps = fn(&SleepsUntil, &dyn Fn() -> u64, &dyn Fn(u64));

/// The tick that the clock has come to.
const NOW: u64 = 9;

/// The thread that wakes tasks, as `future/thread.rs` has it, and two tasks that start timers which are due. A timer
/// that it does not see before it sleeps until one in the future keeps it asleep for ever: whether loom finds that.
fn timers_are_lost(sleeps: Sleeps) -> bool {
    let run = AssertUnwindSafe(|| {
        model(move || {
            let parts = (Mutex::new(vec![NEVER]), SleepsUntil::new(), thread::current());
            let parts: &'static _ = Box::leak(Box::new(parts));
            let (timers, word, _) = parts;
            for tick in [5, 7] {
                thread::spawn(move || {
                    let (timers, word, thread) = parts;
                    timers.lock().unwrap().push(tick);
                    if word.must_wake_for(tick) {
                        thread.unpark();
                    }
                });
            }
            let next = || timers.lock().unwrap().iter().copied().min().unwrap_or(NEVER);
            let mut came = 0;
            while came < 2 {
                word.clear();
                let mut waiting = timers.lock().unwrap();
                let before = waiting.len();
                waiting.retain(|&tick| tick > NOW);
                came += before - waiting.len();
                drop(waiting);
                if came < 2 {
                    sleeps(word, &next, &|tick| {
                        if tick > NOW {
                            thread::park();
                        }
                    });
                }
            }
        });
    });
    catch_unwind(run).is_err()
}

#[test]
fn thread_that_wakes_tasks_misses_no_timer() {
    assert!(!timers_are_lost(|word, next, sleep| word.sleep(next, sleep)));
}

#[test]
fn thread_that_looks_only_once_before_it_sleeps_is_found() {
    assert!(timers_are_lost(|word, next, sleep| {
        let tick = next();
        word.set(tick);
        sleep(tick);
    }));
    assert!(timers_are_lost(|word, next, sleep| {
        let tick = next();
        if next() >= tick {
            word.set(tick);
            sleep(tick);
        }
    }));
}
