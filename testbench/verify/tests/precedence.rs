//! What the datasheet says where two rules meet: which error wins, what a pause keeps, which tick a late event bears,
//! when one is dropped, and how long an event waits.

mod common;

use carillon_regmap::Access;
use carillon_regmap::counter_chip::{REGISTERS, field, offset};
use carillon_sim::Model;
use common::{Chip, visit};

/// Writes a word that is refused, and gives and clears the errors that it left.
fn errors_of(chip: &mut Chip, offset: u32, word: u32) -> u32 {
    chip.write(offset, word);
    let errors = chip.read(offset::ERROR);
    chip.write(offset::ERROR, errors);
    errors
}

#[test]
fn size_written_again_removes_the_wheels_above_it() {
    let size_of = |wheel| offset::element(offset::WHEEL_SIZE, wheel);
    let mut chip = Chip::new(Model::EightWheels);
    let sizes = |chip: &mut Chip| [0, 1, 2, 3].map(|wheel| chip.read(size_of(wheel)));
    for wheel_0 in [700, 256, 2] {
        // The whole set-up may be repeated.
        chip.set_up(1, &[256, 512, 64]);
        assert_eq!(sizes(&mut chip), [256, 512, 64, 0]);
        for (wheel, slots) in [(1, 769), (0, 1), (0, 1025), (4, 16)] {
            let errors = errors_of(&mut chip, size_of(wheel), slots);
            assert_eq!(errors, field::error::SIZE_RANGE.mask());
            let kept = sizes(&mut chip);
            assert_eq!(kept, [256, 512, 64, 0], "a refused size removes none");
        }
        assert_eq!(errors_of(&mut chip, size_of(1), 512), 0);
        assert_eq!(sizes(&mut chip), [256, 512, 0, 0], "the same size again");
        assert_eq!(errors_of(&mut chip, size_of(0), wheel_0), 0);
        assert_eq!(sizes(&mut chip), [wheel_0, 0, 0, 0]);
        let errors = errors_of(&mut chip, size_of(2), 64);
        assert_eq!(errors, field::error::SIZE_RANGE.mask(), "1 is absent");
    }
    // The removed ones take no part.
    chip.set_up(50, &[256, 512, 64]);
    chip.write(size_of(0), 20);
    chip.enable(true);
    let word = field::arm::WHEEL.put(1) | field::arm::SLOT.put(3);
    let errors = errors_of(&mut chip, offset::ARM, word);
    assert_eq!(errors, field::error::ARM_RANGE.mask());
    chip.arm(0, 7, 0);
    for tick in [7, 27, 47] {
        assert_eq!(chip.next_event(2_000), Some(visit(tick, 0, 7)));
        chip.pop(false);
    }
}

/// Of every register that keeps what is written but `WHEEL_SIZE`: the reserved bits of the word do not count. A size
/// with one set is refused.
#[test]
fn reserved_bits_of_every_register_but_sizes_are_ignored() {
    for (model, bits) in [(Model::Tiny, 76), (Model::EightWheels, 401)] {
        let mut chip = Chip::new(model);
        let wheels = model.build().wheels;
        let mut tried = 0;
        for register in REGISTERS {
            let there = register.feature.is_none_or(|feature| model.build().has(feature));
            if register.access != Access::ReadWrite || !there {
                continue;
            }
            let known = register.fields.iter().fold(0, |bits, field| bits | field.mask());
            for index in 0..register.count.min(wheels) {
                let byte = offset::element(register.offset, index);
                // A word that every register accepts: 0 or all bits would be a size or a length out of range.
                let word = known & if register.offset == offset::CTRL { 0 } else { 34 };
                chip.write(byte, word);
                for reserved in (0..32).map(|bit| 1 << bit).filter(|bit| known & bit == 0) {
                    chip.write(byte, word | reserved);
                    let found = (chip.read(byte), chip.read(offset::ERROR));
                    let errors =
                        if register.offset == offset::WHEEL_SIZE { field::error::SIZE_RANGE.mask() } else { 0 };
                    assert_eq!(found, (word, errors), "{} {index}, {reserved:#x}", register.name);
                    chip.write(offset::ERROR, errors);
                    tried += 1;
                }
            }
        }
        assert_eq!(tried, bits, "{model}");
    }
}

#[test]
fn errors_of_two_kinds_at_once_set_the_first_alone() {
    use field::error;
    let mut chip = Chip::new(Model::Full10x2);
    let size_of = |wheel| offset::element(offset::WHEEL_SIZE, wheel);
    let absent = field::arm::WHEEL.put(3);
    let beyond = field::arm::SLOT.put(999_999);

    // Before the start: a command that would be out of range.
    chip.set_up(5, &[32]);
    for word in [absent, beyond, absent | beyond] {
        for command in [offset::ARM, offset::DISARM] {
            assert_eq!(errors_of(&mut chip, command, word), error::NOT_READY.mask(), "{word:#x}");
        }
    }

    // Running, and paused: a length or a size that would be out of range.
    chip.enable(true);
    for on in [true, false] {
        chip.enable(on);
        for (register, word) in [
            (offset::PRESCALE, 0),
            (offset::PRESCALE, 5),
            (size_of(0), 0),
            (size_of(0), 1025),
            (size_of(0), 32),
            (size_of(3), 16),
        ] {
            let errors = errors_of(&mut chip, register, word);
            assert_eq!(errors, error::LOCKED.mask(), "{register:#x}, {word}");
        }
        assert_eq!([offset::PRESCALE, size_of(0), size_of(3)].map(|register| chip.read(register)), [5, 32, 0]);
    }
    chip.enable(true);

    // An acknowledgement of nothing, with every sequence number.
    for sequence in 0..16 {
        let word = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
        assert_eq!(errors_of(&mut chip, offset::EVENT_ACK, word), error::ACK_EMPTY.mask(), "{sequence}");
    }
}

#[test]
fn reset_and_enable_at_once_reset_and_do_not_start() {
    let both = field::ctrl::RESET.mask() | field::ctrl::ENABLE.mask();
    let mut chip = Chip::new(Model::Tiny);
    let as_reset = |chip: &mut Chip| {
        assert_eq!(chip.read(offset::STATUS) & field::status::RUNNING.mask(), 0);
        chip.wait_until_ready();
        chip.pins.clock(100);
        let found = [offset::CTRL, offset::NOW_LO, offset::ERROR, offset::PRESCALE].map(|register| chip.read(register));
        assert_eq!(found, [0, 0, 0, 1]);
        assert_eq!(chip.read(offset::STATUS), field::status::READY.mask(), "ready and nothing else");
    };
    // A chip that is ready, one that runs, and one that is still clearing its memory.
    chip.write(offset::PRESCALE, 3);
    chip.write(offset::CTRL, both);
    as_reset(&mut chip);
    chip.start(3, &[32]);
    chip.arm(0, 2, 0);
    chip.pins.clock(50);
    chip.write(offset::CTRL, both);
    chip.write(offset::CTRL, both);
    as_reset(&mut chip);
}

/// The clocks of enable count, however they are divided: after each pause now is what they make.
#[test]
fn pause_keeps_the_clocks_of_the_tick() {
    let mut chip = Chip::new(Model::Tiny);
    // How long a write takes. It has its effect equally long after its beginning each time.
    let transfer = {
        let before = chip.pins.clocks();
        chip.enable(false);
        chip.pins.clocks() - before
    };
    for prescale in [1, 2, 3, 7, 50, 1000] {
        chip.restart(prescale, &[1024]);
        chip.enable(false);
        let mut enabled = transfer;
        for run in 0..60 {
            let clocks = run * 7 % 45;
            chip.enable(true);
            chip.pins.clock(clocks);
            chip.enable(false);
            enabled += clocks + transfer;
            chip.pins.clock(20);
            let expected = enabled / u64::from(prescale);
            for _ in 0..2 {
                assert_eq!(u64::from(chip.now()), expected, "{enabled} clocks of {prescale} a tick");
            }
        }
    }
}

#[test]
fn late_event_while_hold_holds_bears_the_tick_of_the_event_held() {
    let mut chip = Chip::new(Model::Full10x2);
    // The wheel that is held; the slot and the tick of its event; what the cursor shows meanwhile.
    for (wheel, slot, tick, shown) in [(0, 9, 9, 9), (1, 1, 10, 9), (2, 1, 80, 79)] {
        chip.restart(20, &[10, 8, 4]);
        chip.set_mode(wheel, field::wheel_mode::HOLD.mask());
        chip.arm(wheel, slot, 0);
        assert_eq!(chip.next_event(5_000), Some(visit(tick, wheel, slot)));
        chip.pins.clock(1_000);
        assert_eq!(chip.cursor(), shown);
        assert!(chip.now() > tick + 40, "now goes on");
        chip.arm(0, 5, 0);
        chip.pins.clock(100);
        assert_eq!(chip.cursor(), shown, "a late event lets nothing go on");
        chip.pop(true);
        let late = chip.event().expect("it is behind the one held");
        assert_eq!((late.late, late.wheel, late.slot, late.tick), (true, 0, 5, tick));
    }
}

/// While the cursor takes a place in each clock, a late event waits and a second one costs one of the two, though the
/// FIFO has room all the time.
#[test]
fn late_event_waits_for_the_cursor_and_one_at_most() {
    const SIZE: u32 = 4_000;
    let busy = 1_000..1_012;
    let mut chip = Chip::new(Model::Medium16x16);
    chip.restart(1, &[SIZE]);
    for slot in busy.clone() {
        chip.arm(0, slot, 0);
    }
    let mut dropped = [0, 0];
    for late in [1, 2] {
        for offset in 0..60 {
            let now = chip.now();
            let ahead = (busy.start + SIZE - 40 + offset).wrapping_sub(now % SIZE) % SIZE;
            chip.pins.clock(ahead.into());
            let lap = chip.now() / SIZE;
            for slot in 10..10 + late {
                chip.arm(0, slot, lap);
            }
            chip.pins.clock(100);
            assert_eq!(chip.read(offset::STATUS) & field::status::FIFO_FULL.mask(), 0);
            let (mut visited, mut reported, mut last) = (Vec::new(), 0, 0);
            while let Some(event) = chip.event() {
                assert!(event.tick >= last, "ticks never decrease");
                last = event.tick;
                if event.late {
                    reported += 1;
                } else {
                    visited.push(event.slot);
                }
                chip.pop(false);
            }
            assert_eq!(visited, busy.clone().collect::<Vec<_>>());
            for slot in 10..10 + late {
                chip.disarm(0, slot);
            }
            let overflow = field::intr_state::LATE_OVERFLOW.mask();
            let told = chip.read(offset::INTR_STATE) & overflow != 0;
            chip.write(offset::INTR_STATE, overflow);
            assert_eq!(reported, late - u32::from(told), "offset {offset}");
            dropped[late as usize - 1] += u32::from(told);
        }
    }
    assert_eq!(dropped[0], 0, "one alone always gets its place");
    assert!((1..50).contains(&dropped[1]), "{dropped:?} of 60");
}

/// The age counts the ends of ticks, so an event waits for more than one tick less than the age, and not longer than
/// the age and three clocks.
#[test]
fn coalescing_age_waits_between_one_tick_less_and_the_age() {
    const PRESCALE: u32 = 40;
    let mut chip = Chip::new(Model::Full10x2);
    // How long after an arm that is late, at a phase of the tick, the line rises.
    let mut rises = |phase: u32, age: u32| {
        chip.restart(PRESCALE, &[32]);
        let count = field::intr_coalesce::COUNT.put(2);
        let age = field::intr_coalesce::AGE.put(age);
        chip.write(offset::INTR_COALESCE, count | age);
        chip.pins.clock(u64::from(10 * PRESCALE + phase));
        chip.arm(0, 1, 0);
        let clocks = chip.pins.clock_until_irq(10_000);
        assert!(chip.pins.irq());
        clocks
    };
    for age in [1, 2, 5] {
        let (mut shortest, mut longest) = (u64::MAX, 0);
        for phase in 0..PRESCALE {
            // Age 0 does not wait.
            let waited = rises(phase, age) - rises(phase, 0);
            shortest = shortest.min(waited);
            longest = longest.max(waited);
        }
        let ticks = |number: u32| u64::from(number * PRESCALE);
        assert!(ticks(age - 1) < shortest && longest <= ticks(age) + 3, "age {age}: {shortest} to {longest} clocks");
        // Every phase was there.
        assert_eq!(longest - shortest, ticks(1) - 1);
    }
}
