//! What each way to put a queue on the chip costs: interrupts, transfers and migrations, as the paper counts them.

mod common;

use carillon_driver::facility::{ByAlarm, Facility, Settings, Statistics, TimerFacility};
use carillon_driver::queue::{
    BasicWheel, HashedUnordered, Heap, MixedWheels, Timers, UnorderedList, chip::Structure,
};
use common::fake_chip::FakeChip;
use common::script::FULL;
use common::scripted_bus::BusFault;

fn chip() -> FakeChip {
    FakeChip::new(FULL, 16)
}

fn queue<S: Structure>(structure: S) -> Timers<u8, S> {
    Timers::with_capacity(structure, 4).expect("memory")
}

/// What one timer of `interval` ticks costs a host that serves every interrupt, initialisation apart.
fn cost<F: TimerFacility<Item = u8, BusError = BusFault>>(
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
            facility
                .service(|_, expired| assert_eq!((expired.due, expired.reported), (due, due)))
                .expect("served");
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
    let facility = Facility::new(chip(), 1, ByAlarm::every_tick(queue)).expect("an alarm");
    let cost = cost(facility, |facility| facility.bus_mut(), 1_000);
    assert_eq!(cost.interrupts, 1_000);
    assert_eq!(cost.examined, 1_000);
}

#[test]
fn scheme3_by_the_alarm_one_interrupt_a_timer() {
    let queue = queue(Heap::new());
    let facility = Facility::new(chip(), 1, ByAlarm::new(queue)).expect("an alarm");
    let cost = cost(facility, |facility| facility.bus_mut(), 1_000_000);
    assert_eq!((cost.interrupts, cost.empty_events), (1, 0));
    // Now, and the alarm from nowhere; the interrupts, now, and the alarm back to nowhere.
    assert_eq!((cost.bus_reads, cost.bus_writes), (3, 8));
}

#[test]
fn scheme3_by_the_alarm_moving_it_within_a_high_half_costs_two_writes() {
    let queue = queue(Heap::new());
    let mut facility = Facility::new(chip(), 1, ByAlarm::new(queue)).expect("an alarm");
    facility.bus_mut().pass(1);
    facility.start(100, 1).expect("started");
    let before = facility.statistics();
    facility.start(50, 2).expect("started");
    facility.start(70, 3).expect("started");
    let after = facility.statistics();
    assert_eq!(after.bus_reads - before.bus_reads, 2);
    assert_eq!(
        after.bus_writes - before.bus_writes,
        2,
        "only for the new first one"
    );
}

#[test]
fn scheme4_by_busy_slots_one_read_and_one_write_to_start() {
    let queue = queue(BasicWheel::new(1_024));
    let facility = Facility::new(chip(), 1, queue).expect("it fits");
    let cost = cost(facility, |facility| facility.bus_mut(), 1_000);
    assert_eq!((cost.interrupts, cost.events, cost.migrated), (1, 1, 0));
    assert_eq!((cost.bus_reads, cost.bus_writes), (1 + 2, 1 + 1));
}

#[test]
fn scheme6_by_busy_slots_interrupts_are_the_interval_over_the_slots() {
    let facility = Facility::new(chip(), 1, queue(HashedUnordered::new(64))).expect("it fits");
    let cost = cost(facility, |facility| facility.bus_mut(), 64 * 100);
    assert_eq!((cost.interrupts, cost.examined), (100, 100));
}

#[test]
fn scheme7_by_busy_slots_at_most_as_many_interrupts_as_wheels() {
    for (interval, wheels) in [(59, 1), (3_599, 2), (86_399, 3), (8_000_000, 4)] {
        let queue = queue(MixedWheels::of([60, 60, 24, 100]));
        let settings = Settings::of(1).holding();
        let facility = Facility::new(chip(), settings, queue).expect("it fits");
        let cost = cost(facility, |facility| facility.bus_mut(), interval);
        assert!(cost.interrupts <= wheels, "{interval}: {cost:?}");
        assert_eq!(cost.interrupts, cost.migrated + 1);
        // Start: now, arm. Each event: two reads and its acknowledgement; each migration arms a slot.
        assert_eq!(cost.bus_reads, 1 + 2 * cost.interrupts);
        assert_eq!(cost.bus_writes, 1 + cost.interrupts + cost.migrated);
    }
}
