//! The 64-bit ticks of events against a whole chip in plain Rust, around 2^31, 2^32, 2^33 and beyond, with wheels whose
//! product exceeds 2^32 and hosts that sleep.

mod common;

use carillon_driver::counter_chip::{EventClock, EventTick, Wheel};
use common::started::{running, take};

#[test]
fn event_ticks_of_wheels_whose_product_exceeds_32_bits_are_exact_around_every_wrap() {
    for mode in [Wheel::of(1 << 10), Wheel::of(1 << 10).holding()] {
        for edge in [1_u64 << 31, 1 << 32, 1 << 33, 3 << 32] {
            for slept in [0, 5, 1 << 20, 1 << 29] {
                let mut chip = running(&[mode, mode, mode, mode]);
                let mut clock = EventClock::new();
                // The host is awake until shortly before.
                let before = edge - 3;
                chip.bus_mut().pass(before);
                let cursor = chip.cursor().expect("no faults");
                clock.saw_empty(cursor);
                let mut expected = Vec::new();
                for tick in [edge - 1, edge, edge + 1] {
                    let highest = (0..4).rev().find(|wheel| tick % (1 << (10 * wheel)) == 0);
                    let highest = highest.expect("wheel 0 steps at every tick");
                    for wheel in (0..=highest).rev() {
                        let visit = chip.arm_for(wheel, tick).expect("no faults");
                        assert_eq!(visit.tick, tick);
                        expected.push((wheel, visit.slot, EventTick { tick, exact: true }));
                    }
                }
                // It sleeps, and finds everything as it was.
                chip.bus_mut().pass(4 + slept);
                let mut found = Vec::new();
                while let Some(event) = take(&mut chip, &mut clock) {
                    found.push(event);
                }
                let later = found.split_off(expected.len());
                assert_eq!(found, expected, "around {edge}");
                // Bits that stood for more laps than one while the host slept.
                for (wheel, slot, at) in later {
                    let visit = chip.wheels().visit_for(wheel, at.tick).expect("exists");
                    assert_eq!((visit.slot, visit.tick, true), (slot, at.tick, at.exact));
                    assert!(at.tick > edge + 1);
                }
            }
        }
    }
}

#[test]
fn event_ticks_of_a_held_wheel_are_exact_after_a_sleep_of_any_length() {
    let wheels = [Wheel::of(1 << 10), Wheel::of(1 << 10), Wheel::of(1 << 10), Wheel::of(16).holding()];
    for slept in [0, 1_u64 << 31, 1 << 32, 1 << 33, 1 << 40] {
        let mut chip = running(&wheels);
        let mut clock = EventClock::new();
        for turns in 1..6_u64 {
            chip.arm_for(3, turns << 30).expect("no faults");
        }
        chip.bus_mut().pass((5 << 30) + slept);
        for turns in 1..6_u64 {
            let now = chip.now().expect("no faults");
            clock.saw(now);
            let at = EventTick { tick: turns << 30, exact: turns < 4 };
            // The cursor stands one tick before each, in the tick that the wheels share.
            assert_eq!(chip.cursor(), Ok((turns << 30) - 1));
            let served = take(&mut chip, &mut clock).map(|(_, _, tick)| tick.tick);
            assert_eq!(served, Some(at.tick));
        }
    }
}

#[test]
fn event_of_a_wheel_that_is_not_held_may_be_in_doubt_and_is_never_before_its_tick() {
    // Asleep for so long that the cursor is 2^32 ticks and more ahead of the event that waits.
    for slept in [(1_u64 << 32) - 3, (1 << 32) - 2, 1 << 32, 1 << 36] {
        let mut chip = running(&[Wheel::of(1 << 10), Wheel::of(1 << 10), Wheel::of(1 << 10), Wheel::of(1 << 10)]);
        let mut clock = EventClock::new();
        let visit = chip.arm_for(3, 1 << 30).expect("no faults");
        chip.bus_mut().pass((1 << 30) + slept);
        let now = chip.now().expect("no faults");
        clock.saw(now);
        let (wheel, slot, at) = take(&mut chip, &mut clock).expect("an event");
        assert_eq!((wheel, slot), (3, visit.slot));
        assert!(at.tick >= visit.tick && at.tick <= now);
        assert_eq!((at.tick - visit.tick) % (1 << 32), 0);
        assert_eq!(at.exact, slept < (1 << 32) - 1);
        assert_eq!(at.tick == visit.tick, at.exact);
    }
}
