//! The timer chip's facility, and the counter chip's, where a bus repeats writes, and where the memory fails.

mod common;

use carillon_driver::facility::{
    CounterChipFacility, FacilityError, Settings, TimerChipFacility, TimerEntry, TimerFacility, TimerSettings,
};
use carillon_driver::queue::chip::{SlotQueue, Wheeled};
use carillon_driver::queue::diagnostics::Diagnostics;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{BasicWheel, HashedWheel, MixedWheel};
use carillon_driver::queue::{Handle, Timers};
use carillon_driver::timer_chip::TimerChipError;
use common::fake_chip::FakeChip;
use common::fake_timer_chip::FakeTimerChip;
use common::struck::{Strike, Struck};

type OnTimerChip = TimerChipFacility<Struck<FakeTimerChip>, u64, Vec<TimerEntry<u64>>>;

fn timer_chip() -> OnTimerChip {
    let settings = TimerSettings { prescale: 7, wheel_bits: 8, memory_base: 0 };
    let entries = (0..8).map(|_| TimerEntry::VACANT).collect();
    TimerChipFacility::new(Struck::new(FakeTimerChip::default()), settings, entries).expect("a chip")
}

/// What is handed out from now on, and at which tick of the world; the item is the tick before which it must not be.
fn handed_out(timers: &mut OnTimerChip, ticks: u64) -> Vec<(u64, u64)> {
    let mut found = Vec::new();
    for _ in 0..ticks {
        // A bus that fails once, or a service that has a bound.
        for _ in 0..3 {
            while let Ok(Some(expired)) = timers.next_expired() {
                let now = timers.bus().chip.world;
                assert!(expired.item <= now, "{expired:?} at {now}");
                found.push((expired.item, now));
            }
        }
        timers.bus_mut().chip.pass(1);
    }
    found
}

#[test]
fn refusal_whose_clearing_has_its_answer_lost_is_not_forgotten() {
    for at in 0..60 {
        let mut timers = timer_chip();
        timers.bus_mut().chip.pass(5);
        timers.bus_mut().chip.failing = true;
        // The chip refuses it, which the host does not see at once.
        timers.start(10, 15).expect("a posted write");
        timers.bus_mut().chip.failing = false;
        timers.start(12, 17).expect("a posted write");
        timers.bus_mut().chip.pass(1);
        let from = timers.bus().transfers;
        timers.bus_mut().strike = Some((from + at, Strike::AnswerLost));
        let mut found: Vec<u64> = handed_out(&mut timers, 60).iter().map(|&(item, _)| item).collect();
        found.sort_unstable();
        assert_eq!(found, [15, 17], "the answer to transfer {at} is lost");
        assert_eq!(timers.outstanding(), 0);
        timers.check_invariants().expect("sound");
    }
}

/// What a history does with a facility on a bus that repeats some writes from here on.
fn on_timer_chip(repeated: u64, then: impl Fn(&mut OnTimerChip) -> Handle) -> Vec<(u64, u64)> {
    let mut timers = timer_chip();
    timers.bus_mut().chip.pass(5);
    timers.start(10, 15).expect("started");
    timers.bus_mut().twice = repeated;
    then(&mut timers);
    let mut found = handed_out(&mut timers, 120);
    found.sort_unstable();
    assert_eq!(timers.outstanding(), 0, "{repeated} writes repeated");
    timers.check_invariants().expect("sound");
    found
}

#[test]
fn timer_chip_start_that_arrives_twice_is_late_by_its_interval_and_not_lost() {
    let interval = |timers: &mut OnTimerChip| timers.start(20, 25).expect("started");
    assert_eq!(on_timer_chip(0, interval), [(15, 15), (25, 25)]);
    assert_eq!(on_timer_chip(1, interval), [(15, 15), (25, 45)]);
    let restart = |timers: &mut OnTimerChip| {
        let handle = timers.start(90, 25).expect("started");
        timers.bus_mut().twice = 1;
        timers.restart(handle, 20).expect("restarted");
        handle
    };
    assert_eq!(on_timer_chip(0, restart), [(15, 15), (25, 45)]);
}

/// The second one has lost its mode: its tick is taken for an interval.
#[test]
fn timer_chip_start_at_that_arrives_twice_is_late_by_its_tick_or_on_time_if_no_interval_is_so_long() {
    let deadline = |timers: &mut OnTimerChip| timers.start_at(40, 40).expect("started");
    for repeated in 0..2 {
        assert_eq!(on_timer_chip(repeated, deadline), [(15, 15), (40, 40)]);
    }
    assert_eq!(on_timer_chip(2, deadline), [(15, 15), (40, 46)]);
    const FAR: u64 = 1 << 23;
    let far = |timers: &mut OnTimerChip| {
        timers.bus_mut().chip.pass(FAR);
        timers.now().expect("no faults");
        timers.start_at(FAR + 40, FAR + 40).expect("started")
    };
    for repeated in 0..3 {
        let found = on_timer_chip(repeated, far);
        assert_eq!(found[1], (FAR + 40, FAR + 40), "{repeated} writes repeated");
    }
}

#[test]
fn timer_chip_periodic_start_that_arrives_twice_is_late_by_a_period_and_goes_on() {
    for (repeated, first) in [(0, 12), (1, 12), (2, 19)] {
        let mut timers = timer_chip();
        timers.bus_mut().chip.pass(5);
        timers.bus_mut().twice = repeated;
        timers.start_periodic(7, 5).expect("started");
        let found: Vec<u64> = handed_out(&mut timers, 40).iter().map(|&(_, at)| at).collect();
        let expected: Vec<u64> = (first..45).step_by(7).collect();
        assert_eq!(found, expected, "{repeated} writes repeated");
    }
}

/// The event has the generation that the host counts for the restart: nothing but a read of the chip would tell them.
#[test]
fn timer_chip_start_that_arrives_twice_and_is_restarted_after_its_expiry_may_be_early_and_is_not_lost() {
    for (repeated, handed_out_at) in [(0, 38), (1, 8)] {
        let mut timers = timer_chip();
        timers.bus_mut().chip.pass(5);
        timers.bus_mut().twice = repeated;
        let handle = timers.start(2, 7).expect("started");
        timers.bus_mut().twice = 0;
        timers.bus_mut().chip.pass(3);
        timers.restart(handle, 30).expect("outstanding");
        let mut found = Vec::new();
        for _ in 0..60 {
            let now = timers.bus().chip.world;
            timers.service(|_, _| found.push(now)).expect("no faults");
            timers.bus_mut().chip.pass(1);
        }
        assert_eq!(found, [handed_out_at], "{repeated} writes repeated");
        assert_eq!(timers.outstanding(), 0);
    }
}

#[test]
fn timer_chip_stop_or_acknowledgement_that_arrives_twice_loses_no_later_timer() {
    for repeated in 0..4 {
        let mut timers = timer_chip();
        for round in 0..40 {
            timers.bus_mut().twice = 0;
            let now = timers.bus().chip.world;
            let stopped = timers.start(30, now + 30).expect("started");
            timers.start(3, now + 3).expect("started");
            timers.bus_mut().twice = repeated;
            timers.stop(stopped).expect("outstanding");
            // The acknowledgement too, if there are so many.
            timers.bus_mut().chip.pass(3);
            let found = handed_out(&mut timers, 30);
            assert_eq!(found.len(), 1, "{repeated} writes repeated, round {round}");
            assert_eq!(timers.outstanding(), 0);
        }
        timers.check_invariants().expect("sound");
    }
}

#[test]
fn timer_chip_on_a_bus_that_repeats_every_write_refuses_and_is_never_early() {
    let mut timers = timer_chip();
    timers.bus_mut().twice = u64::MAX;
    timers.start(10, 10).expect("a posted write");
    assert_eq!(handed_out(&mut timers, 10), []);
    let refused = timers.next_expired();
    assert!(matches!(refused, Err(FacilityError::Device(TimerChipError::Refused { .. }))), "{refused:?}");
    assert_eq!(timers.outstanding(), 1);
    // A bus that gets well loses nothing.
    timers.bus_mut().twice = 0;
    assert_eq!(handed_out(&mut timers, 30).len(), 1);
}

/// The same history on a counter chip whose bus repeats no write or every one.
fn on_counter_chip<S: Wheeled>(structure: S, repeated: u64) -> Vec<(u64, u64)>
where
    Timers<S, u64, Bounded<u64>>: SlotQueue<Item = u64> + Diagnostics,
{
    const PARAMS: u32 = 4 | (10 << 4) | (2 << 9) | (0xF << 16);
    let mut bus = Struck::new(FakeChip::new(PARAMS, 4));
    bus.twice = repeated;
    let queue = Timers::bounded(structure, 12).expect("memory");
    let mut timers = CounterChipFacility::new(bus, Settings::of(7), queue).expect("a chip");
    let mut random = fastrand::Rng::with_seed(1);
    let mut handles: Vec<Handle> = Vec::new();
    let mut found = Vec::new();
    for now in 0..3_000 {
        if let Ok(started) = timers.start(random.u64(0..100), now) {
            handles.push(started);
        }
        if random.bool() && !handles.is_empty() {
            let handle = handles.swap_remove(random.usize(..handles.len()));
            let _ = timers.stop(handle);
        } else if let Some(&handle) = handles.last() {
            let _ = timers.restart(handle, random.u64(0..60));
        }
        if now % 7 == 0 {
            // An error, which the chip says of the second acknowledgement, is one more interrupt.
            while timers.bus().chip.irq() {
                timers
                    .service(|timers, expired| {
                        let now = timers.bus().chip.now();
                        assert!(expired.due <= now, "{expired:?} at {now}");
                        found.push((expired.item, expired.due));
                    })
                    .expect("no faults");
            }
        }
        timers.bus_mut().chip.pass(1);
    }
    timers.check_invariants().expect("sound");
    found
}

#[test]
fn counter_chip_on_a_bus_that_repeats_every_write_hands_out_the_same_timers() {
    fn same<S: Wheeled + Clone>(structure: S) {
        let found = on_counter_chip(structure.clone(), 0);
        assert!(found.len() > 500, "{}", found.len());
        assert!(on_counter_chip(structure, u64::MAX) == found);
    }
    same(BasicWheel::new(256));
    same(HashedWheel::new(60));
    same(MixedWheel::of([10, 6, 8]));
}
