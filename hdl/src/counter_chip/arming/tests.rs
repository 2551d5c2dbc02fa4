//! Examples; all else is proved: testbench/formal/arming.sv.

use super::*;
use crate::circuit::clocked::Clocked;

/// The part after its sweep of 1,024 bits, and which of them it has cleared.
fn swept() -> (Arming, Vec<bool>) {
    let mut arming = Arming::new(10, false, true, true);
    arming.connect_all();
    let mut cleared = vec![false; 1024];
    arming.clear.next = true;
    arming.tick();
    arming.clear.next = false;
    // The cursor's position, as it was in the last clocks.
    let mut positions = [0u64; 3];
    for _ in 0..1030 {
        arming.swept.next = (!positions[2] & 1023).into();
        arming.settle();
        if arming.ready.val() {
            return (arming, cleared);
        }
        if arming.write_enable.val() {
            cleared[!arming.write_address.val().index() & 1023] = !arming.write_data.val();
        }
        let next = (positions[0] + u64::from(arming.sweeping.val())) % 1024;
        positions = [next, positions[0], positions[1]];
        arming.tick();
    }
    panic!("no end after 1,030 clocks");
}

#[test]
fn arming_sweep_clears_every_bit() {
    let (_, cleared) = swept();
    assert!(cleared.iter().all(|&bit| bit));
}

/// Slot 37 of a wheel of 200 slots that begins at word 3.
#[test]
fn arming_command_writes_its_slots_bit_three_clocks_later() {
    let (mut arming, _) = swept();
    arming.selected_present.next = true;
    arming.selected_last.next = (!199u64 & 1023).into();
    arming.selected_base.next = 3.into();
    for (slot, fits) in [(37, true), (200, false)] {
        arming.wheel.next = 1.into();
        arming.slot.next = slot.into();
        for clock in 0..4 {
            arming.arm.next = clock == 0;
            arming.settle();
            assert_eq!(arming.selects.val(), clock == 1);
            assert_eq!(arming.write_enable.val(), clock == 3 && fits);
            assert_eq!(arming.refused.val(), clock == 3 && !fits);
            if arming.write_enable.val() {
                assert_eq!(arming.write_address.val(), !(3 * 16 + slot) & 1023);
                assert!(arming.write_data.val());
            }
            arming.tick();
        }
    }
}
