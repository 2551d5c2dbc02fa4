//! An example; all else is proved: testbench/formal/cursor.sv.

use super::*;
use crate::circuit::clocked::Clocked;
use crate::counter_chip::backlog::Backlog;
use crate::counter_chip::busy_bits::BusyBits;

/// A wheel of 33 slots beside its backlog and busy bits, of which one is set, and a tick in every eighth clock.
#[test]
fn cursor_passes_every_tick_and_reports_the_busy_slot_once_a_lap() {
    let inverse = |slot: u64| !slot & 1023;
    let (mut cursor, mut backlog, mut bits) =
        (Cursor::new(10, false, false), Backlog::default(), BusyBits::new(10, false));
    cursor.connect_all();
    backlog.connect_all();
    bits.connect_all();
    cursor.last_slot.next = inverse(32).into();
    cursor.clear.next = true;
    backlog.clear.next = true;
    bits.write_enable.next = true;
    bits.write_address.next = inverse(20).into();
    bits.write_data.next = true;
    for _ in 0..5 {
        cursor.tick();
        backlog.tick();
        bits.tick();
        cursor.clear.next = false;
        backlog.clear.next = false;
        bits.write_enable.next = false;
    }
    cursor.running.next = true;
    cursor.room.next = true;
    let (mut now, mut passed, mut events) = (0, 0, Vec::new());
    for clock in 0..8 * 100 + 20 {
        cursor.some.next = backlog.some.val();
        cursor.eight.next = backlog.eight.val();
        cursor.far.next = backlog.far.val();
        cursor.slot_busy.next = bits.slot_busy.val();
        cursor.word_busy.next = bits.word_busy.val();
        cursor.settle();
        if cursor.commit.val() {
            events.push((inverse(cursor.visited.val().into()), now));
        }
        backlog.tick.next = clock % 8 == 0 && clock < 8 * 100;
        backlog.walked.next = cursor.walked.val();
        backlog.skipped.next = cursor.skipped.val();
        bits.read_word.next = cursor.read_word.val();
        bits.look_address.next = cursor.look_address.val();
        now += u64::from(backlog.tick.next);
        passed += u64::from(cursor.walked.val()) + 16 * u64::from(cursor.skipped.val());
        cursor.tick();
        backlog.tick();
        bits.tick();
    }
    assert_eq!(events.iter().map(|event| event.0).collect::<Vec<_>>(), [20, 20, 20]);
    for (event, tick) in events.iter().zip([20, 53, 86]) {
        assert!((tick..=tick + 2).contains(&event.1), "{events:?}");
    }
    assert_eq!((now, passed), (100, 100));
}
