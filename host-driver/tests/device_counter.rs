//! Free-running counters of few bits with a compare register that matches at equality only: every wrap, and a host that
//! is slow between any two accesses.

mod common;

use carillon_driver::device::{AlarmClock, Clock, CounterClock};
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::FixedTimerWheel;
use common::fake_counter::FakeCounter;
use common::fake_device::FakeDevice;
use proptest::prelude::*;

#[test]
fn alarm_at_every_distance_and_every_wrap_rings_in_time() {
    for from in (0..300).step_by(7) {
        for ahead in
            (0..600).filter(|ahead| ahead % 5 == 0 || *ahead < 20 || (120..270).contains(ahead))
        {
            let mut clock = FakeCounter::<8>::clock(from);
            assert_eq!(clock.now(), from & 0xFF, "the counter's present value");
            let start = clock.now();
            clock.set_alarm(start + ahead).unwrap();
            let mut rung = clock.rings();
            for _ in 0..ahead {
                assert!(!rung || ahead > 128, "early: {from}, {ahead}");
                clock.pass(1);
                // The interrupt: if it is early, the alarm is set again.
                rung = clock.rings();
                if rung && clock.now() < start + ahead {
                    clock.set_alarm(start + ahead).unwrap();
                }
            }
            assert!(rung, "{from}, {ahead}");
            assert_eq!(clock.now(), start + ahead);
        }
    }
}

#[test]
fn clear_alarm_the_counter_is_read_before_it_comes_round() {
    let mut clock = FakeCounter::<16>::clock(5);
    clock.clear_alarm().unwrap();
    clock.pass((1 << 15) - 1);
    assert!(!clock.rings());
    clock.pass(1);
    assert!(clock.rings());
}

#[test]
fn now_of_a_counter_of_64_bits_is_the_counter() {
    let mut clock = FakeCounter::<64>::clock(u64::MAX - 5);
    assert_eq!(clock.now(), u64::MAX - 5);
    clock.set_alarm(u64::MAX - 3).unwrap();
    clock.pass(1);
    assert!(!clock.rings());
    clock.pass(1);
    assert!(clock.rings());
}

/// A program that does nothing until the interrupt comes.
fn interrupted<const BITS: u32>(timers: &[(u64, u64)], counts_an_access: u64) {
    let clock: CounterClock<FakeCounter<BITS>> = FakeCounter::clock(0);
    let mut facility = ClockFacility::new(clock, FixedTimerWheel::<usize, 16>::new()).unwrap();
    facility.clock_mut().slow(counts_an_access);
    let (mut due, mut seen) = (Vec::new(), Vec::new());
    for (number, &(pause, interval)) in timers.iter().enumerate() {
        for _ in 0..pause {
            count(&mut facility, &mut seen);
        }
        let from = facility.clock().ticks();
        facility.start(interval, number).unwrap();
        due.push((from + interval, facility.clock().ticks() + interval));
    }
    let mut left: u64 = 1 << 14;
    while facility.outstanding() > 0 {
        count(&mut facility, &mut seen);
        left -= 1;
        assert!(left > 0, "an interrupt was missed");
    }
    seen.sort_unstable();
    assert_eq!(seen.len(), timers.len());
    for (&(number, at, served), (from, to)) in seen.iter().zip(due) {
        assert!(
            (from..=to).contains(&at),
            "timer {number}: {at} for {from} to {to}"
        );
        assert!(served >= at, "never early");
        // The interrupt is served at once, but a slow host takes a while, also with those before.
        assert!(
            served <= at + 1 + 200 * counts_an_access,
            "{served} for {at}"
        );
    }
}

/// One count, and the interrupt if it is pending.
fn count<const BITS: u32>(
    facility: &mut ClockFacility<CounterClock<FakeCounter<BITS>>, FixedTimerWheel<usize, 16>>,
    seen: &mut Vec<(usize, u64, u64)>,
) {
    facility.clock_mut().pass(1);
    if facility.clock().rings() {
        let service = facility.service(|facility, expired| {
            seen.push((expired.item, expired.due, facility.clock().ticks()));
        });
        assert!(service.is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn every_timer_comes_by_the_interrupt_alone(
        timers in prop::collection::vec((0..300_u64, 0..2_000_u64), 1..16),
        counts_an_access in 0..4_u64,
    ) {
        interrupted::<8>(&timers, counts_an_access);
        interrupted::<10>(&timers, counts_an_access);
        interrupted::<32>(&timers, counts_an_access);
    }
}
