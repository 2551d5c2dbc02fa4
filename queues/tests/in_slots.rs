//! In which slot each timer waits, as it is told to those who show a queue.
#![cfg(feature = "chip")]

use std::collections::HashMap;

use carillon_queues::chip::{SlotQueue, Structure, Wheeled};
use carillon_queues::diagnostics::Diagnostics;
use carillon_queues::memory::Bounded;
use carillon_queues::schemes::*;
use carillon_queues::{Handle, Progress, TimerQueue, Timers};

#[test]
fn in_slots_scheme_6_every_timer_is_in_the_slot_of_its_remainder() {
    let mut timers = Timers::bounded(HashedWheel::new(8), 40).expect("a queue");
    let handles: Vec<_> = (1..=30).map(|interval| timers.start(interval, interval).expect("started")).collect();
    for handle in handles.iter().step_by(3) {
        timers.stop(*handle).expect("stopped");
    }
    timers.advance(4);
    let mut found = Vec::new();
    timers.for_each_in_slots(|timer| {
        assert_eq!(timers.expiry(timer.handle), Some(timer.due));
        assert_eq!(*timer.item, timer.due);
        if timer.due <= 4 {
            assert_eq!(timer.slot, None);
        } else {
            assert_eq!(timer.slot.map(u64::from), Some(timer.due % 8));
        }
        found.push(timer.due);
    });
    found.sort_unstable();
    let expected: Vec<u64> = (1..=30).filter(|due| due % 3 != 1).collect();
    assert_eq!(found, expected);
}

#[test]
fn in_slots_scheme_7_timer_moves_down_the_wheels() {
    let wheels = MixedWheel::of([8, 8]);
    let mut timers = Timers::bounded(wheels, 4).expect("a queue");
    timers.start(19, ()).expect("started");
    let slot = |timers: &Timers<MixedWheel<2>, (), Bounded<()>>| {
        let mut slots = Vec::new();
        timers.for_each_in_slots(|timer| slots.push(timer.slot));
        slots
    };
    assert_eq!(slot(&timers), [Some(8 + 2)]);
    // A step at a time, as a chip's driver does it: in one go, a slot with few timers would stay where it is.
    while timers.advance_within(16, 1) == Progress::Unfinished {}
    assert_eq!(slot(&timers), [Some(3)]);
    timers.advance(19);
    assert_eq!(slot(&timers), [None]);
}

/// The slot of each timer that waits.
fn slots<S: Wheeled>(timers: &Timers<S, (), Bounded<()>>) -> HashMap<Handle, u32> {
    let mut slots = HashMap::new();
    timers.for_each_in_slots(|timer| {
        if let Some(slot) = timer.slot {
            slots.insert(timer.handle, slot);
        }
    });
    slots
}

/// Restarts timers at random while time passes.
fn restarted<S: Wheeled>(structure: S, longest: u64) {
    let mut timers = Timers::bounded(structure, 6).expect("a queue");
    let mut random = fastrand::Rng::with_seed(longest);
    let handles: Vec<_> = (0..6).map(|_| timers.start_in_slot(1, ()).expect("started").0).collect();
    let mut now = 0;
    for _ in 0..3_000 {
        let pass = random.u64(..=longest / 4);
        now += pass;
        if S::VISITED {
            timers.visit(None, now, u64::MAX);
        } else {
            while timers.step(now).0 == Progress::Unfinished {}
        }
        let handle = handles[random.usize(..handles.len())];
        let before = slots(&timers);
        let emptied = if random.u8(..8) == 0 {
            let emptied = timers.restart_overdue(handle, now).expect("it is there");
            assert_eq!(slots(&timers).get(&handle), None);
            emptied
        } else {
            let due = now + random.u64(1..=longest);
            let slot = timers.slot_for(due).expect("not too long");
            let emptied = timers.restart_in_slot(handle, due);
            assert_eq!(slots(&timers).get(&handle).copied(), slot, "{due} at {now}");
            emptied.expect("it is there")
        };
        let old = before.get(&handle).copied();
        let is_empty = |slot: &u32| !slots(&timers).values().any(|other| other == slot);
        assert_eq!(emptied, old.filter(is_empty));
        timers.check_invariants().expect("sound");
    }
}

#[test]
fn restart_in_slot_timer_is_where_it_was_said_and_the_slot_that_became_empty_is_told() {
    restarted(BasicWheel::new(100), 100);
    restarted(OrderedHashedWheel::new(16), 60);
    restarted(HashedWheel::new(16), 60);
    restarted(MixedWheel::of([5, 4, 7]), 100);
    restarted(HierarchicalWheel::<4>::new(), 5_000);
    for precision in [Precision::OfTheWheel, Precision::OfTheWheelBelow] {
        let rounded = RoundedHierarchy::new(precision, [6, 6, 24]);
        restarted(rounded, 6 * 6 * 22);
    }
}

/// The timers of a list alone come in its order.
#[test]
fn in_slots_lists_come_in_their_order() {
    fn order<S: Structure>(structure: S) -> Vec<u64> {
        let mut timers = Timers::bounded(structure, 4).expect("a queue");
        for tick in [30, 10, 20] {
            timers.start_at(tick, ()).expect("started");
        }
        let mut found = Vec::new();
        timers.for_each_in_slots(|timer| {
            assert_eq!(timer.slot, Some(0));
            found.push(timer.due);
        });
        found
    }
    assert_eq!(order(UnorderedList), [30, 10, 20]);
    assert_eq!(order(OrderedList::default()), [10, 20, 30]);
}

/// A start behind two timers of its slot looks at none, one before them at both.
#[test]
fn searched_scheme_5_counts_what_starts_look_at() {
    let mut timers = Timers::bounded(OrderedHashedWheel::new(8), 8).expect("a queue");
    let searched = [40, 48, 56, 16, 3].map(|tick| {
        timers.start_at(tick, ()).expect("started");
        timers.structure().searched()
    });
    assert_eq!(searched, [0, 1, 2, 5, 5]);
}
