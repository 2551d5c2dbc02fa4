//! Sleeps in time that is moved by hand. All of this program's tests do so, and none needs real time.
#![cfg(feature = "future")]

use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake};
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::future::{DelayQueue, MissedTicks, advance, interval, now, sleep, sleep_until};
use futures_lite::{Stream, future};

/// So long that it does not pass while a test runs.
const DAY: Duration = Duration::from_secs(86_400);

/// Longer than a test takes.
const HOUR: Duration = Duration::from_secs(3_600);

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time moves for all sleeps of the process: one test after the other.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts how often it is woken.
#[derive(Default)]
struct Bell(AtomicUsize);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn advance_to_the_deadline_wakes_a_task_and_a_step_before_does_not() {
    let _alone = alone();
    let bell = Arc::new(Bell::default());
    let waker = bell.clone().into();
    let context = &mut Context::from_waker(&waker);
    let begun = now();
    let mut slept = pin!(sleep(DAY));
    assert_eq!(slept.as_mut().poll(context), Poll::Pending);
    advance(DAY - HOUR);
    assert!(now() - begun >= DAY - HOUR && !slept.is_elapsed());
    assert_eq!(slept.as_mut().poll(context), Poll::Pending);
    assert_eq!(bell.0.load(Ordering::SeqCst), 0);
    advance(HOUR);
    let waited = Instant::now();
    while bell.0.load(Ordering::SeqCst) == 0 {
        assert!(waited.elapsed() < PATIENCE, "nobody is woken");
        thread::yield_now();
    }
    assert_eq!(slept.as_mut().poll(context), Poll::Ready(()));
    assert!(slept.is_elapsed());
}

#[test]
fn deadline_by_the_operating_systems_clock_has_passed_once_time_was_moved_beyond_it() {
    let _alone = alone();
    let deadline = Instant::now() + DAY;
    advance(DAY);
    future::block_on(sleep_until(deadline));
}

#[test]
fn interval_over_days_gives_a_tick_for_each_and_skips_what_it_is_told_to() {
    let _alone = alone();
    future::block_on(async {
        let mut every = interval(DAY).missed_ticks(MissedTicks::Skip);
        let first = every.tick().await;
        advance(DAY);
        assert_eq!(every.tick().await, first + DAY);
        advance(3 * DAY);
        assert_eq!(every.tick().await, first + 2 * DAY);
        advance(DAY);
        assert_eq!(every.tick().await, first + 5 * DAY);
    });
}

#[test]
fn delay_queue_gives_what_has_come_due_and_no_more() {
    let _alone = alone();
    let mut queue = DelayQueue::new();
    let begun = now();
    queue.insert("second", 2 * DAY);
    let first = queue.insert("first", DAY);
    queue.insert("third", 3 * DAY);
    assert!(queue.deadline(first).is_some_and(|deadline| deadline >= begun + DAY));
    let waker = Arc::new(Bell::default()).into();
    let context = &mut Context::from_waker(&waker);
    let mut poll = || pin!(&mut queue).poll_next(context).map(|next| next.map(|it| it.item));
    assert_eq!(poll(), Poll::Pending);
    advance(2 * DAY + HOUR);
    assert_eq!(poll(), Poll::Ready(Some("first")));
    assert_eq!(poll(), Poll::Ready(Some("second")));
    assert_eq!(poll(), Poll::Pending);
    advance(DAY);
    assert_eq!(poll(), Poll::Ready(Some("third")));
    assert_eq!(poll(), Poll::Ready(None));
}
