//! Free-running counters of few bits with a compare register that matches at equality only: every wrap, and a host that
//! is slow between any two accesses.

mod common;

use std::cell::Cell;

use carillon_driver::device::{AlarmClock, Clock, CounterClock, CounterHardware};
use carillon_driver::facility::{ClockFacility, TimerFacility};
use carillon_driver::queue::FixedTimerWheel;
use common::fake_clock::NANOSECONDS;
use common::fake_counter::FakeCounter;
use common::fake_device::FakeDevice;
use proptest::prelude::*;

#[test]
fn alarm_at_every_distance_and_every_wrap_rings_in_time() {
    for from in (0..300).step_by(7) {
        for ahead in (0..600).filter(|ahead| ahead % 5 == 0 || *ahead < 20 || (120..270).contains(ahead)) {
            let mut clock = FakeCounter::<8>::clock(from);
            assert_eq!(clock.now(), from & 0xFF, "the counter's present value");
            let start = clock.now();
            clock.set_alarm(start + ahead).unwrap();
            let mut rung = clock.rings();
            for _ in 0..ahead {
                assert!(!rung || ahead > 64, "early: {from}, {ahead}");
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
fn clear_alarm_the_counter_is_read_while_a_step_back_can_be_told_from_time() {
    let mut clock = FakeCounter::<16>::clock(5);
    clock.clear_alarm().unwrap();
    clock.pass((1 << 14) - 1);
    assert!(!clock.rings());
    clock.pass(1);
    assert!(clock.rings());
    // The service may take as long again.
    clock.pass((1 << 14) - 1);
    assert_eq!(clock.now(), 5 + (1 << 15) - 1);
}

/// A counter whose interrupt is off while nothing is wanted of it.
#[derive(Debug)]
struct Rests {
    count: Cell<u64>,
    resting: bool,
}

impl CounterHardware for Rests {
    const BITS: u32 = 16;

    fn count(&self) -> u64 {
        self.count.get()
    }

    fn set_compare(&mut self, _: u64) {
        self.resting = false;
    }

    fn pend(&mut self) {}

    fn rest(&mut self) -> bool {
        self.resting = true;
        true
    }
}

/// After a rest of any length time goes on from a later tick, never an earlier one, and a timer that is started then is
/// not early; a counter that is read a little earlier than before has not come round.
#[test]
fn rest_of_any_length_time_goes_on_and_no_timer_is_early() {
    for rest in (0..200_000).step_by(997).chain([0xDFFF, 0xE000, 0xFFFF, 0x1_0000]) {
        let hardware = Rests { count: Cell::new(100), resting: false };
        let clock = CounterClock::new(hardware, NANOSECONDS);
        let mut timers = ClockFacility::new(clock, FixedTimerWheel::<_, 4>::new()).unwrap();
        let count = |timers: &ClockFacility<CounterClock<Rests>, _>, count| {
            timers.clock().hardware().count.set(count);
        };
        assert!(timers.clock().hardware().resting);
        let before = TimerFacility::now(&mut timers).unwrap();
        count(&timers, 100 + rest);
        let now = TimerFacility::now(&mut timers).unwrap();
        let counted = rest & 0xFFFF;
        let late = if counted > 0xFFFF - 0xFFFF / 8 { 0 } else { counted };
        assert_eq!(now, before + late);
        timers.start(1_000, ()).unwrap();
        assert!(!timers.clock().hardware().resting);
        // Two cores read in either order.
        count(&timers, 100 + rest - rest.min(3));
        assert_eq!(timers.service(|_, _| ()), Ok(0));
        assert_eq!(timers.outstanding(), 1);
        count(&timers, 100 + rest + 999);
        assert_eq!(timers.service(|_, _| ()), Ok(0));
        count(&timers, 100 + rest + 1_000 + 0x2000);
        assert_eq!(timers.service(|_, _| ()), Ok(1));
        assert!(timers.clock().hardware().resting);
    }
}

/// A counter that reads what it is told.
struct Told<const BITS: u32>(Cell<u64>);

impl<const BITS: u32> Told<BITS> {
    fn clock(count: u64) -> CounterClock<Self> {
        CounterClock::new(Self(Cell::new(count)), NANOSECONDS)
    }
}

impl<const BITS: u32> CounterHardware for Told<BITS> {
    const BITS: u32 = BITS;

    fn count(&self) -> u64 {
        self.0.get()
    }

    fn set_compare(&mut self, _: u64) {}

    fn pend(&mut self) {}
}

/// From any reading: less than half the range on is time, and half the range or more is a step back, which keeps the
/// tick. A counter of one bit cannot step back.
fn steps<const BITS: u32>() {
    let mask = u64::MAX >> (64 - BITS);
    let half = 1 << (BITS - 1);
    for from in [0, 1, mask / 3, half - 1, half, mask - 1, mask].map(|from| from & mask) {
        for on in [0, 1, 2, half / 2, half - 1].into_iter().filter(|&on| on < half) {
            for back in [1, 2, 9, half / 2, half - 1, half].into_iter().filter(|back| (1..=half).contains(back)) {
                let clock = Told::<BITS>::clock(from);
                assert_eq!(clock.now(), from, "the counter's present value");
                clock.hardware().0.set(from.wrapping_add(on));
                let now = from.checked_add(on).unwrap_or(from);
                assert_eq!(clock.now(), now, "{BITS} bits: {from} and {on}");
                if from.checked_add(on).is_none() || BITS == 1 {
                    continue;
                }
                let stepped = from.wrapping_add(on).wrapping_sub(back);
                clock.hardware().0.set(stepped);
                for _ in 0..3 {
                    assert_eq!(clock.now(), now, "{BITS} bits: {from} and {on}, back {back}");
                }
                // It goes on from where it was.
                clock.hardware().0.set(from.wrapping_add(on).wrapping_add(half - 1));
                assert_eq!(clock.now(), now.checked_add(half - 1).unwrap_or(now));
            }
        }
    }
}

#[test]
fn now_of_a_counter_of_any_width_keeps_the_last_tick_when_it_steps_back() {
    macro_rules! widths {
        ($($bits:literal)*) => { $(steps::<$bits>();)* };
    }
    widths!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
    widths!(33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64);
}

#[test]
fn now_of_a_counter_of_one_or_two_bits_counts_every_change() {
    let (one, two) = (Told::<1>::clock(0), Told::<2>::clock(0));
    for count in 0..100 {
        one.hardware().0.set(count);
        two.hardware().0.set(count);
        assert_eq!((one.now(), two.now()), (count, count));
    }
}

#[test]
fn service_of_a_counter_that_steps_back_hands_out_nothing_early() {
    fn check<const BITS: u32>() {
        let queue = FixedTimerWheel::<_, 4>::new();
        let mut timers = ClockFacility::new(Told::<BITS>::clock(1_000), queue).unwrap();
        let read = |timers: &ClockFacility<CounterClock<Told<BITS>>, _>, count| {
            timers.clock().hardware().0.set(count);
        };
        read(&timers, 1_010);
        timers.start(40, ()).unwrap();
        for count in [1_009, 1_010, 1_008, 1_049] {
            read(&timers, count);
            let early = |due| panic!("{BITS} bits: {due} at {count}");
            timers.service(|_, expired| early(expired.due)).unwrap();
        }
        assert_eq!(timers.now(), Ok(1_049));
        read(&timers, 1_050);
        assert_eq!(timers.service(|_, _| ()), Ok(1));
    }
    check::<16>();
    check::<24>();
    check::<32>();
    check::<64>();
}

/// A counter whose compare register needs so many counts ahead: of a match that is closer when it is written nothing is
/// heard until the counter comes round.
struct NeedsAhead<const AHEAD: u64> {
    counter: FakeCounter<24>,
    unheard: Cell<bool>,
}

impl<const AHEAD: u64> CounterHardware for NeedsAhead<AHEAD> {
    const BITS: u32 = 24;
    const LEAST_AHEAD: u64 = AHEAD;

    fn count(&self) -> u64 {
        self.counter.count()
    }

    fn set_compare(&mut self, count: u64) {
        self.counter.set_compare(count);
        let ahead = count.wrapping_sub(self.counter.total()) & 0xFF_FFFF;
        self.unheard.set(ahead < AHEAD);
    }

    fn pend(&mut self) {
        self.unheard.set(false);
        self.counter.pend();
    }
}

/// Timers at every distance, by the interrupt alone: none early, and none later than the distance and the host make it.
fn ahead_of<const AHEAD: u64>() {
    for from in [0, 5, 0xFF_FFF0] {
        for (interval, counts_an_access) in (0..20).flat_map(|all| [(all, 0), (all, 1), (all, 3)]) {
            let hardware = NeedsAhead::<AHEAD> {
                counter: FakeCounter::slow_at(from, counts_an_access),
                unheard: Cell::new(false),
            };
            let clock = CounterClock::new(hardware, NANOSECONDS);
            let mut timers = ClockFacility::new(clock, FixedTimerWheel::<(), 1>::new()).unwrap();
            timers.start(interval, ()).unwrap();
            let due = timers.clock().hardware().counter.total() + interval;
            let mut seen = 0;
            while seen == 0 {
                let hardware = timers.clock().hardware();
                let now = hardware.counter.total();
                assert!(now <= due + AHEAD + 40 * counts_an_access, "{AHEAD}: late for {interval}");
                if hardware.counter.pending() && !hardware.unheard.get() {
                    seen = timers.service(|_, _| ()).unwrap();
                } else {
                    hardware.counter.count_on(1);
                }
            }
        }
    }
}

#[test]
fn alarm_of_a_compare_register_that_needs_some_counts_ahead_is_not_missed() {
    ahead_of::<1>();
    ahead_of::<2>();
    ahead_of::<3>();
    ahead_of::<7>();
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
        assert!((from..=to).contains(&at), "timer {number}: {at} for {from} to {to}");
        assert!(served >= at, "never early");
        // The interrupt is served at once, but a slow host takes a while, also with those before.
        assert!(served <= at + 1 + 200 * counts_an_access, "{served} for {at}");
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
