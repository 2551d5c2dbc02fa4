//! Examples; all else is proved: testbench/formal/scan.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// The cursor after a clear, on a wheel of `slots`.
fn scan(slots: u64) -> Scan {
    let mut scan = Scan::new(&TimerBuild::minimal());
    scan.connect_all();
    scan.clear.next = true;
    scan.tick();
    scan.clear.next = false;
    scan.slot_mask.next = (slots - 1).into();
    scan
}

/// One clock, with a memory that answers in the next one; what was read while the bit is written shows it.
fn tick(scan: &mut Scan, bits: &[bool]) {
    scan.settle();
    let word = scan.word_address.val().index();
    let data = (0..16).fold(0, |data, place| data | u64::from(bits[word * 16 + place]) << place);
    Clocked::tick(scan);
    scan.word_data.next = data.into();
    scan.settle();
}

fn at(scan: &Scan) -> u64 {
    scan.at.val().into()
}

/// Slot 40 of 64 is busy, and a visit leaves it so.
#[test]
fn scan_stops_at_the_tick_of_a_busy_slot_until_it_is_visited() {
    let mut scan = scan(64);
    let mut bits = vec![false; 64];
    bits[40] = true;
    for due in [40, 104] {
        let mut clocks = 0;
        while !scan.busy.val() {
            scan.tick.next = clocks % 8 == 0 && clocks < 8 * 64;
            tick(&mut scan, &bits);
            clocks += 1;
            assert!(clocks < 600, "no stop at {due}");
        }
        scan.tick.next = false;
        for _ in 0..20 {
            tick(&mut scan, &bits);
            assert!(scan.busy.val());
            assert_eq!(at(&scan), due);
        }
        scan.visited.next = true;
        tick(&mut scan, &bits);
        scan.visited.next = false;
        scan.settle();
        assert!(!scan.busy.val());
    }
}

#[test]
fn scan_of_an_empty_wheel_passes_sixteen_slots_a_clock() {
    let mut scan = scan(1024);
    let bits = vec![false; 1024];
    scan.pause.next = true;
    scan.tick.next = true;
    for _ in 0..8000 {
        tick(&mut scan, &bits);
    }
    assert_eq!(at(&scan), 1);
    scan.pause.next = false;
    scan.tick.next = false;
    let mut clocks = 0;
    while at(&scan) <= 7800 {
        tick(&mut scan, &bits);
        clocks += 1;
    }
    assert!(clocks <= 7800 / 16 + 16, "{clocks}");
    for _ in 0..200 {
        tick(&mut scan, &bits);
    }
    assert_eq!(at(&scan), 8001, "all of them");
    assert!(!scan.behind.val());
}
