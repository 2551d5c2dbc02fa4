//! `NEXT` at the registers of the Verilated chip.

mod common;

use std::collections::BTreeSet;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::Chip;

/// What `NEXT` of a wheel says.
fn next(chip: &mut Chip, wheel: u32) -> Option<u32> {
    let word = chip.read(offset::element(offset::NEXT, wheel));
    field::next::VALID.is_set(word).then(|| field::next::DISTANCE.get(word))
}

/// Slots from `position` to the first busy one of a wheel.
fn distance(busy: &BTreeSet<u32>, position: u32, size: u32) -> Option<u32> {
    let ahead = busy.range(position..).next().map(|slot| slot - position);
    ahead.or_else(|| busy.first().map(|slot| slot + size - position))
}

#[test]
fn next_directly_after_an_arm_counts_it() {
    for (model, sizes) in [
        (Model::OneWheelFull, vec![1024]),
        (Model::OneWheelFull, vec![2]),
        (Model::Full10x2, vec![257, 16, 17, 500]),
        (Model::EightWheels, vec![3, 2, 33, 100, 15, 16, 250, 320]),
        (Model::Full16x16, vec![5, 4096, 50_000, 300]),
    ] {
        let mut random = fastrand::Rng::with_seed(sizes.len() as u64);
        let mut chip = Chip::new(model);
        // One tick lasts longer than the test: all wheels stand before their first visits.
        chip.restart((1 << 24) - 1, &sizes);
        let mut busy = vec![BTreeSet::new(); sizes.len()];
        for _ in 0..2_000 {
            let wheel = random.usize(0..sizes.len());
            let (size, index) = (sizes[wheel], wheel as u32);
            let slot = match random.u8(0..4) {
                0 => random.u32(0..size.min(3)),
                1 => size - 1 - random.u32(0..size.min(3)),
                _ => random.u32(0..size),
            };
            if random.u8(0..5) < 2 {
                chip.arm(index, slot, u32::from(slot == 0));
                busy[wheel].insert(slot);
            } else {
                let slot = busy[wheel].iter().nth(random.usize(0..8)).copied().unwrap_or(slot);
                chip.disarm(index, slot);
                busy[wheel].remove(&slot);
            }
            // The next visit of every wheel is slot 1.
            let expected = distance(&busy[wheel], 1 % size, size);
            assert_eq!(next(&mut chip, index), expected, "{model:?}, wheel {wheel}");
        }
        assert_eq!(chip.now(), 0);
        assert_eq!(chip.read(offset::ERROR), 0);
    }
}

#[test]
fn next_answers_within_its_bound_in_every_build() {
    let builds = [Model::OneWheelFull, Model::Full10x2, Model::Full, Model::Full16x16, Model::EightWheels];
    for model in builds {
        let mut chip = Chip::new(model);
        chip.restart((1 << 24) - 1, &[]);
        let slots = model.slots();
        let mut longest = 0;
        for slot in (0..10).map(|power| slots >> power).chain([1]) {
            // Slot 0 is the last to be found: the next visit is slot 1.
            let slot = slot % slots;
            chip.arm(0, slot, u32::from(slot == 0));
            let before = chip.pins.clocks();
            assert!(next(&mut chip, 0).is_some());
            longest = longest.max(chip.pins.clocks() - before);
            chip.disarm(0, slot);
        }
        let before = chip.pins.clocks();
        chip.read(offset::SCRATCH);
        let usual = chip.pins.clocks() - before;
        // A usual read is answered in the clock after its execution.
        let bound = 8 * u64::from(slots.ilog2().div_ceil(4)) + 5;
        assert!(longest - usual <= bound, "{model:?}: {longest} clocks, others take {usual}");
    }
}

/// From the last slot of a word past the wheel's end, where another wheel is busy, and round to a slot behind.
#[test]
fn next_longest_search_at_rest_makes_a_read_of_30_clocks_and_38_of_more_than_4096_slots() {
    for (model, longest) in [(Model::Full, 30), (Model::Full16x16, 38)] {
        let slots = model.slots();
        let mut chip = Chip::new(model);
        chip.restart(50, &[slots / 2 + 20, 160]);
        chip.wait_for_cursor(slots / 8 - 2);
        chip.enable(false);
        assert_eq!(chip.cursor(), slots / 8 - 2);
        chip.arm(0, slots / 16 + 20, 1);
        chip.arm(1, 68, 0);
        let before = chip.pins.clocks();
        let expected = slots / 2 + 20 + slots / 16 + 20 - (slots / 8 - 1);
        assert_eq!(next(&mut chip, 0), Some(expected));
        let clocks = chip.pins.clocks() - before;
        assert_eq!(clocks, longest, "{model:?}");
    }
}

#[test]
fn next_while_the_cursor_runs_and_cascades_is_read_within_34_clocks() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut longest = 0;
    for prescale in [1, 2, 7, 20] {
        let mut chip = Chip::new(Model::Full);
        chip.restart(prescale, &[2_068, 16, 16, 16]);
        for wheel in 1..4 {
            chip.arm(wheel, 15, 0);
        }
        for round in 0..4_000 {
            if round % 100 == 0 {
                let lap = chip.cursor() / 2_068 + 1;
                chip.arm(0, random.u32(0..2_068), lap);
            }
            while chip.event().is_some() {
                chip.pop(random.bool());
            }
            chip.pins.clock(random.u64(0..60));
            let before = chip.pins.clocks();
            next(&mut chip, random.u32(0..4));
            longest = longest.max(chip.pins.clocks() - before);
        }
    }
    println!("{longest} clocks");
    assert!((26..=34).contains(&longest), "{longest} clocks");
}

#[test]
fn next_against_a_running_cursor_is_early_and_never_late() {
    let sizes = [37, 5, 3, 4];
    let periods = [1, 37, 37 * 5, 37 * 5 * 3];
    let mut random = fastrand::Rng::with_seed(7);
    let mut chip = Chip::new(Model::Full10x2);
    chip.restart(3, &sizes);
    let mut exact = 0;
    for round in 0..3_000 {
        let wheel = random.usize(0..4);
        let (slot, index) = (random.u32(0..sizes[wheel]), wheel as u32);
        // Somewhere ahead; if it should come too late, the late event is served like any other.
        let steps = chip.cursor() / periods[wheel] + 2;
        let lap = steps / sizes[wheel] + u32::from(slot < steps % sizes[wheel]);
        chip.arm(index, slot, lap);
        chip.pins.clock(random.u64(0..40));
        // The order of the guide: the cursor, NEXT, EVENT.
        let cursor = chip.cursor();
        let promised = (0..4).filter_map(|wheel| {
            let distance = next(&mut chip, wheel)?;
            Some((cursor / periods[wheel as usize] + 1 + distance) * periods[wheel as usize])
        });
        let promised = promised.min();
        if chip.event().is_none() {
            let promised = promised.expect("a busy slot");
            let event = chip.next_event(3 * 37 * 5 * 3 * 4 * 2).expect("its event");
            assert!(event.tick >= promised, "round {round}: {event:?} before {promised}");
            exact += u32::from(event.tick == promised);
        }
        while chip.event().is_some() {
            chip.pop(true);
            chip.pins.clock(20);
        }
        assert_eq!(chip.pins.read(offset::ERROR), Ok(0));
    }
    assert!(exact > 1_000, "{exact} exact");
}
