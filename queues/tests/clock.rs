//! Timers in real time: never early, whatever the host does between its calls.

use carillon_queues::clock::{Clock, ClockedTimers, ManualClock, SystemClock, TickRate};
use carillon_queues::schemes::BasicWheel;
use carillon_queues::{RestartError, StartError, TimerWheel, Timers};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

const MILLISECONDS: TickRate = TickRate::hertz(NonZeroU32::new(1_000).unwrap());

const fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// The usual queue, in the time of a clock that stands.
type Standing<'clock> = ClockedTimers<&'clock ManualClock, TimerWheel<&'static str>>;

fn items(timers: &mut Standing<'_>) -> Vec<&'static str> {
    timers.expired().map(|expired| expired.item).collect()
}

#[test]
fn clocked_timers_start_after_other_work_counts_from_then() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    clock.advance(milliseconds(80));
    timers.start(milliseconds(100), "after 100 ms");
    clock.advance(milliseconds(99));
    assert_eq!(items(&mut timers), [""; 0]);
    clock.advance(milliseconds(2));
    assert_eq!(items(&mut timers), ["after 100 ms"]);
}

#[test]
fn clocked_timers_interval_that_is_no_multiple_of_a_tick_is_rounded_up() {
    let clock = ManualClock::new(TickRate::hertz(NonZeroU32::new(100).expect("not 0")));
    let mut timers = ClockedTimers::new(&clock);
    // Within a tick of 10 ms.
    clock.advance(Duration::from_micros(9_940));
    timers.start(milliseconds(15), "after 15 ms");
    let mut passed = Duration::ZERO;
    while items(&mut timers).is_empty() {
        let step = Duration::from_micros(20);
        clock.advance(step);
        passed += step;
    }
    assert!(passed >= milliseconds(15), "{passed:?}");
    assert!(passed <= milliseconds(15 + 2 * 10), "{passed:?}");
}

#[test]
fn clocked_timers_sleep_until_next_ends_when_it_is_due_and_not_before() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    assert_eq!(timers.time_to_next(), None);
    timers.start(Duration::ZERO, "at once");
    assert_eq!(timers.time_to_next(), Some(Duration::ZERO));
    assert_eq!(items(&mut timers), ["at once"]);
    timers.start(milliseconds(7), "later");
    let wait = timers.time_to_next().expect("one is outstanding");
    clock.advance(wait - Duration::from_nanos(1));
    assert_eq!(items(&mut timers), [""; 0]);
    clock.advance(Duration::from_nanos(1));
    assert_eq!(items(&mut timers), ["later"]);
}

#[test]
fn clocked_timers_iterator_that_is_dropped_loses_nothing() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    timers.start(milliseconds(1), "first");
    timers.start(milliseconds(2), "second");
    clock.advance(milliseconds(10));
    assert_eq!(
        timers.expired().next().map(|expired| expired.item),
        Some("first")
    );
    assert_eq!(items(&mut timers), ["second"]);
}

#[test]
fn clocked_timers_restart_and_stop_count_from_the_clocks_now() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    let kept = timers.start(milliseconds(5), "restarted");
    let stopped = timers.start(milliseconds(5), "stopped");
    clock.advance(milliseconds(5));
    assert!(timers.restart(kept, milliseconds(20)));
    assert_eq!(timers.stop(stopped), Some("stopped"));
    clock.advance(milliseconds(20));
    assert_eq!(items(&mut timers), [""; 0]);
    clock.advance(milliseconds(1));
    assert_eq!(items(&mut timers), ["restarted"]);
    assert!(!timers.restart(kept, milliseconds(1)));
    assert_eq!(timers.stop(kept), None);
    assert_eq!(
        timers.try_restart(kept, Duration::MAX),
        Err(RestartError::NotOutstanding),
        "its handle is worse than its interval"
    );
}

#[test]
fn clocked_timers_interval_beyond_64_bits_ends_with_them_or_is_refused() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    let never = timers.start(Duration::MAX, "never");
    assert_eq!(timers.queue().expiry(never), Some(u64::MAX));
    let refused = timers.try_start(Duration::MAX, "never");
    let refused = refused.expect_err("too long");
    assert_eq!(
        (refused.error, refused.item),
        (StartError::BeyondTheEndOfTime, "never")
    );
    let kept = timers.start(milliseconds(1), "kept");
    assert_eq!(
        timers.try_restart(kept, Duration::MAX),
        Err(RestartError::Start(StartError::BeyondTheEndOfTime))
    );
    clock.advance(milliseconds(2));
    assert_eq!(items(&mut timers), ["kept"]);
}

#[test]
fn clocked_timers_on_a_wheel_with_a_longest_interval_advance_it_before_they_refuse() {
    let clock = ManualClock::new(MILLISECONDS);
    let queue = Timers::growing(BasicWheel::new(64), 4).expect("a queue");
    let mut timers = ClockedTimers::with(&clock, queue);
    timers
        .try_start(milliseconds(10), "early")
        .expect("in reach");
    clock.advance(milliseconds(1_000));
    timers
        .try_start(milliseconds(50), "late")
        .expect("in reach from now");
    let refused = timers
        .try_start(milliseconds(100), "too long")
        .expect_err("out of reach");
    assert_eq!(refused.item, "too long");
    let early: Vec<_> = timers.expired().map(|expired| expired.item).collect();
    assert_eq!(early, ["early"], "what was due is kept");
    clock.advance(milliseconds(51));
    let late: Vec<_> = timers.expired().map(|expired| expired.item).collect();
    assert_eq!(late, ["late"]);
}

#[test]
fn manual_clock_counts_any_ticks_without_losing_parts() {
    let thirds = TickRate::new(
        NonZeroU32::new(1_000).expect("not 0"),
        NonZeroU32::new(3).expect("not 0"),
    );
    let clock = ManualClock::new(thirds);
    for passed in 1..=3_000_u64 {
        clock.advance(milliseconds(1));
        assert_eq!(clock.now(), passed / 3);
        let next = clock.now() + 1;
        assert!(clock.time_until(next) >= milliseconds(3 - passed % 3));
    }
}

/// Random timers in real time: each is handed out when its interval has passed, by the standard library's clock.
#[test]
fn clocked_timers_on_the_system_clock_are_never_early() {
    let mut random = fastrand::Rng::with_seed(34);
    for tick in [
        Duration::from_micros(10),
        Duration::from_micros(333),
        milliseconds(5),
    ] {
        let mut timers = ClockedTimers::new(SystemClock::with_resolution(tick));
        let (mut started, mut expired) = (0_u32, 0_u32);
        while expired < 200 {
            while started < 200 && random.u32(..4) > 0 && timers.queue().outstanding() < 64 {
                let interval = Duration::from_micros(random.u64(0..20_000));
                // Before the clock is read.
                let earliest = Instant::now() + interval;
                timers.start(interval, earliest);
                started += 1;
            }
            match random.u32(..3) {
                // Other work.
                0 => std::thread::sleep(Duration::from_micros(random.u64(0..3_000))),
                _ => std::thread::sleep(timers.time_to_next().unwrap_or_default()),
            }
            for timer in timers.expired() {
                expired += 1;
                let now = Instant::now();
                assert!(now >= timer.item, "{:?} early", timer.item - now);
            }
        }
    }
}

#[test]
fn system_clock_interval_is_due_less_than_a_tick_after_it() {
    let tick = milliseconds(50);
    let clock = SystemClock::with_resolution(tick);
    for milliseconds in 0..200 {
        let span = Duration::from_millis(milliseconds);
        let before = Instant::now();
        let due = clock.after(span).expect("64 bits hold it");
        let until = clock.time_until(due);
        let passed = before.elapsed();
        assert!(until + passed >= span, "{until:?} is early for {span:?}");
        assert!(
            until < span + tick,
            "{until:?} is more than a tick late for {span:?}"
        );
    }
    assert_eq!(clock.after(Duration::MAX), None);
    assert_eq!(clock.time_until(0), Duration::ZERO);
}
