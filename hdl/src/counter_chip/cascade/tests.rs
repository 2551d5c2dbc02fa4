//! An example with eight wheels; up to four are proved: testbench/formal/cascade.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// Runs one cascade with a cursor that takes each question at once; returns the visits.
fn run(cascade: &mut Cascade, sizes: &[u64], at: &mut [(u64, u64)]) -> Vec<(usize, u64)> {
    let mut visits = Vec::new();
    cascade.start.next = true;
    cascade.granted.next = true;
    for _ in 0..1000 {
        let taken = cascade.taken.next;
        cascade.settle();
        let (wheel, slot) = (cascade.wheel.val().index(), u64::from(cascade.slot.val()));
        cascade.taken.next = cascade.ask.val() && !taken;
        cascade.done.next = taken;
        if taken {
            visits.push((wheel, slot));
        }
        cascade.settle();
        if cascade.step.val() {
            at[wheel] = (cascade.step_slot.val().into(), cascade.step_lap.val().into());
        }
        cascade.tick();
        cascade.start.next = false;
        // The wheel that was asked for, in the next clock.
        cascade.selected_last.next = (sizes[wheel].wrapping_neg() & 1023).into();
        cascade.selected_slot.next = at[wheel].0.into();
        cascade.selected_lap.next = at[wheel].1.into();
        if !cascade.cascading.val() {
            return visits;
        }
    }
    panic!("the cascade does not end");
}

#[test]
fn cascade_many_laps_of_eight_wheels_step_like_an_odometer() {
    let sizes = [4, 2, 3, 2, 2, 3, 2, 4];
    let mut cascade = Cascade::new(10, true);
    cascade.connect_all();
    cascade.clear.next = true;
    cascade.tick();
    cascade.clear.next = false;
    cascade.count.next = 8.into();
    // The next visit of each wheel above 0.
    let mut at = [(1, 0); 8];
    let mut odometer = [0; 8];
    for lap in 1..=2 * 3 * 2 * 2 * 3 * 2 * 4 {
        let mut expected = vec![(0, 0)];
        for wheel in 1..8 {
            odometer[wheel] = (odometer[wheel] + 1) % sizes[wheel];
            expected.insert(0, (wheel, odometer[wheel]));
            if odometer[wheel] != 0 {
                break;
            }
        }
        assert_eq!(run(&mut cascade, &sizes, &mut at), expected, "lap {lap}");
    }
    assert_eq!(at[7], (1, 1), "the highest wheel has gone round");
}
