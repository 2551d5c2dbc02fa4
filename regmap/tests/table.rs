//! The table keeps its own rules and is the map that was agreed.

use std::collections::HashSet;

use carillon_regmap::counter_chip::{ID_VALUE, LAP_BITS, MAX_SLOT_BITS, MAX_WHEELS, REGISTERS, field, offset, reset};
use carillon_regmap::{
    ADDRESS_SPACE, Access, Feature, MAX_FIFO_BITS, Register, VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH, VERSION_VALUE,
};

/// Every register with its elements' offsets.
fn elements() -> impl Iterator<Item = (&'static Register, u32)> {
    REGISTERS
        .iter()
        .flat_map(|register| (0..register.count).map(move |index| (register, register.element(index).unwrap())))
}

#[test]
fn fields_of_each_register_do_not_overlap_and_ascend() {
    for register in REGISTERS {
        let mut next_free = 0;
        for field in register.fields {
            let name = (register.name, field.name);
            assert!(field.offset >= next_free, "{name:?} overlaps the field before it or is out of order");
            next_free = field.offset + field.width;
            assert!(field.width >= 1 && next_free <= 32, "{name:?} does not fit 32 bits");
        }
    }
}

#[test]
fn names_of_registers_and_fields_are_unique_upper_snake() {
    let upper_snake = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    let mut registers = HashSet::new();
    for register in REGISTERS {
        assert!(upper_snake(register.name) && registers.insert(register.name), "{}", register.name);
        let mut fields = HashSet::new();
        for field in register.fields {
            assert!(upper_snake(field.name) && fields.insert(field.name), "{}.{}", register.name, field.name);
        }
    }
}

#[test]
fn offsets_of_all_elements_are_aligned_unique_and_inside_the_address_space() {
    let mut offsets = HashSet::new();
    for (register, offset) in elements() {
        assert_eq!(offset % 4, 0, "{}", register.name);
        assert!(offset < ADDRESS_SPACE, "{}", register.name);
        assert!(offsets.insert(offset), "{} shares offset {offset:#x}", register.name);
    }
    assert!(ADDRESS_SPACE.is_power_of_two());
}

#[test]
fn resets_of_all_fields_fit_and_make_up_their_registers() {
    for register in REGISTERS {
        let mut word = 0;
        for field in register.fields {
            let reset = u64::from(field.reset.unwrap_or(0));
            assert!(reset < 1 << field.width, "{}.{}", register.name, field.name);
            word += reset << field.offset;
        }
        assert_eq!(word, u64::from(register.reset), "{}", register.name);
    }
}

#[test]
fn descriptions_of_registers_and_fields_are_sentences() {
    let sentence = |doc: &str| doc.ends_with('.') && !doc.contains("  ") && !doc.starts_with(' ');
    for register in REGISTERS {
        assert!(sentence(register.doc), "{}: {:?}", register.name, register.doc);
        for field in register.fields {
            assert!(sentence(field.doc), "{}.{}: {:?}", register.name, field.name, field.doc);
        }
    }
}

#[test]
fn fields_of_each_register_allow_no_more_than_the_register() {
    for register in REGISTERS {
        for field in register.fields {
            let name = (register.name, field.name);
            assert!(register.access.readable() || !field.access.readable(), "{name:?}");
            assert!(register.access.writable() || !field.access.writable(), "{name:?}");
        }
    }
}

#[test]
fn element_past_the_end_is_none() {
    let next = REGISTERS.iter().find(|register| register.name == "NEXT").unwrap();
    assert_eq!(next.element(7), Some(0x07C));
    assert_eq!(next.element(8), None);
    assert_eq!(next.element(u32::MAX), None);
    assert_eq!(REGISTERS[0].element(1), None);
}

#[test]
fn constants_of_each_register_equal_the_table() {
    let row = |name: &str| REGISTERS.iter().find(|register| register.name == name).unwrap();
    assert_eq!(row("ARM").offset, offset::ARM);
    assert_eq!(row("ARM").fields, field::arm::FIELDS);
    assert_eq!(row("PRESCALE").reset, reset::PRESCALE);
    for (register, element) in elements() {
        let index = (element - register.offset) / 4;
        assert_eq!(offset::element(register.offset, index), element);
    }
}

#[test]
fn version_of_the_map_is_that_of_the_package() {
    let numbers = [VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH].map(|number| number.to_string());
    assert_eq!(numbers.join("."), env!("CARGO_PKG_VERSION"));
    assert_eq!((VERSION_VALUE, reset::VERSION), (0x0000_0100, 0x0000_0100));
    assert_eq!((ID_VALUE.to_be_bytes(), reset::ID), (*b"CARL", ID_VALUE));
}

#[test]
fn limits_of_builds_fit_their_fields() {
    assert!(MAX_WHEELS <= field::params::WHEELS.max());
    assert!(MAX_SLOT_BITS <= field::params::SLOT_BITS.max());
    assert!(MAX_FIFO_BITS <= field::params::FIFO_BITS.max());
    assert_eq!(field::arm::WHEEL.max() + 1, MAX_WHEELS);
    assert_eq!(field::arm::SLOT.width, MAX_SLOT_BITS);
    assert_eq!(field::next::DISTANCE.width, MAX_SLOT_BITS);
    assert_eq!(field::wheel_size::SLOTS.width, MAX_SLOT_BITS + 1, "the whole capacity must fit");
    assert_eq!(field::arm::LAP.width, LAP_BITS);
    for register in REGISTERS.iter().filter(|register| register.is_array()) {
        assert_eq!(register.count, MAX_WHEELS, "{}", register.name);
    }
}

#[test]
fn bits_that_registers_share_stand_in_the_same_place() {
    let places = |fields: &[carillon_regmap::Field]| {
        fields.iter().map(|field| (field.name, field.offset, field.width)).collect::<Vec<_>>()
    };
    assert_eq!(places(field::intr_state::FIELDS), places(field::intr_enable::FIELDS));
    assert_eq!(places(field::intr_state::FIELDS), places(field::intr_test::FIELDS));
    assert_eq!(places(field::arm::FIELDS)[..2], places(field::disarm::FIELDS)[..]);
    assert_eq!(places(field::arm::FIELDS)[..2], places(field::event::FIELDS)[..2]);
    assert_eq!(field::event::SEQUENCE.mask(), field::event_ack::SEQUENCE.mask());
}

#[test]
fn features_of_registers_are_those_that_params_reports() {
    let names = |feature| {
        REGISTERS
            .iter()
            .filter(|register| register.feature == Some(feature))
            .map(|register| register.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(Feature::Alarm), ["ALARM_LO", "ALARM_HI"]);
    assert_eq!(names(Feature::LookAhead), ["NEXT"]);
    assert_eq!(names(Feature::Coalescing), ["INTR_COALESCE"]);
    assert_eq!(names(Feature::WheelModes), ["WHEEL_MODE"]);
    assert_eq!(Feature::Alarm.parameter().mask(), 1 << 16);
    assert_eq!(Feature::LookAhead.parameter().mask(), 1 << 17);
    assert_eq!(Feature::Coalescing.parameter().mask(), 1 << 18);
    assert_eq!(Feature::WheelModes.parameter().mask(), 1 << 19);
}

#[test]
fn map_as_a_whole_is_the_agreed_one() {
    use Access::{ReadOnly as Ro, ReadWrite as Rw, WriteOneToClear as W1c, WriteOnly as Wo};
    // Written down a second time on purpose: a slip in the table must not pass as a new map.
    let agreed: &[(u32, &str, Access, u32, u32)] = &[
        (0x000, "ID", Ro, 0xFFFF_FFFF, 0x4341_524C),
        (0x004, "VERSION", Ro, 0xFFFF_FFFF, 0x0000_0100),
        (0x008, "PARAMS", Ro, 0x000F_1FFF, 0),
        (0x00C, "SCRATCH", Rw, 0xFFFF_FFFF, 0),
        (0x010, "CTRL", Rw, 0x0000_0003, 0),
        (0x014, "STATUS", Ro, 0x0000_001F, 0),
        (0x018, "PRESCALE", Rw, 0x00FF_FFFF, 1),
        (0x020, "NOW_LO", Ro, 0xFFFF_FFFF, 0),
        (0x024, "NOW_HI", Ro, 0xFFFF_FFFF, 0),
        (0x028, "CURSOR_LO", Ro, 0xFFFF_FFFF, 0),
        (0x02C, "CURSOR_HI", Ro, 0xFFFF_FFFF, 0),
        (0x030, "ARM", Wo, 0xFF7F_FFFF, 0),
        (0x034, "DISARM", Wo, 0x007F_FFFF, 0),
        (0x038, "EVENT", Ro, 0xF7FF_FFFF, 0),
        (0x03C, "EVENT_TICK", Ro, 0xFFFF_FFFF, 0),
        (0x040, "EVENT_ACK", Wo, 0x0780_0001, 0),
        (0x044, "INTR_STATE", W1c, 0x0000_001F, 0),
        (0x048, "INTR_ENABLE", Rw, 0x0000_001F, 0),
        (0x04C, "INTR_TEST", Wo, 0x0000_001F, 0),
        (0x050, "INTR_COALESCE", Rw, 0x00FF_FFFF, 0),
        (0x054, "ERROR", W1c, 0x0000_00FF, 0),
        (0x058, "ALARM_LO", Rw, 0xFFFF_FFFF, 0xFFFF_FFFF),
        (0x05C, "ALARM_HI", Rw, 0xFFFF_FFFF, 0xFFFF_FFFF),
        (0x060, "NEXT", Ro, 0x800F_FFFF, 0),
        (0x080, "WHEEL_SIZE", Rw, 0x001F_FFFF, 0),
        (0x0A0, "WHEEL_MODE", Rw, 0x0000_0003, 0),
    ];
    let table: Vec<_> = REGISTERS
        .iter()
        .map(|register| {
            let used = register.fields.iter().fold(0, |bits, field| bits | field.mask());
            (register.offset, register.name, register.access, used, register.reset)
        })
        .collect();
    assert_eq!(table, agreed);
}
