//! Queues in a `static`, and what those of fixed size refuse.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;

use carillon_queues::chip::Structure;
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::{Fixed, InLists, Memory};
use carillon_queues::{FixedTimerWheel, FixedTimers, Handle, RestartError, StartError, TimerQueue, TimerWheel, Timers};

static FIXED: Mutex<RefCell<FixedTimerWheel<&str, 2>>> = Mutex::new(RefCell::new(FixedTimerWheel::new()));

static GROWING: Mutex<TimerWheel<u32>> = Mutex::new(TimerWheel::new());

#[test]
fn fixed_timer_wheel_in_a_static_full_gives_the_item_back() {
    let timers = FIXED.lock().unwrap();
    let mut timers = timers.borrow_mut();
    timers.start(30, "one").unwrap();
    let two = timers.start(1 << 50, "two").unwrap();
    assert!(timers.is_full());
    let refused = timers.start(5, "three").unwrap_err();
    assert_eq!((refused.error, refused.item), (StartError::Full { capacity: 2 }, "three"));
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
    let handles: Vec<Handle> = (0..1_000).map(|item| timers.start(item.into(), item)).collect();
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
    assert_eq!(timers.advance(4).next().map(|expired| expired.item), Some(0));
    timers.advance(6);
    assert_eq!(timers.outstanding(), 9);
    // The past changes nothing, and gives what is due.
    assert_eq!(timers.advance(2).next().map(|expired| expired.item), Some(1));
    assert_eq!(timers.now(), 6);
    let rest: Vec<_> = timers.advance(100).map(|expired| expired.item).collect();
    assert!(rest.into_iter().eq(2..10));
}

static COLLECTION: Mutex<RefCell<FixedTimerWheel<String, 4>>> = Mutex::new(RefCell::new(FixedTimerWheel::new()));

/// All that a collection does, in a queue of fixed size that stands in a `static`.
#[test]
fn fixed_timer_wheel_in_a_static_is_a_collection() {
    let timers = COLLECTION.lock().unwrap();
    let mut timers = timers.borrow_mut();
    let handles: Vec<Handle> = (0..4).map(|number| timers.start(10 * number, format!("{number}")).unwrap()).collect();
    assert_eq!((timers.len(), timers.is_empty()), (4, false));
    timers.get_mut(handles[2]).unwrap().push('!');
    assert_eq!(timers.get(handles[2]).unwrap(), "2!");
    assert!(timers.restart_to_earlier(handles[3], 15) && timers.contains(handles[3]));
    assert_eq!(timers.restart_or_start(handles[1], 40, String::new()).unwrap(), handles[1]);
    // One that is due and not handed out yet is in it too.
    timers.advance(5);
    let mut seen: Vec<(u64, &str)> = timers.iter().map(|(_, due, item)| (due, item.as_str())).collect();
    seen.sort_unstable();
    assert_eq!(seen, [(0, "0"), (15, "3"), (20, "2!"), (40, "1")]);
    assert_eq!((timers.time_left(handles[0]), timers.time_left(handles[3])), (Some(0), Some(10)));
    // A full one gives the item back, and stays as it is.
    timers.retain(|handle, _, _| handle != handles[1]);
    let last = timers.restart_or_start(handles[1], 7, "last".into()).unwrap();
    let refused = timers.restart_or_start(None, 7, "none".into()).unwrap_err();
    assert_eq!((refused.error, refused.item.as_str()), (StartError::Full { capacity: 4 }, "none"));
    timers.check_invariants().unwrap();

    let mut rest: Vec<_> = timers.drain().map(|(_, due, item)| (due, item)).collect();
    rest.sort_unstable();
    let expected = [(0, "0"), (12, "last"), (15, "3"), (20, "2!")].map(|(due, item)| (due, item.into()));
    assert_eq!(rest, expected);
    let again: Vec<Handle> = (0..4).map(|_| timers.start(9, String::new()).unwrap()).collect();
    timers.clear();
    assert_eq!((timers.len(), timers.now(), timers.next_expiry()), (0, 5, None));
    for stale in handles.into_iter().chain([last]).chain(again) {
        assert!(!timers.contains(stale) && timers.get(stale).is_none());
    }
    assert_eq!(timers.advance(1_000).count(), 0);
    timers.check_invariants().unwrap();
}

static SMALL: Mutex<FixedTimers<u32, 3>> = Mutex::new(FixedTimers::new());

/// Before the first start its memory is not prepared: nothing shows of that.
#[test]
fn fixed_timers_before_their_first_start_are_an_empty_queue() {
    fn empty<S, const OWN: usize>(timers: &mut Timers<S, u32, Fixed<u32, 3, OWN>>)
    where
        S: InLists<OWN> + Structure<<Fixed<u32, 3, OWN> as Memory<u32>>::Records> + Clone,
        Timers<S, u32, Fixed<u32, 3, OWN>>: Diagnostics,
    {
        let mut other = TimerWheel::new();
        let foreign = [7, 8].map(|item| other.start(5, item));
        let guarantees = timers.guarantees();
        assert_eq!((timers.capacity(), timers.is_full(), timers.len()), (3, false, 0));
        assert_eq!((timers.next_expiry(), timers.iter().count()), (None, 0));
        assert_eq!(timers.longest_interval(), u64::MAX);
        for handle in foreign {
            assert_eq!((timers.stop(handle), timers.get(handle)), (None, None));
            assert_eq!(timers.expiry(handle), None);
            assert_eq!(timers.restart(handle, 5), Err(RestartError::NotOutstanding));
        }
        assert_eq!(timers.advance(1_000).count(), 0);
        timers.clear();
        timers.check_invariants().unwrap();
        let mut clone = timers.clone();
        for (item, interval) in [(1, 1 << 40), (2, 0), (3, 5)] {
            timers.start(interval, item).unwrap();
        }
        let refused = timers.start(5, 4).unwrap_err();
        assert_eq!(refused.error, StartError::Full { capacity: 3 });
        timers.check_invariants().unwrap();
        assert_eq!(timers.guarantees(), guarantees);
        let order: Vec<_> = timers.advance(1 << 50).map(|one| (one.item, one.due)).collect();
        assert_eq!(order, [(2, 1_000), (3, 1_005), (1, 1_000 + (1 << 40))]);
        let handle = clone.start(7, 9).unwrap();
        assert_eq!((clone.expiry(handle), clone.stop(handle)), (Some(1_007), Some(9)));
    }
    empty(&mut SMALL.lock().unwrap());
    empty(&mut FixedTimers::new());
    empty(&mut FixedTimerWheel::new());
    let mut none = FixedTimers::<u32, 0>::new();
    assert!(none.is_full() && none.start(5, 1).is_err());
    none.check_invariants().unwrap();
}

/// An iterator over all items of a drain that is dropped in between drops each of them once.
#[test]
fn drain_dropped_early_drops_each_item_once() {
    let item = Rc::new(());
    let mut timers = TimerWheel::with_capacity(10).unwrap();
    for interval in 0..10 {
        timers.start(interval, Rc::clone(&item));
    }
    timers.advance(3);
    drop(timers.drain().next());
    assert_eq!((Rc::strong_count(&item), timers.len(), timers.capacity()), (1, 0, 10));
    timers.check_invariants().unwrap();
    // Nothing is lost with one that is leaked: what it has not given stays.
    for interval in 0..10 {
        timers.start(interval, Rc::clone(&item));
    }
    let mut drained = timers.drain();
    assert!(drained.next().is_some());
    std::mem::forget(drained);
    assert_eq!((Rc::strong_count(&item), timers.len()), (10, 9));
    assert_eq!(timers.advance(20).count(), 9);
}

#[test]
fn handles_take_8_bytes_with_or_without_none() {
    assert_eq!((size_of::<Handle>(), size_of::<Option<Handle>>()), (8, 8));
}
