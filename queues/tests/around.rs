//! What stands around the queues: periodic timers at the end of time, slack, actions, iterators, timers as things of
//! their own.

use std::cell::Cell;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Wake, Waker};

use carillon_queues::memory::Bounded;
use carillon_queues::schemes::{BasicWheel, UnorderedList};
use carillon_queues::tools::{Action, MissedTicks, Periodic, TimerCell};
use carillon_queues::{HashedWheel, Progress, RestartError, StartError, TimerQueue, Timers};
use proptest::prelude::*;

fn queue<T>() -> Timers<HashedWheel, T, Bounded<T>> {
    Timers::bounded(HashedWheel::new(16), 8).expect("a queue")
}

#[test]
fn periodic_at_the_end_of_time_ends() {
    for behind in [MissedTicks::Burst, MissedTicks::Skip, MissedTicks::Delay] {
        let every = Periodic::new(NonZeroU64::MIN, behind);
        assert_eq!(every.next(u64::MAX, u64::MAX), None);
        assert_eq!(every.next(u64::MAX - 1, 0), Some(u64::MAX));
        assert_eq!(every.missed(5, 8), 3);
    }
}

proptest! {
    #[test]
    fn start_between_is_the_roundest_tick_of_the_range(now in 0..1_u64 << 50, least in 0..3_000_u64, slack in 0..3_000_u64) {
        let mut timers = queue();
        timers.advance(now);
        let handle = timers.start_between(least, least + slack, ()).expect("room");
        let expiry = timers.expiry(handle).expect("outstanding");
        let (from, to) = (now + least, now + least + slack);
        prop_assert!((from..=to).contains(&expiry));
        let roundest = (from..=to).map(u64::trailing_zeros).max();
        prop_assert_eq!(Some(expiry.trailing_zeros()), roundest);
    }
}

#[test]
fn start_between_reversed_and_too_long_ranges_stay_within_reason() {
    let mut timers = Timers::bounded(BasicWheel::new(64), 4).expect("a queue");
    timers.advance(100);
    let handle = timers.start_between(20, 3, ()).expect("room");
    assert_eq!(timers.expiry(handle), Some(120));
    let handle = timers.start_between(1, u64::MAX, ()).expect("room");
    assert_eq!(timers.expiry(handle), Some(128), "no longer than MaxInterval");
    assert!(timers.start_between(65, 70, ()).is_err());
    assert_eq!(
        timers.start_between(u64::MAX, u64::MAX, ()).map_err(StartError::from),
        Err(StartError::BeyondTheEndOfTime)
    );
}

#[test]
fn items_functions_closures_and_numbers_are_what_the_caller_likes() {
    let rang = Cell::new(0);
    let mut closures = queue::<Box<dyn FnOnce() + '_>>();
    closures.start(1, Box::new(|| rang.set(rang.get() + 1))).expect("room");
    closures.start(2, Box::new(|| rang.set(rang.get() + 10))).expect("room");
    closures.advance(5);
    std::iter::from_fn(|| closures.next_expired()).for_each(|expired| (expired.item)());
    assert_eq!(rang.get(), 11);

    let mut functions = queue::<fn(u64) -> u64>();
    functions.start(1, |due| due * 2).expect("room");
    functions.advance(5);
    let results: Vec<_> =
        std::iter::from_fn(|| functions.next_expired()).map(|expired| (expired.item)(expired.due)).collect();
    assert_eq!(results, [2]);
}

struct Counter(AtomicUsize);

impl Wake for Counter {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

#[test]
fn action_each_kind_does_its_own() {
    static CALLED: AtomicUsize = AtomicUsize::new(0);
    let woken = Arc::new(Counter(AtomicUsize::new(0)));
    let mut closed = 0;
    let mut close = || closed += 1;
    let mut timers = queue();
    timers.start(1, Action::Call(|argument| CALLED.store(argument, Ordering::Release), 7)).expect("room");
    timers.start(2, Action::Wake(Waker::from(Arc::clone(&woken)))).expect("room");
    timers.start(3, Action::Closure(&mut close)).expect("room");
    timers.start(4, Action::Id('x')).expect("room");
    timers.start(5, Action::Id('y')).expect("room");
    timers.advance(4);
    let ids: Vec<_> =
        std::iter::from_fn(|| timers.next_expired()).filter_map(|expired| expired.item.perform()).collect();
    assert_eq!(ids, ['x']);
    assert_eq!(CALLED.load(Ordering::Acquire), 7);
    assert_eq!(woken.0.load(Ordering::Acquire), 1);
    drop(timers);
    assert_eq!(closed, 1);
}

#[test]
fn expired_iterator_stops_where_nothing_is_due_and_may_be_left_early() {
    let mut timers = Timers::bounded(UnorderedList, 4).expect("a queue");
    for interval in [3, 1, 2, 9] {
        timers.start(interval, interval).expect("room");
    }
    timers.advance(5);
    assert_eq!(std::iter::from_fn(|| timers.next_expired()).next().map(|expired| expired.item), Some(1));
    let rest: Vec<_> = std::iter::from_fn(|| timers.next_expired()).map(|expired| expired.item).collect();
    assert_eq!(rest, [2, 3]);
    assert_eq!(timers.outstanding(), 1);
}

#[test]
fn timer_event_moved_about_started_again_and_dropped_is_one_timer() {
    let cell = TimerCell::new(queue::<u32>());
    let mut events: Vec<_> = (0..4).map(|_| cell.timer()).collect();
    for (interval, event) in (1..).zip(&mut events) {
        event.start(100, 0).expect("room");
        event.start(interval, interval as u32).expect("room for one a timer");
    }
    events.swap(0, 3);
    assert_eq!(cell.outstanding(), 4);
    assert_eq!((events[0].expiry(), cell.next_expiry()), (Some(4), Some(1)));
    cell.advance(1);
    let expired = cell.next_expired().expect("one is due");
    assert!(events[3].is(expired.handle) && !events[0].is(expired.handle));
    assert_eq!((events[3].expiry(), events[3].stop()), (None, None));
    assert_eq!(events[0].stop(), Some(4));
    drop(events);
    assert_eq!((cell.now(), cell.outstanding()), (1, 0));
    cell.check_invariants().expect("clean");
    assert_eq!(cell.into_inner().capacity(), 8);
}

#[test]
fn timer_event_starts_and_restarts_at_a_tick_and_within_a_range() {
    let cell = TimerCell::new(queue());
    cell.advance(100);
    let mut timer = cell.timer();
    let stale = Err(RestartError::NotOutstanding);
    assert_eq!(timer.restart(5), stale);
    timer.start_at(130, 1).expect("room");
    assert_eq!(timer.expiry(), Some(130));
    timer.start_between(20, 40, 2).expect("room");
    assert_eq!(timer.expiry(), Some(128));
    timer.restart_between(10, 30).expect("outstanding");
    assert_eq!(timer.expiry(), Some(128), "it is within the range");
    timer.restart_between(30, 50).expect("outstanding");
    assert_eq!(timer.expiry(), Some(144));
    timer.restart_at(150).expect("outstanding");
    assert_eq!(timer.expiry(), Some(150));
    assert!(timer.restart(u64::MAX).is_err());
    assert_eq!(timer.expiry(), Some(150), "as it was");
    timer.restart(7).expect("outstanding");
    assert_eq!(cell.outstanding(), 1);
    cell.advance(107);
    let expired = cell.next_expired().expect("due");
    assert_eq!((expired.due, expired.item), (107, 2));
    assert!(timer.is(expired.handle));
    assert_eq!((timer.restart(5), timer.restart_at(5)), (stale, stale));
    assert_eq!(timer.restart_between(5, 9), stale);
}

#[test]
fn timer_event_dropped_in_an_action_never_fires() {
    for by_run in [false, true] {
        let cell = TimerCell::new(queue::<usize>());
        // Two of one tick, one that is late, one that is far.
        let mut owners: Vec<_> = (0..4).map(|_| Some(cell.timer())).collect();
        for (item, interval) in [5, 5, 7, 100].into_iter().enumerate() {
            let owner = owners[item].as_mut().expect("not dropped");
            owner.start(interval, item).expect("room");
        }
        let mut seen = Vec::new();
        let mut close_all = |item| {
            seen.push(item);
            owners.fill_with(|| None);
        };
        if by_run {
            let progress = cell.run(1_000, u64::MAX, |_, expired| close_all(expired.item));
            assert_eq!(progress, Progress::Reached);
        } else {
            cell.advance(10);
            while let Some(expired) = cell.next_expired() {
                close_all(expired.item);
            }
            cell.advance(1_000);
            assert_eq!(cell.next_expired(), None);
        }
        assert_eq!((seen, cell.outstanding()), (vec![0], 0));
        cell.check_invariants().expect("clean");
    }
}

#[test]
fn timer_event_refused_item_is_dropped_where_the_queue_is_free() {
    struct Tells<'a>(&'a Cell<u32>);
    impl Drop for Tells<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let dropped = Cell::new(0);
    let small = Timers::bounded(BasicWheel::new(64), 1).expect("a queue");
    let cell = TimerCell::new(small);
    let (mut one, mut other) = (cell.timer(), cell.timer());
    assert_eq!(
        one.start(65, Tells(&dropped)).map_err(StartError::from),
        Err(StartError::BeyondTheWheel { interval: 65, longest: 64 })
    );
    one.start(1, Tells(&dropped)).expect("room");
    assert_eq!(other.start(1, Tells(&dropped)).map_err(StartError::from), Err(StartError::Full { capacity: 1 }));
    assert_eq!(dropped.get(), 2);
    cell.advance(1);
    assert_eq!(other.start(u64::MAX, Tells(&dropped)).map_err(StartError::from), Err(StartError::BeyondTheEndOfTime));
    drop(cell.next_expired());
    assert_eq!(dropped.get(), 4);
}
