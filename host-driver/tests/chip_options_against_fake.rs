//! Alarm, coalescing, forced interrupts and adoption against a whole chip in plain Rust.

mod common;

use carillon_driver::chip::{Coalescing, Interrupts, Wake};
use carillon_driver::counter_chip::{CounterChip, EventClock, EventTick, Wheel};
use common::started::{running, start, take};

#[test]
fn alarm_rings_at_its_tick_and_not_before_wherever_it_is_moved() {
    let mut chip = running(&[Wheel::of(16)]);
    let edges = [1_u64, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 33];
    let mut now = 0;
    for tick in edges {
        chip.set_alarm(tick).expect("no faults");
        assert_eq!(chip.alarm(), Ok(Some(tick)));
        chip.bus_mut().pass(tick - 1 - now);
        assert_eq!(chip.alarm_rings(), Ok(false), "before {tick}");
        chip.bus_mut().pass(1);
        assert_eq!(chip.alarm_rings(), Ok(true), "at {tick}");
        assert!(chip.bus().irq());
        now = tick;
    }
    // Moved on from one that rings, it is quiet; back into the past, it rings at once; taken away, it is quiet.
    chip.set_alarm(now + 5).expect("no faults");
    assert_eq!(chip.alarm_rings(), Ok(false));
    chip.set_alarm(now - 5).expect("no faults");
    assert_eq!(chip.alarm_rings(), Ok(true));
    chip.clear_alarm().expect("no faults");
    assert_eq!((chip.alarm_rings(), chip.alarm()), (Ok(false), Ok(None)));
}

#[test]
fn coalesced_events_interrupt_by_count_and_by_age() {
    let settings = Coalescing { count: 3, age: 10 };
    let mut chip = start(&[Wheel::of(64)], 16, settings);
    assert_eq!(chip.coalescing(), Ok(settings));
    for tick in [1, 5, 20, 21, 22] {
        chip.arm_for(0, tick).expect("no faults");
    }
    let mut line = Vec::new();
    for _ in 0..12 {
        chip.bus_mut().pass(1);
        line.push(chip.bus().irq());
    }
    assert_eq!(line.iter().position(|&high| high), Some(10), "tick 11, by age");
    let mut clock = EventClock::new();
    assert!(take(&mut chip, &mut clock).is_some() && take(&mut chip, &mut clock).is_some());
    chip.bus_mut().pass(9);
    assert!(!chip.bus().irq(), "two events");
    chip.bus_mut().pass(1);
    assert!(chip.bus().irq(), "three, by count");
    chip.set_coalescing(Coalescing::NONE).expect("no faults");
    assert!(take(&mut chip, &mut clock).is_some());
    assert!(chip.bus().irq(), "at once");
}

#[test]
fn interrupts_forced_by_test_stay_until_cleared() {
    let mut chip = running(&[Wheel::of(16)]);
    let each =
        [Interrupts::EVENT, Interrupts::ALARM, Interrupts::ERROR, Interrupts::LATE_OVERFLOW, Interrupts::HALF_PERIOD];
    for interrupt in each {
        chip.test_interrupts(interrupt).expect("no faults");
        assert!(chip.bus().irq());
        assert_eq!(chip.interrupts(), Ok(interrupt));
        chip.clear_interrupts(interrupt).expect("no faults");
        assert!(!chip.bus().irq());
    }
    assert_eq!(each.into_iter().fold(Interrupts::NONE, Interrupts::union), Interrupts::ALL);
}

#[test]
fn adopted_chip_goes_on_where_it_was() {
    let wheels = [Wheel::of(60), Wheel::of(60).holding(), Wheel::of(24).clearing()];
    let mut first = running(&wheels);
    first.arm_for(1, 120).expect("no faults");
    first.bus_mut().pass(119);
    let known = *first.wheels();
    let mut second = CounterChip::new(first.release()).expect("the right chip");
    assert_eq!(second.adopt(), Ok(known));
    assert_eq!(second.wake(), Ok(Wake::At(120)));
    second.bus_mut().pass(1);
    let event = take(&mut second, &mut EventClock::new());
    let at = EventTick { tick: 120, exact: true };
    assert_eq!(event, Some((1, 2, at)));
}

#[test]
fn coalescing_waits_if_it_has_an_age_and_counts_beyond_one() {
    for (count, age, waits) in [(0, 0, false), (2, 0, false), (1, 9, false), (2, 1, true)] {
        assert_eq!(Coalescing { count, age }.waits(), waits);
    }
}
