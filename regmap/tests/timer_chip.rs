//! The timer chip's table keeps its own rules, and says what both chips have as the counter chip's does.

use carillon_regmap::timer_chip::{self, ADDRESS_SPACE, ID_VALUE, MAX_INTERVAL, WINDOW, field, offset};
use std::collections::HashSet;

#[test]
fn timer_registers_ascend_and_lie_below_the_window() {
    let mut last = None;
    let mut names = HashSet::new();
    for register in timer_chip::REGISTERS {
        assert!(Some(register.offset) > last, "{}", register.name);
        assert!(names.insert(register.name), "{}", register.name);
        assert!(register.offset % 4 == 0 && register.offset < WINDOW);
        assert_eq!(register.count, 1);
        last = Some(register.offset);
    }
    assert_eq!(ADDRESS_SPACE, 2 * WINDOW);
}

#[test]
fn timer_fields_ascend_without_overlap() {
    for register in timer_chip::REGISTERS {
        let mut free = 0;
        for field in register.fields {
            assert!(field.offset >= free, "{}.{}", register.name, field.name);
            free = field.offset + field.width;
            assert!(free <= 32);
        }
    }
}

#[test]
fn timer_registers_that_both_chips_have_are_at_the_same_places() {
    for register in timer_chip::REGISTERS {
        let counter = carillon_regmap::counter_chip::REGISTERS.iter().find(|counter| counter.name == register.name);
        if let Some(counter) = counter {
            assert_eq!(counter.offset, register.offset, "{}", register.name);
        }
    }
    let common = [offset::VERSION, offset::SCRATCH, offset::NOW_LO, offset::NOW_HI];
    let of = |map: &[carillon_regmap::Register], place| {
        let found = map.iter().find(|register| register.offset == place);
        *found.expect("both have it")
    };
    for place in common {
        assert_eq!(of(timer_chip::REGISTERS, place), of(carillon_regmap::counter_chip::REGISTERS, place));
    }
    // What locks it has another name in each.
    let fields = |map| {
        let register = of(map, offset::PRESCALE);
        let places = register.fields.iter().map(|field| (field.name, field.offset, field.width, field.reset));
        (register.reset, register.access, places.collect::<Vec<_>>())
    };
    assert_eq!(fields(timer_chip::REGISTERS), fields(carillon_regmap::counter_chip::REGISTERS));
}

#[test]
fn timer_chip_is_told_from_the_counter_chip() {
    assert_ne!(ID_VALUE, carillon_regmap::counter_chip::ID_VALUE);
    assert_eq!(&ID_VALUE.to_be_bytes(), b"CART");
    assert_eq!(field::id::VALUE.reset, Some(ID_VALUE));
    assert_eq!(MAX_INTERVAL, field::timer_word::TICKS.max() >> 1);
}
