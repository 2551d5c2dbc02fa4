//! An example; all else is proved: testbench/formal/registers.sv.

use super::*;
use crate::circuit::clocked::Clocked;
use carillon_regmap::counter_chip::field::error;

#[test]
fn registers_arm_before_the_start_is_an_error_and_after_it_a_command() {
    let mut part = Registers::default();
    part.connect_all();
    part.clear.next = true;
    part.tick();
    part.clear.next = false;
    part.ready.next = true;
    // The word comes a clock before the strobe.
    let word = |part: &mut Registers, word: u64| {
        part.data.next = word.into();
        part.tick();
    };
    for starts in [true, false] {
        word(&mut part, 0x2a30_0005);
        part.write_arm.next = true;
        part.settle();
        assert_eq!(part.arm.val(), !starts);
        assert_eq!((part.wheel.val(), part.slot.val(), part.lap.val()), (3.into(), 5.into(), 0x2a.into()));
        part.tick();
        part.write_arm.next = false;
        assert_eq!(part.errors.val(), u64::from(error::NOT_READY.mask()));
        if starts {
            word(&mut part, 1);
            part.write_ctrl.next = true;
            part.tick();
            part.write_ctrl.next = false;
            assert!(part.enable.val() & part.running.val());
        }
    }
}
