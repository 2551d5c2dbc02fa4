//! One wheel to eight; the proof, testbench/formal/cascade.sv, is of up to four.

use super::*;
use crate::circuit::clocked::Clocked;

/// Runs one cascade with a cursor that is slow and refuses at random; returns the visits.
fn run(cascade: &mut Cascade, sizes: &[u64], at: &mut [(u64, u64)], random: &mut fastrand::Rng) -> Vec<(usize, u64)> {
    let mut visits = Vec::new();
    let mut under_way = None;
    cascade.start.next = true;
    for _ in 0..1000 {
        cascade.granted.next = random.bool();
        cascade.taken.next = false;
        cascade.done.next = false;
        cascade.again.next = false;
        cascade.clock.next = Clock { clk: false };
        cascade.settle();
        let wheel = cascade.wheel.val().index();
        let slot: u64 = cascade.slot.val().into();
        let granted = cascade.granted.val();
        if let Some(wait) = under_way {
            if wait == 0 {
                under_way = None;
                let again = random.u8(0..3) == 0;
                cascade.again.next = again;
                cascade.done.next = !again;
                if !again {
                    visits.push((wheel, slot));
                }
            } else {
                under_way = Some(wait - 1);
            }
        } else if cascade.ask.val() && random.bool() {
            assert_eq!(cascade.upper.val(), wheel != 0);
            let base = 100 * wheel as u64;
            assert_eq!(cascade.word.val(), if wheel == 0 { 0 } else { base + slot / 16 });
            assert_eq!(cascade.offset.val(), slot % 16);
            cascade.taken.next = true;
            under_way = Some(random.u8(0..3));
        }
        cascade.clock.next = Clock { clk: false };
        cascade.settle();
        let step = cascade.step.val();
        let position = (cascade.step_slot.val().into(), cascade.step_lap.val().into());
        cascade.clock.next = Clock { clk: true };
        cascade.settle();
        cascade.start.next = false;
        if step {
            at[wheel] = position;
        }
        // The wheel that was asked for, in the next clock; anything when it was not.
        let shown = if granted { wheel } else { random.usize(0..sizes.len()) };
        cascade.selected_last.next = (sizes[shown].wrapping_neg() & 1023).into();
        cascade.selected_base.next = (100 * shown as u64).into();
        cascade.selected_slot.next = at[shown].0.into();
        cascade.selected_lap.next = at[shown].1.into();
        if !cascade.cascading.val() {
            return visits;
        }
    }
    panic!("the cascade does not end");
}

#[test]
fn cascade_many_laps_step_like_an_odometer() {
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let wheels = random.usize(1..=8);
        let sizes: Vec<u64> = (0..wheels).map(|_| random.u64(2..5)).collect();
        let mut cascade = Cascade::new(10, true);
        cascade.connect_all();
        cascade.clear.next = true;
        cascade.tick();
        cascade.clear.next = false;
        assert_eq!((cascade.step_slot.val(), cascade.step_lap.val()), (1.into(), 0.into()));
        cascade.count.next = (wheels as u64).into();
        // The next visit of each wheel above 0.
        let mut at = vec![(1, 0); wheels];
        let mut odometer = vec![0; wheels];
        let mut laps = vec![0; wheels];
        for lap in 1..300 {
            let mut expected = vec![(0, 0)];
            for wheel in 1..wheels {
                odometer[wheel] = (odometer[wheel] + 1) % sizes[wheel];
                expected.insert(0, (wheel, odometer[wheel]));
                if odometer[wheel] != 0 {
                    break;
                }
                laps[wheel] = (laps[wheel] + 1) % 256;
            }
            let visits = run(&mut cascade, &sizes, &mut at, &mut random);
            assert_eq!(visits, expected, "seed {seed}, lap {lap}");
            for wheel in 1..wheels {
                let next = (odometer[wheel] + 1) % sizes[wheel];
                let next_lap = (laps[wheel] + u64::from(next == 0)) % 256;
                assert_eq!(at[wheel], (next, next_lap), "seed {seed}, lap {lap}, wheel {wheel}");
            }
        }
    }
}
