//! Every queue on the fake chip, by busy slots, by the alarm or by the tick: the same histories for all, with every
//! setting, a bus that fails, a chip that is reset, a host that sleeps, and a FIFO that is too small.

mod common;
#[macro_use]
#[path = "common/histories.rs"]
mod histories;

use carillon_driver::counter_chip::ChipAlarm;
use carillon_driver::facility::{ClockFacility, CounterChipFacility};
use carillon_driver::queue::chip::{Structure, Wheeled};
use carillon_driver::queue::memory::Bounded;
use carillon_driver::queue::schemes::*;
use carillon_driver::queue::shared::{SharedEntry, SharedSlot, SharedTimers};
use carillon_driver::queue::{TimerQueue, Timers};
use common::fake_chip::FakeChip;
use histories::{EXACT, HASHED, Kind, Parts, ROUNDED, UNORDERED, queue, rounded};

fn slots<S: Wheeled>(parts: Parts, structure: S) -> CounterChipFacility<FakeChip, Timers<S, usize, Bounded<usize>>> {
    let timers = queue(structure, parts.capacity);
    CounterChipFacility::new(parts.chip, parts.settings, timers).expect("the chip has room")
}

fn by_alarm<Q: TimerQueue>(parts: Parts, queue: Q) -> ClockFacility<ChipAlarm<FakeChip>, Q> {
    let chip = ChipAlarm::new(parts.chip, parts.settings.prescale).expect("the right chip");
    let facility = ClockFacility::new(chip, queue).expect("it has an alarm");
    match parts.settings.most_steps {
        Some(steps) => facility.at_most(steps),
        None => facility,
    }
}

fn alarm<S: Structure>(
    parts: Parts,
    structure: S,
) -> ClockFacility<ChipAlarm<FakeChip>, Timers<S, usize, Bounded<usize>>> {
    let queue = queue(structure, parts.capacity);
    by_alarm(parts, queue)
}

facility!(scheme1_by_the_tick, Kind { longest: 2_000, ..EXACT }, |parts| {
    let queue = queue(UnorderedList, parts.capacity);
    by_alarm(parts, queue).every_tick()
});
facility!(shared_scheme6_by_the_alarm, UNORDERED, |parts| {
    let slots: Vec<_> = (0..64).map(|_| SharedSlot::empty()).collect();
    let entries: Vec<_> = (0..parts.capacity).map(|_| SharedEntry::vacant()).collect();
    let shared = SharedTimers::new(slots, entries, ()).unwrap();
    by_alarm(parts, &*Box::leak(Box::new(shared)))
});
facility!(scheme2_by_the_alarm, EXACT, |parts| { alarm(parts, OrderedList::new(Search::FromRear)) });
facility!(scheme3_lazy_by_the_alarm, EXACT, |parts| { alarm(parts, LazyHeap::new()) });
facility!(scheme3_by_the_alarm, EXACT, |parts| { alarm(parts, Heap::new()) });
facility!(scheme3_unbalanced_by_the_alarm, EXACT, |parts| { alarm(parts, Tree::new(Shape::Unbalanced)) });
facility!(scheme3_balanced_by_the_alarm, EXACT, |parts| { alarm(parts, Tree::new(Shape::Balanced)) });
facility!(scheme3_leftist_by_the_alarm, EXACT, |parts| { alarm(parts, Tree::new(Shape::Leftist)) });
facility!(calendar_queue_by_the_alarm, EXACT, |parts| { alarm(parts, Calendar::new(64)) });
facility!(scheme7_ahead_by_the_alarm, EXACT, |parts| { alarm(parts, AheadWheel::<8>::new(2)) });
facility!(scheme7_lazy_by_the_alarm, EXACT, |parts| { alarm(parts, HierarchicalWheel::<6>::new().lazy()) });
facility!(flex_queue_by_the_alarm, EXACT, |parts| { alarm(parts, flex(Slots::Ordered)) });
facility!(flex_queue_unordered_by_the_alarm, UNORDERED, |parts| { alarm(parts, flex(Slots::Unordered)) });
facility!(scheme4_and_2_by_the_alarm, EXACT, |parts| { alarm(parts, WheelAndList::new(64)) });
facility!(simulation_wheel_by_the_alarm, EXACT, |parts| { alarm(parts, SimulationWheel::new(64)) });
facility!(scheme4_by_busy_slots, Kind { longest: 128, ..HASHED }, |parts| slots(parts, BasicWheel::new(128)));
facility!(scheme5_by_busy_slots, HASHED, |parts| { slots(parts, OrderedHashedWheel::new(64)) });
facility!(scheme6_by_busy_slots, HASHED, |parts| { slots(parts, HashedWheel::new(60)) });
facility!(scheme6_of_any_size_by_busy_slots, Kind { longest: 200, cases: [5_000; 2], ..HASHED }, |parts| {
    let wheel = HashedWheel::new(parts.slots);
    slots(parts, wheel)
});
facility!(scheme7_by_busy_slots_of_60_60_24_100, Kind { longest: 8_553_600, ..EXACT }, |parts| slots(
    parts,
    MixedWheel::of([60, 60, 24, 100])
));
facility!(scheme7_by_busy_slots_of_2_3_5_64, Kind { longest: 1_890, ..EXACT }, |parts| slots(
    parts,
    MixedWheel::of([2, 3, 5, 64])
));
facility!(scheme7_by_busy_slots_of_2_to_the_8, EXACT, |parts| { slots(parts, HierarchicalWheel::<8>::new()) });
facility!(scheme7_unordered_by_busy_slots, UNORDERED, |parts| {
    slots(parts, HierarchicalWheel::<6, 8>::first().unordered())
});
facility!(scheme7_after_nichols_by_busy_slots, ROUNDED, |parts| { slots(parts, rounded(Precision::OfTheWheel)) });
facility!(scheme7_of_a_single_migration_by_busy_slots, ROUNDED, |parts| slots(
    parts,
    rounded(Precision::OfTheWheelBelow)
));

fn flex(slots: Slots) -> FlexQueue {
    FlexQueue::new(slots, Deviations::TWO, 128).few(0)
}
