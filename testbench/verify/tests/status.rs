//! `STATUS.behind` at the registers of the Verilated chip.

mod common;

use carillon_regmap::counter_chip::{field, offset};
use carillon_sim::Model;
use common::Chip;

#[test]
fn behind_at_each_distance_is_what_the_ticks_say() {
    let behind = |chip: &mut Chip| field::status::BEHIND.is_set(chip.read(offset::STATUS));
    let mut chip = Chip::new(Model::Tiny);
    // A tick is long enough to stop time in any one.
    chip.restart(32, &[1024]);
    for slot in [1, 2, 3] {
        chip.arm(0, slot, 0);
    }
    // The FIFO's two places are taken, so the cursor stands at tick 2.
    let mut distances: Vec<u32> = vec![1, 2, 15, 16, 17, 31, 32, 33, 1023, 1024, 1025, 2047, 2048];
    distances.extend([3072, 15 * 1024, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 17 * 1024]);
    for distance in distances {
        chip.enable(true);
        while chip.now() < 2 + distance {}
        chip.enable(false);
        chip.pins.clock(10);
        assert_eq!((chip.now(), chip.cursor()), (2 + distance, 2));
        assert!(behind(&mut chip), "{distance} ticks");
    }
    // Once it has caught up it is not, wherever that is.
    for slot in [1, 2, 3] {
        chip.disarm(0, slot);
    }
    while chip.event().is_some() {
        chip.pop(false);
        chip.pins.clock(10_000);
    }
    assert_eq!(chip.cursor(), chip.now());
    assert!(!behind(&mut chip));
    for _ in 0..40 {
        chip.enable(true);
        chip.pins.clock(1_000);
        chip.enable(false);
        chip.pins.clock(10);
        assert_eq!(chip.cursor(), chip.now());
        assert!(!behind(&mut chip));
    }
}
