//! What each way to put a queue on the chip costs: interrupts, transfers and migrations, as the paper counts them.

mod common;

use core::num::NonZeroU32;

use carillon_driver::counter_chip::{ChipAlarm, CounterChipError};
use carillon_driver::facility::{ClockFacility, CounterChipFacility, Settings, Statistics, TimerFacility};
use carillon_driver::queue::chip::Structure;
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::{BasicWheel, MixedWheel, UnorderedList};
use carillon_driver::queue::{HashedWheel, Heap, TimerQueue, Timers};
use common::builds::FULL;
use common::bus_fault::BusFault;
use common::fake_chip::FakeChip;

fn chip() -> FakeChip {
    FakeChip::new(FULL, 16)
}

fn by_alarm<Q: TimerQueue>(queue: Q) -> ClockFacility<ChipAlarm<FakeChip>, Q> {
    let chip = ChipAlarm::new(chip(), 1).expect("the right chip");
    ClockFacility::new(chip, queue).expect("an alarm")
}

fn queue<S: Structure>(structure: S) -> Timers<S, u8, Bounded<u8>> {
    Timers::bounded(structure, 4).expect("memory")
}

/// What one timer of `interval` ticks costs a host that serves every interrupt, initialisation apart.
fn cost<F: TimerFacility<Item = u8, DeviceError = CounterChipError<BusFault>>>(
    mut facility: F,
    bus: impl Fn(&mut F) -> &mut FakeChip,
    interval: u64,
) -> Statistics {
    bus(&mut facility).pass(1);
    let before = facility.statistics();
    facility.start(interval, 7).expect("started");
    let due = facility.last_known_now() + interval;
    while facility.outstanding() > 0 {
        bus(&mut facility).pass(1);
        if bus(&mut facility).irq() {
            facility.service(|_, expired| assert_eq!((expired.due, expired.reported), (due, due))).expect("served");
        }
    }
    let after = facility.statistics();
    Statistics {
        bus_reads: after.bus_reads - before.bus_reads,
        bus_writes: after.bus_writes - before.bus_writes,
        ..after
    }
}

#[test]
fn scheme1_by_the_tick_one_interrupt_a_tick() {
    let queue = queue(UnorderedList);
    let facility = by_alarm(queue).every_tick();
    let cost = cost(facility, |facility| facility.clock_mut().bus_mut(), 1_000);
    assert_eq!(cost.interrupts, 1_000);
    assert_eq!(cost.examined, 1_000);
}

#[test]
fn scheme3_by_the_alarm_one_interrupt_a_timer() {
    let queue = queue(Heap::new());
    let facility = by_alarm(queue);
    let cost = cost(facility, |facility| facility.clock_mut().bus_mut(), 1_000_000);
    assert_eq!((cost.interrupts, cost.empty_events), (1, 0));
    // Now, and the alarm from nowhere; the interrupts, now, and the alarm back to nowhere.
    assert_eq!((cost.bus_reads, cost.bus_writes), (3, 8));
}

#[test]
fn scheme3_by_the_alarm_moving_it_within_a_high_half_costs_two_writes() {
    let queue = queue(Heap::new());
    let mut facility = by_alarm(queue);
    facility.clock_mut().bus_mut().pass(1);
    facility.start(100, 1).expect("started");
    let before = facility.statistics();
    facility.start(50, 2).expect("started");
    facility.start(70, 3).expect("started");
    let after = facility.statistics();
    assert_eq!(after.bus_reads - before.bus_reads, 2);
    assert_eq!(after.bus_writes - before.bus_writes, 2, "only for the new first one");
}

#[test]
fn scheme4_by_busy_slots_one_read_and_one_write_to_start() {
    let queue = queue(BasicWheel::new(1_024));
    let facility = CounterChipFacility::new(chip(), 1, queue).expect("it fits");
    let cost = cost(facility, |facility| facility.bus_mut(), 1_000);
    assert_eq!((cost.interrupts, cost.events, cost.migrated), (1, 1, 0));
    assert_eq!((cost.bus_reads, cost.bus_writes), (1 + 2, 1 + 1));
}

#[test]
fn scheme6_by_busy_slots_interrupts_are_the_interval_over_the_slots() {
    let facility = CounterChipFacility::new(chip(), 1, queue(HashedWheel::new(64))).expect("it fits");
    let cost = cost(facility, |facility| facility.bus_mut(), 64 * 100);
    assert_eq!((cost.interrupts, cost.examined), (100, 100));
}

#[test]
fn scheme7_by_busy_slots_at_most_as_many_interrupts_as_wheels() {
    for (interval, wheels) in [(59, 1), (3_599, 2), (86_399, 3), (8_000_000, 4)] {
        let queue = queue(MixedWheel::of([60, 60, 24, 100]));
        let settings = Settings::of(1).holding();
        let facility = CounterChipFacility::new(chip(), settings, queue).expect("it fits");
        let cost = cost(facility, |facility| facility.bus_mut(), interval);
        assert!(cost.interrupts <= wheels, "{interval}: {cost:?}");
        assert_eq!(cost.interrupts, cost.migrated + 1);
        // Start: now, arm. Each event: two reads and its acknowledgement; each migration arms a slot.
        assert_eq!(cost.bus_reads, 1 + 2 * cost.interrupts);
        assert_eq!(cost.bus_writes, 1 + cost.interrupts + cost.migrated);
    }
}

/// The bound on how long interrupts are locked out: 1,000 timers are due at one tick, and as many wait in the same
/// slot.
/// Returns how many interrupts, and the most steps, reads and writes of one of them.
fn longest_interrupt<F: TimerFacility<Item = u16, DeviceError = CounterChipError<BusFault>>>(
    make: impl Fn(Settings) -> F,
    bus: impl Fn(&mut F) -> &mut FakeChip,
    most_steps: Option<u32>,
) -> [u64; 4] {
    const DUE: u64 = 4_096;
    let settings = Settings { most_steps: most_steps.and_then(NonZeroU32::new), ..Settings::of(1).holding() };
    let mut facility = make(settings);
    for number in 0..2_000 {
        let due = DUE * (1 + u64::from(number % 2));
        facility.start_at(due, number).expect("room");
    }
    bus(&mut facility).pass(DUE);
    let (mut interrupts, mut longest, mut order) = (0, [0; 3], Vec::new());
    let counts = |facility: &F| {
        let seen = facility.statistics();
        [seen.examined.max(seen.migrated), seen.bus_reads, seen.bus_writes]
    };
    while bus(&mut facility).irq() {
        let before = counts(&facility);
        facility
            .service(|_, expired| {
                assert_eq!((expired.due, expired.reported), (DUE, DUE));
                order.push(expired.item);
            })
            .expect("served");
        facility.check_invariants().expect("sound");
        let after = counts(&facility);
        for (most, (after, before)) in longest.iter_mut().zip(after.into_iter().zip(before)) {
            *most = (*most).max(after - before);
        }
        interrupts += 1;
    }
    // As they were started.
    assert!(order.iter().copied().eq((0..2_000).step_by(2)));
    assert_eq!(facility.outstanding(), 1_000);
    let [steps, reads, writes] = longest;
    [interrupts, steps, reads, writes]
}

fn large<S: Structure>(structure: S) -> Timers<S, u16, Bounded<u16>> {
    Timers::bounded(structure, 2_000).expect("memory")
}

#[test]
fn service_of_a_limited_facility_leaves_the_visit_of_a_slot_and_takes_it_up_again() {
    let scheme6 = |settings| {
        let queue = large(HashedWheel::new(64));
        CounterChipFacility::new(chip(), settings, queue).expect("it fits")
    };
    // The slot comes up 64 times before, and all its timers stay.
    let [interrupts, steps, ..] = longest_interrupt(scheme6, CounterChipFacility::bus_mut, None);
    assert_eq!((interrupts, steps), (4_096 / 64, 2_000));
    assert_eq!(
        longest_interrupt(scheme6, CounterChipFacility::bus_mut, Some(32)),
        [64 * 2_000_u64.div_ceil(32), 32, 3, 1]
    );
}

#[test]
fn service_of_a_limited_facility_leaves_a_migration_and_takes_it_up_again() {
    let scheme7 = |settings| {
        let queue = large(MixedWheel::of([16, 16, 64]));
        CounterChipFacility::new(chip(), settings, queue).expect("it fits")
    };
    let [interrupts, steps, ..] = longest_interrupt(scheme7, CounterChipFacility::bus_mut, None);
    assert_eq!((interrupts, steps), (1, 1_000));
    let [interrupts, steps, reads, writes] = longest_interrupt(scheme7, CounterChipFacility::bus_mut, Some(32));
    assert!((1_000 / 32..50).contains(&interrupts), "{interrupts}");
    assert!(steps <= 32 && reads <= 8 && writes <= 4, "{steps} {reads} {writes}");
}

#[test]
fn service_of_a_limited_facility_leaves_a_heap_and_takes_it_up_again() {
    let heap = |settings: Settings| {
        let facility = by_alarm(large(Heap::in_order()));
        match settings.most_steps {
            Some(steps) => facility.at_most(steps),
            None => facility,
        }
    };
    fn bus<Q: TimerQueue>(facility: &mut ClockFacility<ChipAlarm<FakeChip>, Q>) -> &mut FakeChip {
        facility.clock_mut().bus_mut()
    }
    let [interrupts, steps, ..] = longest_interrupt(heap, bus, None);
    assert_eq!((interrupts, steps), (1, 1_000));
    let [interrupts, steps, reads, writes] = longest_interrupt(heap, bus, Some(32));
    assert_eq!((interrupts, steps), (1_000_u64.div_ceil(32), 32));
    assert!(reads <= 2 && writes <= 4, "{reads} {writes}");
}
