//! How fast the cursor of a build with several wheels is, as docs/datasheet.md says it.

use carillon_driver::bus::RegisterBus;
use carillon_regmap::{field, offset};
use carillon_sim::{Model, Simulation};

/// A running chip with wheels of these sizes, nothing armed, and a tick of one clock.
fn started(model: Model, sizes: &[u32]) -> Simulation {
    let mut chip = Simulation::new(model).expect("a simulation");
    chip.reset();
    chip.clock(1100);
    for (wheel, size) in sizes.iter().enumerate() {
        chip.write(offset::WHEEL_SIZE + 4 * wheel as u32, *size)
            .expect("the bus works");
    }
    assert_eq!(chip.read(offset::ERROR), Ok(0), "{sizes:?} fit");
    chip.write(offset::CTRL, field::ctrl::ENABLE.mask())
        .expect("the bus works");
    chip
}

/// Steps of the wheels above wheel 0 in `laps` laps of it.
fn steps_above(sizes: &[u32], laps: u64) -> u64 {
    let mut period = 1;
    let mut steps = 0;
    for below in &sizes[..sizes.len() - 1] {
        period *= u64::from(*below);
        steps += laps * u64::from(sizes[0]) / period;
    }
    steps
}

#[test]
fn cascade_takes_twelve_clocks_a_lap_and_twelve_for_each_step_at_most() {
    for sizes in [
        &[2][..],
        &[3],
        &[16],
        &[2, 2],
        &[2, 400],
        &[2, 2, 2],
        &[2, 2, 2, 2],
        &[5, 3, 2, 7],
        &[17, 2, 2, 2],
    ] {
        let mut chip = started(Model::Full10x2, sizes);
        // Time runs away from so small a wheel, so the cursor goes as fast as it can.
        chip.clock(100_000);
        let cursor = chip.read(offset::CURSOR_LO).expect("the bus works");
        let clocks = chip.clocks();
        chip.clock(50_000);
        let passed = chip.read(offset::CURSOR_LO).expect("the bus works") - cursor;
        let clocks = chip.clocks() - clocks;
        let laps = u64::from(passed / sizes[0]);
        let words = u64::from(sizes[0].div_ceil(16));
        // A wheel that the cursor keeps up with takes a clock a slot: it cannot be faster than time.
        let at_most = ((words + 12) * laps + 12 * steps_above(sizes, laps)).max(u64::from(passed));
        assert!(
            clocks <= at_most + 100,
            "{sizes:?}: {clocks} clocks for {laps} laps, {at_most} allowed"
        );
        assert!(laps > 1000, "{sizes:?}: {laps} laps are few");
    }
}

#[test]
fn cascade_of_eight_wheels_keeps_up_with_a_lap_of_forty_clocks() {
    let mut chip = started(Model::EightWheels, &[40, 2, 2, 2, 2, 2, 2, 2]);
    for _ in 0..200 {
        chip.clock(997);
        let now = chip.read(offset::NOW_LO).expect("the bus works");
        let cursor = chip.read(offset::CURSOR_LO).expect("the bus works");
        let behind = now.wrapping_sub(cursor) as i32;
        assert!(behind < 200, "{behind} ticks behind at {now}");
    }
}
