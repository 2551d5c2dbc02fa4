//! Fields put into words and got out of them.

use carillon_regmap::counter_chip::{REGISTERS, field};

#[test]
fn put_then_get_of_any_field_gives_the_value_back() {
    for field in REGISTERS.iter().flat_map(|register| register.fields) {
        for value in [0, 1, field.max() / 2, field.max()] {
            assert_eq!(field.get(field.put(value)), value, "{}", field.name);
            assert_eq!(field.put(value) & !field.mask(), 0, "{}", field.name);
        }
    }
}

#[test]
fn put_of_a_value_too_wide_drops_the_bits_above() {
    assert_eq!(field::arm::LAP.put(0x1_07), 0x0700_0000);
    assert_eq!(field::arm::SLOT.put(u32::MAX), 0x000F_FFFF);
    assert_eq!(field::event::VALID.put(2), 0);
}

#[test]
fn get_with_all_other_bits_set_sees_only_the_field() {
    assert_eq!(field::event::WHEEL.get(!field::event::WHEEL.mask()), 0);
    assert_eq!(field::event::WHEEL.get(u32::MAX), 7);
    assert_eq!(field::scratch::VALUE.get(0xDEAD_BEEF), 0xDEAD_BEEF);
}

#[test]
fn replace_of_one_field_leaves_the_others() {
    assert_eq!(field::intr_coalesce::AGE.replace(0xFFFF_FFFF, 0x1234), 0xFF12_34FF);
    assert_eq!(field::intr_coalesce::COUNT.replace(0x0012_34FF, 0x1_02), 0x0012_3402);
}

#[test]
fn is_set_at_each_bit_follows_the_mask() {
    for bit in 0..32 {
        assert_eq!(field::event::LATE.is_set(1 << bit), bit == 30);
    }
}

#[test]
fn helpers_in_constants_are_evaluated_at_compile_time() {
    const WORD: u32 = field::arm::SLOT.put(3) | field::arm::WHEEL.put(2);
    const { assert!(WORD == 0x0020_0003) };
    assert_eq!(field::arm::SLOT.get(WORD), 3);
}
