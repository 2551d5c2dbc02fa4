//! Looking inside a chip, and going back to an earlier state of it.

mod common;

use carillon_driver::bus::RegisterBus;
use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::{Inside, InsideError, InsideEvent, Model, Simulation, coverage_compiled};

/// A running chip with ticks of 8 clocks and a wheel of 64 slots.
fn running(model: Model) -> Simulation {
    let mut chip = Simulation::with_waves(model).expect("a chip");
    chip.reset();
    chip.clock(u64::from(model.slots()) + 64);
    for (register, word) in
        [(offset::WHEEL_SIZE, 64), (offset::PRESCALE, 8), (offset::INTR_ENABLE, 1), (offset::CTRL, 1)]
    {
        chip.write(register, word).expect("the bus works");
    }
    chip
}

fn arm(chip: &mut Simulation, slot: u32) {
    let word = field::arm::SLOT.put(slot);
    chip.write(offset::ARM, word).expect("the bus works");
}

#[test]
fn inside_shows_busy_bits_ticks_and_events_without_a_clock() {
    for model in [Model::Tiny, Model::Full10x2] {
        let mut chip = running(model);
        for slot in [3, 9, 33] {
            arm(&mut chip, slot);
        }
        // Its write is under way for some clocks.
        chip.clock(8);
        let before = chip.clocks();
        let inside = chip.inside().expect("prepared");
        assert_eq!(chip.clocks(), before);
        assert_eq!(inside.busy.len(), 64);
        assert_eq!(&inside.busy[..4], [1 << 3 | 1 << 9, 0, 1 << 1, 0]);
        assert!(inside.busy[4..].iter().all(|word| *word == 0));

        chip.clock(8 * 60);
        let inside = chip.inside().expect("prepared");
        let event = |slot| InsideEvent { wheel: 0, slot, late: false, tick: slot };
        assert_eq!(inside.events, [event(3), event(9)]);
        assert_eq!(inside.cursor, 32, "it waits before slot 33");
        assert_eq!(chip.now(), Ok(inside.now));
        let low = chip.read(offset::NOW_LO).expect("the bus works");
        assert!([0, 1].contains(&(u64::from(low) - inside.now)));
        assert_eq!(chip.read(offset::CURSOR_LO), Ok(32));
    }
}

/// With ticks of one clock now is one more in every clock, and the cursor goes on by a word at most, while carries go
/// through the memory, wait there, and are passed by reads.
#[test]
fn inside_counts_are_whole_while_a_carry_is_under_way() {
    for model in [Model::Tiny, Model::Full10x2] {
        for tick in [0, 0xFE80, 0xFFFF_FE80, 0xFFFF_FFFF_FFFF_FE80] {
            let mut chip = Simulation::with_waves(model).expect("a chip");
            chip.reset();
            chip.clock(u64::from(model.slots()) + 64);
            chip.begin_at(tick).expect("no mutants");
            for (register, word) in [(offset::WHEEL_SIZE, 64), (offset::CTRL, 1)] {
                chip.write(register, word).expect("the bus works");
            }
            chip.clock(20);
            let counts = |chip: &Simulation| {
                let inside = chip.inside().expect("prepared");
                (chip.clocks(), inside.now, inside.cursor)
            };
            let mut before = counts(&chip);
            for step in 0..1_000 {
                if step % 7 == 0 {
                    for register in [offset::NOW_HI, offset::CURSOR_HI] {
                        chip.read(register).expect("the bus works");
                    }
                } else {
                    chip.clock(1);
                }
                let after = counts(&chip);
                let clocks = after.0 - before.0;
                let passed = after.2.wrapping_sub(before.2);
                assert_eq!(after.1.wrapping_sub(before.1), clocks, "{model}: {after:x?}");
                assert!(passed <= 16 * clocks, "{model}: {before:x?}, {after:x?}");
                assert!(after.1.wrapping_sub(after.2) < 256, "{model}: {after:x?}");
                before = after;
            }
        }
    }
}

#[test]
fn restore_chip_does_again_what_it_did() {
    for model in [Model::Tiny, Model::Full10x2] {
        let mut chip = running(model);
        arm(&mut chip, 20);
        chip.clock(50);
        if coverage_compiled(model) {
            assert_eq!(chip.save(), Err(InsideError::NotPrepared));
            continue;
        }
        let saved = chip.save().expect("prepared");
        let run = |chip: &mut Simulation| -> (u64, Inside, u32, u64) {
            arm(chip, 40);
            chip.clock_until_irq(10_000);
            let tick = chip.read(offset::EVENT_TICK).expect("the bus works");
            chip.clock(1_000);
            (chip.clocks(), chip.inside().expect("prepared"), tick, u64::from(chip.irq()))
        };
        let first = run(&mut chip);
        chip.restore(&saved).expect("the same model");
        assert_eq!(run(&mut chip), first);

        let mut other = Simulation::with_waves(model).expect("a chip");
        other.restore(&saved).expect("the same model");
        assert_eq!(run(&mut other), first, "in another chip");
    }
}

#[test]
fn inside_of_a_chip_that_is_not_prepared_is_refused() {
    let mut chip = Simulation::new(Model::Tiny).expect("a chip");
    assert_eq!(chip.inside(), Err(InsideError::NotPrepared));
    assert!(matches!(chip.save(), Err(InsideError::NotPrepared)));
    if coverage_compiled(Model::Full10x2) {
        return;
    }
    let saved = running(Model::Full10x2).save().expect("prepared");
    assert_eq!(chip.restore(&saved), Err(InsideError::OtherModel));
}
