//! A reset at any moment, by pin and by register, leaves a chip as it is after power-up.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::ADDRESS_SPACE;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::Chip;

const SIZES: [u32; 4] = [20, 3, 2, 2];

/// Makes the chip as busy as it can be.
fn stir(chip: &mut Chip) {
    chip.set_up(2, &SIZES);
    for wheel in 0..4 {
        let hold = field::wheel_mode::HOLD.put(u32::from(wheel == 2));
        chip.set_mode(wheel, hold | field::wheel_mode::AUTO_CLEAR.put(wheel % 2));
    }
    chip.write(offset::SCRATCH, 0x600D);
    chip.write(offset::ALARM_HI, 0);
    chip.write(offset::INTR_TEST, field::intr_test::HALF_PERIOD.mask());
    chip.enable(true);
    for slot in 0..20 {
        chip.arm(0, slot, 1);
        chip.arm(1, slot % 3, 0);
        chip.arm(2, slot, 0);
        if slot % 4 == 0 && chip.event().is_some() {
            chip.pop(false);
        }
    }
}

/// All that a host can see of a chip after a reset: every register, and what it does in a run, with the clocks of each.
fn looks(chip: &mut Chip) -> Vec<(u64, Option<u32>)> {
    let start = chip.pins.clocks();
    let mut seen = Vec::new();
    let look = |chip: &mut Chip, seen: &mut Vec<(u64, Option<u32>)>| {
        for offset in (0..ADDRESS_SPACE).step_by(4) {
            let word = chip.pins.read(offset).ok();
            seen.push((chip.pins.clocks() - start, word));
        }
    };
    chip.wait_until_ready();
    look(chip, &mut seen);
    chip.write(offset::ERROR, u32::MAX);
    chip.start(3, &SIZES);
    // Slots that were busy before the reset must not be.
    chip.arm(0, 11, 0);
    for _ in 0..6 {
        let waited = chip.pins.clock_until_irq(300);
        seen.push((waited, None));
        look(chip, &mut seen);
    }
    seen
}

/// What a chip shows that has done nothing yet.
fn fresh() -> Vec<(u64, Option<u32>)> {
    let mut chip = Chip::new(Model::Full10x2);
    chip.pins.reset();
    looks(&mut chip)
}

#[test]
fn reset_at_every_clock_of_a_busy_run_leaves_a_fresh_chip() {
    let fresh = fresh();
    for wait in 0..150 {
        let mut chip = Chip::new(Model::Full10x2);
        stir(&mut chip);
        chip.pins.clock(wait);
        chip.pins.reset();
        assert!(looks(&mut chip) == fresh, "reset {wait} clocks after the last transfer");
    }
}

#[test]
fn reset_by_ctrl_and_by_pin_leave_the_same_chip() {
    let mut chip = Chip::new(Model::Full10x2);
    let seen = |chip: &mut Chip| -> Vec<Option<u32>> { looks(chip).into_iter().map(|(_, word)| word).collect() };
    for wait in 0..20 {
        stir(&mut chip);
        chip.pins.clock(wait);
        chip.pins.reset();
        let by_pin = seen(&mut chip);
        chip.pins.reset();
        chip.wait_until_ready();
        stir(&mut chip);
        chip.pins.clock(wait);
        chip.write(offset::CTRL, field::ctrl::RESET.mask());
        let by_register = seen(&mut chip);
        assert_eq!(by_register, by_pin, "after {wait} clocks");
        chip.reset();
    }
}

#[test]
fn reset_at_every_clock_of_the_sweep_begins_it_again() {
    let mut chip = Chip::new(Model::Full10x2);
    chip.pins.reset();
    let whole = chip.wait_until_ready();
    for wait in (0..1_100).step_by(7) {
        chip.pins.reset();
        chip.pins.clock(wait);
        chip.pins.reset();
        assert_eq!(chip.wait_until_ready(), whole, "{wait} clocks into the sweep");
    }
}
