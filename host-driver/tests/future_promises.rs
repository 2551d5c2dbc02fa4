//! What tokio's documentation promises of `sleep`, `timeout`, `interval` and `DelayQueue`, and what ours promise
//! likewise: one program on both.
#![cfg(feature = "future")]

use std::cell::Cell;
use std::fmt::Debug;
use std::future::{Future, pending, poll_fn, ready};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::future;
use carillon_driver::queue::Handle;
use futures_lite::StreamExt;
use tokio_util::time::delay_queue;

const MILLISECOND: Duration = Duration::from_millis(1);

/// What the program uses of a library.
trait Time {
    type Sleep: Future<Output = ()>;
    type Elapsed: Debug;
    type Interval;
    type Queue;
    type Key: Debug + Copy;

    fn run<F: Future>(program: F) -> F::Output;
    fn sleep(duration: Duration) -> Self::Sleep;
    fn sleep_until(deadline: Instant) -> Self::Sleep;
    fn reset(sleep: Pin<&mut Self::Sleep>, deadline: Instant);
    fn deadline(sleep: &Self::Sleep) -> Instant;
    fn is_elapsed(sleep: &Self::Sleep) -> bool;
    fn timeout<F: Future>(duration: Duration, future: F) -> impl Future<Output = Result<F::Output, Self::Elapsed>>;
    fn interval(period: Duration) -> Self::Interval;
    async fn tick(interval: &mut Self::Interval) -> Instant;
    fn queue() -> Self::Queue;
    fn insert(queue: &mut Self::Queue, item: u32, delay: Duration) -> Self::Key;
    fn put_off(queue: &mut Self::Queue, key: Self::Key, delay: Duration);
    fn remove(queue: &mut Self::Queue, key: Self::Key) -> u32;
    async fn next(queue: &mut Self::Queue) -> Option<u32>;
}

struct Ours;

impl Time for Ours {
    type Sleep = future::Sleep;
    type Elapsed = future::Elapsed;
    type Interval = future::Interval;
    type Queue = future::DelayQueue<u32>;
    type Key = Handle;

    fn run<F: Future>(program: F) -> F::Output {
        futures_lite::future::block_on(program)
    }

    fn sleep(duration: Duration) -> future::Sleep {
        future::sleep(duration)
    }

    fn sleep_until(deadline: Instant) -> future::Sleep {
        future::sleep_until(deadline)
    }

    fn reset(sleep: Pin<&mut future::Sleep>, deadline: Instant) {
        sleep.reset(deadline);
    }

    fn deadline(sleep: &future::Sleep) -> Instant {
        sleep.deadline()
    }

    fn is_elapsed(sleep: &future::Sleep) -> bool {
        sleep.is_elapsed()
    }

    fn timeout<F: Future>(duration: Duration, future: F) -> impl Future<Output = Result<F::Output, future::Elapsed>> {
        future::timeout(duration, future)
    }

    fn interval(period: Duration) -> Self::Interval {
        future::interval(period)
    }

    async fn tick(interval: &mut Self::Interval) -> Instant {
        interval.tick().await
    }

    fn queue() -> Self::Queue {
        future::DelayQueue::new()
    }

    fn insert(queue: &mut Self::Queue, item: u32, delay: Duration) -> Handle {
        queue.insert(item, delay)
    }

    fn put_off(queue: &mut Self::Queue, key: Handle, delay: Duration) {
        assert!(queue.reset(key, delay));
    }

    fn remove(queue: &mut Self::Queue, key: Handle) -> u32 {
        queue.remove(key).expect("outstanding")
    }

    async fn next(queue: &mut Self::Queue) -> Option<u32> {
        queue.next().await.map(|expired| expired.item)
    }
}

struct Tokio;

impl Time for Tokio {
    type Sleep = tokio::time::Sleep;
    type Elapsed = tokio::time::error::Elapsed;
    type Interval = tokio::time::Interval;
    type Queue = delay_queue::DelayQueue<u32>;
    type Key = delay_queue::Key;

    fn run<F: Future>(program: F) -> F::Output {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        runtime.enable_time().build().expect("made").block_on(program)
    }

    fn sleep(duration: Duration) -> tokio::time::Sleep {
        tokio::time::sleep(duration)
    }

    fn sleep_until(deadline: Instant) -> tokio::time::Sleep {
        tokio::time::sleep_until(deadline.into())
    }

    fn reset(sleep: Pin<&mut tokio::time::Sleep>, deadline: Instant) {
        sleep.reset(deadline.into());
    }

    fn deadline(sleep: &tokio::time::Sleep) -> Instant {
        sleep.deadline().into()
    }

    fn is_elapsed(sleep: &tokio::time::Sleep) -> bool {
        sleep.is_elapsed()
    }

    fn timeout<F: Future>(duration: Duration, future: F) -> impl Future<Output = Result<F::Output, Self::Elapsed>> {
        tokio::time::timeout(duration, future)
    }

    fn interval(period: Duration) -> tokio::time::Interval {
        tokio::time::interval(period)
    }

    async fn tick(interval: &mut tokio::time::Interval) -> Instant {
        interval.tick().await.into()
    }

    fn queue() -> Self::Queue {
        delay_queue::DelayQueue::new()
    }

    fn insert(queue: &mut Self::Queue, item: u32, delay: Duration) -> delay_queue::Key {
        queue.insert(item, delay)
    }

    fn put_off(queue: &mut Self::Queue, key: delay_queue::Key, delay: Duration) {
        queue.reset(&key, delay);
    }

    fn remove(queue: &mut Self::Queue, key: delay_queue::Key) -> u32 {
        queue.remove(&key).into_inner()
    }

    async fn next(queue: &mut Self::Queue) -> Option<u32> {
        queue.next().await.map(|expired| expired.into_inner())
    }
}

/// Runs a promise's program on both.
macro_rules! promises {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                Ours::run(promise::$name::<Ours>());
                Tokio::run(promise::$name::<Tokio>());
            }
        )*
    };
}

promises!(
    sleep_waits_until_the_duration_has_elapsed,
    sleep_until_the_past_is_ready_at_once,
    sleep_reset_waits_until_the_new_deadline,
    sleep_reset_wakes_its_task_at_the_new_deadline,
    timeout_gives_the_output_or_elapsed_and_drops_the_future,
    timeout_polls_the_future_before_the_time,
    interval_first_tick_is_at_once_and_periods_do_not_drift,
    interval_missed_ticks_come_in_a_burst,
    delay_queue_gives_items_in_the_order_of_their_delays,
    delay_queue_is_at_its_end_while_it_is_empty,
    delay_queue_wakes_its_task_for_an_earlier_item,
);

mod promise {
    use super::*;

    pub async fn sleep_waits_until_the_duration_has_elapsed<T: Time>() {
        for duration in [0, 1, 7, 20].map(|number| number * MILLISECOND) {
            let before = Instant::now();
            T::sleep(duration).await;
            assert!(before.elapsed() >= duration);
        }
    }

    pub async fn sleep_until_the_past_is_ready_at_once<T: Time>() {
        T::sleep_until(Instant::now()).await;
        let before = Instant::now();
        T::sleep_until(before + 5 * MILLISECOND).await;
        assert!(before.elapsed() >= 5 * MILLISECOND);
    }

    pub async fn sleep_reset_waits_until_the_new_deadline<T: Time>() {
        let mut sleep = pin!(T::sleep(3_600_000 * MILLISECOND));
        assert!(!T::is_elapsed(&sleep));
        let polled = poll_fn(|context| Poll::Ready(sleep.as_mut().poll(context))).await;
        assert!(polled.is_pending());
        // Earlier, later, and after it was ready.
        for duration in [5 * MILLISECOND, 15 * MILLISECOND, 5 * MILLISECOND] {
            let deadline = Instant::now() + duration;
            T::reset(sleep.as_mut(), deadline);
            assert_eq!(T::deadline(&sleep), deadline);
            sleep.as_mut().await;
            assert!(Instant::now() >= deadline && T::is_elapsed(&sleep));
        }
    }

    pub async fn sleep_reset_wakes_its_task_at_the_new_deadline<T: Time>() {
        let mut sleep = pin!(T::sleep(3_600_000 * MILLISECOND));
        let mut deadline = None;
        // The task resets its sleep when it has polled it, and is not polled again until it is woken.
        poll_fn(|context| {
            let polled = sleep.as_mut().poll(context);
            if deadline.is_none() {
                let end = *deadline.insert(Instant::now() + 5 * MILLISECOND);
                T::reset(sleep.as_mut(), end);
            }
            polled
        })
        .await;
        assert!(deadline.is_some_and(|deadline| Instant::now() >= deadline));
    }

    pub async fn timeout_gives_the_output_or_elapsed_and_drops_the_future<T: Time>() {
        struct Counts<'a>(&'a Cell<u32>);
        impl Drop for Counts<'_> {
            fn drop(&mut self) {
                self.0.set(self.0.get() + 1);
            }
        }
        let dropped = Cell::new(0);
        let before = Instant::now();
        let counts = Counts(&dropped);
        let never = async {
            let _counts = counts;
            pending::<()>().await;
        };
        let output = T::timeout(10 * MILLISECOND, never).await;
        assert!(output.is_err() && before.elapsed() >= 10 * MILLISECOND);
        assert_eq!(dropped.get(), 1);
        let quick = async {
            T::sleep(MILLISECOND).await;
            5
        };
        let output = T::timeout(60_000 * MILLISECOND, quick).await;
        assert_eq!(output.expect("in time"), 5);
    }

    pub async fn timeout_polls_the_future_before_the_time<T: Time>() {
        let output = T::timeout(Duration::ZERO, ready(5)).await;
        assert_eq!(output.expect("it was ready"), 5);
        let slow = async { thread::sleep(5 * MILLISECOND) };
        T::timeout(MILLISECOND, slow).await.expect("it was ready");
    }

    pub async fn interval_first_tick_is_at_once_and_periods_do_not_drift<T: Time>() {
        let before = Instant::now();
        let mut interval = T::interval(10 * MILLISECOND);
        let after = Instant::now();
        let first = T::tick(&mut interval).await;
        assert!((before..=after).contains(&first), "at once");
        for number in 1..=4 {
            let tick = T::tick(&mut interval).await;
            assert_eq!(tick, first + number * 10 * MILLISECOND);
            assert!(Instant::now() >= tick);
        }
    }

    pub async fn interval_missed_ticks_come_in_a_burst<T: Time>() {
        let mut interval = T::interval(10 * MILLISECOND);
        let first = T::tick(&mut interval).await;
        thread::sleep(55 * MILLISECOND);
        for number in 1..=6 {
            let tick = T::tick(&mut interval).await;
            assert_eq!(tick, first + number * 10 * MILLISECOND, "none is left out");
            assert!(Instant::now() >= tick);
        }
    }

    pub async fn delay_queue_gives_items_in_the_order_of_their_delays<T: Time>() {
        let mut queue = T::queue();
        let before = Instant::now();
        T::insert(&mut queue, 3, 300 * MILLISECOND);
        let later = T::insert(&mut queue, 4, 50 * MILLISECOND);
        T::insert(&mut queue, 1, 100 * MILLISECOND);
        let removed = T::insert(&mut queue, 9, 150 * MILLISECOND);
        T::insert(&mut queue, 2, 200 * MILLISECOND);
        T::put_off(&mut queue, later, 600 * MILLISECOND);
        assert_eq!(T::remove(&mut queue, removed), 9);
        for (item, delay) in [(1, 100), (2, 200), (3, 300), (4, 600)] {
            assert_eq!(T::next(&mut queue).await, Some(item));
            assert!(before.elapsed() >= delay * MILLISECOND);
        }
        assert_eq!(T::next(&mut queue).await, None);
    }

    pub async fn delay_queue_is_at_its_end_while_it_is_empty<T: Time>() {
        let mut queue = T::queue();
        assert_eq!(T::next(&mut queue).await, None);
        T::insert(&mut queue, 1, Duration::ZERO);
        assert_eq!(T::next(&mut queue).await, Some(1));
        assert_eq!(T::next(&mut queue).await, None);
    }

    pub async fn delay_queue_wakes_its_task_for_an_earlier_item<T: Time>() {
        let mut queue = T::queue();
        let last = T::insert(&mut queue, 2, 3_600_000 * MILLISECOND);
        let mut late = pin!(T::sleep(5 * MILLISECOND));
        let mut asleep = true;
        // One task, which waits for the queue and does something else with it in between.
        let item = poll_fn(|context| {
            if asleep && late.as_mut().poll(context).is_ready() {
                asleep = false;
                T::insert(&mut queue, 1, 5 * MILLISECOND);
            }
            pin!(T::next(&mut queue)).poll(context)
        });
        assert_eq!(item.await, Some(1));
        assert_eq!(T::remove(&mut queue, last), 2);
        assert_eq!(T::next(&mut queue).await, None);
    }
}
