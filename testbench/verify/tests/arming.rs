//! What becomes of an arm or a disarm whenever it comes and whatever it names, at the registers of the Verilated chip.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::{Chip, Event, visit};

#[test]
fn arm_for_any_lap_is_answered_at_once_or_within_a_lap() {
    const SIZE: u32 = 5;
    let mut chip = Chip::new(Model::Tiny);
    chip.restart(16, &[SIZE]);
    chip.wait_for_cursor(300 * SIZE);
    for ahead in -260..=260_i32 {
        // With time at rest the position is known.
        chip.enable(false);
        chip.pins.clock(20);
        let cursor = chip.cursor();
        assert_eq!(cursor, chip.now());
        let (next_slot, lap) = ((cursor + 1) % SIZE, (cursor + 1) / SIZE);
        // Another slot than the one that comes next, ahead of it in the same lap or behind it.
        let slot = (next_slot + 2) % SIZE;
        chip.arm(0, slot, lap.wrapping_add_signed(ahead));
        chip.pins.clock(20);
        // Visits are told apart within 256 laps, so one more than 128 laps in the past looks ahead, and one 128 ahead
        // looks passed.
        let passed = match ahead as i8 {
            0 => slot < next_slot,
            i8::MIN => slot >= next_slot,
            difference => difference < 0,
        };
        let found = chip.event();
        if passed {
            let late = Event { late: true, ..visit(cursor, 0, slot) };
            assert_eq!(found, Some(late), "{ahead} laps ahead");
        } else {
            assert_eq!(found, None, "{ahead} laps ahead");
            chip.enable(true);
            let step = (slot + SIZE - next_slot) % SIZE;
            let expected = visit(cursor + 1 + step, 0, slot);
            assert_eq!(chip.next_event(400), Some(expected), "{ahead} laps ahead");
        }
        chip.pop(true);
        chip.enable(true);
    }
}

#[test]
fn late_event_at_a_full_fifo_sets_the_flag_and_the_next_lap_reports_the_slot() {
    const SIZE: u32 = 50;
    let mut chip = Chip::new(Model::Tiny);
    chip.restart(40, &[SIZE]);
    chip.wait_for_cursor(20);
    for slot in [5, 6, 7] {
        chip.arm(0, slot, 0);
    }
    chip.pins.clock(20);
    assert!(field::status::FIFO_FULL.is_set(chip.read(offset::STATUS)));
    let lost = field::intr_state::LATE_OVERFLOW;
    assert!(lost.is_set(chip.read(offset::INTR_STATE)));
    chip.write(offset::INTR_STATE, lost.mask());
    assert!(!lost.is_set(chip.read(offset::INTR_STATE)), "it is told once");
    for slot in [5, 6] {
        let found = chip.event().expect("an event waits");
        assert!(found.late && found.slot == slot, "{found:?}");
        chip.pop(true);
    }
    assert_eq!(chip.event(), None);
    // The bit of the one that was dropped has stayed.
    assert_eq!(chip.next_event(10_000), Some(visit(SIZE + 7, 0, 7)));
}
