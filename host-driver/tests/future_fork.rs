//! Sleeps in a process that was forked, which has none of the threads that its parent had started for them.
#![cfg(all(feature = "future", unix))]
#![allow(unsafe_code, reason = "to fork is")]

use std::ffi::c_int;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Waker};
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::future::{DelayQueue, Sleep, sleep};
use futures_lite::{StreamExt, future};

unsafe extern "C" {
    fn fork() -> c_int;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn _exit(code: c_int) -> !;
}

const NO_HANG: c_int = 1;
const KILL: c_int = 9;

/// How long a process may take.
const PATIENCE: Duration = Duration::from_secs(60);

const SHORT: Duration = Duration::from_millis(20);

/// Runs `child` in a process that is forked now: whether it comes to its end and says yes.
fn in_a_fork(child: impl FnOnce() -> bool) -> bool {
    // SAFETY: no other thread of this program is in the midst of anything that the new process does.
    let process = unsafe { fork() };
    assert!(process >= 0, "there is no process left");
    if process == 0 {
        let code = if child() { 7 } else { 1 };
        // SAFETY: it ends the process, and runs nothing of the parent's.
        unsafe { _exit(code) };
    }
    let (mut status, begin) = (0, Instant::now());
    // SAFETY: the status is written to.
    while unsafe { waitpid(process, &raw mut status, NO_HANG) } == 0 {
        if begin.elapsed() > PATIENCE {
            // SAFETY: it is our own, and was not waited for.
            unsafe { kill(process, KILL) };
        }
        thread::sleep(Duration::from_millis(2));
    }
    status == 7 << 8
}

fn is_never_early(duration: Duration) -> bool {
    let begin = Instant::now();
    future::block_on(sleep(duration));
    begin.elapsed() >= duration
}

fn polled(mut sleeper: Pin<&mut Sleep>) {
    let mut context = Context::from_waker(Waker::noop());
    assert!(sleeper.as_mut().poll(&mut context).is_pending());
}

// One test, as a fork copies what other tests are in the midst of.
#[test]
fn sleeps_of_a_forked_process_wake() {
    // The thread of this process sleeps for an hour from now on.
    let hour = pin!(sleep(Duration::from_secs(3_600)));
    polled(hour);
    let before = pin!(sleep(2 * SHORT));
    polled(before);
    assert!(is_never_early(SHORT));
    let outstanding = pin!(sleep(10 * SHORT));
    polled(outstanding);
    thread::sleep(SHORT);
    for round in 0..5 {
        assert!(in_a_fork(|| is_never_early(SHORT)), "{round}");
    }
    assert!(in_a_fork(|| {
        let mut queue = DelayQueue::new();
        queue.insert(5, SHORT);
        future::block_on(queue.next()).is_some_and(|expired| expired.item == 5)
    }));
    // A process that has slept forks again; and one that has not.
    assert!(in_a_fork(|| is_never_early(SHORT) && in_a_fork(|| is_never_early(SHORT))));
    assert!(in_a_fork(|| in_a_fork(|| is_never_early(SHORT))));
    // One that was polled before.
    let mut outstanding = pin!(sleep(100 * SHORT));
    polled(outstanding.as_mut());
    thread::sleep(SHORT);
    let deadline = outstanding.deadline();
    let woken = in_a_fork(|| {
        future::block_on(outstanding.as_mut());
        Instant::now() >= deadline
    });
    assert!(woken);
    assert!(is_never_early(SHORT), "and here nothing has changed");
}
