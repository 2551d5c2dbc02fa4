//! The tick in which several wheels step, at the registers of the Verilated chip.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::{Chip, Event, visit};

/// The visits of all slots of all wheels in one tick, in the order that is promised.
fn visits(tick: u32, sizes: &[u32]) -> Vec<Event> {
    let mut visits = Vec::new();
    let mut period = 1;
    for (wheel, size) in (0..).zip(sizes) {
        if tick.is_multiple_of(period) {
            visits.push(visit(tick, wheel, tick / period % size));
        }
        period *= size;
    }
    visits.reverse();
    visits
}

#[test]
fn cascade_visits_the_highest_wheel_first_in_every_tick() {
    let builds: [(Model, &[u32]); 4] = [
        (Model::EightWheels, &[3, 2, 2, 3, 2, 2, 2, 5]),
        (Model::Largest, &[3, 2, 2, 3, 2, 2, 2, 5]),
        (Model::Full16x16, &[3, 2, 5, 7]),
        (Model::Full16x16, &[20]),
    ];
    for (model, sizes) in builds {
        let mut chip = Chip::new(model);
        chip.restart(200, sizes);
        for (wheel, &size) in (0..).zip(sizes) {
            for slot in 0..size {
                // Slot 0 comes up first in lap 1.
                chip.arm(wheel, slot, u32::from(slot == 0));
            }
        }
        assert_eq!(chip.now(), 0, "all were armed in time");
        // At first the host sleeps, so that the cursor is far behind; later it is prompt.
        chip.pins.clock(50_000);
        for expected in (1..1_000).flat_map(|tick| visits(tick, sizes)) {
            assert_eq!(chip.next_event(1_000), Some(expected));
            chip.pop(false);
        }
    }
}

#[test]
fn cursor_shown_during_a_cascade_is_the_tick_before() {
    let mut chip = Chip::new(Model::Full10x2);
    chip.restart(100, &[4, 3]);
    chip.arm(0, 3, 0);
    chip.arm(1, 1, 0);
    chip.arm(0, 0, 1);
    chip.pins.clock(2_000);
    // Two events fill the FIFO; the one of wheel 0 in tick 4 has no place.
    assert_eq!(chip.event(), Some(visit(3, 0, 3)));
    assert_eq!(chip.cursor(), 3);
    assert!(field::status::BEHIND.is_set(chip.read(offset::STATUS)));
    chip.pop(true);
    assert_eq!(chip.event(), Some(visit(4, 1, 1)));
    // With its place the tick is finished.
    chip.wait_for_cursor(4);
    chip.pop(true);
    assert_eq!(chip.event(), Some(visit(4, 0, 0)));
}

#[test]
fn arm_at_every_clock_of_a_cascade_is_answered() {
    // In tick 12 wheel 1 comes to slot 0, wheel 2 to slot 1, and wheel 0 to slot 0.
    const TICK: u32 = 12;
    let sizes = [4, 3, 2];
    let mut chip = Chip::new(Model::Full10x2);
    for arms in visits(TICK, &sizes) {
        let period = sizes[..arms.wheel as usize].iter().product::<u32>();
        let lap = TICK / period / sizes[arms.wheel as usize];
        let (mut in_time, mut late) = (0, 0);
        for wait in 0..100 {
            chip.restart(20, &sizes);
            chip.pins.clock(u64::from(TICK) * 20 - 60 + wait);
            chip.arm(arms.wheel, arms.slot, lap);
            let cursor = chip.cursor();
            let found = chip.next_event(200).expect("the arm is answered");
            if found.late {
                late += 1;
                assert!(cursor + 1 >= TICK, "late at {cursor} after {wait} clocks");
                let position = (found.wheel, found.slot);
                assert_eq!(position, (arms.wheel, arms.slot), "after {wait} clocks");
                assert!(found.tick >= TICK, "{found:?} after {wait} clocks");
            } else {
                in_time += 1;
                assert_eq!(found, arms, "after {wait} clocks");
                assert_eq!(late, 0, "a later arm, after {wait} clocks, is in time");
            }
            chip.pop(true);
        }
        assert!(in_time > 10 && late > 10, "{arms:?}: {in_time} in time, {late} late");
    }
}

#[test]
fn cursor_under_a_storm_of_commands_keeps_its_pace() {
    for model in [Model::Tiny, Model::Full10x2] {
        let mut chip = Chip::new(model);
        chip.restart(1, &[1_000]);
        for round in 0..1_000 {
            // Always somewhere else than where the cursor is.
            let slot = (chip.cursor() + 300 + round % 300) % 1_000;
            chip.arm(0, slot, 100);
            chip.disarm(0, slot);
            let behind = {
                let now = chip.now();
                now.wrapping_sub(chip.cursor()) as i32
            };
            assert!(behind < 130, "{model:?}: {behind} ticks behind after {round} rounds");
            if chip.event().is_some() {
                chip.pop(false);
            }
        }
    }
}
