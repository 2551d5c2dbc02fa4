//! Sleeps on executors of others: many at once, dropped, reset, from several threads; and whom they wake.
#![cfg(feature = "future")]

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use carillon_driver::device::SystemClock;
use carillon_driver::future::{
    DelayQueue, Elapsed, Interval, MissedTicks, Sleep, Timeout, interval, interval_at, sleep, timeout,
};
use carillon_driver::queue::clock::ClockedTimers;
use carillon_driver::queue::{NumberedTimers, TimerWheel};
use futures_lite::{StreamExt, future};

const HOUR: Duration = Duration::from_secs(3_600);

/// Mostly long enough to poll some sleeps before it has passed; see [`in_time`].
const LONG: Duration = Duration::from_millis(200);

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Counts how often it is woken.
#[derive(Default)]
struct Bell(AtomicUsize);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Bell {
    fn rung(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    fn waits_until_it_has_rung(&self, times: usize) {
        let begin = Instant::now();
        while self.rung() < times {
            assert!(begin.elapsed() < PATIENCE, "it is not woken");
            thread::yield_now();
        }
    }
}

/// Sets something up for sleeps of a time, before it has passed: on a machine that is too busy for it again, with a
/// longer one. So what was polled meanwhile must be pending.
fn in_time<T>(set_up: impl Fn(Duration) -> T) -> (T, Duration) {
    let times = (0..).map(|attempt| LONG * (1 << attempt));
    let mut attempts = times.take_while(|&time| time < PATIENCE).map(|time| {
        let begin = Instant::now();
        let made = set_up(time);
        (begin.elapsed() < time).then_some((made, time))
    });
    attempts.find_map(|made| made).expect("a time that suffices")
}

fn poll<F: Future>(task: Pin<&mut F>, bell: &Arc<Bell>) -> Poll<F::Output> {
    task.poll(&mut Context::from_waker(&Waker::from(Arc::clone(bell))))
}

/// 10,000 sleeps at once, of up to 400 ms; a quarter is dropped, a quarter put off, a quarter made earlier. The number
/// of those that came to their end, none of them early, is sent.
fn tasks(done: &mpsc::Sender<()>) -> Vec<Task> {
    let task = |number: u64| -> Task {
        let done = done.clone();
        let short = Duration::from_micros(number * 7_919 % 200_000);
        let long = Duration::from_micros(number * 104_729 % 400_000);
        Box::pin(async move {
            let begin = Instant::now();
            let end = match number % 4 {
                0 => {
                    sleep(long).await;
                    begin + long
                }
                1 => {
                    assert_eq!(timeout(short, sleep(HOUR)).await, Err(Elapsed));
                    begin + short
                }
                kind => {
                    let mut sleeper = pin!(sleep(if kind == 2 { long } else { HOUR }));
                    let _ = timeout(short, sleeper.as_mut()).await;
                    let end = Instant::now() + short;
                    sleeper.as_mut().reset(end);
                    sleeper.await;
                    end
                }
            };
            assert!(Instant::now() >= end, "early");
            done.send(()).expect("the test waits");
        })
    };
    (0..10_000).map(task).collect()
}

/// Runs the tasks in a thread of its own, so that a sleep that is lost ends the test.
fn all_come_to_their_end(run: impl FnOnce(Vec<Task>) + Send + 'static) {
    let (done, results) = mpsc::channel();
    thread::spawn(move || run(tasks(&done)));
    for number in 0..10_000 {
        let result = results.recv_timeout(PATIENCE);
        assert_eq!(result, Ok(()), "{number} came");
    }
}

#[test]
fn futures_lite_ten_thousand_sleeps_none_early_none_lost() {
    all_come_to_their_end(|tasks| {
        let executor = async_executor::LocalExecutor::new();
        let tasks: Vec<_> = tasks.into_iter().map(|task| executor.spawn(task)).collect();
        future::block_on(executor.run(async {
            for task in tasks {
                task.await;
            }
        }));
    });
}

#[test]
fn async_executor_of_three_threads_ten_thousand_sleeps_none_early_none_lost() {
    all_come_to_their_end(|tasks| {
        let executor = async_executor::Executor::new();
        let tasks: Vec<_> = tasks.into_iter().map(|task| executor.spawn(task)).collect();
        let ended = AtomicUsize::new(0);
        thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(|| {
                    while ended.load(Ordering::Relaxed) == 0 {
                        future::block_on(executor.run(sleep(Duration::from_millis(10))));
                    }
                });
            }
            future::block_on(executor.run(async {
                for task in tasks {
                    task.await;
                }
            }));
            ended.store(1, Ordering::Relaxed);
        });
    });
}

#[test]
fn tokio_without_its_time_ten_thousand_sleeps_none_early_none_lost() {
    all_come_to_their_end(|tasks| {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("made").block_on(async {
            let tasks: Vec<_> = tasks.into_iter().map(tokio::spawn).collect();
            for task in tasks {
                task.await.expect("no panic");
            }
        });
    });
}

#[test]
fn sleep_wakes_once_and_leaves_no_waker_behind() {
    let ((bell, begin, mut sleeper, polls, count), long) = in_time(|long| {
        let (bell, begin) = (Arc::new(Bell::default()), Instant::now());
        let mut sleeper = Box::pin(sleep(long));
        let polls = [(); 3].map(|()| poll(sleeper.as_mut(), &bell));
        let count = Arc::strong_count(&bell);
        (bell, begin, sleeper, polls, count)
    });
    assert_eq!(polls, [Poll::Pending; 3]);
    assert_eq!(count, 2, "one waker, however often polled");
    bell.waits_until_it_has_rung(1);
    assert!(begin.elapsed() >= long);
    assert!(poll(sleeper.as_mut(), &bell).is_ready());
    assert!(poll(sleeper.as_mut(), &bell).is_ready(), "it stays ready");
    future::block_on(sleep(Duration::from_millis(20)));
    assert_eq!(bell.rung(), 1);
    assert_eq!(Arc::strong_count(&bell), 1);
}

#[test]
fn sleep_that_ends_before_all_others_is_not_held_up() {
    let bell = Arc::new(Bell::default());
    let mut longest = pin!(sleep(HOUR));
    assert!(poll(longest.as_mut(), &bell).is_pending());
    for round in 1..=20 {
        // By then the thread that wakes tasks sleeps for an hour, unless another test keeps it awake.
        thread::sleep(Duration::from_millis(20));
        let mut sleeper = pin!(sleep(Duration::from_millis(2)));
        if poll(sleeper.as_mut(), &bell).is_pending() {
            bell.waits_until_it_has_rung(round);
        } else {
            bell.0.fetch_add(1, Ordering::SeqCst);
        }
    }
}

#[test]
fn sleep_dropped_or_reset_wakes_nobody() {
    let ((bell, mut reset, polls, count), long) = in_time(|long| {
        let bell = Arc::new(Bell::default());
        let [mut reset, mut dropped] = [(); 2].map(|()| Box::pin(sleep(long)));
        let polls = [&mut reset, &mut dropped].map(|sleeper| poll(sleeper.as_mut(), &bell));
        drop(dropped);
        let count = Arc::strong_count(&bell);
        reset.as_mut().reset(Instant::now() + HOUR);
        (bell, reset, polls, count)
    });
    assert_eq!(polls, [Poll::Pending; 2]);
    assert_eq!(count, 2, "one is out of the wheel");
    assert!(poll(reset.as_mut(), &bell).is_pending());
    future::block_on(sleep(long));
    assert_eq!(bell.rung(), 0);
}

#[test]
fn sleep_polled_by_another_task_wakes_that_one() {
    let ((_sleeper, [first, second], polls), _) = in_time(|long| {
        let bells = [(); 2].map(|()| Arc::new(Bell::default()));
        let mut sleeper = Box::pin(sleep(long));
        let polls = bells.each_ref().map(|bell| poll(sleeper.as_mut(), bell));
        (sleeper, bells, polls)
    });
    assert_eq!(polls, [Poll::Pending; 2]);
    second.waits_until_it_has_rung(1);
    assert_eq!(first.rung(), 0);
}

#[test]
fn sleep_of_any_length_is_taken() {
    let bell = Arc::new(Bell::default());
    let mut longest = pin!(sleep(Duration::MAX));
    assert!(poll(longest.as_mut(), &bell).is_pending());
    assert!(longest.deadline() > Instant::now() + 400_000 * 24 * HOUR);
    // A shorter one is not held up by it.
    future::block_on(sleep(Duration::from_nanos(1)));
}

#[test]
fn sleep_timeout_and_ticks_of_an_interval_allocate_nothing() {
    future::block_on(sleep(Duration::from_millis(1)));
    let bell = Waker::from(Arc::new(Bell::default()));
    let context = &mut Context::from_waker(&bell);
    let made = allocation_counter::measure(|| drop(interval(HOUR)));
    assert_eq!(made.count_total, 1, "its sleep, which must not move");
    let mut ticks = interval(HOUR);
    let allocated = allocation_counter::measure(|| {
        let mut sleeper = pin!(sleep(HOUR));
        assert!(sleeper.as_mut().poll(context).is_pending());
        sleeper.as_mut().reset(Instant::now() + 2 * HOUR);
        assert!(sleeper.as_mut().poll(context).is_pending());
        assert!(pin!(timeout(HOUR, sleeper)).poll(context).is_pending());
        assert!(pin!(ticks.next()).poll(context).is_ready());
        assert!(pin!(ticks.next()).poll(context).is_pending());
        assert!(pin!(ticks.tick()).poll(context).is_pending());
    });
    assert_eq!(allocated.count_total, 0);
    let allocated = allocation_counter::measure(|| drop(Box::new(1)));
    assert_eq!(allocated.count_total, 1, "it counts");
}

/// Panics when it is woken.
struct Broken;

impl Wake for Broken {
    fn wake(self: Arc<Self>) {
        panic!("as the test wants it");
    }
}

#[test]
fn waker_that_panics_does_not_hold_up_others() {
    let ((bell, _sleepers, polls), _) = in_time(|long| {
        let bell = Arc::new(Bell::default());
        let broken = Waker::from(Arc::new(Broken));
        let mut sleepers = [(); 2].map(|()| Box::pin(sleep(long)));
        let [first, second] = &mut sleepers;
        let first = first.as_mut().poll(&mut Context::from_waker(&broken));
        let polls = [first, poll(second.as_mut(), &bell)];
        (bell, sleepers, polls)
    });
    assert_eq!(polls, [Poll::Pending; 2]);
    bell.waits_until_it_has_rung(1);
}

#[test]
fn interval_of_no_time_ticks_whenever_it_is_asked() {
    let begin = Instant::now();
    let ticks = pin!(interval(Duration::ZERO).take(3));
    let ticks: Vec<_> = future::block_on(ticks.collect());
    assert!(ticks.iter().all(|&tick| tick == ticks[0] && tick >= begin));
}

#[test]
fn interval_missed_ticks_are_ready_at_once() {
    let bell = Arc::new(Bell::default());
    let mut ticks = pin!(interval(Duration::from_millis(10)));
    thread::sleep(Duration::from_millis(55));
    for _ in 0..=5 {
        assert!(poll(pin!(ticks.next()), &bell).is_ready());
    }
}

/// Polled late again and again: the next tick by each rule, whatever the scheduler does in between.
#[test]
fn interval_missed_ticks_come_by_their_rule() {
    let bell = Arc::new(Bell::default());
    for period in [1, 700, 1_000_000, 40_000_000].map(Duration::from_nanos) {
        for rule in [MissedTicks::Burst, MissedTicks::Skip, MissedTicks::Delay] {
            let mut ticks = pin!(interval(period).missed_ticks(rule));
            let Poll::Ready(Some(first)) = poll(pin!(ticks.next()), &bell) else {
                panic!("the first tick is at once");
            };
            let mut last = first;
            for round in 0..5 {
                thread::sleep(Duration::from_millis(50));
                let before = Instant::now();
                let Poll::Ready(Some(tick)) = poll(pin!(ticks.next()), &bell) else {
                    panic!("it was missed");
                };
                let after = Instant::now();
                assert!(tick <= after);
                let since = tick - first;
                let is_multiple = since.as_nanos().is_multiple_of(period.as_nanos());
                match rule {
                    MissedTicks::Burst => assert_eq!(tick, last + period),
                    // Of those that had been missed at the poll before none comes.
                    MissedTicks::Skip => assert!(is_multiple && tick > last),
                    MissedTicks::Delay => assert!(tick >= last + period),
                }
                if rule != MissedTicks::Burst && round > 0 {
                    assert!(tick + Duration::from_millis(49) <= before + period, "{rule:?}");
                }
                last = match rule {
                    MissedTicks::Burst => tick,
                    _ => before,
                };
            }
        }
    }
}

/// A second away, with a period of a millisecond.
#[test]
fn interval_that_skips_gives_one_tick_for_a_thousand() {
    let bell = Arc::new(Bell::default());
    let mut ticks = pin!(interval(HOUR / 3_600_000).missed_ticks(MissedTicks::Skip));
    thread::sleep(Duration::from_millis(300));
    let mut count = 0;
    let begin = Instant::now();
    while poll(pin!(ticks.next()), &bell).is_ready() {
        count += 1;
    }
    // One, the next one, and one for each millisecond that the machine was busy since.
    assert!(count <= 2 + begin.elapsed().as_millis(), "{count}");
}

#[test]
fn delay_queue_ten_thousand_items_in_order_and_none_early() {
    let mut queue = DelayQueue::new();
    let mut expected = 0;
    for number in 0..10_000_u64 {
        let delay = Duration::from_micros(number * 7_919 % 200_000);
        let handle = queue.insert((Instant::now(), delay), delay);
        match number % 3 {
            0 => assert!(queue.remove(handle).is_some() && queue.remove(handle).is_none()),
            1 => {
                assert!(queue.reset(handle, 2 * delay));
                expected += 1;
            }
            _ => expected += 1,
        }
    }
    assert_eq!(queue.len(), expected);
    let mut due = Instant::now() - HOUR;
    future::block_on(async {
        while let Some(expired) = queue.next().await {
            let (begin, delay) = expired.item;
            assert!(begin.elapsed() >= delay && expired.due >= due);
            assert!(expired.due >= begin + delay && expired.reported >= expired.due);
            due = expired.due;
            expected -= 1;
        }
    });
    assert_eq!(expected, 0);
}

/// A future that holds a reference to any of them across an await may go to another thread, as with tokio's.
#[test]
fn all_types_are_send_and_sync_and_unpin_as_tokios() {
    fn both<T: Send + Sync>() {}
    fn all<T: Send + Sync + Unpin>() {}
    both::<Sleep>();
    both::<Timeout<future::Ready<()>>>();
    all::<Interval>();
    all::<DelayQueue<u32>>();
    both::<TimerWheel<u32>>();
    both::<ClockedTimers<SystemClock, TimerWheel<u32>>>();
    both::<NumberedTimers>();
}

#[test]
fn interval_reset_ticks_a_period_later_at_once_or_at_a_time() {
    future::block_on(async {
        let mut every = interval(HOUR);
        assert_eq!(every.period(), HOUR);
        let first = every.tick().await;
        every.reset_immediately();
        assert!(every.tick().await >= first);
        let at = Instant::now() + Duration::from_millis(5);
        every.reset_at(at);
        // A tick whose future is dropped is not lost.
        assert!(poll(pin!(every.tick()), &Arc::new(Bell::default())).is_pending());
        assert_eq!(every.tick().await, at);
        every.reset();
        assert!(poll(pin!(every.tick()), &Arc::new(Bell::default())).is_pending());
        let start = Instant::now() + Duration::from_millis(5);
        let mut later = interval_at(start, Duration::from_millis(1));
        assert_eq!(later.tick().await, start);
        assert_eq!(later.tick().await, start + Duration::from_millis(1));
    });
}

#[test]
fn thread_of_the_sleeps_has_a_name() {
    future::block_on(sleep(Duration::from_millis(1)));
    let tasks = std::fs::read_dir("/proc/self/task");
    let Ok(tasks) = tasks else {
        return; // not Linux
    };
    let name = |task: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(task.ok()?.path().join("comm")).ok();
    assert!(tasks.filter_map(name).any(|name| name == "carillon-sleep\n"));
}

#[test]
fn delay_queue_deadlines_and_memory_are_those_of_its_items() {
    let mut queue = DelayQueue::with_capacity(10).expect("memory");
    assert_eq!((queue.capacity(), queue.is_empty()), (10, true));
    let deadline = Instant::now() + HOUR;
    let late = queue.insert_at("late", deadline);
    let later = queue.insert("later", 2 * HOUR);
    let given = queue.deadline(late).expect("outstanding");
    assert!(given >= deadline && given < deadline + Duration::from_millis(1));
    assert_eq!(queue.peek(), Some((late, &"late")));
    assert!(queue.reset_at(late, deadline + 2 * HOUR));
    assert_eq!(queue.peek(), Some((later, &"later")));
    queue.reserve(98).expect("memory");
    assert_eq!(queue.capacity(), 100);
    queue.shrink_to_fit();
    assert_eq!((queue.capacity(), queue.len()), (2, 2));

    // The task hears of it that the queue is empty.
    let bell = Arc::new(Bell::default());
    assert!(poll(pin!(queue.next()), &bell).is_pending());
    queue.clear();
    assert_eq!(bell.rung(), 1);
    assert!(poll(pin!(queue.next()), &bell).is_ready());
    let again = queue.insert_at("at once", Instant::now());
    assert!(again != late && queue.deadline(late).is_none() && !queue.reset_at(late, deadline));
    let expired = future::block_on(queue.next()).expect("outstanding");
    assert!(expired.due <= Instant::now());
}

#[test]
fn delay_queue_with_an_item_for_the_last_tick_alone_waits() {
    let bell = Arc::new(Bell::default());
    let mut queue = DelayQueue::new();
    let handle = queue.insert("never", Duration::MAX);
    assert!(poll(pin!(queue.next()), &bell).is_pending());
    queue.insert("soon", Duration::from_millis(1));
    let first = future::block_on(queue.next());
    assert_eq!(first.map(|expired| expired.item), Some("soon"));
    assert!(poll(pin!(queue.next()), &bell).is_pending());
    assert_eq!(queue.remove(handle), Some("never"));
    assert!(poll(pin!(queue.next()), &bell).is_ready());
}
