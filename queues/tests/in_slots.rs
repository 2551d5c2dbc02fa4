//! In which slot each timer waits, as it is told to those who show a queue.
#![cfg(feature = "chip")]

use carillon_queues::memory::Bounded;
use carillon_queues::schemes::MixedWheel;
use carillon_queues::{HashedWheel, Progress, TimerQueue, Timers};

#[test]
fn in_slots_scheme_6_every_timer_is_in_the_slot_of_its_remainder() {
    let mut timers = Timers::bounded(HashedWheel::new(8), 40).expect("a queue");
    let handles: Vec<_> = (1..=30)
        .map(|interval| timers.start(interval, interval).expect("started"))
        .collect();
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
