//! What a host does wrong is ignored, told in `ERROR`, and loses nothing: at the registers of the Verilated chip.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::{Chip, visit};

#[test]
fn arm_range_of_each_kind_is_refused_and_loses_no_bit() {
    let sizes = [40, 17, 2];
    let mut chip = Chip::new(Model::EightWheels);
    chip.restart(2_000, &sizes);
    // The last slot of each wheel is busy.
    for (wheel, size) in (0..).zip(sizes) {
        chip.arm(wheel, size - 1, 0);
    }
    let mut strange: Vec<(u32, u32)> = (3..8).flat_map(|wheel| [(wheel, 0), (wheel, 1), (wheel, 1023)]).collect();
    for (wheel, size) in (0..).zip(sizes) {
        strange.extend([size, size + 1, size + 16, 1023, 1024, (1 << 20) - 1].map(|slot| (wheel, slot)));
    }
    for (wheel, slot) in strange {
        for arms in [true, false] {
            if arms {
                chip.arm(wheel, slot, 0);
            } else {
                chip.disarm(wheel, slot);
            }
            let errors = chip.read(offset::ERROR);
            assert_eq!(errors, field::error::ARM_RANGE.mask(), "wheel {wheel}, slot {slot}");
            chip.write(offset::ERROR, errors);
        }
    }
    assert_eq!(chip.event(), None, "nothing was taken for late");
    // Exactly the bits that were there are there: those of wheel 0 and 1 once in their laps, wheel 2's at its first
    // step.
    let mut found = Vec::new();
    while found.len() < 18 {
        found.push(chip.next_event(200_000).expect("the next event"));
        chip.pop(false);
    }
    let mut expected = Vec::new();
    for tick in 1..=17 * 40 {
        if tick == 17 * 40 {
            expected.push(visit(tick, 2, 1));
        }
        if tick == 16 * 40 {
            expected.push(visit(tick, 1, 16));
        }
        if tick % 40 == 39 {
            expected.push(visit(tick, 0, 39));
        }
    }
    // The seventeenth event of wheel 0 comes one tick before wheel 2's.
    expected.truncate(18);
    assert_eq!(found, expected);
}

#[test]
fn size_range_of_each_kind_is_refused_and_changes_nothing() {
    let size_of = |wheel| offset::element(offset::WHEEL_SIZE, wheel);
    let refused = field::error::SIZE_RANGE.mask();
    let mut chip = Chip::new(Model::EightWheels);
    let mut try_size = |wheel, slots, expected| {
        let before: Vec<u32> = (0..8).map(|wheel| chip.read(size_of(wheel))).collect();
        chip.write(size_of(wheel), slots);
        let errors = chip.read(offset::ERROR);
        assert_eq!(errors, expected, "wheel {wheel} of {slots} slots");
        chip.write(offset::ERROR, errors);
        if expected == 0 {
            assert_eq!(chip.read(size_of(wheel)), slots);
        } else {
            let after: Vec<u32> = (0..8).map(|wheel| chip.read(size_of(wheel))).collect();
            assert_eq!(after, before, "wheel {wheel} of {slots} slots");
        }
    };
    for slots in [0, 1, 1025, 1 << 20, (1 << 21) - 1] {
        try_size(0, slots, refused);
    }
    // Wheel 0 has the whole memory, so there is no room for wheel 1; and none for one above an absent one.
    try_size(1, 2, refused);
    try_size(0, 1000, 0);
    try_size(2, 2, refused);
    // Wheel 0 takes 63 words of 16; one is left.
    try_size(1, 17, refused);
    try_size(1, 16, 0);
    try_size(2, 2, refused);
    try_size(0, 2, 0);
    for wheel in 1..8 {
        try_size(wheel, 0, refused);
        try_size(wheel, 1, refused);
        try_size(wheel, 100, 0);
    }
}

#[test]
fn ack_stale_of_every_other_sequence_pops_nothing() {
    let mut chip = Chip::new(Model::Tiny);
    chip.restart(20, &[32]);
    let acknowledge = |chip: &mut Chip, sequence: u32| {
        chip.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence));
        let errors = chip.read(offset::ERROR);
        chip.write(offset::ERROR, errors);
        errors
    };
    // More events than there are sequence numbers.
    for right in (0..40).map(|pops| pops % 16) {
        let cursor = chip.cursor();
        chip.arm(0, cursor % 32, (cursor / 32).wrapping_sub(1));
        let head = chip.next_event(100).expect("a late event");
        assert!(head.late);
        for wrong in (0..16).filter(|wrong| *wrong != right) {
            assert_eq!(acknowledge(&mut chip, wrong), field::error::ACK_STALE.mask());
            assert_eq!(chip.event(), Some(head), "sequence {wrong} for {right}");
        }
        chip.disarm(0, head.slot);
        assert_eq!(acknowledge(&mut chip, right), 0);
        // The same again, as after an answer that was lost: there may be no event, or a later one.
        let again = acknowledge(&mut chip, right);
        assert_eq!(again, field::error::ACK_EMPTY.mask());
    }
}
