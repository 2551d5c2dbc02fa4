//! Queues in a `static`, and what those of fixed size refuse.

use std::cell::RefCell;
use std::sync::Mutex;

use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::{FixedTimerWheel, Handle, StartError, TimerQueue, TimerWheel};

static FIXED: Mutex<RefCell<FixedTimerWheel<&str, 2>>> =
    Mutex::new(RefCell::new(FixedTimerWheel::new()));

static GROWING: Mutex<TimerWheel<u32>> = Mutex::new(TimerWheel::new());

#[test]
fn fixed_timer_wheel_in_a_static_full_gives_the_item_back() {
    let timers = FIXED.lock().unwrap();
    let mut timers = timers.borrow_mut();
    timers.start(30, "one").unwrap();
    let two = timers.start(1 << 50, "two").unwrap();
    assert!(timers.is_full());
    let refused = timers.start(5, "three").unwrap_err();
    assert_eq!(
        (refused.error, refused.item),
        (StartError::Full { capacity: 2 }, "three")
    );
    assert_eq!(timers.stop(two), Some("two"));
    let three = timers.start(5, "three").unwrap();
    assert_eq!((two.index(), timers.stop(two)), (three.index(), None));
    timers.check_invariants().unwrap();
    let order: Vec<_> = timers.advance(100).map(|expired| expired.item).collect();
    assert_eq!(order, ["three", "one"]);
    let too_far = timers.start(u64::MAX, "beyond").unwrap_err();
    assert_eq!(too_far.error, StartError::BeyondTheEndOfTime);
}

#[test]
fn timer_wheel_in_a_static_allocates_at_the_first_start() {
    let mut timers = GROWING.lock().unwrap();
    assert_eq!((timers.capacity(), timers.next_expiry()), (0, None));
    assert!(timers.advance(1_000).next().is_none());
    timers.check_invariants().unwrap();
    let handles: Vec<Handle> = (0..1_000)
        .map(|item| timers.start(item.into(), item))
        .collect();
    assert!(timers.capacity() >= 1_000);
    assert!(timers.restart(handles[7], 5_000) && timers.stop(handles[8]) == Some(8));
    assert!(!timers.restart(handles[8], 5_000));
    timers.check_invariants().unwrap();
    assert_eq!(timers.advance(3_000).count(), 998);
    // What would be due after the end of time is due there.
    let last = timers.start(u64::MAX, 1);
    assert_eq!(timers.expiry(last), Some(u64::MAX));
    assert_eq!(timers.advance(u64::MAX).count(), 2);
}

/// Nothing is lost with an iterator that is dropped.
#[test]
fn advance_iterator_dropped_early_loses_nothing() {
    let mut timers = TimerWheel::new();
    for item in 0..10_u64 {
        timers.start(item, item);
    }
    assert_eq!(
        timers.advance(4).next().map(|expired| expired.item),
        Some(0)
    );
    timers.advance(6);
    assert_eq!(timers.outstanding(), 9);
    // The past changes nothing, and gives what is due.
    assert_eq!(
        timers.advance(2).next().map(|expired| expired.item),
        Some(1)
    );
    assert_eq!(timers.now(), 6);
    let rest: Vec<_> = timers.advance(100).map(|expired| expired.item).collect();
    assert!(rest.into_iter().eq(2..10));
}

#[test]
fn handles_take_8_bytes_with_or_without_none() {
    assert_eq!((size_of::<Handle>(), size_of::<Option<Handle>>()), (8, 8));
}
