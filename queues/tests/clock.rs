//! Timers in real time: never early, whatever the host does between its calls.

use carillon_queues::clock::{Clock, ClockedQueue, ClockedTimers, ManualClock, SystemClock, TickRate};
use carillon_queues::memory::Record;
use carillon_queues::schemes::BasicWheel;
use carillon_queues::tools::MissedTicks;
use carillon_queues::{FixedTimerWheel, Heap, NumberedTimers, RestartError, StartError, TimerWheel, Timers};
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
    assert_eq!(timers.expired().next().map(|expired| expired.item), Some("first"));
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
    assert_eq!(ClockedQueue::restart(&mut timers, kept, Duration::MAX), Err(RestartError::NotOutstanding));
}

/// The one rule for an interval that is too long: it ends at the last tick, in every queue.
#[test]
fn clocked_timers_interval_beyond_64_bits_ends_at_the_last_tick() {
    fn of_any(timers: &mut (impl ClockedQueue<Item = &'static str> + std::fmt::Debug)) {
        let never = timers.start(Duration::MAX, "never").expect("taken");
        let at = timers.start_at(u64::MAX, "at the last").expect("taken");
        let between = timers.start_between(Duration::MAX, Duration::MAX, "between");
        let between = between.expect("taken");
        let soon = timers.start(milliseconds(1), "soon").expect("taken");
        let left = timers.time_left(never);
        assert!(left > Some(Duration::from_secs(1 << 50)), "{timers:?}");
        for handle in [at, between] {
            assert_eq!(timers.time_left(handle), left);
        }
        timers.restart(soon, Duration::MAX).expect("taken");
        assert_eq!(timers.time_left(soon), left);
        let again = timers.restart_or_start(soon, Duration::MAX, "again");
        assert_eq!(again.expect("taken"), soon);
    }
    let clock = ManualClock::new(MILLISECONDS);
    clock.advance(milliseconds(1_000));
    let mut timers = ClockedTimers::new(&clock);
    of_any(&mut timers);
    assert!(timers.iter().all(|(_, due, _)| due == u64::MAX));
    of_any(&mut ClockedTimers::with(&clock, FixedTimerWheel::<_, 4>::new()));
    let bounded = Timers::bounded(Heap::new(), 4).expect("a queue");
    of_any(&mut ClockedTimers::with(&clock, bounded));
    let mut numbered = ClockedTimers::numbered(&clock);
    numbered.start(7, Duration::MAX).expect("memory");
    numbered.start_between(8, Duration::MAX, Duration::MAX).expect("memory");
    assert!(numbered.iter().all(|(_, due)| due == u64::MAX));
    clock.advance(milliseconds(1 << 40));
    assert_eq!(timers.next_expired(), None);
    assert_eq!(numbered.next_expired(), None);
}

/// Handles of a wheel of fixed size, by the same names as those of one that grows.
#[test]
fn clocked_timers_of_fixed_size_have_the_same_names_and_give_items_back() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::with(&clock, FixedTimerWheel::<_, 2>::new());
    let first = timers.start(milliseconds(10), "first").expect("room");
    let second = timers.start_at(30, "second").expect("room");
    let refused = timers.start(milliseconds(1), "third").expect_err("full");
    assert_eq!((refused.item, refused.error), ("third", StartError::Full { capacity: 2 }));
    let refused = timers.restart_or_start(None, milliseconds(1), "third");
    assert_eq!(refused.expect_err("full").item, "third");
    timers.restart_at(first, 40).expect("outstanding");
    assert_eq!(timers.expiry(first), Some(40));
    timers.restart_between(second, milliseconds(4), milliseconds(60)).expect("outstanding");
    assert_eq!(timers.expiry(second), Some(30), "it was within the range");
    timers.restart_between(second, milliseconds(40), milliseconds(90)).expect("outstanding");
    assert_eq!(timers.expiry(second), Some(80));
    assert!(timers.restart_to_earlier(second, milliseconds(4)));
    assert_eq!(timers.time_left(second), Some(milliseconds(5)));
    assert_eq!(timers.stop(second), Some("second"));
    let third = timers.restart_or_start(second, milliseconds(1), "third").expect("room");
    assert_eq!((timers.len(), timers.get(third)), (2, Some(&"third")));
    timers.restart(third, milliseconds(2)).expect("outstanding");
    clock.advance(milliseconds(3));
    assert_eq!(timers.next_expired().map(|expired| expired.item), Some("third"));
}

#[test]
fn clocked_timers_deadlines_of_instants_and_of_ticks_come_at_the_same_time() {
    let clock = SystemClock::with_resolution(milliseconds(10));
    let mut timers = ClockedTimers::new(&clock);
    let begin = clock.instant_of(0);
    let by_tick = timers.start_at(6_000, "tick");
    let by_time = timers.start_at(begin + Duration::from_secs(60), "time");
    let rounded = timers.start_at(begin + milliseconds(60_001), "rounded up");
    assert_eq!(
        [by_tick, by_time, rounded].map(|handle| timers.expiry(handle)),
        [Some(6_000), Some(6_000), Some(6_001)]
    );
    assert!(timers.restart_at(by_tick, begin - Duration::from_nanos(1)));
    assert_eq!(timers.expiry(by_tick), Some(0), "it has gone by");
    assert_eq!(timers.time_left(by_tick), Some(Duration::ZERO));
    let expired = timers.next_expired().expect("due at once");
    assert_eq!(clock.instant_of(expired.due), begin);
    let furthest = clock.instant_of(u64::MAX);
    assert!(furthest > begin + Duration::from_secs(1 << 40));
    assert!(timers.restart_at(rounded, furthest));
    assert!(timers.expiry(rounded) > Some(1 << 46));
}

/// What a loop starts that is due at once comes with the next loop, so that every loop ends; what it stops does not
/// come.
#[test]
fn clocked_timers_loop_that_starts_and_stops_others_ends_and_loses_nothing() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    let handles = [0, 1, 2, 3].map(|number| timers.start(milliseconds(1), number));
    clock.advance(milliseconds(5));
    let mut seen = Vec::new();
    while let Some(expired) = timers.next_expired() {
        seen.push(expired.item);
        // Due at once, and overdue.
        timers.start(Duration::ZERO, expired.item + 10);
        timers.start_at(0, expired.item + 20);
        timers.stop(handles[2]);
        clock.advance(milliseconds(1));
    }
    assert_eq!(seen, [0, 1, 3, 10], "no more than were due when it began");
    assert_eq!(timers.time_to_next(), Some(Duration::ZERO));
    let mut rest = Vec::new();
    while let Some(expired) = timers.next_expired() {
        rest.push(expired.item);
    }
    // In the order in which they became due, except for those of which the tick was still to come.
    rest.sort_unstable();
    assert_eq!(rest, [11, 13, 20, 20, 21, 23, 30]);
}

#[test]
fn clocked_timers_loop_that_is_left_goes_on_with_what_was_due() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    for number in 0..3 {
        timers.start_at(1 + number, number);
    }
    clock.advance(milliseconds(2));
    let item =
        |timers: &mut ClockedTimers<&ManualClock, TimerWheel<u64>>| timers.next_expired().map(|expired| expired.item);
    assert_eq!(item(&mut timers), Some(0));
    clock.advance(milliseconds(1));
    assert_eq!(item(&mut timers), Some(1));
    assert_eq!(item(&mut timers), None, "the loop began when 2 were due");
    assert_eq!(item(&mut timers), Some(2));
    assert_eq!(item(&mut timers), None);
    assert_eq!(item(&mut timers), None);
}

#[test]
fn clocked_timers_are_a_collection() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::new(&clock);
    assert!(timers.is_empty());
    let first = timers.start(milliseconds(9), 1);
    let second = timers.start_between(milliseconds(20), milliseconds(40), 2);
    assert_eq!(timers.len(), 2);
    assert_eq!(timers.peek(), Some((first, 10, &1)));
    *timers.get_mut(first).expect("outstanding") += 10;
    assert_eq!(timers.get(first), Some(&11));
    assert!(timers.contains(first) && timers.contains(second));
    assert_eq!(timers.iter().collect::<Vec<_>>(), [(first, 10, &11), (second, 41, &2)]);
    timers.retain(|_, _, item| *item != 11);
    assert!(!timers.contains(first));
    assert!(timers.restart_between(second, milliseconds(50), milliseconds(70)));
    assert_eq!(timers.drain().collect::<Vec<_>>(), [(second, 64, 2)]);
    let third = timers.restart_or_start(second, milliseconds(5), 3);
    assert_eq!(timers.restart_or_start(third, milliseconds(7), 4), third);
    assert_eq!(timers.time_left(third), Some(milliseconds(8)));
    timers.clear();
    assert_eq!((timers.len(), timers.time_left(third)), (0, None));
    timers.queue_mut().shrink_to_fit();
    assert_eq!(timers.queue().capacity(), 0);
}

#[test]
fn clocked_timers_of_numbers_count_from_the_clocks_now() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::numbered(&clock);
    clock.advance(milliseconds(100));
    timers.start(7, milliseconds(9)).expect("memory");
    timers.start_at(8, 105).expect("memory");
    timers.start_between(9, milliseconds(20), milliseconds(40)).expect("memory");
    assert_eq!((timers.expiry(7), timers.expiry(9)), (Some(110), Some(128)));
    timers.start_between(9, milliseconds(25), milliseconds(45)).expect("memory");
    assert_eq!((timers.expiry(9), timers.len()), (Some(128), 3));
    assert_eq!(timers.peek(), Some((8, 105)));
    assert_eq!(timers.time_left(8), Some(milliseconds(5)));
    assert!(timers.restart_to_earlier(9, milliseconds(4)));
    assert!(!timers.restart_to_earlier(10, milliseconds(4)));
    clock.advance(milliseconds(7));
    let mut seen = Vec::new();
    while let Some(expired) = timers.next_expired() {
        seen.push((expired.number, expired.due));
        assert_eq!(timers.stop(7), seen.len() == 1);
        timers.start(expired.number, milliseconds(50)).expect("a number");
    }
    assert_eq!(seen, [(8, 105), (9, 105)]);
    assert!(timers.contains(8) && !timers.contains(7));
    timers.retain(|number, _| number != 8);
    assert_eq!(timers.drain().collect::<Vec<_>>(), [(9, 158)]);

    // In an array, where no number is added.
    const HEAP: Heap = Heap::new();
    let memory = [Record::VACANT; HEAP.records(4)];
    let fixed = NumberedTimers::with(HEAP, 4, memory).expect("a queue");
    let mut timers = ClockedTimers::with(&clock, fixed);
    timers.start(3, Duration::MAX).expect("a number");
    let refused = timers.start(4, milliseconds(1));
    assert!(matches!(refused, Err(StartError::NoSuchNumber { number: 4, numbers: 4 })));
}

/// A period in real time that is no number of ticks, in a queue that grows and in one of fixed size.
#[test]
fn clocked_timers_that_are_periodic_do_not_drift() {
    let clock = ManualClock::new(MILLISECONDS);
    let mut timers = ClockedTimers::with(&clock, FixedTimerWheel::<_, 2>::new());
    let period = Duration::from_micros(2_500);
    let handle = timers.start_periodic(period, MissedTicks::Burst, "tick").expect("room");
    timers.start_periodic(period, MissedTicks::Skip, "skipping").expect("room");
    let full = timers.start_periodic(period, MissedTicks::Skip, "full");
    assert_eq!(full.expect_err("full").item.item, "full");
    // The first is due a tick more than 2.5 ms later, rounded up; the others follow from it.
    clock.advance(milliseconds(4));
    let mut due = Vec::new();
    for _ in 0..4_000 {
        clock.advance(milliseconds(1));
        while let Some(occurrence) = timers.next_occurrence() {
            if occurrence.item == "tick" {
                assert_eq!((occurrence.handle, occurrence.missed), (handle, 0));
                due.push(occurrence.due);
            }
        }
    }
    assert_eq!(due.len(), 1_601);
    for (count, due) in (0..).zip(&due) {
        assert_eq!(*due, 4 + (count * 5_u64).div_ceil(2));
    }
    // A loop ends although a burst is due; nothing of it is lost.
    clock.advance(milliseconds(10));
    let mut rounds = [0, 0];
    while timers.time_to_next() == Some(Duration::ZERO) {
        while let Some(occurrence) = timers.next_occurrence() {
            rounds[usize::from(occurrence.item == "tick")] += 1;
        }
    }
    assert_eq!(rounds, [1, 4]);
    timers.stop(handle);
    assert_eq!(timers.len(), 1);
}

#[test]
fn clocked_timers_on_a_wheel_with_a_longest_interval_advance_it_before_they_refuse() {
    let clock = ManualClock::new(MILLISECONDS);
    let queue = Timers::growing(BasicWheel::new(64), 4).expect("a queue");
    let mut timers = ClockedTimers::with(&clock, queue);
    timers.start(milliseconds(10), "early").expect("in reach");
    clock.advance(milliseconds(1_000));
    timers.start(milliseconds(50), "late").expect("in reach from now");
    let refused = timers.start(milliseconds(100), "too long").expect_err("out of reach");
    assert_eq!(refused.item, "too long");
    let early: Vec<_> = timers.expired().map(|expired| expired.item).collect();
    assert_eq!(early, ["early"], "what was due is kept");
    clock.advance(milliseconds(51));
    let late: Vec<_> = timers.expired().map(|expired| expired.item).collect();
    assert_eq!(late, ["late"]);
}

#[test]
fn manual_clock_counts_any_ticks_without_losing_parts() {
    let thirds = TickRate::new(NonZeroU32::new(1_000).expect("not 0"), NonZeroU32::new(3).expect("not 0"));
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
    for tick in [Duration::from_micros(10), Duration::from_micros(333), milliseconds(5)] {
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
        assert!(until < span + tick, "{until:?} is more than a tick late for {span:?}");
    }
    assert_eq!(clock.after(Duration::MAX), None);
    assert_eq!(clock.time_until(0), Duration::ZERO);
}
