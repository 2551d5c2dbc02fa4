//! One wheel to eight; the proof, testbench/formal/wheels.sv, is of one and of four.

use super::*;
use crate::circuit::clocked::Clocked;

fn ready(wheels: u32) -> Wheels {
    let mut part = Wheels::new(&Build { wheels, slot_bits: 10, ..Build::full() });
    part.connect_all();
    part.clear.next = true;
    part.step_slot.next = 1.into();
    part.tick();
    part.clear.next = false;
    part
}

/// Writes a size as the registers do; says whether it was accepted.
fn write_size(part: &mut Wheels, index: usize, data: u32) -> bool {
    part.index.next = (index as u64).into();
    part.select.next = (index as u64).into();
    part.data.next = u64::from(data).into();
    part.tick();
    part.write_size.next = true;
    part.tick();
    part.write_size.next = false;
    let refused = part.size_refused.val();
    part.tick();
    !refused
}

#[test]
fn wheels_random_sizes_are_packed_in_order_or_refused() {
    let mut accepted = 0;
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let most = random.usize(1..=8);
        let mut part = ready(most as u32);
        let mut sizes = vec![1024u32];
        for _ in 0..40 {
            let index = random.usize(0..8);
            let data = match random.u8(0..5) {
                0 => random.u32(0..20),
                1 => random.u32(..),
                2 => 1 << random.u32(0..32),
                _ => random.u32(0..600),
            };
            let words = |sizes: &[u32]| sizes.iter().map(|size| size.div_ceil(16)).sum::<u32>();
            let fits = index < most
                && index <= sizes.len()
                && (2..=1024).contains(&data)
                && words(&sizes[..index]) + data.div_ceil(16) <= 64;
            assert_eq!(write_size(&mut part, index, data), fits, "seed {seed}: wheel {index}, {data} slots");
            if fits {
                accepted += 1;
                sizes.truncate(index);
                sizes.push(data);
            }
            assert_eq!(part.count.val(), sizes.len() as u64);
            assert_eq!(part.last_slot.val(), u64::from(1024 - sizes[0]));
            for wheel in 0..8 {
                part.select.next = (wheel as u64).into();
                part.tick();
                let size = sizes.get(wheel).copied().unwrap_or(0);
                assert_eq!(part.selected_present.val(), size != 0, "seed {seed}, wheel {wheel}");
                if size != 0 {
                    assert_eq!(part.selected_size.val(), u64::from(size), "seed {seed}, wheel {wheel}");
                    assert_eq!(part.selected_last.val(), u64::from(1024 - size));
                    assert_eq!(part.selected_base.val(), u64::from(words(&sizes[..wheel])));
                    if wheel > 0 {
                        assert_eq!((part.selected_slot.val(), part.selected_lap.val()), (1.into(), 0.into()));
                    }
                }
            }
        }
    }
    assert!(accepted > 500, "{accepted} sizes accepted");
}

#[test]
fn wheels_modes_and_positions_are_kept_for_each_wheel() {
    let mut part = ready(8);
    for index in 0..8 {
        assert!(write_size(&mut part, index, 20));
    }
    let mut modes = [0u64; 8];
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let wheel = random.usize(0..8);
        modes[wheel] = random.u64(0..4);
        part.index.next = (wheel as u64).into();
        part.data.next = modes[wheel].into();
        part.write_mode.next = true;
        part.step.next = wheel > 0;
        part.step_wheel.next = (wheel as u64).into();
        part.step_slot.next = modes[wheel].into();
        part.step_lap.next = (200 + wheel as u64).into();
        part.tick();
        part.write_mode.next = false;
        part.step.next = false;
        for (wheel, &mode) in modes.iter().enumerate() {
            part.select.next = (wheel as u64).into();
            part.late_check_select.next = (wheel as u64).into();
            part.visited.next = (wheel as u64).into();
            part.tick();
            assert_eq!((part.hold.val(), part.auto_clear.val()), (mode & 1 != 0, mode & 2 != 0));
            assert_eq!(part.late_check_slot.val(), part.selected_slot.val());
            assert_eq!(part.late_check_lap.val(), part.selected_lap.val());
            if part.late_check_lap.val() != 0u64 {
                assert_eq!(
                    (part.late_check_slot.val(), part.late_check_lap.val()),
                    (mode.into(), (200 + wheel as u64).into())
                );
            }
        }
    }
}
