//! A facility on a clock: when the alarm is set and how often, what a failure of the device leaves, and that no time is
//! too short.

mod common;
#[path = "../../testbench/common/limit.rs"]
mod limit;

use std::cell::Cell;
use std::convert::Infallible;
use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use carillon_driver::chip::Wake;
use carillon_driver::device::{AlarmClock, Clock, ManualClock};
use carillon_driver::facility::{ClockFacility, FacilityError, StopError, TimerFacility};
use carillon_driver::queue::schemes::BasicWheel;
use carillon_driver::queue::tools::{MissedTicks, Periodic};
use carillon_driver::queue::{FixedTimerWheel, StartError, TimerQueue, Timers};
use carillon_driver::rate::TickRate;
use common::bus_fault::BusFault;
use common::fake_chip::Fate;
use common::fake_clock::{FakeClock, NANOSECONDS};
use common::fake_device::FakeDevice;
use limit::Limit;
use proptest::prelude::*;

type Wheel = FixedTimerWheel<u32, 8>;

fn facility() -> ClockFacility<FakeClock, Wheel> {
    ClockFacility::new(FakeClock::at(1_000), Wheel::new()).expect("a new queue")
}

/// What was handed out, and at which ticks it was due.
fn served<Q>(timers: &mut ClockFacility<FakeClock, Q>) -> Vec<(u32, u64)>
where
    Q: TimerQueue<Item = u32> + carillon_driver::queue::diagnostics::Diagnostics,
{
    let mut seen = Vec::new();
    let service = timers.service(|_, expired| seen.push((expired.item, expired.due)));
    assert_eq!(service, Ok(seen.len() as u32));
    seen
}

#[test]
fn alarm_only_an_earlier_timer_or_a_service_sets_it() {
    let mut timers = facility();
    let settings = |timers: &ClockFacility<FakeClock, Wheel>| {
        let clock = timers.clock();
        assert_eq!(timers.statistics().bus_writes, clock.settings);
        (clock.settings, clock.alarm)
    };
    assert_eq!(settings(&timers), (1, None));
    let first = timers.start(500, 0).unwrap();
    assert_eq!(settings(&timers), (2, Some(1_500)));
    timers.start(500, 1).unwrap();
    let late = timers.start_at(9_000, 2).unwrap();
    assert_eq!(settings(&timers), (2, Some(1_500)), "later ones are free");
    timers.start(100, 3).unwrap();
    assert_eq!(settings(&timers), (3, Some(1_100)));
    timers.restart(first, 700).unwrap();
    timers.stop(late).unwrap();
    assert_eq!(settings(&timers), (3, Some(1_100)), "a stop is free");
    timers.restart(first, 50).unwrap();
    assert_eq!(settings(&timers), (4, Some(1_050)));
    timers.clock_mut().pass(100);
    assert!(timers.clock().rings());
    assert_eq!(served(&mut timers), [(0, 1_050), (3, 1_100)]);
    assert_eq!(settings(&timers), (5, Some(1_500)));
    assert!(!timers.clock().rings());
    timers.clock_mut().pass(400);
    assert_eq!(served(&mut timers), [(1, 1_500)]);
    assert_eq!(settings(&timers), (6, None));
    assert_eq!(timers.wake(), Ok(Wake::Never));
}

#[test]
fn alarm_timers_started_while_others_are_handed_out_cost_nothing() {
    let mut timers = facility();
    timers.start(10, 0).unwrap();
    timers.clock_mut().pass(15);
    let before = timers.clock().settings;
    let mut seen = Vec::new();
    timers
        .service(|timers, expired| {
            seen.push(expired.item);
            timers.start_at(1_110, 1).unwrap();
            timers.start(40, 10).unwrap();
        })
        .unwrap();
    assert_eq!(seen, [0]);
    assert_eq!(timers.clock().settings, before + 1);
    assert_eq!(timers.clock().alarm, Some(1_055));
    timers.clock_mut().pass(200);
    assert_eq!(served(&mut timers), [(10, 1_055), (1, 1_110)]);
}

#[test]
fn statistics_late_has_how_late_timers_were_reported_by_powers_of_two() {
    let mut timers = facility();
    for (interval, late) in [(10, 0), (20, 1), (30, 3), (40, 2), (50, 300)] {
        timers.start(interval, 0).unwrap();
        timers.clock_mut().pass(interval + late);
        assert_eq!(served(&mut timers).len(), 1);
    }
    let statistics = timers.statistics();
    let classes: Vec<_> = statistics.late.classes().collect();
    assert_eq!(classes, [(1, 1), (3, 2), (511, 1)]);
    assert_eq!((statistics.late.largest(), statistics.expired), (300, 5));
}

#[test]
fn service_of_timers_started_due_hands_them_out_and_rings_for_those_of_its_handler() {
    let mut timers = facility();
    timers.start(0, 1).unwrap();
    timers.start_at(3, 2).unwrap();
    assert!(timers.clock().rings());
    assert_eq!(timers.wake(), Ok(Wake::Now));
    let count = timers.service(|timers, expired| {
        if expired.item == 1 {
            timers.start(0, 7).unwrap();
        }
    });
    assert_eq!(count, Ok(2));
    assert!(timers.clock().rings(), "for what was started meanwhile");
    assert_eq!(served(&mut timers), [(7, 1_000)]);
    assert!(!timers.clock().rings());
}

/// Whichever timer of those that are due the handler takes out or moves, and whatever it starts before and after that.
#[test]
fn service_hands_out_what_was_due_when_it_began_whatever_is_stopped_meanwhile() {
    const DUE: u32 = 5;
    for (at, taken) in (0..DUE).flat_map(|at| (at + 1..DUE).map(move |taken| (at, taken))) {
        for (is_stopped, starts) in [(true, 0), (true, 1), (true, 2), (false, 0), (false, 2)] {
            let mut timers = facility();
            let handles: Vec<_> = (0..DUE).map(|item| timers.start(1, item).unwrap()).collect();
            timers.clock_mut().pass(9);
            let mut seen = Vec::new();
            let service = timers.service(|timers, expired| {
                seen.push(expired.item);
                if expired.item != at {
                    return;
                }
                if starts > 0 {
                    timers.start(0, 100).unwrap();
                }
                if is_stopped {
                    assert_eq!(timers.stop(handles[taken as usize]), Ok(taken));
                } else {
                    timers.restart(handles[taken as usize], 0).unwrap();
                }
                if starts > 1 {
                    timers.start_at(3, 101).unwrap();
                }
            });
            let due: Vec<_> = (0..DUE).filter(|&item| item != taken).collect();
            assert_eq!(service, Ok(due.len() as u32));
            assert_eq!(seen, due, "{at}, {taken}, {is_stopped}, {starts}");
            let left = starts + usize::from(!is_stopped);
            assert_eq!(timers.clock().rings(), left > 0);
            assert_eq!(served(&mut timers).len(), left);
        }
    }
}

/// A user's clock, of a counter that two cores read.
struct Back(Cell<u64>);

impl Clock for Back {
    fn rate(&self) -> TickRate {
        NANOSECONDS
    }

    fn now(&self) -> u64 {
        self.0.get()
    }
}

impl AlarmClock for Back {
    type Error = Infallible;

    fn set_alarm(&mut self, _: u64) -> Result<(), Infallible> {
        Ok(())
    }

    fn clear_alarm(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

#[test]
fn clock_that_steps_back_makes_no_timer_early_and_now_does_not_follow() {
    let mut timers = ClockFacility::new(Back(Cell::new(1_000)), Wheel::new()).unwrap();
    timers.clock().0.set(1_010);
    assert_eq!(timers.now(), Ok(1_010));
    timers.clock().0.set(1_009);
    let after = timers.start(5, 1).unwrap();
    assert_eq!(timers.expiry(after), Some(1_015), "from the last tick on");
    timers.restart(after, 6).unwrap();
    assert_eq!(timers.expiry(after), Some(1_016));
    assert_eq!((timers.now(), timers.last_known_now()), (Ok(1_010), 1_010));
    for (tick, count) in [(1_015, 0), (1_014, 0), (1_016, 1), (900, 0)] {
        timers.clock().0.set(tick);
        let service = timers.service(|_, expired| assert_eq!(expired.reported, 1_016));
        assert_eq!(service, Ok(count), "{tick}");
    }
}

/// One timer that is behind for ever, by every rule.
#[test]
fn service_of_a_periodic_timer_that_takes_longer_than_its_period_ends() {
    let _limit = Limit::of_this_test();
    let rate = TickRate::hertz(NonZeroU32::new(1_000).unwrap());
    for rule in [MissedTicks::Burst, MissedTicks::Skip, MissedTicks::Delay] {
        for most in [None, NonZeroU32::new(4)] {
            let wheel = FixedTimerWheel::<_, 1>::new();
            let mut timers = ClockFacility::new(ManualClock::new(rate), wheel).unwrap();
            if let Some(most) = most {
                timers = timers.at_most(most);
            }
            let every = Periodic::new(NonZeroU64::MIN, rule);
            timers.start(1, every).unwrap();
            timers.clock().advance(Duration::from_millis(1));
            for _ in 0..10 {
                assert_eq!(timers.wake(), Ok(Wake::Now));
                let mut handled = 0;
                let service = timers.service(|timers, expired| {
                    handled += 1;
                    assert!(handled < 100, "the service has no end");
                    timers.clock().advance(Duration::from_millis(2));
                    let next = every.next(expired.due, expired.reported).unwrap();
                    timers.start_at(next, every).unwrap();
                });
                assert_eq!(service, Ok(1), "{rule:?}");
                if rule == MissedTicks::Delay {
                    timers.wait().unwrap();
                }
            }
        }
    }
}

#[test]
fn failure_of_the_device_takes_a_start_back_and_a_restart_too() {
    for fate in [Fate::Lost, Fate::AnswerLost] {
        let mut timers = facility();
        let failed = Err(FacilityError::Device(BusFault));
        let first = timers.start(500, 0).unwrap();
        timers.clock_mut().fail(vec![fate]);
        let refused = timers.start(100, 1).unwrap_err();
        assert_eq!((Err(refused.error), refused.item), (failed, 1));
        // Nobody knows what the alarm is set to: a start sets it for all, later ones included.
        timers.start(600, 2).unwrap();
        assert_eq!(timers.clock().alarm, Some(1_500));
        timers.clock_mut().fail(vec![fate]);
        assert_eq!(timers.restart(first, 200), failed);
        assert_eq!(timers.expiry(first), Some(1_500));
        assert_eq!(timers.outstanding(), 2);
        timers.check_invariants().unwrap();
        timers.clock_mut().pass(500);
        timers.clock_mut().fail(vec![Fate::Succeeds, fate]);
        let third = timers.start(1, 3).unwrap();
        assert_eq!(timers.stop(third), Ok(3));
        let mut seen = Vec::new();
        let service = timers.service(|_, expired| seen.push(expired.item));
        assert_eq!((service, &seen[..]), (failed.map(|()| 1), &[0][..]));
        assert_eq!(timers.wake(), Ok(Wake::Now), "it has not come to its end");
        assert_eq!(served(&mut timers), []);
        assert_eq!(timers.clock().alarm, Some(1_600));
    }
}

#[test]
fn start_what_the_queue_refuses_changes_nothing() {
    let queue = Timers::bounded(BasicWheel::new(64), 2).unwrap();
    let mut timers = ClockFacility::new(FakeClock::at(0), queue).unwrap();
    let too_long = StartError::BeyondTheWheel { interval: 65, longest: 64 };
    let one = timers.start(64, 1).unwrap();
    timers.clock_mut().pass(40);
    // The queue is behind: it comes along, as far as it must.
    let refused = timers.start(65, 2).unwrap_err();
    assert_eq!((refused.error, refused.item), (too_long.into(), 2));
    assert_eq!(timers.restart(one, 65), Err(too_long.into()));
    assert_eq!(timers.expiry(one), Some(64));
    timers.start(64, 2).unwrap();
    let full = StartError::Full { capacity: 2 };
    assert_eq!(timers.start(1, 3).unwrap_err().error, full.into());
    assert_eq!(timers.clock().alarm, Some(64));
    let never = StartError::BeyondTheEndOfTime.into();
    assert_eq!(timers.start(u64::MAX, 3).unwrap_err().error, never);
    assert_eq!(timers.restart(one, u64::MAX), Err(never));
    timers.stop(one).unwrap();
    let stale = Err(StopError::StaleHandle.into());
    assert_eq!(timers.restart(one, u64::MAX), stale);
    assert_eq!(timers.restart_after(one, Duration::MAX), stale);
    timers.clock_mut().pass(64);
    assert_eq!(served(&mut timers), [(2, 104)]);
}

/// The one rule for an interval in time that is too long: it ends at the last tick.
#[test]
fn start_after_an_interval_beyond_64_bits_ends_at_the_last_tick() {
    let mut timers = facility();
    let never = timers.start_after(Duration::MAX, 1).unwrap();
    assert_eq!(timers.expiry(never), Some(u64::MAX));
    let other = timers.start(10, 2).unwrap();
    timers.restart_after(other, Duration::MAX).unwrap();
    assert_eq!(timers.expiry(other), Some(u64::MAX));
    assert_ne!(timers.wake().unwrap(), Wake::Never);
    timers.clock_mut().pass(1 << 40);
    assert_eq!(served(&mut timers), []);
}

#[test]
fn restart_at_a_deadline_and_within_a_range() {
    let mut timers = facility();
    let one = timers.start(10, 1).unwrap();
    let due = timers.expiry(one).unwrap();
    timers.restart_at(one, due + 20).unwrap();
    assert_eq!(timers.expiry(one), Some(due + 20));
    // It is within the range already; then it is not.
    timers.restart_between(one, 5, 40).unwrap();
    assert_eq!(timers.expiry(one), Some(due + 20));
    timers.restart_between(one, 100, 400).unwrap();
    let expiry = timers.expiry(one).unwrap();
    assert!((due + 90..=due + 390).contains(&expiry), "{expiry}");
    timers.restart_at(one, due - 10).unwrap();
    assert_eq!(timers.wake().unwrap(), Wake::Now);
    assert_eq!(served(&mut timers), [(1, due - 10)]);
    let stale = Err(StopError::StaleHandle.into());
    assert_eq!(timers.restart_at(one, u64::MAX), stale);
    assert_eq!(timers.restart_between(one, 1, 2), stale);
}

#[test]
fn new_a_queue_that_is_in_use_is_refused() {
    let mut queue = Wheel::new();
    queue.start(5, 0).unwrap();
    let in_use = FacilityError::QueueInUse;
    let refused = ClockFacility::new(FakeClock::at(0), queue);
    assert_eq!(refused.unwrap_err(), in_use);
    let mut queue = Wheel::new();
    queue.advance(1);
    let refused = ClockFacility::new(FakeClock::at(0), queue);
    assert_eq!(refused.unwrap_err(), in_use);
}

#[test]
fn start_between_those_whose_slack_overlaps_come_together() {
    let mut timers = facility();
    for (least, most) in [(10, 100), (3, 40), (24, 30)] {
        timers.start_between(least, most, 0).unwrap();
    }
    // A `most` below `least` is taken for it.
    timers.start_between(300, 0, 1).unwrap();
    timers.clock_mut().pass(1_000);
    let seen = served(&mut timers);
    assert_eq!(seen, [(0, 1_024), (0, 1_024), (0, 1_024), (1, 1_300)]);
}

proptest! {
    /// Of a clock that has ticked partly, with any length of a tick.
    #[test]
    fn start_after_a_time_has_passed_and_hardly_more(
        tick in 1..2_000_000_u32,
        steps in prop::collection::vec((0..5_000_000_u64, 1..5_000_000_u64), 1..8),
    ) {
        let second = NonZeroU32::new(1_000_000_000).unwrap();
        let rate = TickRate::new(second, NonZeroU32::new(tick).unwrap());
        let mut timers = ClockFacility::new(ManualClock::new(rate), Wheel::new()).unwrap();
        let (mut now, mut due) = (0, Vec::new());
        for (number, &(pass, interval)) in steps.iter().enumerate() {
            now += pass;
            timers.clock().advance(Duration::from_nanos(pass));
            let item = number as u32;
            let handle = timers.start_after(Duration::from_nanos(interval / 2), item).unwrap();
            timers.restart_after(handle, Duration::from_nanos(interval)).unwrap();
            due.push(now + interval);
        }
        while timers.outstanding() > 0 {
            let before = timers.clock().now();
            timers.wait().unwrap();
            let ticks = timers.clock().now();
            prop_assert!(ticks >= before);
            timers.service(|_, expired| {
                let begins = expired.due * u64::from(tick);
                let due = due[expired.item as usize];
                assert!(begins >= due && ticks >= expired.due, "never early");
                assert!(begins < due + 2 * u64::from(tick), "less than two ticks later");
            }).unwrap();
        }
    }
}
