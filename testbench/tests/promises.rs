//! The reference model keeps the specification's promises under a random host, whatever the build.
//!
//! This is the first proof of the schedule that model and circuit share: which slot is looked at in which clock, and when a
//! write takes effect.

use carillon_hdl::Build;
use carillon_testbench::lockstep::{self, Stimulus};
use carillon_testbench::model::{Reached, ReferenceChip};

/// Runs the model alone, watched by the observer.
fn alone(build: &Build, seed: u64, clocks: u64) -> Reached {
    let mut reference = ReferenceChip::new(build);
    let mut stimulus = Stimulus::new(seed, build);
    lockstep::run(&mut reference, &mut [], &mut stimulus, clocks)
        .unwrap_or_else(|difference| panic!("{build:?}: {difference}"));
    reference.reached()
}

#[test]
fn model_one_wheel_any_fifo_keeps_the_promises() {
    let mut total = Reached::default();
    for seed in 0..20 {
        for fifo_bits in [1, 2, 4] {
            let build = Build {
                slot_bits: 10,
                fifo_bits,
                ..Build::minimal()
            };
            total += alone(&build, seed, 400_000);
        }
    }
    println!("{total:#?}");
}

#[test]
fn model_one_wheel_with_modes_keeps_the_promises() {
    let mut total = Reached::default();
    for seed in 0..40 {
        let build = Build {
            wheels: 1,
            slot_bits: 10,
            fifo_bits: 1 + seed as u32 % 4,
            ..Build::full()
        };
        total += alone(&build, seed, 400_000);
    }
    println!("{total:#?}");
}

#[test]
fn model_any_number_of_wheels_keeps_the_promises() {
    let mut total = Reached::default();
    for wheels in 2..=8 {
        for seed in 0..8 {
            let build = Build {
                wheels,
                slot_bits: 10,
                fifo_bits: 1 + seed as u32 % 4,
                ..Build::full()
            };
            total += alone(&build, 1000 * u64::from(wheels) + seed, 400_000);
        }
    }
    println!("{total:#?}");
}
