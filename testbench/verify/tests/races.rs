//! Arming against the cursor, at the registers of the Verilated chip: every slot, every lap that a host may name, every
//! clock of a lap, on the smallest wheels and on those whose edges meet the edges of memory words.
//!
//! What is asked here is what the specification promises, not what the model does: an arm for a visit that is still
//! ahead is answered by that visit's event or an earlier one of its slot; an arm for a visit that has gone by is
//! answered at once by a late event.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::{Chip, Event, visit};

/// Clocks from the decision of a read that follows an arm at once until the arm is judged and its late event has its
/// tick.
const JUDGED: u64 = 8;

/// Arms for the visit of tick `due` about `wait` clocks after the start and checks the answer.
fn arm_and_check(chip: &mut Chip, size: u32, prescale: u32, wait: u64, due: u64) {
    let case = format!("size {size}, prescale {prescale}, armed for tick {due} after {wait} clocks");
    chip.restart(prescale, &[size]);
    chip.pins.clock(wait);
    let size = u64::from(size);
    let passed_before = u64::from(chip.cursor());
    chip.arm(0, (due % size) as u32, (due / size) as u32);
    let read_after = u64::from(chip.cursor());
    let passed_after = read_after + JUDGED.div_ceil(prescale.into());
    let lap_of_clocks = size * u64::from(prescale);
    chip.pins.clock_until_irq(2 * lap_of_clocks + 20);
    let found = chip.event().unwrap_or_else(|| panic!("{case}: no event within two laps"));
    let tick = u64::from(found.tick);
    assert_eq!(u64::from(found.slot), due % size, "{case}: {found:?}");
    if found.late {
        assert!(due <= passed_after, "{case}: called late but still ahead of {passed_after}: {found:?}");
        assert!(tick >= due, "{case}: reported early: {found:?}");
        assert!(tick <= passed_after, "{case}: a late event tarried: {found:?}");
    } else {
        // A visit that had gone by may be answered by the slot's next visit, if that comes before the late event.
        let latest = if due > passed_before { due.max(passed_after) } else { passed_after };
        assert!(tick > passed_before && tick <= latest, "{case}, due by {latest}: {found:?}");
        assert_eq!(tick % size, due % size, "{case}: {found:?}");
    }
}

#[test]
fn arm_before_the_first_start_is_refused() {
    let mut chip = Chip::new(Model::Tiny);
    for offset in [offset::ARM, offset::DISARM] {
        chip.write(offset, 5);
        assert_eq!(chip.read(offset::ERROR), field::error::NOT_READY.mask());
        chip.write(offset::ERROR, u32::MAX);
    }
    chip.enable(true);
    chip.pins.clock(3000);
    assert_eq!(chip.event(), None, "the refused arm has set a bit");
    chip.arm(0, 5, 0);
    assert_eq!(chip.read(offset::ERROR), 0);
    chip.pins.clock_until_irq(20);
    assert_eq!(chip.event().map(|event| event.slot), Some(5));
}

#[test]
fn arm_every_visit_at_every_clock_is_answered() {
    let mut chip = Chip::new(Model::Tiny);
    for size in [2, 3, 5] {
        for prescale in [1, 2, 3] {
            for visit in 0..u64::from(4 * size) {
                for wait in 0..u64::from(3 * size * prescale) + 6 {
                    arm_and_check(&mut chip, size, prescale, wait, visit);
                }
            }
        }
    }
}

#[test]
fn arm_at_word_and_wheel_edges_is_answered() {
    let mut chip = Chip::new(Model::Tiny);
    for size in [15, 16, 17, 32, 33] {
        for prescale in [1, 4] {
            for visit in [1, 14, 15, 16, 17, size - 1, size, size + 1] {
                for wait in 0..u64::from(size * prescale) + 40 {
                    arm_and_check(&mut chip, size, prescale, wait, u64::from(visit));
                }
            }
        }
    }
}

/// With the first event of `slot` waiting, carries out two writes about `wait` clocks later, one straight after the
/// other, and gives the events of the two laps that follow.
fn events_after(chip: &mut Chip, (size, slot): (u32, u32), wait: u64, writes: [(u32, u32); 2]) -> Vec<Event> {
    chip.restart(1, &[size]);
    chip.arm(0, slot, 1);
    chip.pins.clock_until_irq(u64::from(3 * size));
    assert_eq!(chip.event().map(|event| event.slot), Some(slot));
    chip.pins.clock(wait);
    for (offset, word) in writes {
        chip.write(offset, word);
    }
    chip.pins.clock(u64::from(2 * size) + 10);
    let mut events = Vec::new();
    while let Some(found) = chip.event() {
        events.push(found);
        let sequence = events.len() as u32;
        let word = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
        chip.write(offset::EVENT_ACK, word);
    }
    events
}

#[test]
fn acknowledge_and_arm_in_either_order_leave_the_bit_as_the_last_write_says() {
    let mut chip = Chip::new(Model::find(1024, 16).expect("built"));
    for (size, slot) in [(200, 7), (200, 15), (200, 16), (201, 200), (65, 64)] {
        for wait in 0..u64::from(size) {
            let acknowledge = (offset::EVENT_ACK, field::event_ack::DISARM.mask());
            // For the next visit, whichever that is: a lap far ahead is never late.
            let arm = (offset::ARM, field::arm::SLOT.put(slot) | field::arm::LAP.put(100));
            let case = format!("size {size}, slot {slot}, {wait} clocks after the event");

            // Emptied and filled again: the slot is visited in the next lap.
            let events = events_after(&mut chip, (size, slot), wait, [acknowledge, arm]);
            assert!(!events.is_empty(), "{case}: the bit was lost");
            assert!(events.iter().all(|event| event.slot == slot && !event.late), "{case}: {events:?}");

            // Filled and emptied: at most what the cursor found before it was emptied is reported.
            let events = events_after(&mut chip, (size, slot), wait, [arm, acknowledge]);
            let laps = events.len() as u64;
            assert!(laps <= 1, "{case}: the bit stayed set: {events:?}");
        }
    }
}

#[test]
fn cursor_many_laps_behind_reports_every_tick_in_order() {
    // A host that sleeps for many laps with the smallest FIFO loses nothing: each busy slot of each lap is reported.
    let mut chip = Chip::new(Model::Tiny);
    chip.restart(1, &[7]);
    for slot in [2, 5] {
        chip.arm(0, slot, 1);
    }
    chip.pins.clock(7 * 2000);
    let mut expected = None;
    for sequence in 0..3000 {
        chip.pins.clock_until_irq(100);
        let found = chip.event().expect("an event waits");
        assert!(!found.late, "{found:?}");
        if let Some(tick) = expected {
            assert_eq!(found.tick, tick);
        }
        expected = Some(found.tick + if found.slot == 2 { 3 } else { 4 });
        chip.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence));
    }
    // A wheel of less than a word is visited slot by slot: with a tick a clock the cursor goes as fast as now, and
    // comes to it when now stands.
    chip.disarm(0, 2);
    chip.disarm(0, 5);
    for sequence in 3000..3010 {
        chip.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(sequence));
    }
    chip.enable(false);
    chip.pins.clock(60_000);
    assert_eq!(chip.event(), None);
    let cursor = chip.cursor();
    let now = chip.now();
    assert_eq!(cursor, now, "the cursor has caught up");
}

#[test]
fn cursor_empty_wheel_passes_sixteen_slots_a_clock() {
    // Pause with the FIFO full, so that now runs far ahead; free it and see how fast the cursor follows.
    let mut chip = Chip::new(Model::find(65536, 2).expect("built"));
    chip.enable(true);
    for slot in [100, 101, 102] {
        chip.arm(0, slot, 0);
    }
    chip.pins.clock(1_600_000);
    chip.enable(false);
    for slot in [100, 101, 102] {
        chip.disarm(0, slot);
    }
    let behind = |chip: &mut Chip| {
        let now = chip.now();
        now - chip.cursor()
    };
    chip.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(0));
    chip.write(offset::EVENT_ACK, field::event_ack::SEQUENCE.put(1));
    let before = behind(&mut chip);
    let clocks = chip.pins.clocks();
    chip.pins.clock(50_000);
    let passed = f64::from(before - behind(&mut chip));
    let rate = passed / (chip.pins.clocks() - clocks) as f64;
    assert!(rate > 15.9, "{passed} slots at {rate} a clock");
}

#[test]
fn disarm_at_every_clock_around_the_visit_is_seen_or_not_as_a_whole() {
    let mut chip = Chip::new(Model::Tiny);
    for (size, slot) in [(20, 15), (20, 16), (33, 32), (33, 31), (5, 0)] {
        for prescale in [1, 3, 12] {
            // The slot's first visit that an arm at once is in time for.
            let lap = 2;
            let visit = u64::from(lap * size + slot);
            let mut reported = None;
            for wait in 0..(visit + u64::from(size)) * u64::from(prescale) {
                let case = format!("size {size}, slot {slot}, 1/{prescale}, after {wait} clocks");
                chip.restart(prescale, &[size]);
                chip.arm(0, slot, lap);
                // Only the visit meant counts: what the laps before report is taken off.
                chip.pins.clock(wait);
                chip.disarm(0, slot);
                chip.pins.clock(u64::from(3 * size * prescale) + 30);
                let mut ticks = Vec::new();
                for sequence in 0.. {
                    let Some(found) = chip.event() else {
                        break;
                    };
                    assert!(!found.late && found.slot == slot, "{case}: {found:?}");
                    ticks.push(u64::from(found.tick));
                    let word = field::event_ack::SEQUENCE.put(sequence);
                    chip.write(offset::EVENT_ACK, word);
                    chip.pins.clock(10);
                }
                // Every visit up to some time, and none after it; and that time goes on with the clocks.
                let size = u64::from(size);
                for (count, tick) in ticks.iter().enumerate() {
                    assert_eq!(*tick % size, u64::from(slot), "{case}: {ticks:?}");
                    assert_eq!(tick - ticks[0], count as u64 * size, "{case}: {ticks:?}");
                }
                assert!(ticks.len() <= 2 + 1, "{case}: {ticks:?}");
                let last = ticks.last().copied();
                assert!(last >= reported, "{case}: {ticks:?} after {reported:?}");
                reported = last;
            }
            assert!(reported.is_some(), "size {size}, slot {slot}");
        }
    }
}

#[test]
fn late_event_at_a_full_fifo_sets_the_flag_and_the_next_lap_reports_the_slot() {
    let mut chip = Chip::new(Model::Tiny);
    for wait in 0..60 {
        chip.restart(1, &[200]);
        for slot in [50, 51] {
            chip.arm(0, slot, 0);
        }
        // Both events fill the FIFO; the cursor is beyond them.
        chip.pins.clock(80 + wait);
        let state = chip.read(offset::INTR_STATE);
        assert!(!field::intr_state::LATE_OVERFLOW.is_set(state));
        chip.arm(0, 30, 0);
        chip.pins.clock(20);
        let state = chip.read(offset::INTR_STATE);
        assert!(field::intr_state::LATE_OVERFLOW.is_set(state), "{wait}");
        for sequence in 0..2 {
            let word = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
            assert!(chip.event().is_some_and(|event| !event.late));
            chip.write(offset::EVENT_ACK, word);
        }
        // The bit is there: one lap later the slot is reported.
        chip.pins.clock_until_irq(10);
        chip.pins.clock(250);
        let found = chip.event().expect("the slot's next visit");
        assert_eq!(found, visit(230, 0, 30), "{wait}");
    }
}

#[test]
fn reading_an_event_any_number_of_times_changes_nothing() {
    let mut chip = Chip::new(Model::Tiny);
    chip.restart(2, &[100]);
    for slot in [50, 51, 52] {
        chip.arm(0, slot, 0);
    }
    for (sequence, slot) in (0..).zip([50, 51, 52]) {
        chip.pins.clock_until_irq(300);
        chip.pins.clock(20);
        let first = [offset::EVENT, offset::EVENT_TICK].map(|offset| chip.read(offset));
        for _ in 0..200 {
            for (offset, word) in [offset::EVENT, offset::EVENT_TICK].into_iter().zip(first) {
                assert_eq!(chip.read(offset), word);
            }
        }
        assert_eq!(chip.event().map(|event| event.slot), Some(slot));
        let word = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
        chip.write(offset::EVENT_ACK, word);
    }
}
