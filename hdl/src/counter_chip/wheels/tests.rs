//! Examples with eight wheels; four, and one, are proved: testbench/formal/wheels.sv.

use super::*;
use crate::circuit::clocked::Clocked;

fn ready() -> Wheels {
    let mut part = Wheels::new(&Build { wheels: 8, slot_bits: 10, ..Build::full() });
    part.connect_all();
    part.clear.next = true;
    part.step_slot.next = 1.into();
    part.tick();
    part.clear.next = false;
    part
}

/// Writes a size as the registers do; says whether it was accepted.
fn write_size(part: &mut Wheels, index: u64, data: u64) -> bool {
    part.index.next = index.into();
    part.select.next = index.into();
    part.data.next = data.into();
    part.tick();
    part.write_size.next = true;
    part.tick();
    part.write_size.next = false;
    let refused = part.size_refused.val();
    part.tick();
    !refused
}

/// Each begins at the word after the last one's.
#[test]
fn wheels_sizes_are_packed_in_order_or_refused() {
    let mut part = ready();
    let sizes = [100, 2, 16, 17, 33, 200, 300, 240];
    for (index, size) in (0..).zip(sizes) {
        assert!(!(1..7).contains(&index) || !write_size(&mut part, index + 1, 20), "wheel {index} is not there yet");
        assert!(write_size(&mut part, index, size));
    }
    assert!(!write_size(&mut part, 7, 18 * 16 + 1), "18 words are left");
    assert_eq!(part.count.val(), 8u64);
    let mut base = 0;
    for (index, size) in (0u64..).zip(sizes) {
        part.select.next = index.into();
        part.tick();
        assert!(part.selected_present.val());
        assert_eq!((part.selected_base.val(), part.selected_size.val()), (base.into(), size.into()));
        base += size.div_ceil(16);
    }
}

#[test]
fn wheels_modes_and_positions_are_kept_for_each_wheel() {
    let mut part = ready();
    for wheel in 0..8 {
        assert!(write_size(&mut part, wheel, 20));
    }
    for wheel in 1..8u64 {
        part.index.next = wheel.into();
        part.data.next = (wheel % 4).into();
        part.write_mode.next = true;
        part.step.next = true;
        part.step_wheel.next = wheel.into();
        part.step_slot.next = (wheel + 2).into();
        part.step_lap.next = (200 + wheel).into();
        part.tick();
    }
    part.write_mode.next = false;
    part.step.next = false;
    for wheel in 1..8u64 {
        part.select.next = wheel.into();
        part.late_check_select.next = wheel.into();
        part.visited.next = wheel.into();
        part.tick();
        assert_eq!((part.hold.val(), part.auto_clear.val()), (wheel & 1 != 0, wheel & 2 != 0));
        assert_eq!((part.selected_slot.val(), part.selected_lap.val()), ((wheel + 2).into(), (200 + wheel).into()));
        assert_eq!((part.late_check_slot.val(), part.late_check_lap.val()), ((wheel + 2).into(), (200 + wheel).into()));
    }
}
