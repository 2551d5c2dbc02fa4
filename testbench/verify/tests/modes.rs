//! `HOLD` and `AUTO_CLEAR` at the registers of the Verilated chip.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::{Chip, Event, visit};

const HOLD: u32 = field::wheel_mode::HOLD.mask();
const AUTO_CLEAR: u32 = field::wheel_mode::AUTO_CLEAR.mask();

/// A started chip of several wheels with modes.
fn started(prescale: u32, sizes: &[u32], modes: &[u32]) -> Chip {
    let mut chip = Chip::new(Model::Full10x2);
    chip.set_up(prescale, sizes);
    for (wheel, mode) in (0..).zip(modes) {
        chip.set_mode(wheel, *mode);
    }
    chip.enable(true);
    chip
}

#[test]
fn held_event_stops_the_cursor_until_it_is_acknowledged() {
    let mut chip = started(20, &[16], &[HOLD]);
    chip.arm(0, 5, 0);
    chip.arm(0, 6, 0);
    assert_eq!(chip.next_event(1_000), Some(visit(5, 0, 5)));
    for _ in 0..50 {
        chip.pins.clock(97);
        assert_eq!(chip.cursor(), 5, "wheel 0 is a tick's last");
        assert!(!field::event::MORE.is_set(chip.read(offset::EVENT)));
    }
    // A late event is not held up, and does not release the cursor either.
    chip.arm(0, 2, 0);
    chip.pins.clock(100);
    assert!(field::event::MORE.is_set(chip.read(offset::EVENT)));
    assert_eq!(chip.cursor(), 5);
    chip.pop(true);
    let late = chip.event().expect("the late event");
    assert_eq!(late, Event { late: true, ..visit(5, 0, 2) });
    assert_eq!(chip.next_event(0).map(|event| event.slot), Some(2));
    chip.pop(true);
    assert_eq!(chip.next_event(1_000), Some(visit(6, 0, 6)));
}

#[test]
fn arm_of_a_lower_wheel_while_a_higher_is_held_is_in_time() {
    let mut chip = started(20, &[10, 6], &[0, HOLD]);
    chip.arm(1, 1, 0);
    assert_eq!(chip.next_event(1_000), Some(visit(10, 1, 1)));
    // The host takes its time: now is ahead, the cursor shows the tick before. Slot 0 is disarmed before it comes round
    // again.
    chip.pins.clock(80);
    assert_eq!(chip.cursor(), 9);
    assert!(chip.now() > 13);
    chip.arm(0, 0, 1);
    chip.arm(0, 3, 1);
    chip.pins.clock(20);
    assert!(!field::event::MORE.is_set(chip.read(offset::EVENT)), "none is late");
    chip.pop(true);
    for expected in [visit(10, 0, 0), visit(13, 0, 3)] {
        assert_eq!(chip.next_event(1_000), Some(expected));
        chip.pop(true);
    }
    // What was visited before a held event is passed.
    let step = chip.now() / 10 + 2;
    chip.arm(1, step % 6, step / 6);
    let held = chip.next_event(10_000);
    assert_eq!(held, Some(visit(10 * step, 1, step % 6)));
    chip.arm(0, 9, step - 1);
    chip.pins.clock(100);
    chip.pop(true);
    let late = chip.event().expect("an event");
    assert!(late.late && late.slot == 9, "{late:?}");
}

#[test]
fn auto_clear_clears_what_the_cursor_reports_and_nothing_else() {
    let mut chip = started(20, &[20], &[AUTO_CLEAR]);
    chip.arm(0, 7, 0);
    chip.arm(0, 12, 0);
    for tick in [7, 12] {
        assert_eq!(chip.next_event(1_000), Some(visit(tick, 0, tick)));
        chip.pop(false);
    }
    chip.wait_for_cursor(15);
    chip.arm(0, 2, 0);
    let late = chip.next_event(100).expect("a late event");
    assert!(late.late && late.slot == 2);
    chip.pop(false);
    // The late event has left its bit, the two others are clear.
    assert_eq!(chip.next_event(1_000), Some(visit(22, 0, 2)));
    chip.pop(false);
    chip.wait_for_cursor(70);
    assert_eq!(chip.event(), None);
}

#[test]
fn auto_clear_against_an_arm_at_every_clock_loses_none() {
    let (mut kept, mut cleared) = (0, 0);
    let mut chip = Chip::new(Model::Full10x2);
    for wait in 0..160 {
        chip.reset();
        chip.set_up(12, &[32]);
        chip.set_mode(0, AUTO_CLEAR);
        chip.enable(true);
        chip.arm(0, 8, 0);
        chip.pins.clock(wait);
        let shown = chip.event().is_some();
        // Again, for the visit after the one that may be under way.
        chip.arm(0, 8, 1);
        chip.wait_for_cursor(12);
        assert_eq!(chip.event(), Some(visit(8, 0, 8)), "after {wait} clocks");
        chip.pop(false);
        match chip.next_event(12 * 40) {
            Some(event) => {
                kept += 1;
                assert_eq!(event, visit(40, 0, 8), "after {wait} clocks");
            }
            None => {
                cleared += 1;
                assert!(!shown, "an arm after the event was there is lost, after {wait} clocks");
            }
        }
    }
    assert!(kept > 20 && cleared > 20, "{kept} kept, {cleared} cleared");
}
